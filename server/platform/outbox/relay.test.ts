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

const told = (tx: Tx, fact: { organizationId: string | null; resourceId?: string; payload: unknown }) =>
  emit(tx, platform, { name: 'thing.happened', resourceId: fact.resourceId ?? newId(clock.now()), now: clock.now(), ...fact } as never)

const payloadOf = (fact: { readonly payload: unknown }): unknown => fact.payload

const happen = (organizationId: string | null, ...payloads: unknown[]) =>
  platform.database.transaction(async (tx) => {
    for (const payload of payloads) await told(tx, { organizationId, payload })
  })

/** A listener that keeps what it hears of the organizations named. */
function ear(name: string, organizations: readonly (string | null)[], heard: ReceivedEvent[]): Listener {
  return on('*', name, async (_, fact) => {
    if (organizations.includes(fact.organizationId)) heard.push(fact as ReceivedEvent)
  })
}

test('facts are heard in order, numbered for each organization without gaps, by listeners in their order', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  await happen(one, 'a')
  await happen(other, 'b')
  await happen(one, 'c', 'd')
  const heard: ReceivedEvent[] = []
  const order: string[] = []
  const listeners = ['first', 'second'].map((name) =>
    on('*', name, async (_, fact) => void (fact.organizationId === one && order.push(`${name} ${fact.payload}`))),
  )
  await createWorker({ platform, jobs: [], listeners: [...listeners, ear('ear', [one, other], heard)] }).drain()
  expect(heard.map((fact) => [fact.organizationId, fact.sequence, fact.payload])).toEqual([
    [one, 1, 'a'],
    [other, 1, 'b'],
    [one, 2, 'c'],
    [one, 3, 'd'],
  ])
  expect(order).toEqual(['first a', 'second a', 'first c', 'second c', 'first d', 'second d'])
})

test('a fact of no organization is heard once, without a number', async () => {
  const payload = randomUUID()
  await happen(null, payload)
  const heard: ReceivedEvent[] = []
  const worker = createWorker({ platform, jobs: [], listeners: [ear('ear', [null], heard)] })
  await worker.drain()
  await worker.drain()
  expect(heard.filter((fact) => payloadOf(fact) === payload).map((fact) => fact.sequence)).toEqual([0])
})

test('a fact whose transaction is rolled back is never heard', async () => {
  const organizationId = randomUUID()
  const undone = platform.database.transaction(async (tx) => {
    await told(tx, { organizationId, payload: 'undone' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await happen(organizationId, 'done')
  const heard: ReceivedEvent[] = []
  await createWorker({ platform, jobs: [], listeners: [ear('ear', [organizationId], heard)] }).drain()
  expect(heard.map((fact) => [fact.sequence, fact.payload])).toEqual([[1, 'done']])
})

test('a listener that fails hears the fact again later; the others hear it once and what it wrote is gone', async () => {
  const organizationId = randomUUID()
  await happen(organizationId, 'x', 'y')
  const heard: ReceivedEvent[] = []
  const again: unknown[] = []
  let attempts = 0
  const failing = on('*', 'failing', async (tx, fact) => {
    if (fact.organizationId !== organizationId || payloadOf(fact) !== 'x') return
    attempts += 1
    await sql`insert into job_periods (kind, period_at) values (${`${organizationId} ${attempts}`}, ${clock.now()})`.execute(tx)
    // The first two are the whole batch and the same behind a savepoint; a broken statement would spoil the transaction.
    if (attempts <= 3) await sql`select 1 / 0`.execute(tx)
    again.push(fact.payload)
  })
  const worker = createWorker({ platform, jobs: [], listeners: [failing, ear('ear', [organizationId], heard)] })
  await worker.drain()
  expect(heard.map((fact) => fact.payload)).toEqual(expect.arrayContaining(['x', 'y']))
  expect(attempts).toBe(3)
  clock.advance(60)
  await worker.drain()
  expect([attempts, again]).toEqual([4, ['x']])
  const kept = await sql<{ kind: string }>`select kind from job_periods where kind like ${`${organizationId}%`}`.execute(
    platform.database.db,
  )
  expect(kept.rows.map((row) => row.kind)).toEqual([`${organizationId} 4`])
})

test('of eight writers and two relays at once, no fact is lost, doubled, or out of the order of its resource', async () => {
  const organizationId = randomUUID()
  const resources: string[] = [randomUUID(), randomUUID()]
  for (const id of resources)
    await sql`insert into job_periods (kind, period_at) values (${`lock ${id}`}, ${new Date(0)})`.execute(platform.database.db)
  const counts = new Map(resources.map((id) => [id, 0]))
  const write = async (resourceId: string, early: boolean) =>
    platform.database.transaction(async (tx) => {
      // Half of the writers write before they lock, so that the order of first writes is not that of the locks.
      if (early) await sql`insert into job_periods (kind, period_at) values (${randomUUID()}, ${new Date(0)})`.execute(tx)
      await sql`select kind from job_periods where kind = ${`lock ${resourceId}`} for update`.execute(tx)
      const next = (counts.get(resourceId) ?? 0) + 1
      counts.set(resourceId, next)
      await told(tx, { organizationId, resourceId, payload: next })
    })
  const heard: ReceivedEvent[] = []
  const workers = [1, 2].map(() => createWorker({ platform, jobs: [], listeners: [ear('ear', [organizationId], heard)] }))
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
    expect(heard.filter((fact) => fact.resourceId === id).map((fact) => fact.payload)).toEqual(
      Array.from({ length: 100 }, (_, at) => at + 1),
    )
  expect(heard.map((fact) => fact.sequence)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
})
