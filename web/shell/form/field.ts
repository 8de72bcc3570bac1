import type { FaultTable } from '#web/parts/field-faults.ts'
import type { Rule } from '#web/ui/inputs/rules.ts'
import type { InputProps } from '#web/ui/inputs/text-input.tsx'

/** A name of a value. */
export type Name<V> = keyof V & string

/** The look of a field. */
export interface FieldLook {
  /** The label of the input, which also names the field among unsaved changes. */
  readonly label?: string
  readonly hint?: string
  readonly isRequired?: boolean
  /** The control that `FormField` draws; without it a text input. */
  readonly control?: 'checkbox'
  /** The further properties of a text input. */
  readonly input?: InputProps
}

type FaultText = NonNullable<FaultTable<'field'>['texts']>['field']

/** The properties that a field of any kind may state. `T` is its value, `V` are the values of the form, `R` is the resource. */
export interface FieldOptions<R, V, T> extends FieldLook {
  /** Where the value of a resource stands, if it is not the property of the field's name. */
  readonly of?: (resource: R) => unknown
  readonly rule?: Rule<V, T> | readonly Rule<V, T>[]
  /** The messages of the API's problems by their types, or how the message of a problem is found. */
  readonly texts?: Exclude<FaultText, (...input: never[]) => unknown> | ((value: T) => FaultText)
  /** Whether the field is asked for and sent with these values; without it always. */
  readonly applies?: (values: V) => boolean
  /** Whether it is sent with the creation alone. */
  readonly isFixed?: boolean
  /** Its name in the body, if it is another one. */
  readonly as?: string
  /** The part of the body that it belongs to, which the form writes. */
  readonly part?: string
  /** Where the API reports problems with it, below the part, if that is not its name in snake_case. */
  readonly paths?: readonly string[]
}

/** One field of a form: its look, its rules, and how it is read from a resource and written into a body. */
export interface FieldDeclaration<R, V, T> extends FieldOptions<R, V, T> {
  /** The value of a resource, or of a new one. */
  readonly read: (resource: R | null, name: string) => T
  /** The value as it is sent. `resource` is the one that is changed. Without it the value is not sent by itself. */
  readonly write?: (value: T, resource: R | null) => unknown
  /** Whether the value is that of the resource; without it what is written is compared. */
  readonly isSame?: (value: T, resource: R) => boolean
}
