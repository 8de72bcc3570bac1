import { expect, test } from 'vitest'
import { aggregate, shownQuantity } from './aggregation.ts'
import { type FilterOperator, type MeteredEvent, matchesFilter } from './filter.ts'

const event: MeteredEvent = {
  name: 'ai.tokens',
  source: 'user',
  timestamp: 1_773_325_200,
  metadata: { name: 'inner', model: 'gpt\u{1F600}', rate: '100%', tokens: 1500, cached: true, list: [1], nested: { region: 'eu' } },
}
const matches = (property: string, operator: FilterOperator, value: string | number | boolean) =>
  matchesFilter({ conjunction: 'and', clauses: [{ property, operator, value }] }, event)

test.each<[string, FilterOperator, string | number | boolean, boolean]>([
  ['source', 'eq', 'user', true],
  ['timestamp', 'gte', 1_773_325_200, true],
  ['metadata.name', 'eq', 'inner', true],
  ['metadata.nested.region', 'eq', 'eu', true],
  ['nested', 'ne', 'x', false],
  ['list', 'ne', 'x', false],
  ['toString', 'ne', 'x', false],
  ['rate', 'like', '0%', true],
  ['rate', 'like', '1_0', false],
  ['rate', 'not_like', '%', false],
  ['model', 'gt', 'gpt\uFFFF', true],
  ['model', 'lte', 'gpt', false],
  ['tokens', 'like', 50, true],
  ['tokens', 'like', '50', false],
  ['tokens', 'lte', 1500, true],
  ['cached', 'ne', false, true],
  ['cached', 'gt', false, false],
  ['cached', 'like', true, false],
  ['cached', 'eq', 'true', false],
])('the property %s %s %j: %s', (property, operator, value, holds) => {
  expect(matches(property, operator, value)).toBe(holds)
})

test('an empty group within another one holds', () => {
  const none = { conjunction: 'or', clauses: [] } as const
  expect(matchesFilter({ conjunction: 'and', clauses: [none, { property: 'name', operator: 'eq', value: 'ai.tokens' }] }, event)).toBe(true)
  expect(matchesFilter(none, { metadata: {} })).toBe(true)
})

const events = [1e15, 1.5e-7, -3, '3', true, null].map((v) => ({ metadata: { v } }))

test.each([
  ['sum', 999_999_999_999_997],
  ['max', 1e15],
  ['min', -3],
] as const)('the %s of very large and very small numbers is exact', (func, quantity) => {
  expect(shownQuantity(aggregate({ func, property: 'v' }, events))).toBe(quantity)
})

test('different values are counted once each, a text and a number of the same digits apart, and missing ones not', () => {
  const values = [3, 3, '3', true, null, undefined].map((v) => ({ metadata: { v } }))
  expect(shownQuantity(aggregate({ func: 'unique', property: 'v' }, values))).toBe(3)
  expect(aggregate({ func: 'sum', property: 'v' }, [{ metadata: { v: 0.1 } }, { metadata: { v: 0.2 } }])).toEqual({
    numerator: 3n,
    denominator: 10n,
  })
})
