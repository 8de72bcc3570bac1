// Months of events are handed over to ClickHouse, and are read there as they were read before.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { createClickHouse } from '#platform/clickhouse/client.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type ClickHouseServer, startClickHouse } from '#test/support/clickhouse/clickhouse-server.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type CountedTurns, countTurns } from '#test/support/postgresql/turns.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { insertUsageEvents, type TestUsageEvent } from '#test/support/usage/usage-events.ts'
import { anonymizeEvents } from '../actions/anonymize-events.ts'
import { archiveEvents } from '../actions/archive-events.ts'
import { createEventMonths } from '../actions/create-event-months.ts'
import { monthsFrom } from '../months/months.ts'
import { detachMonth, findEventsFrom, listDetached, raiseEventsFrom } from '../months/store.ts'
import { clickHouseEvents } from './adapters/clickhouse.ts'

const JULY = new Date('2026-07-02T00:00:00Z')

let clickhouse: ClickHouseServer
let server: TestServer
let merchant: TestMerchant
let turns: CountedTurns

beforeEach(async () => {
  turns = countTurns()
  clickhouse = await startClickHouse()
  const database = await ownDatabase(turns)
  server = await testServer({ database, settings: { EVENT_RETENTION_MONTHS: '3', EVENTS_CLICKHOUSE_URL: clickhouse.url } })
  merchant = await aMerchant(server)
  await createEventMonths(server.platform)
})
afterEach(async () => {
  turns.stop()
  await server.close()
  await clickhouse.close()
})

const insert = (events: readonly (Omit<TestUsageEvent, 'organizationId' | 'timestamp'> & { readonly at: string })[]) =>
  insertUsageEvents(
    server.platform.database,
    events.map(({ at, ...event }) => ({ organizationId: merchant.organizationId, timestamp: new Date(at), ...event })),
  )

const days = ['2026-01-20', '2026-03-12', '2026-03-13', '2026-03-31', '2026-04-01', '2026-05-05', '2026-06-30']
const insertDays = () =>
  insert(days.map((day, at) => ({ at: `${day}T12:00:00Z`, name: 'call', metadata: { units: at, model: `m${at % 2}` } })))

const get = async (path: string, query: Readonly<Record<string, string>> = {}) => {
  const { status, json, text } = await merchant.request('GET', `${path}?${new URLSearchParams(query)}`)
  expect(status, text).toBe(200)
  return json
}
const listed = async (query: Readonly<Record<string, string>> = {}) => {
  const { items, pagination } = await get('/v1/events/', { sorting: 'timestamp', ...query })
  return { days: items.map((each: { timestamp: string }) => each.timestamp.slice(0, 10)), total: pagination.total_count }
}
const storedDays = async () => {
  const { rows } = await sql<{ day: string }>`select to_char("timestamp" at time zone 'UTC', 'YYYY-MM-DD') as day from usage_events
    order by id`.execute(server.platform.database.db)
  return rows.map(({ day }) => day)
}
const platformWith = (changed: object = {}) => ({ ...server.platform, clickhouse: createClickHouse(clickhouse.url), ...changed })

/** Hands over what is due in July: March and everything before, in steps of two events. */
async function handOver(): Promise<void> {
  server.clock.set(JULY)
  const platform = platformWith()
  for (let outcome: unknown = 'more'; outcome; ) outcome = await archiveEvents(platform, { batch: 2 })
  await platform.clickhouse.close()
}

test('months are handed over by the daily job, and every list stays as it was', async () => {
  await insertDays()
  await server.drain()
  const queries = [
    {},
    { sorting: '-timestamp' },
    ...[1, 2, 3, 4].map((page) => ({ page: String(page), limit: '2' })),
    ...[1, 2, 3, 4].map((page) => ({ page: String(page), limit: '2', sorting: '-timestamp', name: 'call' })),
    { start_timestamp: '2026-03-13T00:00:00Z', end_timestamp: '2026-05-01T00:00:00Z' },
    { end_timestamp: '2026-03-13T00:00:00Z' },
    { start_timestamp: '2026-04-01T00:00:00Z' },
    { filter: JSON.stringify({ conjunction: 'and', clauses: [{ property: 'units', operator: 'gte', value: 2 }] }) },
    { 'metadata[model]': 'm1' },
    { query: 'ALL' },
    { source: 'system' },
  ]
  const before = await Promise.all(queries.map((query) => get('/v1/events/', query)))
  server.clock.set(JULY)
  await server.drain()
  expect(await storedDays()).toEqual(days.slice(4))
  expect(await findEventsFrom(server.platform.database.db)).toEqual(new Date('2026-04-01T00:00:00Z'))
  expect(await Promise.all(queries.map((query) => get('/v1/events/', query)))).toEqual(before)
  expect((await listed()).total).toBe(7)
})

