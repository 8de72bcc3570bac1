import { expect, test } from 'vitest'
import type { Filter } from '#kernel/metering/filter.ts'
import { ValidationRefusal } from '#kernel/refusal.ts'
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
