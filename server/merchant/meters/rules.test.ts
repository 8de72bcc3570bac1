import { expect, test } from 'vitest'
import { ValidationRefusal } from '#kernel/refusal.ts'
import { aggregate, type Filter, type FilterOperator, type MeteredEvent, matchesFilter, shownQuantity } from './model.ts'
import { create, update } from './rules.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const later = new Date('2026-03-13T00:00:00.000Z')
const clause = { property: 'name', operator: 'eq', value: 'ai.tokens' } as const
const context = { id: '0195894c-7a10-7000-8000-000000000001', organizationId: '0195894c-7a10-7000-8000-0000000000ff', now }
const draft = {
  name: 'Tokens used',
  filter: { conjunction: 'and', clauses: [clause] },
  aggregation: { func: 'count' },
  metadata: {},
} as const
const meter = create(draft, context)

const nested = (depth: number): Filter => ({ conjunction: 'or', clauses: depth === 1 ? [clause] : [nested(depth - 1)] })
const flat = (clauses: number): Filter => ({ conjunction: 'and', clauses: Array(clauses).fill(clause) })

test.each([
  ['five groups within each other', nested(5), 0],
  ['six groups within each other', nested(6), 1],
  ['fifty clauses', flat(50), 0],
  ['fifty-one clauses', flat(51), 1],
  ['fifty clauses in a group', { conjunction: 'or', clauses: [flat(50)] } as const, 1],
])('a filter of %s has %s: %i problems', (_, filter, problems) => {
  const attempts = [() => create({ ...draft, filter }, context), () => update(meter, { filter }, later)]
  for (const attempt of attempts) {
    try {
      attempt()
      expect(problems).toBe(0)
    } catch (error) {
      expect(error).toBeInstanceOf(ValidationRefusal)
      expect((error as ValidationRefusal).problems.map(({ loc }) => loc)).toEqual(Array(problems).fill(['body', 'filter', 'clauses']))
    }
  }
})

test('a meter is changed field by field, archived once, and taken back', () => {
  expect(update(meter, {}, later)).toBe(meter)
  expect(update(meter, { name: 'Words', aggregation: { func: 'sum', property: 'words' } }, later)).toEqual({
    ...meter,
    name: 'Words',
    aggregation: { func: 'sum', property: 'words' },
    modifiedAt: later,
  })
  const archived = update(meter, { isArchived: true }, later)
  expect(archived.archivedAt).toEqual(later)
  expect(update(archived, { isArchived: true }, new Date())).toBe(archived)
  expect(update(archived, { isArchived: false }, later).archivedAt).toBeNull()
})

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
  expect(matchesFilter({ conjunction: 'and', clauses: [none, clause] }, event)).toBe(true)
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
