// Generates a realistic, deterministic example for a JSON schema.
import { z } from 'zod'

/** The part of JSON Schema that zod writes. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01920000-0000-7000-8000-000000000000',
  guid: '01920000-0000-7000-8000-000000000000',
  'date-time': '2026-01-15T12:00:00.000Z',
  date: '2026-01-15',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
}
/** Samples of text without a format, by the end of the property's name. */
const NAMES: readonly (readonly [name: RegExp, sample: string])[] = [
  [/currency$/, 'usd'],
  [/email$/, 'ada@example.com'],
  [/_url$|website/, 'https://example.com/'],
  [/time_?zone$/, 'Europe/Berlin'],
  [/country$/, 'DE'],
  [/city$/, 'Berlin'],
  [/postal_code$/, '10115'],
  [/line1$/, 'Example Street 1'],
  [/slug$/, 'acme'],
  [/name$/, 'Ada Lovelace'],
]
/** Deeper than any event: a custom field of the product of a subscription. */
const DEPTH_MAX = 24

/** A sample of what the schema of an event's payload describes, as JSON. */
export function sampleOfPayload(payload: z.ZodType): unknown {
  return sampleOf(z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any', target: 'draft-2020-12' }) as Schema)
}

/** A sample: the first option of a union that is not null, every property of an object, one item of a list. */
export function sampleOf(schema: Schema, definitions = schema.$defs ?? {}, { depth = 0, name = '' } = {}): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  if (schema.enum?.length) return schema.enum[0]
  if (depth > DEPTH_MAX) return null
  const deeper = (inner: Schema, key = name) => sampleOf(inner, definitions, { depth: depth + 1, name: key })
  const named = schema.$ref && definitions[schema.$ref.replace('#/$defs/', '')]
  if (named) return deeper(named)
  const options = schema.anyOf ?? schema.oneOf
  if (options?.length) return deeper(options.find((option) => option.type !== 'null') ?? { type: 'null' })
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => deeper(part)))
  if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, deeper(value, key)]))
  return plain(schema, name, deeper)
}

function plain({ type, format, minimum, items, default: defaultValue }: Schema, name: string, deeper: (inner: Schema) => unknown): unknown {
  switch (Array.isArray(type) ? type.find((each) => each !== 'null') : type) {
    case 'string':
      return defaultValue ?? FORMATS[format ?? ''] ?? NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
    case 'integer':
    case 'number':
      return defaultValue ?? Math.max(minimum ?? 0, 0)
    case 'boolean':
      return defaultValue ?? false
    case 'array':
      return items ? [deeper(items)] : []
    case 'object':
      return {}
    default:
      return null
  }
}
