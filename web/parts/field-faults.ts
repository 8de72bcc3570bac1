import type { CallError, FieldFault } from '#client/index.ts'
import { fieldFaults } from '#messages/field-faults.ts'
import { errorText } from '#web/error-text.ts'
import { messages } from '#web/language.ts'
import type { Fault, Faults } from '#web/ui/inputs/form-state.ts'

const t = messages(fieldFaults)
const generalKeys = new Set(['other', 'elsewhere'])

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

/** The meanings of the refusals of a form. */
export interface FaultTable<Name extends string> {
  /** The field of an error code. */
  readonly codes?: Readonly<Record<string, Name>>
  /** The field of a path of the request, where it is not the name of the field; the longest path that matches counts. */
  readonly paths?: Readonly<Record<string, Name>>
  /** The messages of a field by the type of the problem, `other` for any further type; or how the message of a problem is found. */
  readonly texts?: {
    readonly [K in Name]?: Readonly<Record<string, string>> | ((fault: FieldFault) => string | Readonly<Record<string, string>>)
  }
  /** The message of a refusal by its code; without it that of the dashboard. */
  readonly text?: (error: CallError) => string
}

/** The faults that a refusal means: at fields, or of the whole `form`. Nothing that the server says is shown as it is. */
export function faultsOfRefusal<Name extends string>(
  error: CallError,
  names: readonly Name[],
  table: FaultTable<Name>,
): { readonly faults: Faults; readonly form?: string } {
  const { codes = {}, paths = {}, texts = {}, text = errorText } = table as FaultTable<string>
  const field = Object.hasOwn(codes, error.code) ? codes[error.code] : undefined
  if (field !== undefined) return { faults: { [field]: text(error) } }
  const found: Record<string, Fault> = {}
  const places = [...Object.keys(paths), ...names].sort((a, b) => b.length - a.length)
  for (const problem of error.fields) {
    const place = places.find((path) => problem.path === path || problem.path.startsWith(`${path}.`))
    if (place === undefined) continue
    const name = paths[place] ?? place
    const own = texts[name]
    found[name] ??= typeof own === 'function' ? own(problem) : faultText(problem, own)
  }
  if (Object.keys(found).length > 0) return { faults: found }
  return { faults: {}, form: validationCodes.has(error.code) ? t('elsewhere') : text(error) }
}

const validationCodes = new Set(['RequestValidationError', 'VALIDATION_ERROR'])
