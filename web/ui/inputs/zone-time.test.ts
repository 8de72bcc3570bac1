import { expect, test } from 'vitest'
import { fromZoneTime, later } from './calendar/zone-instant.ts'
import { toZoneTime } from './zone-time.ts'

test.each([
  ['2027-01-31T09:00:00Z', 'Europe/Berlin', '2027-01-31T10:00'],
  ['2027-07-31T22:30:00Z', 'Europe/Berlin', '2027-08-01T00:30'],
  ['2027-01-01T00:00:00Z', 'America/New_York', '2026-12-31T19:00'],
  ['2027-01-01T00:00:00Z', 'Asia/Kathmandu', '2027-01-01T05:45'],
  ['2027-01-01T00:00:00Z', 'UTC', '2027-01-01T00:00'],
])('the instant %s in %s is %s, and back', (instant, zone, value) => {
  expect(toZoneTime(new Date(instant), zone)).toBe(value)
  expect(fromZoneTime(value, zone)).toEqual(new Date(instant))
})

test.each([
  ['is skipped', '2027-03-28T02:30', '2027-03-28T01:30:00Z'],
  ['occurs twice', '2027-10-31T02:30', '2027-10-31T00:30:00Z'],
])('a time of day that %s has one instant', (_, value, instant) => {
  expect(fromZoneTime(value, 'Europe/Berlin')).toEqual(new Date(instant))
})

test.each(['', '2026-03-99T00:00', 'soon'])('the value %j is no instant', (value) => {
  expect(fromZoneTime(value, 'UTC')).toBeNull()
})

test.each([
  ['2027-01-31T09:00:12.345Z', 1, 'month', '2027-02-28T09:00:12.345Z'],
  ['2028-02-29T09:00:00Z', 1, 'year', '2029-02-28T09:00:00Z'],
  // Summer time begins on 28 March: the same time of day is an hour earlier in UTC.
  ['2027-03-27T09:00:00Z', 1, 'day', '2027-03-28T08:00:00Z'],
  ['2027-03-27T09:00:00Z', 2, 'week', '2027-04-10T08:00:00Z'],
  ['2027-11-15T09:00:00Z', 14, 'month', '2029-01-15T09:00:00Z'],
] as const)('later than %s by %d %s is %s in Berlin', (from, count, unit, expected) => {
  expect(later(new Date(from), { count, unit }, 'Europe/Berlin')).toEqual(new Date(expected))
})

test('a count beyond all calendars is no instant', () => {
  expect(later(new Date('2027-01-01T00:00:00Z'), { count: 1e9, unit: 'year' }, 'UTC')).toBeNull()
})
