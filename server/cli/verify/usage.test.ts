// Databases: both.
// `guildhall verify-usage` over figures that someone with access to the database has falsified.
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { creditMeter, verifyUsage } from '#money/usage/counts/index.ts'
import { uncontrolled } from '#platform/work-control.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'
import { verifyUsageData } from './usage.ts'

let server: TestServer
let merchant: TestMerchant
let customers: string[]
let meters: Readonly<Record<'count' | 'sum' | 'unique', string>>

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  await server.drain()
  const created = await Promise.all([
    create('customers', { email: 'one@example.test' }),
    create('customers', { email: 'two@example.test' }),
  ])
  customers = created.toSorted()
  const [count, sum] = [await aMeter({ func: 'count' }), await aMeter({ func: 'sum', property: 'units' })]
  await ingest()
  // The events that there are already are counted by a job.
  meters = { count, sum, unique: await aMeter({ func: 'unique', property: 'model' }) }
  await ingest()
  await create('customers', { email: 'later@example.test', external_id: 'later' })
  await server.drain()
  return () => server.close()
})

async function create(resource: string, body: object): Promise<string> {
  const { status, json, text } = await merchant.request('POST', `/v1/${resource}/`, { body })
  expect(status, text).toBe(201)
  return json.id
}

async function aMeter(aggregation: { readonly func: string; readonly property?: string }): Promise<string> {
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] }
  const id = await create('meters', { name: aggregation.func, filter, aggregation })
  await server.drain()
  return id
}

const hours = ['2026-02-28T23:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-03-12T13:00:00.000Z']

// Each hour has three events of each customer, and one of a customer who is created later.
async function ingest(): Promise<void> {
  const events = hours.flatMap((hour, at) => {
    const timestamp = (minutes: number) => new Date(Date.parse(hour) + minutes * 60_000).toISOString()
    const ofCustomers = customers.flatMap((customer_id) =>
      [0.1, 0.2, 'text'].map((units, each) => ({
        name: 'call',
        customer_id,
        timestamp: timestamp(each * 20),
        metadata: { units, model: `model-${at}-${each % 2}` },
      })),
    )
    return [...ofCustomers, { name: 'call', external_customer_id: 'later', timestamp: timestamp(59), metadata: { units: -1.5 } }]
  })
  const other = { name: 'other', customer_id: customers[0], timestamp: hours[0] }
  const { status, text } = await merchant.request('POST', '/v1/events/ingest', { body: { events: [...events, other] } })
  expect(status, text).toBe(200)
}

const verify = () =>
  verifyUsageData({ database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled }, {})

const execute = (statement: string) => sql.raw(statement).execute(server.platform.database.db)

/** Falsifies rows, and afterwards writes what they were. Rows of values go with those of their customer meter. */
async function whileFalsified(table: string, change: string, run: () => Promise<void>): Promise<void> {
  const tables = table === 'customer_meters' ? [table, 'customer_meter_values'] : [table]
  for (const each of tables) await execute(`create table saved_${each} as table ${each}`)
  await execute(change)
  try {
    await run()
  } finally {
    await execute(`delete from ${table}`)
    for (const each of tables) {
      await execute(
        `insert into ${each} ${each === 'row_counts' ? 'overriding system value' : ''} select saved.* from saved_${each} as saved`,
      )
      await execute(`drop table saved_${each}`)
    }
  }
}

test('sound figures are verified with the number of events', async () => {
  const result = await verify()
  expect(result.lines).toEqual(['The usage is consistent: 44 events of 1 organizations.'])
  const json = { organizations: 1, events: 44, count: 0, faults: [], isComplete: true }
  expect([result.exitCode, result.json]).toEqual([0, json])
})

const meter = (func: 'count' | 'sum' | 'unique') => `meter ${meters[func]}`
const ofMeter = (func: 'count' | 'sum' | 'unique') => `meter_id = '${meters[func]}'`
const [first = '', second = '', third = ''] = hours

