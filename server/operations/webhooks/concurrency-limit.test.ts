import { expect, test } from 'vitest'
import { ConcurrencyLimit, type Run } from './concurrency-limit.ts'

const healthy = (organizationId: string, endpointId = organizationId): Run => ({ organizationId, endpointId, health: 'healthy' })
const failing = (organizationId: string, endpointId = organizationId): Run => ({ organizationId, endpointId, health: 'failing' })

/** Tries to acquire each run in turn; returns which of them started. */
function startedRuns(limit: ConcurrencyLimit, runs: readonly Run[]): boolean[] {
  return runs.map((run, at) => limit.acquire(String(at), { run, wake: async () => undefined }) !== undefined)
}

const many = (count: number, run: (at: number) => Run) => Array.from({ length: count }, (_, at) => run(at))

test.for<[string, readonly Run[], number]>([
  ['one merchant has at most twelve concurrent attempts, over all endpoints', many(20, (at) => healthy('a', `a${at}`)), 12],
  ['another merchant is counted separately', [...many(12, () => healthy('a')), healthy('b')], 13],
  ['a new endpoint has one concurrent attempt', many(5, () => ({ ...healthy('a'), health: 'new' })), 1],
  ['new endpoints are not counted as failing ones', many(15, (at) => ({ ...healthy(`m${at}`), health: 'new' })), 15],
  ['a failing endpoint has one concurrent attempt', many(5, () => failing('a')), 1],
  ['failing endpoints have ten concurrent attempts in total', many(15, (at) => failing(`m${at}`)), 10],
  ['failing endpoints do not block a healthy one', [...many(15, (at) => failing(`m${at}`)), healthy('b')], 11],
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
