import { z } from 'zod'
import { lengthOf } from '#kernel/text.ts'

const TEXT_MAXIMUM = 500

const shownText = z.string().trim().min(1).max(TEXT_MAXIMUM).optional()

/** The look of a field of any kind in the form. */
export const shownProperties = {
  form_label: shownText.meta({ description: 'Its label in the form; without one, the name of the field.' }),
  form_help_text: shownText.meta({ description: 'A sentence below it in the form.' }),
  form_placeholder: shownText.meta({ description: 'An example inside it in the form, while it is empty.' }),
}

/** Why a value is refused, as the problem of a field says it. */
export interface ValueFault {
  readonly msg: string
  readonly type: string
  readonly ctx?: Readonly<Record<string, number>>
}

/** A value that a buyer entered. */
export type FieldValue = string | number | boolean

/**
 * A kind of custom field: all that there is to know about it on the server. `Properties` is what a field of this kind holds besides the
 * fields of every one. Its functions are properties, so that the compiler refuses the properties of another kind.
 */
export interface FieldKind<Type extends string, Properties extends z.ZodObject> {
  /** The `type` on the wire. */
  readonly type: Type
  /** Its properties, in a body and in an answer. */
  readonly properties: Properties
  /** The name of the property that contradicts another, such as a maximum below the minimum; null where they fit together. */
  readonly contradiction: (properties: z.output<Properties>) => string | null
  /** Why a value is refused; null where it is accepted. */
  readonly valueFault: (properties: z.output<Properties>, value: FieldValue) => ValueFault | null
  /** Whether a value answers a required field: a required box has to be ticked. */
  readonly isAnswer: (value: FieldValue) => boolean
}

/** The fault of a number outside its bounds, both included. */
export function boundFault(
  value: number,
  { ge, le }: { readonly ge?: number | undefined; readonly le?: number | undefined },
): ValueFault | null {
  if (ge !== undefined && value < ge)
    return { msg: `Input should be greater than or equal to ${ge}`, type: 'greater_than_equal', ctx: { ge } }
  if (le !== undefined && value > le) return { msg: `Input should be less than or equal to ${le}`, type: 'less_than_equal', ctx: { le } }
  return null
}

/** The property that contradicts another of two bounds. */
export function boundContradiction({ ge, le }: { readonly ge?: number | undefined; readonly le?: number | undefined }): string | null {
  return ge !== undefined && le !== undefined && le < ge ? 'le' : null
}

/** The fault of a text that is too short or too long. */
export function lengthFault(value: string, { least, most }: { readonly least: number; readonly most: number }): ValueFault | null {
  const length = lengthOf(value)
  if (length < least)
    return { msg: `String should have at least ${least} characters`, type: 'string_too_short', ctx: { min_length: least } }
  if (length > most) return { msg: `String should have at most ${most} characters`, type: 'string_too_long', ctx: { max_length: most } }
  return null
}