const FALSIFIED: readonly (readonly [title: string, table: string, change: () => string, sentences: () => readonly string[]])[] = [
  [
    'the total of an hour',
    'meter_hours',
    () => `update meter_hours set total = total + 0.01, maximum = 7 where ${ofMeter('sum')} and hour = '${second}'`,
    () => [`${meter('sum')}, hour ${second}, `, ': total is -1.79 instead of -1.8, maximum is 7 instead of 0.2'],
  ],
  [
    'the events of an hour',
    'meter_hours',
    () => `update meter_hours set events = events - 1, minimum = 0 where ${ofMeter('count')} and hour = '${third}'`,
    () => [`${meter('count')}, hour ${third}, `, ': events is 13 instead of 14, minimum is 0 instead of nothing'],
  ],
  [
    'an hour that is missing',
    'meter_hours',
    () => `delete from meter_hours where ${ofMeter('unique')} and hour = '${first}'`,
    () => [`${meter('unique')}, hour ${first}, `, ': events is 0 instead of 14'],
  ],
  [
    'an hour without events',
    'meter_hours',
    () => `update meter_hours set hour = '2026-02-01T00:00:00Z' where ${ofMeter('sum')} and hour = '${first}'`,
    () => ['hour 2026-02-01T00:00:00.000Z, ', ': events is 14 instead of 0', `hour ${first}, `, ': events is 0 instead of 14'],
  ],
  [
    'the numbers of a customer in an hour',
    'customer_meter_hours',
    () => `update customer_meter_hours set numbers = 5 where ${ofMeter('sum')} and hour = '${second}' and customer_id = '${customers[1]}'`,
    () => [`${meter('sum')}, customer ${customers[1]}, hour ${second}, `, ': numbers is 5 instead of 4'],
  ],
  [
    'an hour of a customer who has no events',
    'customer_meter_hours',
    () => `update customer_meter_hours set customer_id = 'ffffffff-0000-7000-8000-000000000000'
      where ${ofMeter('count')} and hour = '${third}' and customer_id = '${customers[0]}'`,
    () => ['customer ffffffff-0000-7000-8000-000000000000, ', ': events is 6 instead of 0', ': events is 0 instead of 6'],
  ],
  [
    'what a customer has consumed',
    'customer_meters',
    () => `update customer_meters set consumed = consumed + 1 where ${ofMeter('sum')} and customer_id = '${customers[0]}'`,
    () => [`${meter('sum')}, customer ${customers[0]}, organization`, ': consumed is 2.8 instead of 1.8'],
  ],
  [
    'the figures of a customer',
    'customer_meters',
    () => `update customer_meters set events = 1, maximum = null where ${ofMeter('sum')} and customer_id = '${customers[0]}'`,
    () => [': events is 1 instead of 18, maximum is nothing instead of 0.2'],
  ],
  [
    'a customer meter that is missing',
    'customer_meters',
    () => `delete from customer_meters where ${ofMeter('count')} and customer_id = '${customers[0]}'`,
    () => [`${meter('count')}, customer ${customers[0]}, organization`, ': customer meters is 0 instead of 1'],
  ],
  [
    'a value that is missing',
    'customer_meter_values',
    () => `delete from customer_meter_values where digest = sha256('"model-0-1"') and customer_id = '${customers[1]}'`,
    () => [
      `${meter('unique')}, customer ${customers[1]}, organization`,
      ': numbers is 6 instead of 5',
      ': values of these events is 5 instead of 6',
    ],
  ],
  [
    'a value that no event has',
    'customer_meter_values',
    () => `insert into customer_meter_values select organization_id, customer_id, meter_id, '\\x00' from customer_meters
      where ${ofMeter('unique')} and customer_id = '${customers[0]}'`,
    () => [': numbers is 6 instead of 7, consumed is 6 instead of 7, values is 7 instead of 6'],
  ],
  [
    'how often a name has occurred',
    'usage_event_names',
    () => `update usage_event_names set occurrences = 41, last_seen = '${third}' where name = 'call'`,
    () => [
      'events "call", organization',
      ': occurrences is 41 instead of 42, last seen is 2026-03-12T13:00:00.000Z instead of 2026-03-12T13:59:00.000Z',
    ],
  ],
  [
    'a name that is missing',
    'usage_event_names',
    () => `delete from usage_event_names where name = 'other'`,
    () => ['events "other", organization', ': occurrences is 0 instead of 2'],
  ],
  [
    'a count of rows',
    'row_counts',
    () => `insert into row_counts (organization_id, counted_table, change) values ('${merchant.organizationId}', 'usage_events', 3)`,
    () => [': count of rows is 47 instead of 44'],
  ],
]

test.each(FALSIFIED)('%s that was falsified is found', async (_, table, change, sentences) => {
  await whileFalsified(table, change(), async () => {
    const { exitCode, lines } = await verify()
    expect(exitCode).toBe(1)
    for (const sentence of sentences()) expect(lines.join('\n')).toContain(sentence)
    expect(lines.join('\n')).toContain(`organization ${merchant.organizationId}: `)
  })
  expect((await verify()).exitCode).toBe(0)
})

test('a meter whose events are being counted is left out', async () => {
  const completed = (value: string) => execute(`update meter_figures set completed_at = ${value} where ${ofMeter('sum')}`)
  await whileFalsified('meter_hours', `delete from meter_hours where ${ofMeter('sum')}`, async () => {
    expect((await verify()).exitCode).toBe(1)
    await completed('null')
    expect((await verify()).exitCode).toBe(0)
    await completed(`'${third}'`)
  })
})

