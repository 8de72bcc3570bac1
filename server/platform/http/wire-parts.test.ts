import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  booleanText,
  emailText,
  httpUrl,
  integerText,
  listResource,
  metadataFilter,
  metadataInput,
  nameText,
  oneOrMoreIds,
  pageQuery,
  seenName,
  sorting,
  text,
  timestamp,
  toList,
  trimmedText,
} from './wire-parts.ts'

const ID = '0195894c-7a10-7000-8000-000000000001'
const query = z.object({
  ...pageQuery,
  id: oneOrMoreIds,
  sorting: sorting(['created_at', 'name'], '-created_at'),
  metadata: metadataFilter,
})

test('an empty query is the first page in the default order', () => {
  expect(query.parse({})).toMatchObject({ sorting: [{ property: 'created_at', isDescending: true }], metadata: [] })
  expect(query.parse({}).id).toBeUndefined()
})

test('a parameter takes one value or several', () => {
  expect(query.parse({ id: ID }).id).toEqual([ID])
  expect(query.parse({ id: [ID, ID], sorting: ['name', '-created_at', 'name'] })).toMatchObject({
    id: [ID, ID],
    sorting: [
      { property: 'name', isDescending: false },
      { property: 'created_at', isDescending: true },
    ],
  })
})

test('an unknown sorting is a problem of the parameter', () => {
  expect(query.safeParse({ sorting: ['name', 'drop table'] }).error?.issues[0]).toMatchObject({ path: ['sorting'], code: 'invalid_value' })
})

test('a metadata filter treats several values of one key as alternatives', () => {
  expect(query.parse({ metadata: { plan: 'solo', region: ['eu', 'us'] } }).metadata).toEqual([
    { key: 'plan', values: ['solo'] },
    { key: 'region', values: ['eu', 'us'] },
  ])
  expect(query.safeParse({ metadata: 'x' }).success).toBe(false)
})

test.each([
  ['1', 1],
  ['0', null],
  ['-3', null],
  ['1.5', null],
  ['', null],
  [' 1', null],
  ['0x10', null],
  ['1e3', null],
  ['99999999999999999999', null],
])('%j is parsed as the page %s', (input, page) => {
  expect(integerText(1).safeParse(input).data ?? null).toBe(page)
})

test.each([
  ['true', true],
  ['false', false],
  ['maybe', undefined],
])('%s is parsed as a boolean', (input, value) => {
  expect(booleanText.safeParse(input).data).toBe(value)
})

const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, index]))

test.each([
  [{ a: 'x', b: 1.5, c: true }, true],
  [fifty, true],
  [{ ...fifty, one: 'more' }, false],
  [{ ['k'.repeat(40)]: '😀'.repeat(500) }, true],
  [{ ['k'.repeat(41)]: 'x' }, false],
  [{ '': 'x' }, false],
  [{ a: '' }, false],
  [{ a: 'x'.repeat(501) }, false],
  [{ a: null }, false],
  [{ a: { b: 1 } }, false],
  [{ a: Number.POSITIVE_INFINITY }, false],
  [{ constructor: 'x' }, false],
  [[], false],
])('metadata %#: the limits are enforced', (value, isAllowed) => {
  expect(metadataInput.safeParse(value).success).toBe(isAllowed)
})

test.each([
  ['zoe@example.com', true],
  ['zoë@bücher.example', true],
  ['a+b.c@sub.example.co', true],
  ['a@localhost', false],
  ['two@at@example.com', false],
  ['a b@example.com', false],
  ['a@example.com\r\nBcc: x@y.zz', false],
  ['<a@example.com>', false],
  [`${'a'.repeat(65)}@example.com`, false],
  ['@example.com', false],
])('%s is an email: %s', (value, isValid) => {
  expect(emailText.safeParse(value).success).toBe(isValid)
})

test.each([
  ['https://example.com/?id={CHECKOUT_ID}', true],
  ['http://localhost:8080/thanks', true],
  ['javascript:alert(1)', false],
  ['//example.com', false],
  ['example.com', false],
  [`https://example.com/${'x'.repeat(2083)}`, false],
])('%s is a web URL: %s, unchanged', (value, isValid) => {
  expect(httpUrl.safeParse(value)).toMatchObject(isValid ? { success: true, data: value } : { success: false })
})

test.each([
  ['2026-03-12T14:20:00.000Z', true],
  ['2026-03-12T14:20:00+01:00', true],
  ['2026-03-12T14:20:00', false],
  ['2026-03-12', false],
])('%s is a timestamp: %s', (value, isInstant) => {
  expect(timestamp.safeParse(value).success).toBe(isInstant)
})

test('a list strips undeclared fields and counts its pages', () => {
  const schema = listResource('Thing', z.object({ id: z.string() }))
  const answer = schema.parse(toList([{ id: 'a', secret: 'x' }], 41, { page: 1, limit: 20, offset: 0 }))
  expect(answer).toEqual({ items: [{ id: 'a' }], pagination: { total_count: 41, max_page: 3 } })
  expect(z.globalRegistry.get(schema)?.id).toBe('ListResource_Thing_')
})

test('the schemas can be converted to JSON Schema', () => {
  const document = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })
  expect(JSON.stringify(document)).toContain('"-name"')
})

test.each([
  [seenName(text(1, 10)), '\u200eAda\u00ad', 'Ada'],
  [seenName(trimmedText(3, 10)), ' \u2060 Acme\u202c ', 'Acme'],
  [nameText(trimmedText(1, 10)), 'می\u200cخواهم', 'می\u200cخواهم'],
  [nameText(text(1, 10)), '\u202eemcA', 'emcA'],
  [seenName(text(0, 10)), '\u200b', ''],
  [seenName(z.string().trim().max(10)), '\u200b', ''],
])('what draws nothing is left out of the name %#', (schema, typed, shown) => {
  expect(schema.parse(typed)).toBe(shown)
})

test.each([
  [seenName(text(1, 10)), '\u200b', 1],
  [nameText(text(1, 10)), '\u200b', 1],
  [seenName(trimmedText(3, 10)), 'Al\u2060', 3],
  [seenName(trimmedText(3, 10)), 'Al', 3],
  [nameText(text(1, 10)), '\u00a0', 1],
])('a name that is too short without it is refused once (%#)', (schema, typed, minimum) => {
  expect(schema.safeParse(typed).error?.issues).toMatchObject([{ code: 'too_small', minimum }])
})
