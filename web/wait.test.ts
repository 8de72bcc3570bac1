import { expect, test } from 'vitest'
import { waitOf } from './wait.ts'

test.each([
  [
    { status: 429, retryAfter: 42 },
    { key: 'waitSeconds', count: 42 },
  ],
  [
    { status: 429, retryAfter: 0.2 },
    { key: 'waitSeconds', count: 1 },
  ],
  [
    { status: 429, retryAfter: 120 },
    { key: 'waitSeconds', count: 120 },
  ],
  [
    { status: 429, retryAfter: 121 },
    { key: 'waitMinutes', count: 3 },
  ],
  [
    { status: 429, retryAfter: 3600 },
    { key: 'waitMinutes', count: 60 },
  ],
  [{ status: 429, retryAfter: null }, null],
  [{ status: 503, retryAfter: 5 }, null],
])('the wait of %o is %o', (error, expected) => {
  expect(waitOf(error)).toEqual(expected)
})
