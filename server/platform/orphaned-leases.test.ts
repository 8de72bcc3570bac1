// Databases: both.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ownDatabase } from '#test/support/database.ts'
import { testPlatform } from '#test/support/platform.ts'
import type { AssembledPlatform } from './assemble.ts'
import { type MovableClock, movableClock } from './clock.ts'
import type { OpenDatabase } from './database/database.ts'
import { claimKey, type KeyedRequest, newRunId, settleKey } from './idempotency/keys.ts'
import { releaseOrphanedLeases } from './orphaned-leases.ts'
import { enqueue } from './worker/enqueue.ts'
import { job } from './worker/job.ts'
import { claimJobs, failJob } from './worker/store.ts'

let database: OpenDatabase
let platform: AssembledPlatform
let clock: MovableClock
beforeAll(async () => {
  database = await ownDatabase()
  clock = movableClock(new Date('2026-03-01T10:00:00.000Z'))
  platform = await testPlatform({ clock, database })
})
afterAll(() => database.close())

const request = (): KeyedRequest => {
  const identity = { scope: 'shop', method: 'POST', path: '/v1/things', fingerprint: 'the same' }
  return { ...identity, key: randomUUID(), runId: newRunId() }
}

const ownClaim = async (keyedRequest: KeyedRequest) => {
  const claimed = await claimKey(database.db, { ...keyedRequest, runId: newRunId() }, clock)
  if (claimed.kind !== 'ours') throw new Error('The request was answered before.')
  return claimed.claim
}

test('a request that a dead process was working on is resumed at once, with the same key for the processor', async () => {
  const keyedRequest = request()
  const first = await ownClaim(keyedRequest)
  clock.advance(1)
  await expect(ownClaim(keyedRequest)).rejects.toThrow('still running')
  expect(await releaseOrphanedLeases(database.db, clock)).toEqual({ requests: 1, jobs: 0 })
  expect((await ownClaim(keyedRequest)).stableKey).toBe(first.stableKey)
})

test('a stored response is kept and cannot be overwritten by another run', async () => {
  const keyedRequest = request()
  const claim = await ownClaim(keyedRequest)
  await settleKey(database.db, claim, { status: 200, body: 'kept' })
  await releaseOrphanedLeases(database.db, clock)
  expect(await claimKey(database.db, keyedRequest, clock)).toEqual({ kind: 'answered', status: 200, body: 'kept' })
})

const kindOf = () => job({ kind: `test:${randomUUID()}`, payload: z.object({}), run: async () => undefined })
const enqueueJob = (kind: ReturnType<typeof kindOf>, delaySeconds = 0) =>
  database.transaction((tx) => enqueue(tx, platform, kind, {}, { delaySeconds }))
const claim = ({ kind }: ReturnType<typeof kindOf>) =>
  claimJobs({ db: database.db, clock }, [{ kind, slots: 5, leaseSeconds: 60 }], { max: 5, interrupted: 5 })
const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)

test('a job that a dead process was running runs again at once, and the interrupted run counts as an attempt', async () => {
  const kind = kindOf()
  await enqueueJob(kind)
  const [first] = await claim(kind)
  expect(await claim(kind)).toEqual([])
  expect(await releaseOrphanedLeases(database.db, clock)).toMatchObject({ jobs: 1 })
  expect(await claim(kind)).toEqual([{ ...first, attempts: 2, interruptions: 1 }])
})

test('a job that is scheduled, waits for another attempt, or is dead is not changed', async () => {
  const [planned, failed, dead] = [kindOf(), kindOf(), kindOf()]
  await enqueueJob(planned, 600)
  await enqueueJob(failed)
  for (const claimed of await claim(failed))
    await failJob({ db: database.db, clock }, claimed, { message: 'not today', retryInSeconds: 600 })
  await enqueueJob(dead)
  await sql`update jobs set dead_at = ${clock.now()}, attempts = 12, run_at = ${later(600)} where kind = ${dead.kind}`.execute(database.db)
  await releaseOrphanedLeases(database.db, clock)
  for (const kind of [planned, failed, dead]) expect(await claim(kind)).toEqual([])
})
