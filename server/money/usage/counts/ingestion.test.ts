import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const ingest = (events: readonly object[], by = merchant) => by.request('POST', '/v1/events/ingest', { body: { events } })
const aCustomer = async (external_id: string | null = null) =>
  (await merchant.request('POST', '/v1/customers/', { body: { email: `${newId(new Date())}@example.test`, external_id } })).json
const named = (name: string) => ({ conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] })
const uniqueName = () => `event-${newId(new Date())}`

async function aMeter(name: string, aggregation: object = { func: 'sum', property: 'units' }): Promise<string> {
  const meter = await merchant.request('POST', '/v1/meters/', { body: { name, filter: named(name), aggregation } })
  await server.drain()
  return meter.json.id
}
const customerMeter = async (meter_id: string, customer_id: string) =>
  (await merchant.request('GET', `/v1/customer-meters/?meter_id=${meter_id}&customer_id=${customer_id}`)).json.items[0]

describe('what is sent', () => {
  test('is stored once for each id of its sender, and what is repeated is counted', async () => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    const sent = { name, customer_id: customer.id }
    const first = await ingest([{ ...sent, external_id: `${name}-1` }, sent, { ...sent, external_id: `${name}-1`, metadata: { a: 1 } }])
    expect([first.status, first.json]).toEqual([200, { inserted: 2, duplicates: 1 }])
    const again = await ingest([
      { ...sent, external_id: `${name}-1`, metadata: { other: true } },
      { ...sent, external_id: `${name}-2` },
    ])
    expect(again.json).toEqual({ inserted: 1, duplicates: 1 })
    const listed = (await merchant.request('GET', `/v1/events/?name=${name}`)).json
    expect(listed.items.map((item: { metadata: object }) => item.metadata)).toEqual([{}, {}, {}])
  })

  test('is stored whole or not at all: each event at fault is named', async () => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    const ahead = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    const refused = await ingest([
      { name, customer_id: customer.id },
      { name, customer_id: customer.id, timestamp: ahead },
      { name, customer_id: customer.id, timestamp: '1969-12-31T23:59:59Z' },
    ])
    expect([refused.status, refused.json.detail.map(({ loc }: { loc: unknown }) => loc)]).toEqual([
      422,
      [
        ['body', 'events', 1, 'timestamp'],
        ['body', 'events', 2, 'timestamp'],
      ],
    ])
    const unknown = await ingest([
      { name, customer_id: customer.id },
      { name, customer_id: newId(new Date()) },
    ])
    expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ['body', 'events', 1, 'customer_id']])
    expect((await merchant.request('GET', `/v1/events/?name=${name}`)).json.pagination.total_count).toBe(0)
  })

  test.each([
    [{ customer_id: newId(new Date()), external_customer_id: 'x' }, ['customer_id']],
    [{}, ['customer_id']],
    [{ external_customer_id: 'x', metadata: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, ['metadata']],
    [{ external_customer_id: 'x', metadata: Object.fromEntries(Array.from({ length: 51 }, (_, each) => [`k${each}`, 1])) }, ['metadata']],
    [{ external_customer_id: 'x', metadata: { ['k'.repeat(41)]: 1 } }, ['metadata', 'k'.repeat(41)]],
    [{ external_customer_id: 'x', organization_id: newId(new Date()) }, ['organization_id']],
  ])('%j is refused at its field', async (event, path) => {
    const { status, json } = await ingest([{ name: 'usage', ...event }])
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'events', 0, ...path]])
  })

  test('may be a thousand events with every field and as many keys as metadata may have', async () => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key-${at}`, at]))
    const fields = { customer_id: customer.id, timestamp: '2026-01-01T00:00:00Z', metadata }
    const events = Array.from({ length: 1000 }, (_, at) => ({ name, external_id: `${name}-${at}`, ...fields }))
    const answer = await ingest(events)
    expect([answer.status, answer.json]).toEqual([200, { inserted: 1000, duplicates: 0 }])
  })

  test('is at most a thousand events', async () => {
    const events = Array.from({ length: 1001 }, () => ({ name: 'usage', external_customer_id: 'x' }))
    expect((await ingest(events)).json.detail[0].loc).toEqual(['body', 'events'])
  })
})

describe('events whose property is no number', () => {
  test.each([
    [{ func: 'sum', property: 'units' }, 3],
    [{ func: 'max', property: 'units' }, 3],
    [{ func: 'min', property: 'units' }, 3],
    [{ func: 'avg', property: 'units' }, 3],
    [{ func: 'count' }, 0],
    [{ func: 'unique', property: 'units' }, 0],
  ])('are named by the answer and by the quantities of a meter of %j', async (aggregation, skipped) => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    const meterId = await aMeter(name, aggregation)
    const events = [{ units: 5 }, { units: '10' }, { units: true }, {}].map((metadata) => ({ name, customer_id: customer.id, metadata }))
    const own = skipped === 0 ? undefined : [{ meter_id: meterId, property: 'units', events: skipped }]
    expect((await ingest([...events, { name: uniqueName(), customer_id: customer.id, metadata: { units: '10' } }])).json).toEqual({
      inserted: 5,
      duplicates: 0,
      ...(own && { uncounted: own }),
    })
    const day = server.clock.now().toISOString()
    const range = new URLSearchParams({ start_timestamp: day, end_timestamp: day, interval: 'day' })
    for (const query of [range, `${range}&customer_id=${customer.id}`]) {
      const { json } = await merchant.request('GET', `/v1/meters/${meterId}/quantities?${query}`)
      expect(json.uncounted_events ?? 0).toBe(skipped)
    }
  })
})

describe('the figures of a customer', () => {
  test('contain an event as soon as it is answered, exactly', async () => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    const meterId = await aMeter(name)
    await ingest([0.1, 0.2, 'text', true].map((units) => ({ name, customer_id: customer.id, metadata: { units } })))
    expect(await customerMeter(meterId, customer.id)).toMatchObject({ consumed_units: 0.3, credited_units: 0, balance: -0.3 })
    await ingest([{ name, customer_id: customer.id, metadata: { units: 5 } }])
    expect((await customerMeter(meterId, customer.id)).consumed_units).toBe(5.3)
  })

  test.each([
    [{ func: 'count' }, 4],
    [{ func: 'max', property: 'units' }, 7],
    [{ func: 'min', property: 'units' }, -2],
    [{ func: 'avg', property: 'units' }, 2.666666666667],
    [{ func: 'unique', property: 'units' }, 3],
  ])('are kept for %j', async (aggregation, expected) => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    const meterId = await aMeter(name, aggregation)
    for (const units of [3, -2, 7]) await ingest([{ name, customer_id: customer.id, metadata: { units } }])
    await ingest([{ name, customer_id: customer.id }])
    expect((await customerMeter(meterId, customer.id)).consumed_units).toBe(expected)
  })

  test('count the events that there were before the meter, and each new one once', async () => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    await ingest([1, 2].map((units) => ({ name, customer_id: customer.id, metadata: { units } })))
    const meter = await merchant.request('POST', '/v1/meters/', { body: { name, filter: named(name), aggregation: { func: 'count' } } })
    await ingest([{ name, customer_id: customer.id }])
    await server.drain()
    await ingest([{ name, customer_id: customer.id }])
    expect((await customerMeter(meter.json.id, customer.id)).consumed_units).toBe(4)
  })

  test('are counted anew where the meter counts other events', async () => {
    const [name, customer] = [uniqueName(), await aCustomer()]
    const meterId = await aMeter(name)
    await ingest([1, 2].map((units) => ({ name, customer_id: customer.id, metadata: { units } })))
    await merchant.request('PATCH', `/v1/meters/${meterId}`, { body: { aggregation: { func: 'count' } } })
    await server.drain()
    expect((await customerMeter(meterId, customer.id)).consumed_units).toBe(2)
  })

  test('contain the events that were sent before the customer existed', async () => {
    const name = uniqueName()
    const meterId = await aMeter(name)
    await ingest([{ name, external_customer_id: name, metadata: { units: 4 } }])
    const customer = await aCustomer(name)
    await server.drain()
    await ingest([{ name, external_customer_id: name, metadata: { units: 2 } }])
    expect((await customerMeter(meterId, customer.id)).consumed_units).toBe(6)
    const events = (await merchant.request('GET', `/v1/events/?customer_id=${customer.id}`)).json.items
    expect(events.map((event: { customer: { id: string } }) => event.customer.id)).toEqual([customer.id, customer.id])
  })

  test('contain each of many events that are sent at once', async () => {
    const [name, customer, other] = [uniqueName(), await aCustomer(), await aCustomer()]
    const meterId = await aMeter(name, { func: 'count' })
    const sent = (id: string) => ({ name, customer_id: id, external_id: `${name}-${id}` })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) => {
        const own = [{ name, customer_id: customer.id }, sent(customer.id), { name, customer_id: other.id }, sent(other.id)]
        return ingest(each % 2 === 0 ? own : own.toReversed())
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await customerMeter(meterId, customer.id)).consumed_units).toBe(21)
    expect((await customerMeter(meterId, other.id)).consumed_units).toBe(21)
  })
})
