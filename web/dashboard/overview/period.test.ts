import { expect, test } from 'vitest'
import { comparedPeriod, endOf, periodOf } from './period.ts'

const now = new Date(2026, 2, 12, 14, 20)
const day = (month: number, date: number, year = 2026) => new Date(year, month - 1, date)

test.each([
  [{ range: '7d' }, day(3, 6), 7],
  [{ range: '30d' }, day(2, 11), 30],
  [{ range: '7d', from: '2026-03-01', to: '2026-03-03' }, day(3, 1), 3],
  [{ range: '7d', from: '2026-03-10', to: '2026-03-20' }, day(3, 10), 3],
  [{ range: '7d', from: '2026-03-12', to: '2026-03-12' }, day(3, 12), 1],
  [{ range: '30d', from: '2026-03-01' }, day(2, 11), 30],
  [{ range: '7d', from: '2026-03-03', to: '2026-03-01' }, day(3, 6), 7],
  [{ range: '7d', from: '2026-04-01', to: '2026-04-02' }, day(3, 6), 7],
  [{ range: '7d', from: '2020-01-01', to: '2026-03-01' }, day(3, 6), 7],
  [{ range: '7d', from: 'x', to: '2026-02-30x' }, day(3, 6), 7],
] as const)('%o is the period from %s of %i days', (search, start, days) => {
  expect(periodOf(search, now)).toEqual({ start, days })
})

test('a period that contains a change of the clocks has all its days', () => {
  const period = periodOf({ range: '7d', from: '2026-03-28', to: '2026-03-30' }, new Date(2026, 3, 10))
  expect(period).toEqual({ start: day(3, 28), days: 3 })
  expect(endOf(period)).toEqual(day(3, 31))
})

test('a period is compared with the days before it, with the same days a year before, or with nothing', () => {
  const period = { start: day(3, 6), days: 7 }
  expect(comparedPeriod(period, 'period')).toEqual({ start: day(2, 27), days: 7 })
  expect(comparedPeriod(period, 'year')).toEqual({ start: day(3, 6, 2025), days: 7 })
  expect(comparedPeriod(period, 'none')).toBeNull()
})
