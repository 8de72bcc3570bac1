import { expect, test } from 'vitest'
import { firstId } from '#kernel/id.ts'
import { monthNamed, monthsFrom, retainedFrom } from './months.ts'

test('months are those of UTC, and their ids follow each other', () => {
  const months = monthsFrom(new Date('2026-12-31T23:59:59.999Z'), 2)
  expect(months.map(({ name, start }) => [name, start.toISOString()])).toEqual([
    ['usage_events_2026_12', '2026-12-01T00:00:00.000Z'],
    ['usage_events_2027_01', '2027-01-01T00:00:00.000Z'],
  ])
  expect(months[0]?.endId).toBe(months[1]?.firstId)
  expect(months[1]?.firstId).toBe(firstId(new Date('2027-01-01T00:00:00Z')))
  expect(monthNamed('usage_events_2027_01')).toEqual(months[1])
  expect(monthNamed('usage_events_other')).toBeUndefined()
})

test.each([
  ['2026-11-15T12:00:00Z', 1, '2026-10-01'],
  ['2026-11-01T00:00:00Z', 1, '2026-10-01'],
  ['2026-03-31T00:00:00Z', 1, '2026-02-01'],
  ['2026-02-28T23:59:59Z', 12, '2025-02-01'],
])('at %s events of %i months are kept from %s', (instant, months, from) => {
  expect(retainedFrom(new Date(instant), months).toISOString()).toBe(`${from}T00:00:00.000Z`)
})
