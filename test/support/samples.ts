// Bodies made from the JSON schemas of the OpenAPI document: the least that a schema accepts.

/** A JSON schema as the document holds it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
}

/** The parts of the document that samples are looked up in. */
export interface SchemaBook {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  email: 'somebody@example.test',
  uri: 'https://example.com/',
  'date-time': '2026-03-12T14:20:00.000Z',
}

/** The least value that `schema` accepts. */
export function sampleOf(schema: JsonSchema, book: SchemaBook): unknown {
  if (schema.$ref) {
    const named = book.components.schemas[schema.$ref.slice('#/components/schemas/'.length)]
    if (!named) throw new Error(`${schema.$ref} is not in the document`)
    return sampleOf(named, book)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice) return sampleOf(choice, book)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object' || schema.properties) {
    const required = schema.required ?? []
    return Object.fromEntries(required.map((key) => [key, sampleOf(schema.properties?.[key] ?? {}, book)]))
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, book))
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 100, 100)
  if (type === 'boolean') return false
  if (type === 'null') return null
  return TEXTS[schema.format ?? ''] ?? 'sample'.padEnd(schema.minLength ?? 0, 'x')
}
