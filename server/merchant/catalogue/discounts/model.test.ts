import { expect, test } from 'vitest'
import { reducedPeriods } from './model.ts'

const months = (durationInMonths: number) => ({ duration: 'repeating', durationInMonths }) as const
const reduced = (durationInMonths: number, timezone: string, starts: readonly string[]) => {
  const dates = starts.map((start) => new Date(start))
  return reducedPeriods(months(durationInMonths), { appliedAt: dates[0] as Date, starts: dates, timezone })
}

test.each([
  // Noon in Berlin: from 28 March on it is an hour earlier in UTC.
  [3, 'Europe/Berlin', ['2027-01-15T11:00Z', '2027-02-15T11:00Z', '2027-03-15T11:00Z', '2027-04-15T10:00Z'], [true, true, true, false]],
  [1, 'America/New_York', ['2027-02-15T17:00Z', '2027-03-15T16:00Z', '2027-04-15T16:00Z'], [true, false, false]],
  // The clocks are put back: the period starts an hour later in UTC.
  [1, 'Europe/Berlin', ['2027-10-15T10:00Z', '2027-11-15T11:00Z'], [true, false]],
  // 02:30 does not exist on 28 March in Berlin.
  [1, 'Europe/Berlin', ['2027-03-28T01:30Z', '2027-04-28T00:30Z'], [true, false]],
  // 1 March in Auckland, while it is February in UTC.
  [1, 'Pacific/Auckland', ['2027-02-28T11:30Z', '2027-03-31T11:30Z', '2027-04-30T12:30Z'], [true, false, false]],
  // The last day of each month.
  [3, 'Europe/Berlin', ['2027-01-31T11:00Z', '2027-02-28T11:00Z', '2027-03-31T10:00Z', '2027-04-30T10:00Z'], [true, true, true, false]],
  [12, 'Europe/Berlin', ['2027-03-28T12:00Z', '2028-03-28T10:00Z'], [true, false]],
  [6, 'America/New_York', ['2027-03-01T17:00Z', '2028-03-01T17:00Z'], [true, false]],
  [13, 'America/New_York', ['2027-03-01T17:00Z', '2028-03-01T17:00Z', '2029-03-01T17:00Z'], [true, true, false]],
] as const)('a discount for %s months in %s reduces the periods of these months', (count, zone, starts, expected) => {
  expect(reduced(count, zone, starts)).toEqual(expected)
})