test('events that are ingested meanwhile are no fault', async () => {
  const event = (at: number) => ({ name: 'call', customer_id: customers[at % 2], metadata: { units: at, model: `m${at}` } })
  let isOver = false
  const ingesting = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const body = { events: [event(at), { ...event(at), timestamp: hours[at % 3] }] }
      expect((await merchant.request('POST', '/v1/events/ingest', { body })).status).toBe(200)
    }
  })()
  for (let round = 0; round < 5; round += 1) expect((await verify()).lines).toEqual([expect.stringMatching(/^The usage is consistent/)])
  isOver = true
  await ingesting
})

test('a credit that is being given while the check begins is no fault', async () => {
  const { platform } = server
  const [credited, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const crediting = platform.database.transaction(async (tx) => {
    const [customerId = ''] = customers
    const credit = { customerId, meterId: meters.sum, units: 5, rollover: false, source: 'grant:one' }
    await creditMeter(tx, platform, { organizationId: merchant.organizationId, ...credit })
    credited.resolve()
    await checked.promise
  })
  await credited.promise
  // The credit is committed after the first step of the check, which must wait for it: then this timer ends it.
  setTimeout(checked.resolve, 300)
  const report = await verifyUsage({
    ...platform.database,
    transaction: async (run) => {
      const answer = await platform.database.transaction(run)
      checked.resolve()
      await crediting
      return answer
    },
  })
  expect(report.faults).toMatchObject({ count: 0 })
})

test('the check of a day logs what it finds', async () => {
  const error = vi.spyOn(server.platform.log, 'error').mockImplementation(() => undefined)
  const runDaily = async () => {
    error.mockClear()
    server.clock.advance(86_400)
    await server.drain()
    return error.mock.calls.filter(([message]) => message === 'usage_faults').map(([, details]) => details)
  }
  expect(await runDaily()).toEqual([])
  await whileFalsified('meter_hours', `update meter_hours set events = 1 where ${ofMeter('count')} and hour = '${first}'`, async () => {
    expect(await runDaily()).toMatchObject([{ count: 1, faults: [{ meterId: meters.count, hour: first }] }])
  })
  error.mockRestore()
})

test('it goes on over many hours and many events in one hour, and ends after a batch when it is to end', async () => {
  const other = await aMerchant(server)
  const { organizationId } = other
  const customer = await other.request('POST', '/v1/customers/', { body: { email: 'three@example.test' } })
  const at = (minutes: number) => ({
    organizationId,
    name: 'call',
    timestamp: new Date(START.getTime() + minutes * 60_000),
    customerId: customer.json.id as string,
  })
  await insertUsageEvents(server.platform.database, [
    ...Array.from({ length: 1990 }, (_, each) => at(each * 10)),
    ...Array.from({ length: 4500 }, () => at(20_000)),
    ...Array.from({ length: 10 }, (_, each) => at(20_060 + each * 60)),
  ])
  const filter = { conjunction: 'and', clauses: [] }
  await other.request('POST', '/v1/meters/', { body: { name: 'All', filter, aggregation: { func: 'count' } } })
  await server.drain()
  const report = await verifyUsage(server.platform.database)
  expect([report.faults, report.isComplete]).toEqual([{ count: 0, listed: [] }, true])
  for (const table of ['meter_hours', 'customer_meter_hours'])
    await whileFalsified(
      table,
      `update ${table} set events = 4499 where organization_id = '${organizationId}' and events = 4500`,
      async () => {
        const differences = [{ figure: 'events', expected: '4500', found: '4499' }]
        expect((await verifyUsage(server.platform.database)).faults.listed[0]).toMatchObject({ organizationId, differences })
      },
    )
  const stop = new AbortController()
  const seen: number[] = []
  const onProgress = ({ done }: { readonly done: number }) => {
    seen.push(done)
    if (done > 1000) stop.abort()
  }
  const stopped = await verifyUsage(server.platform.database, { signal: stop.signal, onProgress })
  expect(stopped).toMatchObject({ organizations: 1, isComplete: false, faults: { count: 0 } })
  expect(stopped.events).toBeLessThan(report.events)
  expect(seen.at(-1)).toBeGreaterThan(1000)
})

test('hours before the events that are retained are no fault', async () => {
  await execute(`delete from usage_events where "timestamp" < '${second}'`)
  expect((await verify()).exitCode).toBe(1)
  await execute(`insert into usage_event_retention (events_from) values ('${second}')`)
  expect((await verify()).lines).toEqual([expect.stringMatching(/^The usage is consistent/)])
})
