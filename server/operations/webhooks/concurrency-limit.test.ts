import { expect, test } from 'vitest'
import { ConcurrencyLimit, type Run } from './concurrency-limit.ts'

const healthy = (ownerId: string, endpointId = ownerId): Run => ({ ownerId, endpointId, health: 'healthy' })
const fresh = (ownerId: string, endpointId = ownerId): Run => ({ ownerId, endpointId, health: 'new' })
const failing = (ownerId: string, endpointId = ownerId): Run => ({ ownerId, endpointId, health: 'failing' })

/** Tries to acquire each run in turn; returns which of them started. */
function startedRuns(limit: ConcurrencyLimit, runs: readonly Run[]): boolean[] {
  return runs.map((run, at) => limit.acquire(String(at), { run, wake: async () => undefined }) !== undefined)
}

const many = (count: number, run: (at: number) => Run) => Array.from({ length: count }, (_, at) => run(at))

test.for<[string, readonly Run[], number]>([
  ['one person has at most twelve concurrent attempts, over all endpoints', many(20, (at) => healthy('a', `a${at}`)), 12],
  ['another person is counted separately', [...many(12, () => healthy('a')), healthy('b')], 13],
  ['a healthy endpoint has several concurrent attempts', many(4, () => healthy('a')), 4],
  ['a new endpoint has one concurrent attempt', many(5, () => fresh('a')), 1],
  ['a failing endpoint has one concurrent attempt', many(5, () => failing('a')), 1],
  ['one person has six concurrent attempts to endpoints that never answered', many(9, (at) => fresh('a', `a${at}`)), 6],
  [
    'new and failing endpoints count together for a person',
    [...many(2, (at) => fresh('a', `a${at}`)), ...many(7, (at) => failing('a', `b${at}`))],
    6,
  ],
  ['new and failing endpoints have thirty-six concurrent attempts in total', many(60, (at) => (at % 2 ? fresh : failing)(`m${at}`)), 36],
  ['endpoints that hang do not block a healthy one', [...many(60, (at) => fresh(`m${at}`)), healthy('b')], 37],
])('%s', ([, runs, started]) => {
  expect(startedRuns(new ConcurrencyLimit(), runs).filter(Boolean)).toHaveLength(started)
})

test('a waiting run is woken once, in turn, when another run ends', async () => {
  const limit = new ConcurrencyLimit()
  const woken: string[] = []
  const acquire = (key: string) => limit.acquire(key, { run: failing('a'), wake: async () => void woken.push(key) })
  const release = acquire('first')
  acquire('second')
  acquire('second')
  acquire('third')
  expect(woken).toEqual([])
  await release?.()
  expect(woken).toEqual(['second'])
  await acquire('second')?.()
  expect(woken).toEqual(['second', 'third'])
  await acquire('third')?.()
  expect(woken).toEqual(['second', 'third'])
})

test('a run waits from its refusal until it is woken, starts, or is forgotten', async () => {
  const limit = new ConcurrencyLimit()
  const acquire = (key: string) => limit.acquire(key, { run: failing('a'), wake: async () => undefined })
  const release = acquire('first')
  for (const key of ['second', 'third']) acquire(key)
  limit.forget('third')
  expect(['first', 'second', 'third'].map((key) => limit.isWaiting(key))).toEqual([false, true, false])
  await release?.()
  expect(limit.isWaiting('second')).toBe(false)
})
