// Databases: both.
// Events during which the process ends. The sequence `relay_position` says what the dead process was relaying.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { AssembledPlatform } from '#platform/assemble.ts'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { retryDeadJobs } from '#platform/worker/store.ts'
import { createWorker, type Worker } from '#platform/worker/worker.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testPlatform } from '#test/support/platform.ts'
import { declareEvents, emit } from './emit.ts'
import { on } from './listener.ts'
import { readOutbox } from './store.ts'

let clock: MovableClock
let database: OpenDatabase
let platform: AssembledPlatform
beforeAll(async () => {
  declareEvents({ 'thing.happened': { audience: 'merchant' } })
  clock = movableClock(new Date('2026-03-01T10:00:00.000Z'))
  database = await ownDatabase()
  platform = await testPlatform({ clock, database })
})
afterAll(() => database.close())

const organizationId = randomUUID()
const emitThings = (...payloads: string[]) =>
  platform.database.transaction(async (tx) => {
    for (const payload of payloads) {
      const event = { name: 'thing.happened', organizationId, resourceId: newId(clock.now()), payload, now: clock.now() }
      await emit(tx, platform, event as never)
    }
  })

/** A worker that relays to one listener, which records what it gets. */
function workerOf(): { readonly worker: Worker; readonly received: unknown[] } {
  const received: unknown[] = []
  const listener = on('*', 'listener', async (_, event) => void received.push(event.payload))
  return { worker: createWorker({ platform, jobs: [], listeners: [listener] }), received }
}

/** Makes the database look as if a process, not one of this test's, had ended during the batch that begins with the event. */
async function endedDuring(payload: string): Promise<void> {
  await sql`select setval('relay_position', (position << 10) + 1023) from domain_events
    where payload = to_jsonb(${payload}::text) and relayed_at is null`.execute(database.db)
}
const interruptions = async () => {
  const { rows } = await sql<{ payload: string; interruptions: number }>`
    select payload #>> '{}' as payload, interruptions from domain_events where interruptions > 0 order by position`.execute(database.db)
  return Object.fromEntries(rows.map((row) => [row.payload, row.interruptions]))
}
const deadJobs = async () => {
  const { rows } = await sql<{ payload: { listener: string }; last_error: string }>`
    select payload, last_error from jobs where dead_at is not null`.execute(database.db)
  return rows
}

test('events whose relay was interrupted once are delivered, in their order', async () => {
  await emitThings('a', 'b', 'c')
  await endedDuring('a')
  const { worker, received } = workerOf()
  await worker.drain()
  expect(received).toEqual(['a', 'b', 'c'])
  expect(await interruptions()).toEqual({ a: 1, b: 1, c: 1 })
})

test('an event that was alone under way when the process ended for the second time is put aside, and the others are delivered', async () => {
  await emitThings('d', 'e', 'f')
  await endedDuring('d')
  await sql`update domain_events set interruptions = 1 where payload in ('"d"', '"e"')`.execute(database.db)
  const { worker, received } = workerOf()
  await worker.drain()
  expect(received).toEqual(['e', 'f'])
  expect(await interruptions()).toMatchObject({ d: 2, e: 1 })
  expect(await interruptions()).not.toHaveProperty('f')
  expect(await deadJobs()).toEqual([
    { payload: expect.objectContaining({ listener: 'listener' }), last_error: expect.stringContaining('thing.happened') },
  ])
  expect(await platform.database.transaction((tx) => retryDeadJobs(tx, clock))).toBe(1)
  await worker.drain()
  expect([received, await deadJobs()]).toEqual([['e', 'f', 'd'], []])
})

test('a batch of a process that is alive and failed, or that was committed, is not counted', async () => {
  const { worker, received } = workerOf()
  await emitThings('g')
  const failing = on('*', 'failing', async (tx) => void (await sql`select 1 / 0`.execute(tx)))
  const alive = createWorker({ platform, jobs: [], listeners: [failing] })
  await alive.drain()
  await emitThings('h')
  await worker.drain()
  expect(received).toEqual(['h'])
  expect(await interruptions()).not.toHaveProperty('h')
})

test('without waiting events the relay sends one statement, and records nothing', async () => {
  const last = () => sql<{ last: number }>`select last_value as last from relay_position`.execute(database.db).then(({ rows }) => rows[0])
  const before = await last()
  expect(await readOutbox(database.db, { tag: 1, marks: true })).toEqual({ hasWaiting: false, unfinishedAt: null })
  expect(await last()).toEqual(before)
})
