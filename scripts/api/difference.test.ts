import { expect, test } from 'vitest'
import type { TypeSchema } from '../reference/type-text.ts'
import { type ApiDocument, contractOf } from './contract.ts'
import { differenceOf, entriesOf, unmarked } from './difference.ts'

/** A document with one schema that is answered by one operation, and sent to another. */
function documentOf(
  order: TypeSchema,
  { body = {}, query = {} }: { readonly body?: TypeSchema; readonly query?: TypeSchema } = {},
): ApiDocument {
  const $ref = '#/components/schemas/Order'
  return {
    paths: {
      '/v1/orders/': {
        get: {
          parameters: [{ name: 'status', in: 'query', schema: query }],
          responses: { '200': { content: { 'application/json': { schema: { type: 'array', items: { $ref } } } } } },
        },
        post: { requestBody: { content: { 'application/json': { schema: { type: 'object', ...body } } } }, responses: {} },
      },
    },
    components: { schemas: { Order: { type: 'object', ...order } } },
  }
}

const changes = (before: ApiDocument, after: ApiDocument) =>
  differenceOf(contractOf(before), contractOf(after)).map(({ path, kind, about }) => [kind, path, ...about].join(' '))

const fields = (properties: Readonly<Record<string, TypeSchema>>, required: readonly string[] = []) => ({ properties, required })
const text: TypeSchema = { type: 'string' }
const nullable: TypeSchema = { anyOf: [text, { type: 'null' }] }
const choice = (...values: readonly string[]): TypeSchema => ({ type: 'string', enum: values })

test.each<[what: string, before: TypeSchema, after: TypeSchema, expected: readonly string[]]>([
  ['nothing', fields({ number: text }), fields({ number: text }), []],
  ['a new field', fields({ number: text }), fields({ number: text, note: text }), ['added Order.note']],
  ['a removed field', fields({ number: text, note: text }), fields({ number: text }), ['removed Order.note']],
  ['a field that may be missing', fields({ a: text }, ['a']), fields({ a: text }), ['narrowed Order.a may be missing']],
  ['a field that may be null', fields({ a: text }), fields({ a: nullable }), ['narrowed Order.a may be null']],
  ['a field that is never null', fields({ a: nullable }), fields({ a: text }), ['widened Order.a']],
  ['a new value', fields({ a: choice('x') }), fields({ a: choice('x', 'y') }), ['narrowed Order.a may be "y"']],
  ['any value', fields({ a: choice('x') }), fields({ a: text }), ['narrowed Order.a may be other values']],
  ['a value less', fields({ a: choice('x', 'y') }), fields({ a: choice('x') }), ['widened Order.a']],
  ['fields inside', fields({ a: fields({ b: text }) }), fields({ a: fields({}) }), ['removed Order.a.b']],
])('an answer with %s', (_, before, after, expected) => {
  expect(changes(documentOf(before), documentOf(after))).toEqual(expected)
})

test.each<[what: string, before: TypeSchema, after: TypeSchema, expected: readonly string[]]>([
  ['a new field', fields({}), fields({ a: text }), ['added POST /v1/orders/ body.a']],
  ['a new field that has to be sent', fields({}), fields({ a: text }, ['a']), ['narrowed POST /v1/orders/ body.a']],
  ['a field that has to be sent now', fields({ a: text }), fields({ a: text }, ['a']), ['narrowed POST /v1/orders/ body.a has to be sent']],
  ['a field that takes no null', fields({ a: nullable }), fields({ a: text }), ['narrowed POST /v1/orders/ body.a does not take null']],
  ['a value less', fields({ a: choice('x', 'y') }), fields({ a: choice('x') }), ['narrowed POST /v1/orders/ body.a does not take "y"']],
  ['one value more', fields({ a: choice('x') }), fields({ a: choice('x', 'y') }), ['widened POST /v1/orders/ body.a']],
  ['a limit', fields({ a: text }), fields({ a: { ...text, maxLength: 9 } }), ['narrowed POST /v1/orders/ body.a maxLength 9']],
  ['a limit that limits nothing', fields({ a: text }), fields({ a: { ...text, minLength: 0 } }), []],
  ['a wider limit', fields({ a: { maxLength: 9 } }), fields({ a: { maxLength: 99 } }), ['widened POST /v1/orders/ body.a']],
])('a body with %s', (_, before, after, expected) => {
  expect(changes(documentOf({}, { body: before }), documentOf({}, { body: after }))).toEqual(expected)
})

test('a filter and an operation that are gone', () => {
  const before = documentOf({}, { query: choice('paid', 'pending') })
  expect(changes(before, documentOf({}, { query: choice('paid') }))).toEqual(['narrowed GET /v1/orders/ ?status does not take "pending"'])
  expect(changes(before, { ...before, paths: {} })).toContain('removed GET /v1/orders/')
})

test('a removed field is named in a new entry that marks it as a change of the wire', () => {
  const removed = differenceOf(contractOf(documentOf(fields({ note: text }))), contractOf(documentOf({})))
  const entriesWith = (entry: string) => entriesOf(`# Changelog\n\n- Other.\n- ${entry}\n\n## Before\n`)
  expect(unmarked(removed, entriesWith('Orders have no notes. **wire**:\n  `note` of orders.'))).toEqual([])
  for (const entry of ['Orders have no notes.', '**wire**: `number` of orders.'])
    expect(unmarked(removed, entriesWith(entry))).toEqual(removed)
})

test('a new field needs no such entry', () => {
  expect(unmarked(differenceOf(contractOf(documentOf({})), contractOf(documentOf(fields({ a: text })))), [])).toEqual([])
})
