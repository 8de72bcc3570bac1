// Quantities are the same from the figures of hours as from the events, which the filter by metadata makes the server read.
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
let customers: { readonly id: string; readonly external_id: string }[]
beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
  customers = await Promise.all(
    ['one', 'other'].map(async (external_id) => {
      const body = { email: `${newId(new Date())}@example.test`, external_id }
      return (await merchant.request('POST', '/v1/customers/', { body })).json
    }),
  )
  const events = times.flatMap((timestamp, at) =>
    customers.map(({ id }, of) => ({ name: 'call', timestamp, customer_id: id, metadata: { units: at + of / 10, kind: 'all' } })),
  )
  const early = { name: 'call', timestamp: times[0], external_customer_id: 'later', metadata: { units: 100, kind: 'all' } }
  const stored = await merchant.request('POST', '/v1/events/ingest', { body: { events: [...events, early] } })
  expect(stored.json.inserted).toBe(2 * times.length + 1)
})

const times = ['2026-02-27T23:30:00Z', '2026-02-28T10:15:00Z', '2026-02-28T10:45:00Z', '2026-03-01T00:00:00Z', '2026-03-02T05:00:00Z']
const range = { start_timestamp: '2026-02-27T12:00:00Z', end_timestamp: '2026-03-02T12:00:00Z', interval: 'day' }

async function aMeter(aggregation: object): Promise<string> {
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] }
  const { json } = await merchant.request('POST', '/v1/meters/', { body: { name: 'Calls', filter, aggregation } })
  await server.drain()
  return json.id
}
async function quantities(meterId: string, query: Readonly<Record<string, string>> = {}) {
  const { status, json } = await merchant.request('GET', `/v1/meters/${meterId}/quantities?${new URLSearchParams({ ...range, ...query })}`)
  expect(status).toBe(200)
  return { total: json.total, ...Object.fromEntries(json.quantities.map((each: Quantity) => [each.timestamp.slice(5, 16), each.quantity])) }
}
interface Quantity {
  readonly timestamp: string
  readonly quantity: number
}

test.each([
  [{ func: 'count' }, { total: 11, '02-27T00:00': 3, '02-28T00:00': 4, '03-01T00:00': 2, '03-02T00:00': 2 }],
  [
    { func: 'sum', property: 'units' },
    { total: 120.5, '02-27T00:00': 100.1, '02-28T00:00': 6.2, '03-01T00:00': 6.1, '03-02T00:00': 8.1 },
  ],
  [
    { func: 'max', property: 'units' },
    { total: 100, '02-27T00:00': 100, '02-28T00:00': 2.1, '03-01T00:00': 3.1, '03-02T00:00': 4.1 },
  ],
  [
    { func: 'min', property: 'units' },
    { total: 0, '02-27T00:00': 0, '02-28T00:00': 1, '03-01T00:00': 3, '03-02T00:00': 4 },
  ],
  [
    { func: 'avg', property: 'units' },
    { total: 10.954545454545, '02-27T00:00': 33.366666666667, '02-28T00:00': 1.55, '03-01T00:00': 3.05, '03-02T00:00': 4.05 },
  ],
  [
    { func: 'unique', property: 'kind' },
    { total: 1, '02-27T00:00': 1, '02-28T00:00': 1, '03-01T00:00': 1, '03-02T00:00': 1 },
  ],
])('quantities of %j by day', async (aggregation, expected) => {
  const meterId = await aMeter(aggregation)
  expect(await quantities(meterId)).toEqual(expected)
  expect(await quantities(meterId, { 'metadata[kind]': 'all' })).toEqual(expected)
})

test('a day begins in the zone that is named, also where that is between two hours', async () => {
  const meterId = await aMeter({ func: 'count' })
  expect(await quantities(meterId, { timezone: 'Europe/Berlin' })).toEqual({
    total: 11,
    '02-26T23:00': 0,
    '02-27T23:00': 7,
    '02-28T23:00': 2,
    '03-01T23:00': 2,
  })
  expect(await quantities(meterId, { timezone: 'Asia/Kolkata' })).toEqual({
    total: 11,
    '02-26T18:30': 0,
    '02-27T18:30': 7,
    '02-28T18:30': 2,
    '03-01T18:30': 2,
  })
})

test('quantities are those of one customer, by either id, and of one that does not exist yet', async () => {
  const meterId = await aMeter({ func: 'sum', property: 'units' })
  const [customer] = customers
  const expected = { total: 10, '02-27T00:00': 0, '02-28T00:00': 3, '03-01T00:00': 3, '03-02T00:00': 4 }
  expect(await quantities(meterId, { customer_id: customer?.id ?? '' })).toEqual(expected)
  expect(await quantities(meterId, { external_customer_id: 'one' })).toEqual(expected)
  expect(await quantities(meterId, { external_customer_id: 'later' })).toMatchObject({ total: 100, '02-27T00:00': 100 })
})

test.each([
  [{ interval: 'hour', start_timestamp: '2025-01-01T00:00:00Z' }, ['query', 'interval']],
  [{ end_timestamp: '2025-01-01T00:00:00Z' }, ['query', 'end_timestamp']],
  [{ timezone: 'Mars/Olympus' }, ['query', 'timezone']],
  [{ interval: 'decade' }, ['query', 'interval']],
  [{ customer_aggregation_function: 'sum' }, ['query', 'customer_aggregation_function']],
])('%j is refused at its parameter', async (query, loc) => {
  const meterId = await aMeter({ func: 'count' })
  const url = `/v1/meters/${meterId}/quantities?${new URLSearchParams({ ...range, ...query })}`
  const { status, json } = await merchant.request('GET', url)
  expect([status, json.detail[0].loc]).toEqual([422, loc])
})

test('another merchant finds no meter', async () => {
  const meterId = await aMeter({ func: 'count' })
  const other = await aMerchant(server)
  expect((await other.request('GET', `/v1/meters/${meterId}/quantities?${new URLSearchParams(range)}`)).status).toBe(404)
})