test('no transaction waits for ClickHouse', async () => {
  await insertDays()
  turns.takeLongest()
  await handOver()
  expect(turns.takeLongest()).toBe(0)
})

test('one event is found wherever it is, with its customer, and by no other merchant', async () => {
  const customer = (await merchant.request('POST', '/v1/customers/', { body: { email: 'a@example.test', external_id: 'own' } })).json
  const [event] = await insert([{ at: '2026-03-12T12:00:00Z', customerId: customer.id }])
  const before = await get(`/v1/events/${event?.id}`)
  await handOver()
  expect(await storedDays()).toEqual([])
  expect(await get(`/v1/events/${event?.id}`)).toEqual(before)
  expect(before.customer.id).toBe(customer.id)
  expect(await listed({ external_customer_id: 'own' })).toEqual({ days: ['2026-03-12'], total: 1 })
  expect(await listed({ customer_id: customer.id })).toEqual({ days: ['2026-03-12'], total: 1 })
  const other = await aMerchant(server)
  expect((await other.request('GET', `/v1/events/${event?.id}`)).status).toBe(404)
  expect((await merchant.request('GET', `/v1/events/${newId(JULY)}`)).status).toBe(404)
})

test('quantities that read the events are the same before and after', async () => {
  await insertDays()
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] }
  const functions = ['count', 'sum', 'max', 'min', 'avg', 'unique']
  const ids: string[] = []
  for (const func of functions) {
    const body = { name: func, filter, aggregation: { func, ...(func !== 'count' && { property: func === 'unique' ? 'model' : 'units' }) } }
    ids.push((await merchant.request('POST', '/v1/meters/', { body })).json.id)
  }
  await server.drain()
  const range = { start_timestamp: '2026-01-01T00:00:00Z', end_timestamp: '2026-06-30T23:00:00Z' }
  const queries = [
    { ...range, interval: 'month', timezone: 'Asia/Kolkata' },
    { ...range, interval: 'year', 'metadata[model]': 'm1' },
    { ...range, interval: 'year', timezone: 'Europe/Berlin' },
    { ...range, end_timestamp: '2026-03-20T00:00:00Z', interval: 'week' },
  ]
  const read = () => Promise.all(ids.flatMap((id) => queries.map((query) => get(`/v1/meters/${id}/quantities`, query))))
  const before = await read()
  await handOver()
  expect(await storedDays()).toHaveLength(3)
  expect(await read()).toEqual(before)
  expect(before.map(({ total }) => total)).toContain(2)
})

test('an event that is attached to its customer while its month is copied is handed over with the customer', async () => {
  await insert([
    { at: '2026-03-12T12:00:00Z', externalCustomerId: 'later' },
    { at: '2026-03-13T12:00:00Z', externalCustomerId: 'later' },
  ])
  // The events are read already.
  clickhouse.before(/INSERT/, async () => {
    await merchant.request('POST', '/v1/customers/', { body: { email: 'a@example.test', external_id: 'later' } })
    await sql`update usage_events set customer_id = (select id from customers where external_id = 'later')`.execute(
      server.platform.database.db,
    )
  })
  await handOver()
  const { items } = await get('/v1/events/')
  expect(items.map(({ customer }: { customer: { external_id: string } | null }) => customer?.external_id)).toEqual(['later', 'later'])
})

test('events that arrive late for a month that was handed over are moved by the next run', async () => {
  await insertDays()
  await handOver()
  const event = { name: 'late', external_customer_id: 'later', timestamp: '2026-03-14T00:00:00Z', external_id: 'once' }
  const ingest = async () => (await merchant.request('POST', '/v1/events/ingest', { body: { events: [event] } })).json
  expect([await ingest(), await ingest()]).toEqual([
    { inserted: 1, duplicates: 0 },
    { inserted: 0, duplicates: 1 },
  ])
  await handOver()
  expect(await storedDays()).toEqual(days.slice(4))
  expect(await listed({ name: 'late' })).toEqual({ days: ['2026-03-14'], total: 1 })
  expect((await listed()).total).toBe(8)
})

