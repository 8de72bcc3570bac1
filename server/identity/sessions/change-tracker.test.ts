import { expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { changeKeyOf, createChangeTracker } from './change-tracker.ts'

const START = new Date('2026-03-12T14:20:00Z')

/** A tracker with a connection that the test closes and reopens. */
function aTracker(skewMs: number, entriesMax?: number) {
  const clock = movableClock(START)
  const connection: { since: number | undefined } = { since: 1 }
  const tracker = createChangeTracker({
    timeMs: () => clock.now().getTime(),
    listeningSince: () => connection.since,
    lifetimeMs: 60_000,
    skewMs,
    ...(entriesMax && { entriesMax }),
  })
  const copy = (userId: string, sessionId: string) => ({ userId, sessionId, madeAt: clock.now().getTime() })
  // A copy made before the first check is not current.
  expect(tracker.isCurrent(copy('u', 's'))).toBe(false)
  clock.advance(6)
  return { clock, connection, tracker, copy }
}

const NO_SKEW = 0
const SKEW_MS = 5000

test('a cached session is current for a minute', () => {
  const { clock, tracker, copy } = aTracker(NO_SKEW)
  const one = copy('u', 's')
  expect(tracker.isCurrent(one)).toBe(true)
  clock.advance(59)
  expect(tracker.isCurrent(one)).toBe(true)
  clock.advance(1)
  expect(tracker.isCurrent(one)).toBe(false)
})

test.each([
  ['its session', { sessionId: 's' }, [false, true, true]],
  ['its user', { userId: 'u' }, [false, false, true]],
] as const)('after a change of %s an older cached session is invalid and a newer one is current', (_, change, expected) => {
  const { clock, tracker, copy } = aTracker(NO_SKEW)
  const copies = [copy('u', 's'), copy('u', 's2'), copy('u3', 's3')]
  tracker.record(changeKeyOf(change))
  expect(copies.map(tracker.isCurrent)).toEqual(expected)
  expect(tracker.isCurrent(copy('u', 's'))).toBe(false)
  clock.advance(1)
  expect(tracker.isCurrent(copy('u', 's'))).toBe(true)
})

test('a change invalidates cached sessions for five seconds more when there are other instances, whose clocks may be ahead', () => {
  const { clock, tracker, copy } = aTracker(SKEW_MS)
  tracker.record('user u')
  clock.advance(5)
  expect(tracker.isCurrent(copy('u', 's'))).toBe(false)
  clock.advance(1)
  expect(tracker.isCurrent(copy('u', 's'))).toBe(true)
})

test('no cached session is current while the listening connection is closed, and older ones stay invalid after it reopens', () => {
  const { clock, connection, tracker, copy } = aTracker(SKEW_MS)
  const before = copy('u', 's')
  connection.since = undefined
  expect(tracker.isCurrent(before)).toBe(false)
  clock.advance(1)
  connection.since = 2
  expect(tracker.isCurrent(before)).toBe(false)
  clock.advance(6)
  expect([tracker.isCurrent(before), tracker.isCurrent(copy('u', 's'))]).toEqual([false, true])
})

test('an unnoticed reconnect invalidates older cached sessions', () => {
  const { connection, tracker, copy } = aTracker(SKEW_MS)
  const before = copy('u', 's')
  expect(tracker.isCurrent(before)).toBe(true)
  connection.since = 2
  expect(tracker.isCurrent(before)).toBe(false)
})

test('more tracker than the maximum invalidate every older cached session', () => {
  const { clock, tracker, copy } = aTracker(NO_SKEW, 3)
  const before = copy('u', 's')
  clock.advance(1)
  for (const userId of ['a', 'b', 'c']) tracker.record(changeKeyOf({ userId }))
  expect(tracker.isCurrent(before)).toBe(true)
  tracker.record('user d')
  expect(tracker.isCurrent(before)).toBe(false)
  clock.advance(1)
  expect(tracker.isCurrent(copy('a', 's'))).toBe(true)
})

test('tracker that only affect expired cached sessions are dropped', () => {
  const { clock, tracker, copy } = aTracker(NO_SKEW, 3)
  for (const userId of ['a', 'b', 'c']) tracker.record(changeKeyOf({ userId }))
  clock.advance(60)
  const present = copy('u', 's')
  clock.advance(1)
  tracker.record('user d')
  expect(tracker.isCurrent(present)).toBe(true)
})

test('a clock that is set back makes no cached session newer than a change', () => {
  const { clock, tracker, copy } = aTracker(NO_SKEW)
  const before = copy('u', 's')
  tracker.readClock()
  clock.set(new Date(START.getTime() - 3_600_000))
  tracker.record('session s')
  clock.set(new Date(START.getTime() + 30_000))
  expect(tracker.isCurrent(before)).toBe(false)
})

test('a cached session from the future, or with a longer lifetime than configured here, is not current', () => {
  const { clock, tracker, copy } = aTracker(SKEW_MS)
  const old = copy('u', 's')
  expect(tracker.isCurrent({ ...old, madeAt: old.madeAt + 5001 })).toBe(false)
  clock.advance(60)
  expect(tracker.isCurrent(old)).toBe(false)
})
