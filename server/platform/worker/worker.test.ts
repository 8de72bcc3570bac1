// Databases: both.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AssembledPlatform } from '#platform/assemble.ts'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import { Unavailable } from '#platform/database/unavailable.ts'
import { testPlatform } from '#test/support/platform.ts'
import { enqueue, enqueueAll } from './enqueue.ts'
import { type JobKind, job } from './job.ts'
import { listDeadJobs, retryDeadJob } from './store.ts'
import { createWorker, type WorkerDeps } from './worker.ts'

const NOTHING = z.object({})
let clock: MovableClock
let platform: AssembledPlatform
let name: string

beforeEach(async () => {
  clock = movableClock(new Date('2026-03-01T10:00:00.000Z'))
  platform = await testPlatform({ clock })
  name = randomUUID()
})

const enqueueJob = <P>(kind: JobKind<P>, payload: P, time: { delaySeconds?: number; key?: string } = {}) =>
  platform.database.transaction((tx) => enqueue(tx, platform, kind, payload, time))

const workerOf = (...jobs: WorkerDeps['jobs']) => createWorker({ platform, jobs, listeners: [], stopGraceMs: 50 })

/** A kind that records its runs and fails the first `failures` times. */
function kindOf(limits: { failures?: number; attempts?: number } = {}) {
  const runs: { at: number; attempt: number; isLastAttempt: boolean }[] = []
  const kind = job({
    kind: `test:${name}`,
    payload: NOTHING,
    ...(limits.attempts === undefined ? {} : { attempts: limits.attempts }),
    run: async (_, __, { attempt, isLastAttempt, now }) => {
      runs.push({ at: now.getTime(), attempt, isLastAttempt })
      if (runs.length <= (limits.failures ?? 0)) throw new Error('not today', { cause: new Error('the reason') })
    },
  })
  return { kind, runs }
}

const rows = () =>
  sql<{ attempts: number; key: string | null; dead: boolean; last_error: string | null }>`
    select attempts, key, dead_at is not null as dead, last_error from jobs where kind = ${`test:${name}`}`
    .execute(platform.database.db)
    .then((answer) => answer.rows)

test('a job runs once when it is due, and is then deleted', async () => {
  const { kind, runs } = kindOf()
  await enqueueJob(kind, {}, { delaySeconds: 60 })
  const worker = workerOf(kind)
  await worker.drain()
  expect(runs).toEqual([])
  clock.advance(60)
  await worker.drain()
  await worker.drain()
  expect(runs).toHaveLength(1)
  expect(await rows()).toEqual([])
})

test('a job that an earlier version has enqueued by another name is run', async () => {
  const { kind: former, runs } = kindOf()
  await enqueueJob(former, {})
  await workerOf({ ...former, kind: `test:new-${name}`, formerKind: former.kind }).drain()
  expect(runs).toHaveLength(1)
  expect(await rows()).toEqual([])
})

