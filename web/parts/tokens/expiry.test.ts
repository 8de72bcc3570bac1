import { expect, test } from 'vitest'
import { expiryOf, secondsOf, stateOf } from './expiry.ts'

const now = new Date('2026-03-12T14:20:00Z')

test.each([
  [null, 'live'],
  ['2026-03-20T14:20:00Z', 'live'],
  ['2026-03-19T14:19:59Z', 'expiresSoon'],
  ['2026-03-12T14:20:01Z', 'expiresSoon'],
  ['2026-03-12T14:20:00Z', 'expired'],
  ['2026-03-11T00:00:00Z', 'expired'],
] as const)('a token that expires at %s is %s', (expiresAt, state) => expect(stateOf({ expiresAt }, now)).toBe(state))

test('a lifetime of 30 days has an expiry date and is sent in seconds', () => {
  expect(expiryOf('in30', now)).toEqual(new Date('2026-04-11T14:20:00Z'))
  expect(secondsOf('in30')).toBe(2_592_000)
})

test('a token that does not expire has no expiry date and sends no lifetime', () => {
  expect(expiryOf('never', now)).toBeNull()
  expect(secondsOf('never')).toBeUndefined()
})
