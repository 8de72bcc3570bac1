import { expect, test } from 'vitest'
import { ATTEMPTS, disabledFor, LANES, laneOf, orderWaitCutoff, outcomeOf } from './schedule.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-03-12T14:20:00.000Z')

test.each([
  ['an answer of 204', { status: 204 }, 1, { kind: 'delivered' }],
  ['a redirect', { status: 302 }, 1, { kind: 'retry', inSeconds: 5 }],
  ['no answer at all', { status: null }, 1, { kind: 'retry', inSeconds: 5 }],
  ['410, even after the last attempt', { status: 410 }, ATTEMPTS, { kind: 'gone' }],
  ['a failure of the last attempt', { status: 500 }, ATTEMPTS, { kind: 'failed' }],
  ['429 with a shorter Retry-After than the schedule', { status: 429, retryAfterSeconds: 1 }, 2, { kind: 'retry', inSeconds: 300 }],
  ['503 with a longer Retry-After', { status: 503, retryAfterSeconds: 900 }, 2, { kind: 'retry', inSeconds: 900 }],
  [
    '500 with a Retry-After, which only 429 and 503 may send',
    { status: 500, retryAfterSeconds: 900 },
    2,
    { kind: 'retry', inSeconds: 300 },
  ],
  [
    '503 with a Retry-After of a year, which is limited to a day',
    { status: 503, retryAfterSeconds: 31_536_000 },
    1,
    { kind: 'retry', inSeconds: 86_400 },
  ],
] as const)('%s has the listed outcome', (_case, answer, attempt, expected) => {
  expect(outcomeOf(answer, attempt, 0)).toEqual(expected)
})

test('jitter adds at most a tenth, and nothing to the first quick retry', () => {
  expect(outcomeOf({ status: 500 }, 1, 1)).toEqual({ kind: 'retry', inSeconds: 5 })
  expect(outcomeOf({ status: 500 }, 2, 1)).toEqual({ kind: 'retry', inSeconds: 330 })
})

test('an event waits behind an earlier one of its resource for less than a minute', () => {
  const isWaiting = (seconds: number) => new Date(now.getTime() - seconds * 1000) > orderWaitCutoff(now)
  expect([0, 59, 60].map(isWaiting)).toEqual([true, true, false])
})

test('resources are distributed over the lanes by id', () => {
  const ids = Array.from({ length: 16 }, (_, at) => `0199a1b2-0000-7000-8000-00000000000${at.toString(16)}`)
  expect(new Set(ids.map(laneOf))).toEqual(new Set(Array.from({ length: LANES }, (_, lane) => lane)))
})

test.each([
  ['nine consecutive events failed', 9, now, null],
  ['ten consecutive events failed', 10, now, 'failing'],
  ['nothing succeeded for just under five days', 0, new Date(now.getTime() - 5 * DAY_MS + 1), null],
  ['nothing succeeded for five days', 0, new Date(now.getTime() - 5 * DAY_MS), 'silent'],
  ['nothing fails', 0, null, null],
] as const)('an endpoint where %s is disabled for the listed reason', (_case, failedInARow, failingSince, expected) => {
  expect(disabledFor(failedInARow, failingSince, now)).toBe(expected)
})
