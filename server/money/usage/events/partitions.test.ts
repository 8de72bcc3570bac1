// The partitions of events over the months: created in advance, and dropped where events are not kept for ever.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'
import { createEventMonths } from './actions/create-event-months.ts'
import { expireEvents } from './actions/expire-events.ts'
import { monthsFrom } from './months/months.ts'
import { detachMonth, findEventsFrom, listDetached } from './months/store.ts'

let server: TestServer
let merchant: TestMerchant

beforeEach(async () => {
  server = await testServer({ database: await ownDatabase(), settings: { EVENT_RETENTION_MONTHS: '3' } })
  merchant = await aMerchant(server)
})
afterEach(() => server.close())

const insert = (...timestamps: string[]) =>
  insertUsageEvents(
    server.platform.database,
    timestamps.map((timestamp) => ({ organizationId: merchant.organizationId, timestamp: new Date(timestamp) })),
  )

/** The partitions with their events, `2026_03: 2`. */
async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select part.name, count(event.id)::int as count from pg_inherits
    cross join lateral (select inhrelid::regclass::text as name) as part
    left join usage_events event on event.tableoid = inhrelid where inhparent = 'usage_events'::regclass group by 1 order by 1`.execute(
    server.platform.database.db,
  )
  return rows.map(({ name, count }) => `${name.slice('usage_events_'.length)}: ${count}`)
}

const listed = async (): Promise<{ readonly timestamps: readonly string[]; readonly total: number }> => {
  const { status, json, text } = await merchant.request('GET', '/v1/events/?sorting=timestamp')
  expect(status, text).toBe(200)
  const timestamps = json.items.map(({ timestamp }: { timestamp: string }) => timestamp.slice(0, 10))
  return { timestamps, total: json.pagination.total_count }
}

test('the present and the next two months get a partition, and events move there', async () => {
  const days = ['2025-11-30T23:59:59.999Z', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z', '2026-03-31T23:59:59.999Z']
  await insert(...days, '2026-04-01T00:00:00Z', '2027-01-01T00:00:00Z')
  const before = await listed()
  await createEventMonths(server.platform)
  expect(await partitions()).toEqual(['2026_03: 2', '2026_04: 1', '2026_05: 0', 'other: 3'])
  expect(await listed()).toEqual(before)
  expect(before.total).toBe(6)
  await createEventMonths(server.platform)
  expect(await partitions()).toEqual(['2026_03: 2', '2026_04: 1', '2026_05: 0', 'other: 3'])
})

test('events are ingested into their partition, and leave with their organization', async () => {
  await createEventMonths(server.platform)
  const [own] = await insert('2026-03-12T00:00:00Z')
  await insert('2026-03-13T00:00:00Z', '2026-01-13T00:00:00Z')
  expect(await partitions()).toEqual(['2026_03: 2', '2026_04: 0', '2026_05: 0', 'other: 1'])
  await expect(insertUsageEvents(server.platform.database, own ? [own] : [])).rejects.toThrow('duplicate key')
  await sql`delete from organizations where id = ${merchant.organizationId}`.execute(server.platform.database.db)
  expect(await partitions()).toEqual(['2026_03: 0', '2026_04: 0', '2026_05: 0', 'other: 0'])
})

test('events that are ingested while months are created are all stored', async () => {
  const event = { name: 'call', external_customer_id: 'later', timestamp: '2026-03-10T00:00:00Z' }
  const ingest = async () => (await merchant.request('POST', '/v1/events/ingest', { body: { events: [event, event] } })).status
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, ingest),
    createEventMonths(server.platform).then(() => 200),
    ...Array.from({ length: 20 }, ingest),
  ])
  expect(answers).toEqual(Array(41).fill(200))
  expect(await partitions()).toEqual(['2026_03: 80', '2026_04: 0', '2026_05: 0', 'other: 0'])
  expect((await listed()).total).toBe(80)
})

test('every list that is read while months are created has all events', async () => {
  await insert(...Array.from({ length: 5000 }, () => '2026-03-10T00:00:00Z'))
  const list = async () => (await merchant.request('GET', '/v1/events/?name=ai.tokens')).json.pagination.total_count
  const totals = new Set<number>()
  let isOver = false
  const readers = Array.from({ length: 5 }, async () => {
    while (!isOver) totals.add(await list())
  })
  await createEventMonths(server.platform)
  isOver = true
  await Promise.all(readers)
  expect([...totals]).toEqual([5000])
  expect(await partitions()).toEqual(['2026_03: 5000', '2026_04: 0', '2026_05: 0', 'other: 0'])
})

test('events that are ingested while their month is dropped are stored', async () => {
  await createEventMonths(server.platform)
  server.clock.set(new Date('2026-07-12T00:00:00Z'))
  const event = { name: 'call', external_customer_id: 'later', timestamp: '2026-03-10T00:00:00Z' }
  const ingest = async () => (await merchant.request('POST', '/v1/events/ingest', { body: { events: [event] } })).status
  const expire = () => expireEvents(server.platform).then(() => 200)
  const answers = await Promise.all([...Array.from({ length: 20 }, ingest), expire(), ...Array.from({ length: 20 }, ingest)])
  expect(answers).toEqual(Array(41).fill(200))
  await expireEvents(server.platform)
  expect(await listed()).toEqual({ timestamps: [], total: 0 })
})

test('a month with more events than one transaction moves is left alone, with a warning', async () => {
  const warn = vi.spyOn(server.platform.log, 'warn').mockImplementation(() => undefined)
  await insert('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-04-02T00:00:00Z')
  await createEventMonths(server.platform, { movedMaximum: 1 })
  expect(await partitions()).toEqual(['2026_04: 1', '2026_05: 0', 'other: 2'])
  expect(warn.mock.calls.map(([, details]) => details)).toEqual([{ partition: 'usage_events_2026_03', movedMaximum: 1 }])
})

test('the jobs of a day create the months, and drop those that are no longer kept', async () => {
  await server.drain()
  await insert('2026-02-10T00:00:00Z', '2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z', '2026-04-10T00:00:00Z', '2026-06-30T00:00:00Z')
  server.clock.set(new Date('2026-06-30T12:00:00Z'))
  await server.drain()
  expect((await listed()).timestamps).toEqual(['2026-03-10', '2026-03-11', '2026-04-10', '2026-06-30'])
  server.clock.set(new Date('2026-07-01T12:00:00Z'))
  await server.drain()
  expect(await listed()).toEqual({ timestamps: ['2026-04-10', '2026-06-30'], total: 2 })
  expect(await partitions()).toEqual(['2026_04: 1', '2026_05: 0', '2026_06: 1', '2026_07: 0', '2026_08: 0', '2026_09: 0', 'other: 0'])
})

test('what was dropped stays recorded as such, and the ids of senders stay', async () => {
  const { db } = server.platform.database
  const event = { name: 'call', timestamp: '2026-01-05T00:00:00Z', external_customer_id: 'later', external_id: 'one' }
  const ingest = async () => (await merchant.request('POST', '/v1/events/ingest', { body: { events: [event] } })).json
  expect(await ingest()).toEqual({ inserted: 1, duplicates: 0 })
  server.clock.set(new Date('2026-05-31T00:00:00Z'))
  await expireEvents(server.platform)
  expect((await listed()).total).toBe(0)
  expect(await ingest()).toEqual({ inserted: 0, duplicates: 1 })
  const from = async () => (await db.selectFrom('usage_event_retention').select('events_from').execute()).map((row) => row.events_from)
  expect(await from()).toEqual([new Date('2026-02-01T00:00:00Z')])
  server.clock.set(new Date('2026-04-30T00:00:00Z'))
  await expireEvents(server.platform)
  expect(await from()).toEqual([new Date('2026-02-01T00:00:00Z')])
})

test('a month is detached by the statements of the guide', async () => {
  const statements = /```sql\n(.*?)```/s.exec(await readFile('docs/guides/usage-events.md', 'utf8'))?.[1] ?? ''
  await createEventMonths(server.platform)
  await insert('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z', '2026-04-01T00:00:00Z')
  const ofMarch = statements.replaceAll('2026_01', '2026_03').replaceAll('2026-02', '2026-04')
  await sql.raw(ofMarch).execute(server.platform.database.db)
  expect(await listed()).toEqual({ timestamps: ['2026-04-01'], total: 1 })
  const { rows } = await sql`select count(*)::int as count from usage_events_2026_03`.execute(server.platform.database.db)
  expect([rows, await findEventsFrom(server.platform.database.db)]).toEqual([[{ count: 2 }], new Date('2026-04-01T00:00:00Z')])
})

test('a month whose run ended before it was dropped is dropped by the next one', async () => {
  await createEventMonths(server.platform)
  await insert('2026-03-10T00:00:00Z', '2026-04-10T00:00:00Z')
  const [march] = monthsFrom(server.clock.now(), 1)
  if (march) await server.platform.database.transaction((tx) => detachMonth(tx, march))
  expect(await listDetached(server.platform.database.db)).toEqual(['usage_events_dropped_2026_03'])
  await expireEvents(server.platform)
  expect(await listDetached(server.platform.database.db)).toEqual([])
  expect(await listed()).toEqual({ timestamps: ['2026-04-10'], total: 1 })
})

test('without the setting nothing is dropped', async () => {
  await insert('2020-02-10T00:00:00Z')
  await expireEvents({ ...server.platform, settings: { ...server.settings, EVENT_RETENTION_MONTHS: undefined } })
  expect((await listed()).total).toBe(1)
  expect(await server.platform.database.db.selectFrom('usage_event_retention').select('only_row').execute()).toEqual([])
})
