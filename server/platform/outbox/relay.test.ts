// Databases: both.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { AssembledPlatform } from '#platform/assemble.ts'
import { movableClock } from '#platform/clock.ts'
import type { Tx } from '#platform/database/database.ts'
import { createWorker } from '#platform/worker/worker.ts'
import { testPlatform } from '#test/support/platform.ts'
import { declareEvents, emit } from './emit.ts'
import { type Listener, on, type ReceivedEvent } from './listener.ts'

const clock = movableClock(new Date('2026-03-01T10:00:00.000Z'))
let platform: AssembledPlatform

beforeAll(async () => {
  declareEvents({ 'thing.happened': { audience: 'merchant' } })
  platform = await testPlatform({ clock })
})

const emitThing = (tx: Tx, event: { organizationId: string | null; resourceId?: string; payload: unknown }) =>
  emit(tx, platform, { name: 'thing.happened', resourceId: event.resourceId ?? newId(clock.now()), now: clock.now(), ...event } as never)

const payloadOf = (event: { readonly payload: unknown }): unknown => event.payload

const emitAndCommit = (organizationId: string | null, ...payloads: unknown[]) =>
  platform.database.transaction(async (tx) => {
    for (const payload of payloads) await emitThing(tx, { organizationId, payload })
  })

/** A listener that collects the events of the given organizations. */
function collector(name: string, organizations: readonly (string | null)[], received: ReceivedEvent[]): Listener {
  return on('*', name, async (_, event) => {
    if (organizations.includes(event.organizationId)) received.push(event as ReceivedEvent)
  })
}

test('events are delivered in order, numbered per organization without gaps, to the listeners in their order', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  await emitAndCommit(one, 'a')
  await emitAndCommit(other, 'b')
  await emitAndCommit(one, 'c', 'd')
  const received: ReceivedEvent[] = []
  const order: string[] = []
  const listeners = ['first', 'second'].map((name) =>
    on('*', name, async (_, event) => void (event.organizationId === one && order.push(`${name} ${event.payload}`))),
  )
  await createWorker({ platform, jobs: [], listeners: [...listeners, collector('collector', [one, other], received)] }).drain()
  expect(received.map((event) => [event.organizationId, event.sequence, event.payload])).toEqual([
    [one, 1, 'a'],
    [other, 1, 'b'],
    [one, 2, 'c'],
    [one, 3, 'd'],
  ])
  expect(order).toEqual(['first a', 'second a', 'first c', 'second c', 'first d', 'second d'])
})

test('an event without an organization is delivered once, without a number', async () => {
  const payload = randomUUID()
  await emitAndCommit(null, payload)
  const received: ReceivedEvent[] = []
  const worker = createWorker({ platform, jobs: [], listeners: [collector('collector', [null], received)] })
  await worker.drain()
  await worker.drain()
  expect(received.filter((event) => payloadOf(event) === payload).map((event) => event.sequence)).toEqual([0])
})

test('an event whose transaction is rolled back is never delivered', async () => {
  const organizationId = randomUUID()
  const undone = platform.database.transaction(async (tx) => {
    await emitThing(tx, { organizationId, payload: 'undone' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await emitAndCommit(organizationId, 'done')
  const received: ReceivedEvent[] = []
  await createWorker({ platform, jobs: [], listeners: [collector('collector', [organizationId], received)] }).drain()
  expect(received.map((event) => [event.sequence, event.payload])).toEqual([[1, 'done']])
})

test('a listener that fails gets the event again later; its writes are rolled back and other listeners get the event once', async () => {
  const organizationId = randomUUID()
  await emitAndCommit(organizationId, 'x', 'y')
  const received: ReceivedEvent[] = []
  const retried: unknown[] = []
  let attempts = 0
  const failing = on('*', 'failing', async (tx, event) => {
    if (event.organizationId !== organizationId || payloadOf(event) !== 'x') return
    attempts += 1
    await sql`insert into job_periods (kind, period_at) values (${`${organizationId} ${attempts}`}, ${clock.now()})`.execute(tx)
    // The first two attempts are the whole batch and the retry behind a savepoint; without it the failed statement would abort the transaction.
    if (attempts <= 3) await sql`select 1 / 0`.execute(tx)
    retried.push(event.payload)
  })
  const worker = createWorker({ platform, jobs: [], listeners: [failing, collector('collector', [organizationId], received)] })
  await worker.drain()
  expect(received.map((event) => event.payload)).toEqual(expect.arrayContaining(['x', 'y']))
  expect(attempts).toBe(3)
  clock.advance(60)
  await worker.drain()
  expect([attempts, retried]).toEqual([4, ['x']])
  const periods = await sql<{ kind: string }>`select kind from job_periods where kind like ${`${organizationId}%`}`.execute(
    platform.database.db,
  )
  expect(periods.rows.map((row) => row.kind)).toEqual([`${organizationId} 4`])
})

test('with eight writers and two relays at once no event is lost, duplicated, or out of order within its resource', async () => {
  const organizationId = randomUUID()
  const resources: string[] = [randomUUID(), randomUUID()]
  for (const id of resources)
    await sql`insert into job_periods (kind, period_at) values (${`lock ${id}`}, ${new Date(0)})`.execute(platform.database.db)
  const counts = new Map(resources.map((id) => [id, 0]))
  const write = async (resourceId: string, early: boolean) =>
    platform.database.transaction(async (tx) => {
      // Half of the writers write before they lock, so that the order of first writes differs from the order of the locks.
      if (early) await sql`insert into job_periods (kind, period_at) values (${randomUUID()}, ${new Date(0)})`.execute(tx)
      await sql`select kind from job_periods where kind = ${`lock ${resourceId}`} for update`.execute(tx)
      const next = (counts.get(resourceId) ?? 0) + 1
      counts.set(resourceId, next)
      await emitThing(tx, { organizationId, resourceId, payload: next })
    })
  const received: ReceivedEvent[] = []
  const workers = [1, 2].map(() => createWorker({ platform, jobs: [], listeners: [collector('collector', [organizationId], received)] }))
  for (const worker of workers) await worker.start()
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let turn = 0; turn < 25; turn += 1) await write(resources[(writer + turn) % 2] ?? '', writer % 2 === 0)
    }),
  )
  await workers[0]?.drain()
  await Promise.all(workers.map((worker) => worker.stop()))
  await workers[0]?.drain()
  for (const id of resources)
    expect(received.filter((event) => event.resourceId === id).map((event) => event.payload)).toEqual(
      Array.from({ length: 100 }, (_, at) => at + 1),
    )
  expect(received.map((event) => event.sequence)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
})
