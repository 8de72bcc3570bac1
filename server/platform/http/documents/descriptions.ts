// Sentences for fields that have none where they are declared, because their name means the same in many places.
import type { Api } from '../api.ts'
import type { Json } from './schemas.ts'

/** Sentences by the names of fields, or by `Component.field` and `operation.field` where a name has a meaning of its own. */
export type FieldSentences = Readonly<Record<string, string>>

const tables: Record<Api, FieldSentences> = { auth: {}, v1: {} }

/** Declares the sentences of the fields of each API, once, where the application is put together. */
export function declareSentences(sentences: Readonly<Record<Api, FieldSentences>>): void {
  Object.assign(tables, sentences)
}

/** Where a field stands: its owner (a component or an operation), and the APIs whose sentences count, in order. */
interface Place {
  readonly owner: string
  readonly apis: readonly Api[]
}

function sentenceOf(name: string, { owner, apis }: Place): string | undefined {
  for (const key of [`${owner}.${name}`, name]) {
    for (const api of apis) if (Object.hasOwn(tables[api], key)) return tables[api][key]
  }
  return undefined
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The part of a sentence about null: `; null: never`, or a sentence of its own. */
const OF_NULL = /; null\b[^.;]*|\.? Null\b[^.;]*/g

/** A sentence by the name of a field, for this field: without what it says of null where the field is never null. */
export function sentenceFor(sentence: string, schema: Json): string {
  return mayBeNull(schema) ? sentence : sentence.replace(OF_NULL, '')
}

function mayBeNull(schema: unknown): boolean {
  if (!isObject(schema)) return false
  const { type, anyOf, oneOf, $ref, enum: values, const: value } = schema
  if ($ref !== undefined) return false
  if (type === undefined && anyOf === undefined && oneOf === undefined && values === undefined) return value === undefined || value === null
  return (
    type === 'null' ||
    listOf(type).includes('null') ||
    listOf(values).includes(null) ||
    [...listOf(anyOf), ...listOf(oneOf)].some(mayBeNull)
  )
}

// The schema with a sentence for each property that has none, at every depth.
function describedSchema(schema: unknown, place: Place): unknown {
  if (!isObject(schema)) return schema
  const properties = isObject(schema['properties']) && {
    properties: Object.fromEntries(
      Object.entries(schema['properties']).map(([name, property]) => {
        const inner = describedSchema(property, place)
        const sentence = isObject(inner) && inner['description'] === undefined ? sentenceOf(name, place) : undefined
        return [name, sentence === undefined ? inner : { ...(inner as Json), description: sentenceFor(sentence, inner as Json) }]
      }),
    ),
  }
  const unions = ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
    schema[key] === undefined ? [] : [[key, listOf(schema[key]).map((each) => describedSchema(each, place))]],
  )
  const items = schema['items'] !== undefined && { items: describedSchema(schema['items'], place) }
  return { ...schema, ...properties, ...Object.fromEntries(unions), ...items }
}

/** The components of a document with a sentence for each field that is not obvious. */
export function describedComponents(schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([owner, schema]) => [owner, describedSchema(schema, { owner, apis: ['v1', 'auth'] })]),
  )
}

/** A schema that stands in an operation, with a sentence for each field that is not obvious. */
export function describedInline(schema: Json, operation: string, api: Api): Json {
  return describedSchema(schema, { owner: operation, apis: [api] }) as Json
}

/** A parameter with a sentence, if it has none. An export has the parameters of its list. */
export function describedParameter(parameter: Json, operation: string, api: Api): Json {
  if (parameter['description'] !== undefined) return parameter
  const description = sentenceOf(String(parameter['name']), { owner: operation.replace(/:export$/, ':list'), apis: [api] })
  return description === undefined ? parameter : { ...parameter, description }
}