test.each([
  ['a lost answer to an insertion', [{ kind: 'silence' }], /INSERT/],
  ['an answer that is cut', [{ kind: 'cut' }], /digest/],
  ['an exception at the end of an answer', [{ kind: 'late-exception' }], /digest/],
  ['a server without memory', [{ kind: 'exception', code: 241 }], /INSERT/],
  ['a refused statement', [{ kind: 'exception', code: 62 }], /digest/],
] as const)('a hand-over goes on after %s, and loses and repeats nothing', async (_name, faults, when) => {
  await insertDays()
  server.clock.set(JULY)
  clickhouse.fail(faults, when)
  const platform = platformWith({ clickhouse: createClickHouse(clickhouse.url, { readMs: 500, writeMs: 500 }) })
  await expect(archiveEvents(platform, { batch: 2 })).rejects.toThrow()
  expect(await storedDays()).toEqual(days)
  await archiveEvents(platform, { batch: 2 })
  await platform.clickhouse.close()
  expect(await storedDays()).toEqual(days.slice(4))
  expect(await listed()).toEqual({ days, total: 7 })
})

test('a run that ended after a month was detached is finished by the next one', async () => {
  await insertDays()
  const [march] = monthsFrom(new Date('2026-03-01T00:00:00Z'), 1)
  await server.platform.database.transaction(async (tx) => {
    if (march) await detachMonth(tx, march)
    await raiseEventsFrom(tx, new Date('2026-04-01T00:00:00Z'))
  })
  await handOver()
  expect(await listDetached(server.platform.database.db)).toEqual([])
  expect(await storedDays()).toEqual(days.slice(4))
  expect(await listed()).toEqual({ days, total: 7 })
})

test('a run that is over goes on where it was', async () => {
  await insertDays()
  server.clock.set(JULY)
  const platform = platformWith()
  expect(await archiveEvents(platform, { batch: 1, runMs: 0 })).toEqual({ againInSeconds: 0 })
  expect(await storedDays()).toEqual(days)
  expect(await archiveEvents(platform, { batch: 1 })).toBeUndefined()
  expect(await archiveEvents(platform, { batch: 1 })).toBeUndefined()
  await platform.clickhouse.close()
  expect(await storedDays()).toEqual(days.slice(4))
  expect(await server.platform.database.db.selectFrom('usage_event_copies').select('source_table').execute()).toEqual([])
  expect(await clickhouse.engine.rowCount()).toBe(4)
})

test('a month is not dropped while ClickHouse has other events', async () => {
  await insertDays()
  await handOver()
  const [march] = await insert([{ at: '2026-04-20T00:00:00Z' }])
  server.clock.set(new Date('2026-08-02T00:00:00Z'))
  const platform = platformWith()
  // The inserted rows are lost: the server says that they were stored.
  const deaf = { ...platform, clickhouse: { ...platform.clickhouse, insert: async () => undefined } }
  await expect(archiveEvents(deaf, { batch: 2 })).rejects.toThrow('stays different')
  expect(await listDetached(platform.database.db)).toEqual([])
  expect(await get(`/v1/events/${march?.id}`)).toMatchObject({ id: march?.id })
  await archiveEvents(platform, { batch: 2 })
  await platform.clickhouse.close()
  expect((await listed()).total).toBe(8)
  expect(await storedDays()).toEqual(days.slice(5))
})

test('the events of a deleted organization are deleted in ClickHouse, also those that a copy sends afterwards', async () => {
  const other = await aMerchant(server)
  const of = ({ organizationId }: TestMerchant) => ({ organizationId, timestamp: new Date('2025-11-02T00:00:00Z') })
  const [gone, stayed] = await insertUsageEvents(server.platform.database, [of(merchant), of(other), of(merchant)])
  await server.drain()
  expect([await storedDays(), await clickhouse.engine.rowCount()]).toEqual([[], 3])
  const body = { organizationId: merchant.organizationId }
  expect((await merchant.owner.request('POST', '/api/auth/organization/delete', { body })).status).toBe(200)
  clickhouse.fail([{ kind: 'exception', code: 241 }], /ALTER/)
  await server.drain()
  expect(await clickhouse.engine.rowCount()).toBe(3)
  server.clock.set(new Date(server.clock.now().getTime() + 1_800_000))
  await server.drain()
  expect(await clickhouse.engine.rowCount()).toBe(1)
  const client = createClickHouse(clickhouse.url)
  const metadataText = '{}'
  if (gone) await clickHouseEvents(client, server.platform.database.db).insertEvents([{ ...gone, metadataText }], server.clock.now())
  await client.close()
  server.clock.set(new Date(server.clock.now().getTime() + 3_600_000))
  await server.drain()
  expect(await clickhouse.engine.rowCount()).toBe(1)
  expect((await other.request('GET', `/v1/events/${stayed?.id}`)).status).toBe(200)
})

