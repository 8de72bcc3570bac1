/** Fields with free-form content from merchants and processors: the keys inside are never changed. */
const opaqueNames = [
  'metadata',
  'customer_metadata',
  'custom_field_data',
  'properties',
  'payment_processor_metadata',
  'request_headers',
] as const
const opaque: ReadonlySet<string> = new Set(opaqueNames)

type CamelName<Key> = Key extends `${infer Head}_${infer First}${infer Tail}` ? `${Head}${Uppercase<First>}${CamelName<Tail>}` : Key
/** The result of `toCamel` for a value of this type. */
export type CamelCase<T> = T extends readonly unknown[]
  ? { [Index in keyof T]: CamelCase<T[Index]> }
  : T extends object
    ? { [Key in keyof T as CamelName<Key>]: Key extends (typeof opaqueNames)[number] ? T[Key] : CamelCase<T[Key]> }
    : T

/** Whether the keys inside a field are never changed; by its name in snake_case. */
export const isOpaque = (name: string): boolean => opaque.has(name)
/** The client's name of a field: `created_at` is `createdAt`. */
export const camelName = (key: string): string => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const snakeName = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Converts snake_case answers to camelCase. Keys inside metadata, custom field data and properties are unchanged. */
export const toCamel = (value: unknown): unknown => renamed(value, camelName)
/** Converts camelCase bodies to snake_case, by the same rule. */
export const toSnake = (value: unknown): unknown => renamed(value, snakeName)

function renamed(value: unknown, nameOf: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = nameOf(key)
      return [name, opaque.has(key) || opaque.has(name) ? inner : renamed(inner, nameOf)]
    }),
  )
}
