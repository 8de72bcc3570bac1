import { expect, test } from 'vitest'
import { banSeconds } from './ban-expiry.ts'

const now = new Date(2026, 2, 12, 14, 20)

test.each([
  ['hour', '', 3600],
  ['month', '', 2_592_000],
  ['never', '', undefined],
  ['date', '2026-03-12', (9 * 60 + 40) * 60],
  ['date', '2026-03-13', (33 * 60 + 40) * 60],
  ['date', '2026-03-11', null],
  ['date', '', null],
] as const)('a ban of "%s" %s lasts %s seconds', (expiry, day, seconds) => {
  expect(banSeconds(expiry, day, now)).toBe(seconds)
})
