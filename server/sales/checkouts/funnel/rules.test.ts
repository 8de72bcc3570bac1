import { expect, test } from 'vitest'
import { ratesOf } from './rules.ts'

const none = { opened: 0, attempted: 0, succeeded: 0, failed: 0, expired: 0, open: 0 }

test.each([
  [none, { attempted: null, paid: null, succeeded: null }],
  [
    { ...none, opened: 3, open: 3 },
    { attempted: 0, paid: null, succeeded: 0 },
  ],
  [
    { ...none, opened: 8, attempted: 6, succeeded: 4, expired: 4 },
    { attempted: 0.75, paid: 0.6667, succeeded: 0.5 },
  ],
  [
    { ...none, opened: 3, attempted: 1, succeeded: 1, expired: 2 },
    { attempted: 0.3333, paid: 1, succeeded: 0.3333 },
  ],
])('the shares of %o', (counts, rates) => {
  expect(ratesOf(counts)).toEqual(rates)
})
