// Databases: both.
// Jobs whose process ends while they run. A worker that is left running with a job that never ends stands for the dead process.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AssembledPlatform } from '#platform/assemble.ts'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import { testPlatform } from '#test/support/platform.ts'
import { enqueue } from './enqueue.ts'
import { interruptedSlots } from './interruptions.ts'
import { type JobKind, type JobRun, job } from './job.ts'
import { countWork, listDeadJobs, retryDeadJobs } from './store.ts'
import { createWorker, type Worker } from './worker.ts'

const NUMBERED = z.object({ number: z.int() })
const LEASE_SECONDS = 30
let clock: MovableClock
let platform: AssembledPlatform
let name: string
let dying: Worker[] = []

beforeEach(async () => {
  clock = movableClock(new Date('2026-03-01T10:00:00.000Z'))
  platform = await testPlatform({ clock })
  name = randomUUID()
})
afterEach(async () => {
  await sql`delete from jobs where kind = ${`test:${name}`}`.execute(platform.database.db)
  for (const worker of dying) await worker.stop()
  dying = []
})

type Run = Pick<JobRun, 'attempt' | 'isLastAttempt' | 'wasInterrupted'> & { readonly number: number }

/** A kind whose runs end unless `hangs`; it records them. */
function kindOf(options: { hangs?: (number: number) => boolean; attempts?: number; everySeconds?: number; keepsKey?: boolean } = {}) {
  const runs: Run[] = []
  const { hangs = () => false, ...limits } = options
  const kind: JobKind<{ number: number }> = job({
    kind: `test:${name}`,
    payload: limits.everySeconds === undefined ? NUMBERED : z.object({}).transform(() => ({ number: 0 })),
    leaseSeconds: LEASE_SECONDS,
    ...limits,
    run: ({ number }, _, { attempt, isLastAttempt, wasInterrupted }) => {
      runs.push({ number, attempt, isLastAttempt, wasInterrupted })
      return hangs(number) ? Promise.withResolvers<void>().promise : Promise.resolve()
    },
  })
  return { kind, runs }
}

const enqueueJobs = (kind: JobKind<{ number: number }>, ...numbers: number[]) =>
  platform.database.transaction(async (tx) => {
    for (const number of numbers) await enqueue(tx, platform, kind, { number })
  })

const workerOf = (kind: JobKind<{ number: number }>, of: AssembledPlatform = platform) =>
  createWorker({ platform: of, jobs: [kind], listeners: [], stopGraceMs: 10 })
const rows = () =>
  sql<{ number: number | null; dead: boolean; interruptions: number; key: string | null }>`
    select (payload ->> 'number')::int as number, dead_at is not null as dead, interruptions, key from jobs
    where kind = ${`test:${name}`} order by 1`
    .execute(platform.database.db)
    .then((answer) => answer.rows)

/** A process that starts with these jobs due and ends while `hangs` runs. */
async function aProcessThatEnds(
  hangs: (number: number) => boolean,
  options: { everySeconds?: number; keepsKey?: boolean } = {},
): Promise<Run[]> {
  const { kind, runs } = kindOf({ hangs, ...options })
  // Its clock stands still, because a process that has ended claims nothing any more.
  const worker = workerOf(kind, { ...platform, clock: movableClock(clock.now()) })
  dying.push(worker)
  await worker.start()
  await expect.poll(() => runs.some(({ number }) => hangs(number))).toBe(true)
  clock.advance(LEASE_SECONDS + 1)
  return runs
}

test('a job that was interrupted once runs again and completes, even if that was its only attempt', async () => {
  const { kind, runs } = kindOf({ attempts: 1 })
  await enqueueJobs(kind, 1)
  await aProcessThatEnds(() => true)
  await workerOf(kind).drain()
  expect(runs).toEqual([{ number: 1, attempt: 2, isLastAttempt: true, wasInterrupted: true }])
  expect(await rows()).toEqual([])
})

