/** What merchants and processors put in is theirs: the keys inside are never changed. */
const opaque = new Set([
  'metadata',
  'customer_metadata',
  'custom_field_data',
  'properties',
  'payment_processor_metadata',
  'request_headers',
])

/** snake_case answers as camelCase objects. Keys inside metadata, custom field data and properties stay as they are. */
export function toCamel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), opaque.has(key) ? inner : toCamel(inner)]))
}

/** camelCase bodies as snake_case ones, by the same rule. */
export function toSnake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnake)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = snake(key)
      return [name, opaque.has(name) ? inner : toSnake(inner)]
    }),
  )
}

const camel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
