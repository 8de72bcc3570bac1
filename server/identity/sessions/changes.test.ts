import { expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { createChanges, keyOf } from './changes.ts'

const START = new Date('2026-03-12T14:20:00Z')

/** One process beside a connection that the test cuts and mends. */
function aProcess(skewMs: number, keptMax?: number) {
  const clock = movableClock(START)
  const link: { since: number | undefined } = { since: 1 }
  const changes = createChanges({
    timeMs: () => clock.now().getTime(),
    hearsSince: () => link.since,
    lifeMs: 60_000,
    skewMs,
    ...(keptMax && { keptMax }),
  })
  const copy = (userId: string, sessionId: string) => ({ userId, sessionId, madeAt: clock.now().getTime() })
  // What was made before the first look is not believed.
  expect(changes.believes(copy('u', 's'))).toBe(false)
  clock.advance(6)
  return { clock, link, changes, copy }
}

const ALONE = 0
const AMONG_OTHERS = 5000

test('a copy is believed for its minute', () => {
  const { clock, changes, copy } = aProcess(ALONE)
  const one = copy('u', 's')
  expect(changes.believes(one)).toBe(true)
  clock.advance(59)
  expect(changes.believes(one)).toBe(true)
  clock.advance(1)
  expect(changes.believes(one)).toBe(false)
})

test.each([
  ['its session', { sessionId: 's' }, [false, true, true]],
  ['its person', { userId: 'u' }, [false, false, true]],
] as const)('after a change of %s a copy from before it is not believed, and one from after it is', (_, changed, expected) => {
  const { clock, changes, copy } = aProcess(ALONE)
  const copies = [copy('u', 's'), copy('u', 's2'), copy('u3', 's3')]
  changes.note(keyOf(changed))
  expect(copies.map(changes.believes)).toEqual(expected)
  expect(changes.believes(copy('u', 's'))).toBe(false)
  clock.advance(1)
  expect(changes.believes(copy('u', 's'))).toBe(true)
})

test('what another instance tells counts the same, and five seconds longer, for its clock may be ahead', () => {
  const { clock, changes, copy } = aProcess(AMONG_OTHERS)
  changes.note('user u')
  clock.advance(5)
  expect(changes.believes(copy('u', 's'))).toBe(false)
  clock.advance(1)
  expect(changes.believes(copy('u', 's'))).toBe(true)
})

test('nothing is believed while the connection that hears is down, nor afterwards what was made before it was back', () => {
  const { clock, link, changes, copy } = aProcess(AMONG_OTHERS)
  const before = copy('u', 's')
  link.since = undefined
  expect(changes.believes(before)).toBe(false)
  clock.advance(1)
  link.since = 2
  expect(changes.believes(before)).toBe(false)
  clock.advance(6)
  expect([changes.believes(before), changes.believes(copy('u', 's'))]).toEqual([false, true])
})

test('a connection that broke and was mended unnoticed is noticed', () => {
  const { link, changes, copy } = aProcess(AMONG_OTHERS)
  const before = copy('u', 's')
  expect(changes.believes(before)).toBe(true)
  link.since = 2
  expect(changes.believes(before)).toBe(false)
})

test('when more has changed than is kept in mind, every copy from before is out of use', () => {
  const { clock, changes, copy } = aProcess(ALONE, 3)
  const before = copy('u', 's')
  clock.advance(1)
  for (const userId of ['a', 'b', 'c']) changes.note(keyOf({ userId }))
  expect(changes.believes(before)).toBe(true)
  changes.note('user d')
  expect(changes.believes(before)).toBe(false)
  clock.advance(1)
  expect(changes.believes(copy('a', 's'))).toBe(true)
})

test('changes whose copies are all over make room for others', () => {
  const { clock, changes, copy } = aProcess(ALONE, 3)
  for (const userId of ['a', 'b', 'c']) changes.note(keyOf({ userId }))
  clock.advance(60)
  const present = copy('u', 's')
  clock.advance(1)
  changes.note('user d')
  expect(changes.believes(present)).toBe(true)
})

test('a clock that is put back makes no copy younger than a change', () => {
  const { clock, changes, copy } = aProcess(ALONE)
  const before = copy('u', 's')
  changes.look()
  clock.set(new Date(START.getTime() - 3_600_000))
  changes.note('session s')
  clock.set(new Date(START.getTime() + 30_000))
  expect(changes.believes(before)).toBe(false)
})

test('a copy from the future is not believed, nor one that was given a longer life than copies have here', () => {
  const { clock, changes, copy } = aProcess(AMONG_OTHERS)
  const old = copy('u', 's')
  expect(changes.believes({ ...old, madeAt: old.madeAt + 5001 })).toBe(false)
  clock.advance(60)
  expect(changes.believes(old)).toBe(false)
})
