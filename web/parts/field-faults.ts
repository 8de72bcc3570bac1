import type { CallError, FieldFault } from '#client/index.ts'
import { fieldFaults } from '#messages/field-faults.ts'
import { errorText } from '#web/error-text.ts'
import { messages } from '#web/language.ts'

const t = messages(fieldFaults)
const generalKeys = new Set(['other', 'elsewhere'])

/** The server's problem at the field `name` or inside it; undefined if there is none. */
export const faultAt = (error: CallError | null, name: string): FieldFault | undefined =>
  error?.fields.find(({ path }) => path === name || path.startsWith(`${name}.`))

/**
 * The message of a problem at a field: by its type and bound, never the server's own sentence. `own` has the field's messages by type;
 * its `other` is for any further type.
 */
export function faultText({ type, ctx }: FieldFault, own: Readonly<Record<string, string>> = {}): string {
  if (Object.hasOwn(own, type)) return own[type] ?? ''
  const bound = Object.values(ctx).find((value) => typeof value === 'number')
  const known = generalKeys.has(type) ? undefined : t.find(type, bound === undefined ? {} : { count: bound })
  return known ?? own['other'] ?? t('other')
}

/** The message of an error without a problem at a field of the form. */
export const formFaultText = (error: CallError): string =>
  error.code === 'RequestValidationError' || error.code === 'VALIDATION_ERROR' ? t('elsewhere') : errorText(error)