test('a job whose transaction is rolled back never runs', async () => {
  const { kind, runs } = kindOf()
  const undone = platform.database.transaction(async (tx) => {
    await enqueue(tx, platform, kind, {})
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow()
  await workerOf(kind).drain()
  expect(runs).toEqual([])
})

test('a run that the database interrupted is repeated soon, and does not count as an attempt', async () => {
  let runs = 0
  const kind = job({
    kind: `test:${name}`,
    payload: NOTHING,
    attempts: 1,
    run: async () => {
      runs += 1
      if (runs < 4) throw new Error('Could not save.', { cause: new Unavailable('gone') })
    },
  })
  await enqueueJob(kind, {})
  const worker = workerOf(kind)
  for (let tries = 0; tries < 4; tries += 1) {
    await worker.drain()
    clock.advance(1)
  }
  expect([runs, await rows()]).toEqual([4, []])
})

test('a job that fails is retried after growing waits, and its error is stored', async () => {
  const { kind, runs } = kindOf({ failures: 2 })
  await enqueueJob(kind, {})
  const worker = workerOf(kind)
  await worker.drain()
  expect(await rows()).toMatchObject([{ attempts: 1, dead: false, last_error: 'Error: not today / Error: the reason' }])
  clock.advance(8)
  await worker.drain()
  clock.advance(8)
  await worker.drain()
  clock.advance(23)
  await worker.drain()
  expect(runs.map((run) => run.attempt)).toEqual([1, 2, 3])
  expect(await rows()).toEqual([])
})

test('after its last attempt a job is dead, its key is free, and it can be retried', async () => {
  const { kind, runs } = kindOf({ failures: 2, attempts: 2 })
  await enqueueJob(kind, {}, { key: name })
  const worker = workerOf(kind)
  await worker.drain()
  clock.advance(8)
  await worker.drain()
  expect(runs.map((run) => run.isLastAttempt)).toEqual([false, true])
  expect(await rows()).toMatchObject([{ dead: true, key: null }])
  clock.advance(86_400)
  await worker.drain()
  expect(runs).toHaveLength(2)
  const dead = (await listDeadJobs(platform.database.db, { limit: 100, offset: 0 })).find((each) => each.kind === kind.kind)
  expect(dead?.lastError).toContain('not today')
  expect(await platform.database.transaction((tx) => retryDeadJob(tx, dead?.id ?? '', clock))).toBe(true)
  expect(await platform.database.transaction((tx) => retryDeadJob(tx, dead?.id ?? '', clock))).toBe(false)
  await worker.drain()
  expect(runs.map((run) => run.attempt)).toEqual([1, 2, 1])
  expect(await rows()).toEqual([])
})

test('waiting jobs with the same key are one job, at the earlier time', async () => {
  const { kind, runs } = kindOf()
  await enqueueJob(kind, {}, { key: name, delaySeconds: 3600 })
  await enqueueJob(kind, {}, { key: name })
  await enqueueJob(kind, {}, { key: name, delaySeconds: 3600 })
  await workerOf(kind).drain()
  clock.advance(3600)
  await workerOf(kind).drain()
  expect(runs).toHaveLength(1)
})

test('a job that is enqueued again with a tolerance keeps its time if it is due soon, and is due at once otherwise', async () => {
  const { kind, runs } = kindOf()
  const again = () =>
    platform.database.transaction((tx) => enqueueAll(tx, platform, { spec: kind, jobs: [[{}, name]], toleranceSeconds: 20 }))
  await enqueueJob(kind, {}, { key: name, delaySeconds: 20 })
  await again()
  await workerOf(kind).drain()
  expect(runs).toHaveLength(0)
  clock.advance(20)
  await workerOf(kind).drain()
  expect(runs).toHaveLength(1)
  await enqueueJob(kind, {}, { key: name, delaySeconds: 21 })
  await again()
  await workerOf(kind).drain()
  expect(runs).toHaveLength(2)
})

test('a job that is enqueued again while it runs runs once more', async () => {
  let runs = 0
  const kind: JobKind<Record<string, never>> = job({
    kind: `test:${name}`,
    payload: NOTHING,
    run: async () => {
      runs += 1
      if (runs === 1) await enqueueJob(kind, {}, { key: name })
    },
  })
  await enqueueJob(kind, {}, { key: name })
  await workerOf(kind).drain()
  expect(runs).toBe(2)
  expect(await rows()).toEqual([])
})

test('a job can postpone itself without counting a failure', async () => {
  let runs = 0
  const kind = job({
    kind: `test:${name}`,
    payload: NOTHING,
    attempts: 1,
    run: async (_, __, { now }) => {
      runs += 1
      return runs < 3 ? { againAt: new Date(now.getTime() + 10_000) } : undefined
    },
  })
  await enqueueJob(kind, {})
  for (let turn = 0; turn < 4; turn += 1) {
    await workerOf(kind).drain()
    clock.advance(10)
  }
  expect(runs).toBe(3)
  expect(await rows()).toEqual([])
})

test('a job whose worker died is run by another after its lease has expired, and no sooner', async () => {
  const { kind, runs } = kindOf()
  const { promise: never } = Promise.withResolvers<void>()
  const dying = job({ kind: kind.kind, payload: NOTHING, leaseSeconds: 30, run: () => never })
  await enqueueJob(dying, {})
  const first = workerOf(dying)
  await first.start()
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
  const second = workerOf(kind)
  await second.drain()
  expect(runs).toEqual([])
  clock.advance(31)
  await second.drain()
  expect(runs.map((run) => run.attempt)).toEqual([2])
  await first.stop()
  expect(await rows()).toEqual([])
})

test('a worker that stops hands back unfinished jobs as if they had not started', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  const kind = job({ kind: `test:${name}`, payload: NOTHING, run: () => never })
  await enqueueJob(kind, {})
  const worker = workerOf(kind)
  await worker.start()
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
  await worker.stop()
  expect(await rows()).toMatchObject([{ attempts: 0, dead: false }])
  await sql`delete from jobs where kind = ${kind.kind}`.execute(platform.database.db)
})

test('with several workers each job is run by one of them', async () => {
  const ran: number[] = []
  const kind = job({ kind: `test:${name}`, payload: z.object({ number: z.int() }), run: async ({ number }) => void ran.push(number) })
  const workers = [1, 2, 3].map(() => workerOf(kind))
  for (const worker of workers) await worker.start()
  await Promise.all(Array.from({ length: 120 }, (_, number) => enqueueJob(kind, { number })))
  await expect.poll(() => ran.length, { timeout: 5000 }).toBe(120)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(new Set(ran).size).toBe(120)
  expect(await rows()).toEqual([])
})

test('a recurring job runs once per period over all workers, and once after a long pause', async () => {
  const runs: 0[] = []
  const kind = job({ kind: `test:${name}`, payload: NOTHING, everySeconds: 60, run: async () => void runs.push(0) })
  const [one, other] = [workerOf(kind), workerOf(kind)]
  const both = async () => {
    await one.drain()
    await other.drain()
  }
  await both()
  await both()
  expect(runs).toHaveLength(1)
  clock.advance(60)
  await both()
  expect(runs).toHaveLength(2)
  clock.advance(400 * 86_400)
  await both()
  expect(runs).toHaveLength(3)
})

test('a recurring job continues after the clock was set back', async () => {
  const runs: 0[] = []
  const kind = job({ kind: `test:${name}`, payload: NOTHING, everySeconds: 60, run: async () => void runs.push(0) })
  clock.advance(3600)
  await workerOf(kind).drain()
  clock.advance(-3600)
  await workerOf(kind).drain()
  expect(runs).toHaveLength(2)
})

test('a recurring job that keeps failing is not dead and runs in its next period', async () => {
  let runs = 0
  const kind = job({
    kind: `test:${name}`,
    payload: NOTHING,
    everySeconds: 60,
    attempts: 1,
    run: async () => {
      runs += 1
      throw new Error('broken')
    },
  })
  for (let period = 0; period < 3; period += 1) {
    await workerOf(kind).drain()
    clock.advance(60)
  }
  expect(runs).toBe(3)
  expect(await rows()).toEqual([])
})

test('a job of an unknown kind is left to other processes', async () => {
  const { kind, runs } = kindOf()
  await enqueueJob(kind, {})
  await workerOf().drain()
  expect(await rows()).toMatchObject([{ attempts: 0 }])
  await workerOf(kind).drain()
  expect(runs).toHaveLength(1)
})

test('a kind never exceeds its slots', async () => {
  const ends: (() => void)[] = []
  const kind = job({ kind: `test:${name}`, payload: NOTHING, slots: 2, run: () => new Promise<void>((resolve) => void ends.push(resolve)) })
  for (let at = 0; at < 5; at += 1) await enqueueJob(kind, {})
  const done = workerOf(kind).drain()
  for (const started of [2, 4, 5]) {
    await expect.poll(() => ends.length).toBe(started)
    for (const end of ends) end()
  }
  await done
  expect(await rows()).toEqual([])
})
