import { expect, test } from 'vitest'
import { addDays, addMonths, addMonthsTo, chooseDay, contains, dayOfKey, monthsBetween, tabStop, weekdayOf, weeksOf } from './days.ts'

const MONDAY = 1
const SUNDAY = 7

test.for([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
] as const)('%s and %i days are %s', ([day, count, expected]) => {
  expect(addDays(day, count)).toBe(expected)
})

test.for([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-03-31', -1, '2024-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
] as const)('%s and %i months are %s, in a shorter month its last day', ([day, count, expected]) => {
  expect(addMonths(day, count)).toBe(expected)
})

test('the weeks of a month begin on the first day of the week of the language', () => {
  expect(weeksOf({ year: 2026, month: 3 }, MONDAY)[0]).toEqual([null, null, null, null, null, null, '2026-03-01'])
  expect(weeksOf({ year: 2026, month: 3 }, SUNDAY)[0]?.[0]).toBe('2026-03-01')
  expect(weeksOf({ year: 2026, month: 3 }, MONDAY).at(-1)).toEqual(['2026-03-30', '2026-03-31', null, null, null, null, null])
  expect([weekdayOf('2026-03-01', MONDAY), weekdayOf('2026-03-01', SUNDAY)]).toEqual([6, 0])
})

test('months are counted over the turn of a year', () => {
  expect(addMonthsTo({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
  expect(addMonthsTo({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
  expect(monthsBetween({ year: 2025, month: 11 }, { year: 2026, month: 1 })).toBe(2)
})

test.for([
  ['2026-01-10', '2026-01-10'],
  ['2026-02-28', '2026-02-28'],
  ['2025-12-31', '2026-01-01'],
  ['2026-03-01', '2026-01-01'],
] as const)('while January and February are shown, Tab reaches %s as %s', ([active, expected]) => {
  expect(tabStop(active, { year: 2026, month: 1 }, { year: 2026, month: 2 })).toBe(expected)
})

test('a first click begins a range, a second one ends it on either side, and a third one begins another', () => {
  const first = chooseDay({}, '2026-03-10')
  expect(first).toEqual({ from: '2026-03-10' })
  expect(chooseDay(first, '2026-03-12')).toEqual({ from: '2026-03-10', to: '2026-03-12' })
  expect(chooseDay(first, '2026-03-08')).toEqual({ from: '2026-03-08', to: '2026-03-10' })
  expect(chooseDay({ from: '2026-03-08', to: '2026-03-10' }, '2026-03-01')).toEqual({ from: '2026-03-01' })
})

test('a range contains its first and its last day, and an open side has no end', () => {
  const range = { from: '2026-03-08', to: '2026-03-10' }
  expect(['2026-03-07', '2026-03-08', '2026-03-10', '2026-03-11'].map((day) => contains(range, day))).toEqual([false, true, true, false])
  expect([contains({ from: '2026-03-08' }, '2030-01-01'), contains({}, '2030-01-01')]).toEqual([true, false])
})

test.for([
  ['ArrowLeft', '2026-03-11'],
  ['ArrowDown', '2026-03-19'],
  ['Home', '2026-03-09'],
  ['End', '2026-03-15'],
  ['PageUp', '2026-02-12'],
  ['PageDown', '2026-04-12'],
  ['x', undefined],
] as const)('the key %s moves from Thursday, 12 March to %s', ([key, expected]) => {
  expect(dayOfKey(key, '2026-03-12', MONDAY)).toBe(expected)
})
