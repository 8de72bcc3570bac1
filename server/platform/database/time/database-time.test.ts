// Databases: both.
// Two instances on one database, one with a clock that is ten minutes ahead.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ownDatabase } from '#test/support/database.ts'
import { testPlatform } from '#test/support/platform.ts'
import { type Clock, movableClock, systemClock } from '../../clock.ts'
import { claimKey, newRunId } from '../../idempotency/keys.ts'
import { enqueue } from '../../worker/enqueue.ts'
import { job } from '../../worker/job.ts'
import { claimJobs, failJob } from '../../worker/store.ts'
import type { OpenDatabase } from '../database.ts'
import { clockSkewMs } from './clock-skew.ts'

const AHEAD_MS = 600_000
const accurate = systemClock()
const ahead: Clock = { ...accurate, now: (scope) => new Date(accurate.now(scope).getTime() + AHEAD_MS) }

let database: OpenDatabase
beforeAll(async () => {
  database = await ownDatabase()
})
afterAll(() => database.close())

const kindOf = () => job({ kind: `test:${randomUUID()}`, payload: z.object({}), run: async () => undefined })
const claim = (clock: Clock, { kind }: ReturnType<typeof kindOf>) =>
  claimJobs({ db: database.db, clock }, [{ kind, slots: 5, leaseSeconds: 60 }], { max: 5, interrupted: 1 })
const enqueueBy = async (clock: Clock, kind: ReturnType<typeof kindOf>, delaySeconds = 0) => {
  const platform = await testPlatform({ clock, database })
  await database.transaction((tx) => enqueue(tx, platform, kind, {}, { delaySeconds }))
}

test('a job that one instance runs is not claimed by another whose clock is ahead by more than the lease', async () => {
  const kind = kindOf()
  await enqueueBy(accurate, kind)
  expect(await claim(accurate, kind)).toHaveLength(1)
  expect(await claim(ahead, kind)).toEqual([])
})

test('a job that an instance enqueues whose clock is ahead is due at once, and a delayed or failed one after its delay', async () => {
  const [kind, delayed] = [kindOf(), kindOf()]
  await enqueueBy(ahead, kind)
  await enqueueBy(accurate, delayed, 300)
  const [claimed] = await claim(accurate, kind)
  expect(claimed).toMatchObject({ attempts: 1 })
  expect(await claim(ahead, delayed)).toEqual([])
  if (claimed) await failJob({ db: database.db, clock: ahead }, claimed, { message: 'not today', retryInSeconds: 0 })
  expect(await claim(accurate, kind)).toHaveLength(1)
})

test('a request that one instance answers is not taken over by another whose clock is ahead by more than the lease', async () => {
  const request = { scope: 'shop', method: 'POST', path: '/v1/things', key: randomUUID(), fingerprint: 'the same' }
  const claimBy = (clock: Clock) => claimKey(database.db, { ...request, runId: newRunId() }, clock)
  expect((await claimBy(accurate)).kind).toBe('ours')
  await expect(claimBy(ahead)).rejects.toThrow('still running')
})

test('a clock that a test moves gives its own time', async () => {
  const clock = movableClock(new Date('2026-03-01T10:00:00.000Z'))
  const kind = kindOf()
  await enqueueBy(clock, kind, 60)
  expect(await claim(clock, kind)).toEqual([])
  clock.advance(60)
  expect(await claim(clock, kind)).toHaveLength(1)
})

test('the difference between the clocks of an instance and of the database is measured', async () => {
  expect(Math.abs(await clockSkewMs(database.db, accurate))).toBeLessThan(1000)
  expect(Math.abs((await clockSkewMs(database.db, ahead)) - AHEAD_MS)).toBeLessThan(1000)
})
