import { expect, test } from 'vitest'
import { endOf, secondsOf, stateOf } from './expiry.ts'

const now = new Date('2026-03-12T14:20:00Z')

test.each([
  [null, 'live'],
  ['2026-03-20T14:20:00Z', 'live'],
  ['2026-03-19T14:19:59Z', 'endsSoon'],
  ['2026-03-12T14:20:01Z', 'endsSoon'],
  ['2026-03-12T14:20:00Z', 'expired'],
  ['2026-03-11T00:00:00Z', 'expired'],
] as const)('a token that ends %s is %s', (expiresAt, state) => expect(stateOf({ expiresAt }, now)).toBe(state))

test('a life of 30 days is told as its last day and sent in seconds', () => {
  expect(endOf('in30', now)).toEqual(new Date('2026-04-11T14:20:00Z'))
  expect(secondsOf('in30')).toBe(2_592_000)
})

test('a life without end is neither told nor sent', () => {
  expect(endOf('never', now)).toBeNull()
  expect(secondsOf('never')).toBeUndefined()
})
