import { expect, test } from 'vitest'
import { clientTypes, type TypedDocument } from './client-types.ts'
import { plainForm, type TypeSchema, typeText } from './type-text.ts'

const json = (schema: TypeSchema) => ({ content: { 'application/json': { schema } } })
const ref = (name: string): TypeSchema => ({ $ref: `#/components/schemas/${name}` })
const text: TypeSchema = { type: 'string' }

/** A document with one operation at `path` that answers with the schema `Thing`. */
function documentWith(thing: TypeSchema, path = '/v1/things/{id}', rest: object = {}): TypedDocument {
  const operation = { operationId: 'things:get', summary: 'Gets a thing.', responses: { 200: json(ref('Thing')) }, ...rest }
  return { paths: { [path]: { get: operation } }, components: { schemas: { Thing: thing, Unused: text } } }
}

test.each<[schema: TypeSchema, type: string]>([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ const: 'a' }, "'a'"],
  [{ enum: ["it's", 1, null] }, "'it\\'s' | 1 | null"],
  [{ type: 'array', items: { type: ['string', 'number'] } }, 'readonly (string | number)[]'],
  [{ type: 'array', items: { not: {} } }, 'readonly never[]'],
  [{ type: 'array', prefixItems: [text, ref('Kind')] }, 'readonly [string, Kind]'],
  [{ anyOf: [ref('Address'), { type: 'null' }] }, 'Address | null'],
  [{ allOf: [ref('A'), { anyOf: [ref('B'), ref('C')] }] }, 'A & (B | C)'],
  [{ type: 'object', propertyNames: text, additionalProperties: { type: 'number' } }, 'Readonly<Record<string, number>>'],
  [{ type: 'object', propertyNames: text, additionalProperties: ref('Value') }, '{ readonly [key: string]: Value }'],
  [{ type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: text }, "Partial<Readonly<Record<'a' | 'b', string>>>"],
  [{}, 'unknown'],
])('the schema %j becomes the type %s', (schema, type) => {
  expect(typeText(schema, plainForm)).toBe(type)
})

test('fields of /v1 are in camelCase, except inside free-form fields', () => {
  const inner: TypeSchema = { type: 'object', properties: { a_key: text }, required: ['a_key'] }
  const thing: TypeSchema = {
    type: 'object',
    properties: { created_at: text, metadata: inner, last_item: inner },
    required: ['created_at'],
  }
  const types = clientTypes(documentWith(thing))
  expect(types).toContain('readonly createdAt: string\n')
  expect(types).toContain('readonly metadata?: {\n    readonly a_key: string\n  } | undefined\n')
  expect(types).toContain('readonly lastItem?: {\n    readonly aKey: string\n  } | undefined\n')
})

test('fields outside /v1 keep their names', () => {
  const types = clientTypes(documentWith({ type: 'object', properties: { error_code: text } }, '/api/auth/thing'))
  expect(types).toContain('readonly error_code?: string | undefined\n')
})

test('a schema whose fields would have two names is refused', () => {
  const { paths, components } = documentWith({ type: 'object', properties: { created_at: text } })
  const both = { paths: { ...paths, '/api/auth/thing': paths['/v1/things/{id}'] ?? {} }, components }
  expect(() => clientTypes(both)).toThrow('"created_at" of the schema Thing')
})

test('an operation has its query, its body and its answer, with their descriptions', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'owner_id', in: 'query', required: false, description: 'Whose things.', schema: { type: 'array', items: text } },
  ]
  const thing: TypeSchema = { type: 'object', properties: { old: { type: 'string', deprecated: true } } }
  const types = clientTypes(documentWith(thing, '/v1/things/', { parameters, requestBody: json({ type: 'object' }) }))
  expect(types).toContain(`  /** Gets a thing. */
  readonly 'things:get': {
    readonly query: {
      /** Whose things. */
      readonly ownerId?: string | readonly string[] | undefined
    }
    readonly body: Readonly<Record<string, unknown>>
    readonly answer: Thing
  }`)
  expect(types).toContain('/** @deprecated */\n  readonly old?: string | undefined')
})

test('an operation without content answers null, and schemas that no call uses are left out', () => {
  const types = clientTypes(documentWith({ type: 'object' }, '/v1/things/', { responses: { 204: {} } }))
  expect(types).toContain('readonly answer: null\n')
  expect(types).not.toMatch(/Unused|Thing\b/)
})
