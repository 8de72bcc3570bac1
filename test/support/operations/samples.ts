// Minimal values for the JSON schemas of the OpenAPI document.

/** A JSON schema of the OpenAPI document. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly examples?: readonly unknown[]
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

/** The part of the OpenAPI document that contains the schemas. */
export interface SchemaDocument {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  email: 'user@example.test',
  uri: 'https://example.com/',
  'date-time': '2026-03-12T14:20:00.000Z',
}

/** The minimal value that `schema` accepts. */
export function sampleOf(schema: JsonSchema, document: SchemaDocument): unknown {
  if (schema.$ref) {
    const component = document.components.schemas[schema.$ref.slice('#/components/schemas/'.length)]
    if (!component) throw new Error(`${schema.$ref} is not in the document`)
    return sampleOf(component, document)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice) return sampleOf(choice, document)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object' || schema.properties) {
    const required = schema.required ?? []
    return Object.fromEntries(required.map((key) => [key, sampleOf(schema.properties?.[key] ?? {}, document)]))
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, document))
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 100, 100)
  if (type === 'boolean') return false
  if (type === 'null') return null
  // Text of a pattern has an example.
  return schema.examples?.[0] ?? TEXTS[schema.format ?? ''] ?? 'sample'.padEnd(schema.minLength ?? 0, 'x')
}
