// The kinds of fields that several forms have. A field of another kind declares its own `read` and `write`.
import type { Metadata } from '#client/index.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { fromLocalTime, toLocalTime } from '#web/ui/inputs/local-time.ts'
import type { FieldDeclaration, FieldOptions } from './field.ts'

/** The value that a resource has for a field; undefined for a new one. */
function storedOf<R>(resource: R | null, name: string, of?: (resource: R) => unknown): unknown {
  if (resource === null) return undefined
  return of === undefined ? Reflect.get(resource as object, name) : of(resource)
}

const textOf = (stored: unknown): string => String(stored ?? '')

/** A text that is sent without the spaces around it. */
export const text = <R, V>(field: FieldOptions<R, V, string>): FieldDeclaration<R, V, string> => ({
  isRequired: true,
  read: (resource, name) => textOf(storedOf(resource, name, field.of)),
  write: (value) => value.trim(),
  ...field,
  input: { autoComplete: 'off', ...field.input },
})

/** A text that is null where it is empty. */
export const optionalText = <R, V>(field: FieldOptions<R, V, string>): FieldDeclaration<R, V, string> => ({
  ...text(field),
  isRequired: false,
  write: (value) => value.trim() || null,
})

interface NumberOptions<R, V> extends FieldOptions<R, V, string> {
  readonly initial?: string
  readonly min?: number
  readonly max: number
  /** The message outside of the bounds. */
  readonly message: string
}

/** A whole number as it is typed, within bounds. An empty one is null, and a fault where the field is required. */
export const wholeNumber = <R, V>({
  initial = '',
  min = 1,
  max,
  message,
  ...field
}: NumberOptions<R, V>): FieldDeclaration<R, V, string> => ({
  read: (resource, name) => textOf(storedOf(resource, name, field.of) ?? initial),
  write: (value) => (value.trim() === '' ? null : Number(value)),
  rule: (value) => {
    const typed = value.trim()
    const isValid = typed === '' ? !field.isRequired : /^\d{1,10}$/.test(typed) && Number(typed) >= min && Number(typed) <= max
    return isValid ? undefined : message
  },
  ...field,
  input: { inputMode: 'numeric', numeric: true, ...field.input },
})

/** A time in the zone of the browser, or none. */
export const localTime = <R, V>(field: FieldOptions<R, V, string>): FieldDeclaration<R, V, string> => ({
  read: (resource, name) => toLocalTime((storedOf(resource, name, field.of) ?? null) as string | null),
  write: fromLocalTime,
  ...field,
  input: { type: 'datetime-local' },
})

/** A value that is read and sent as it is; `initial` is that of a new resource. */
export const plain = <R, V, T>({ initial, ...field }: FieldOptions<R, V, T> & { initial: NoInfer<T> }): FieldDeclaration<R, V, T> => ({
  read: (resource, name) => (storedOf(resource, name, field.of) ?? initial) as T,
  write: (value) => value,
  ...field,
})

/** A checkbox. */
export const flag = <R, V>(field: FieldOptions<R, V, boolean> & { initial: boolean }): FieldDeclaration<R, V, boolean> => ({
  ...plain(field),
  control: 'checkbox',
})

/** The products that something is limited to, in their order; their ids are sent. */
export const products = <R, V>(
  field: FieldOptions<R, V, readonly { readonly id: string; readonly name: string }[]>,
): FieldDeclaration<R, V, readonly { readonly id: string; readonly name: string }[]> => ({
  read: (resource, name) => {
    const stored = (storedOf(resource, name, field.of) ?? []) as readonly { readonly id: string; readonly name: string }[]
    return stored.map(({ id, name }) => ({ id, name }))
  },
  write: (chosen) => chosen.map(({ id }) => id),
  ...field,
})

/** The words of the metadata of a form. */
type MetadataWords = (key: 'form.metadata' | 'form.keyMissing' | 'form.keyDuplicate') => string

/** The metadata of a resource, as pairs of texts. A value that stays keeps its type. */
export const metadata = <R extends { readonly metadata: Metadata }, V>(t: MetadataWords): FieldDeclaration<R, V, readonly Pair[]> => ({
  label: t('form.metadata'),
  read: (resource) => pairsOf(resource?.metadata ?? {}),
  write: (pairs, resource) => metadataOf(pairs, resource?.metadata ?? {}),
  isSame: (pairs, resource) => isSameMetadata(pairs, resource.metadata),
  rule: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
  texts: (pairs) => (fault) => {
    const key = fault.path.slice(fault.path.indexOf('metadata.') + 'metadata.'.length)
    return rowFault(pairs.find((pair) => pair.key.trim() === key) ?? pairs[0], faultText(fault))
  },
})

/** The message of a row, or of the whole field where no row has it. */
export const rowFault = (row: { readonly id: string } | undefined, message: string) => (row === undefined ? message : { [row.id]: message })