test('lists of handed-over months are answered with 503 while ClickHouse does not answer, and all others as usual', async () => {
  await insertDays()
  await handOver()
  await clickhouse.close()
  expect((await merchant.request('GET', '/v1/events/')).status).toBe(503)
  expect(await listed({ start_timestamp: '2026-04-01T00:00:00Z' })).toEqual({ days: days.slice(4), total: 3 })
  const event = { name: 'late', external_customer_id: 'later', timestamp: '2026-03-14T00:00:00Z' }
  expect((await merchant.request('POST', '/v1/events/ingest', { body: { events: [event] } })).status).toBe(200)
  clickhouse = await startClickHouse()
})

test('a month is returned by the statements of the guide', async () => {
  const guide = await readFile('docs/guides/outgrow-postgresql.md', 'utf8')
  const statements = /```sql\n(begin;\ndelete.*?)```/s.exec(guide)?.[1] ?? ''
  const inserted = await insertDays()
  await handOver()
  const { db, transaction } = server.platform.database
  const [march] = monthsFrom(new Date('2026-03-01T00:00:00Z'), 1)
  const [january] = monthsFrom(new Date('2026-01-01T00:00:00Z'), 1)
  expect([statements.includes(january?.firstId ?? '?'), statements.includes(january?.endId ?? '?')]).toEqual([true, true])
  await insert([{ at: '2026-03-20T00:00:00Z', name: 'late' }])
  await transaction(async (tx) => {
    await sql`create table usage_events_2026_03 (like usage_events including all)`.execute(tx)
    for (const { organizationId, id, timestamp, name, metadata } of inserted.slice(1, 4))
      await sql`insert into usage_events_2026_03 (organization_id, id, "timestamp", name, source, metadata)
        values (${organizationId}, ${id}, ${timestamp}, ${name}, 'user', ${JSON.stringify(metadata)}::jsonb)`.execute(tx)
  })
  const ofMarch = statements
    .replaceAll(january?.firstId ?? '', march?.firstId ?? '')
    .replaceAll(january?.endId ?? '', march?.endId ?? '')
    .replaceAll('2026_01', '2026_03')
    .replaceAll('2026-01-01', '2026-03-01')
  await sql.raw(ofMarch).execute(db)
  expect(await storedDays()).toEqual(['2026-03-12', '2026-03-13', '2026-03-20', '2026-03-31', ...days.slice(4)])
  expect((await listed()).days).toEqual(['2026-01-20', '2026-03-12', '2026-03-13', '2026-03-20', '2026-03-31', ...days.slice(4)])
  expect((await listed()).total).toBe(8)
})

test('events of an anonymized customer lose what names the person there too, and their older copies are deleted', async () => {
  const meter = { name: 'Units', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'sum', property: 'units' } }
  await merchant.request('POST', '/v1/meters/', { body: meter })
  const customer = { email: 'sophie@example.test', external_id: 'sophie' }
  const customerId = (await merchant.request('POST', '/v1/customers/', { body: customer })).json.id
  const named = { customerId, externalCustomerId: 'sophie', externalId: 'of-sophie', metadata: { units: 3, note: 'I am Sophie' } }
  await insert([
    { at: '2026-03-12T12:00:00Z', name: 'call', ...named },
    { at: '2026-03-13T12:00:00Z', name: 'call', externalId: 'of-another', metadata: { units: 4, note: 'I am Blaise' } },
  ])
  await handOver()
  expect(await clickhouse.engine.rowCount()).toBe(2)
  server.clock.advance(60)
  await anonymizeEvents(server.platform, { organizationId: merchant.organizationId, customerId })
  const { items } = await get('/v1/events/', { sorting: 'timestamp' })
  expect(items.map((each: { metadata: object; external_id: string | null }) => [each.metadata, each.external_id])).toEqual([
    [{ units: 3 }, null],
    [{ units: 4, note: 'I am Blaise' }, 'of-another'],
  ])
  const copies = { text: 'SELECT id FROM usage_events', parameters: new Map<string, string>(), body: '', search: '' }
  expect(await clickhouse.engine.run(copies)).toHaveLength(2)
})
