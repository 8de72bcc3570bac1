/** Fields with free-form content from merchants and processors: the keys inside are never changed. */
const opaque = new Set([
  'metadata',
  'customer_metadata',
  'custom_field_data',
  'properties',
  'payment_processor_metadata',
  'request_headers',
])

/** Converts snake_case answers to camelCase. Keys inside metadata, custom field data and properties are unchanged. */
export function toCamel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), opaque.has(key) ? inner : toCamel(inner)]))
}

/** Converts camelCase bodies to snake_case, by the same rule. */
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