test('a job that was interrupted twice is put aside, and the jobs that ran beside it complete', async () => {
  const { kind, runs } = kindOf()
  await enqueueJobs(kind, 1, 2, 3)
  // All three are under way when the process ends.
  await aProcessThatEnds(() => true)
  expect((await rows()).map(({ interruptions }) => interruptions)).toEqual([0, 0, 0])
  // They run one after the other: the process ends at the second, and only that one is interrupted twice.
  const second = await aProcessThatEnds((number) => number === 2)
  expect(second.every(({ wasInterrupted }) => wasInterrupted)).toBe(true)
  await workerOf(kind).drain()
  expect(await rows()).toEqual([{ number: 2, dead: true, interruptions: 2, key: null }])
  expect(
    [...second, ...runs]
      .filter(({ number }) => number !== 2)
      .map(({ number }) => number)
      .toSorted(),
  ).toEqual([1, 3])
  const dead = (await listDeadJobs(platform.database.db, { limit: 100, offset: 0 })).find((each) => each.kind === kind.kind)
  expect(dead?.lastError).toBe('The process ended, or the lease expired, during two runs of this job.')
  expect((await countWork(platform.database.db, clock.now())).interruptedJobs).toBeGreaterThan(0)
})

test('a job that is retried after it was put aside is put aside again by the next interruption, and completes without one', async () => {
  const { kind } = kindOf()
  await enqueueJobs(kind, 1)
  for (let times = 0; times < 2; times += 1) await aProcessThatEnds(() => true)
  await workerOf(kind).drain()
  const retryIt = () => platform.database.transaction((tx) => retryDeadJobs(tx, clock, kind.kind))
  expect(await retryIt()).toBe(1)
  await aProcessThatEnds(() => true)
  await workerOf(kind).drain()
  expect(await rows()).toMatchObject([{ dead: true, interruptions: 2 }])
  expect(await retryIt()).toBe(1)
  await workerOf(kind).drain()
  expect(await rows()).toEqual([])
})

test('an attempt that fails in the ordinary way clears the suspicion', async () => {
  const { kind } = kindOf()
  await enqueueJobs(kind, 1)
  await aProcessThatEnds(() => true)
  const failing = job({ ...kind, run: async () => Promise.reject(new Error('not today')) })
  await workerOf(failing).drain()
  expect(await rows()).toMatchObject([{ interruptions: 0 }])
})

test('a job that is handed back stays suspected', async () => {
  const { kind } = kindOf({ hangs: () => true })
  await enqueueJobs(kind, 1)
  const runs = await aProcessThatEnds(() => true)
  expect(runs).toHaveLength(1)
  const worker = workerOf(kind)
  await worker.start()
  await expect.poll(async () => (await rows())[0]?.interruptions).toBe(1)
  await worker.stop()
  expect(await rows()).toMatchObject([{ interruptions: 1, dead: false }])
})

test('a recurring job that was put aside is not enqueued by its next period, and runs once more a day later', async () => {
  const everySeconds = 600
  const { kind, runs } = kindOf({ everySeconds })
  for (let times = 0; times < 2; times += 1) await aProcessThatEnds(() => true, { everySeconds })
  await workerOf(kind).drain()
  clock.advance(everySeconds)
  await workerOf(kind).drain()
  expect([runs, await rows()]).toEqual([[], [{ number: null, dead: true, interruptions: 2, key: `every:${kind.kind}` }]])
  clock.advance(86_400)
  await workerOf(kind).drain()
  expect(runs).toHaveLength(1)
  expect(await rows()).toEqual([])
})

test('a job that keeps its key when it is put aside is not enqueued again under it, and runs once more a day later', async () => {
  const options = { keepsKey: true }
  const { kind, runs } = kindOf(options)
  const enqueueKeyed = () => platform.database.transaction((tx) => enqueue(tx, platform, kind, { number: 1 }, { key: kind.kind }))
  await enqueueKeyed()
  for (let times = 0; times < 2; times += 1) await aProcessThatEnds(() => true, options)
  await workerOf(kind).drain()
  await enqueueKeyed()
  await workerOf(kind).drain()
  expect([runs, await rows()]).toEqual([[], [{ number: 1, dead: true, interruptions: 2, key: kind.kind }]])
  clock.advance(86_401)
  await enqueueKeyed()
  await workerOf(kind).drain()
  expect(runs.length).toBeGreaterThan(0)
  expect(await rows()).toEqual([])
})

test.each([
  ['no interrupted job runs', [], 1],
  ['one was started just now', [9000], 0],
  ['the only one has run for five seconds', [5000], 1],
  ['one of two was started just now', [1000, 9000], 0],
] as const)('the next interrupted job may start: %s', (_, startsMs, slots) => {
  expect(interruptedSlots(startsMs, 10_000)).toBe(slots)
})
