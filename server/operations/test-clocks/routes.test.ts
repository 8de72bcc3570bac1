import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { assemblePlatform } from '#platform/assemble.ts'
import { movableClock } from '#platform/clock.ts'
import { declareTimedWork, type TimedWork, timedWork } from '#platform/worker/timed-work.ts'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'

const database = await ownDatabase()
const server = await testServer({ database, clock: movableClock(START) })
afterAll(() => server.close())
const { db } = server.platform.database

const at = (text: string) => new Date(text).toISOString()
const create = (merchant: TestMerchant, body: object = {}) => merchant.request('POST', '/v1/test-clocks/', { body })

async function aClock(merchant: TestMerchant): Promise<string> {
  return (await create(merchant)).json.id
}

/** Requests an advance, lets the job work, and returns the clock. */
async function advanced(merchant: TestMerchant, id: string, body: object) {
  const requested = await merchant.request('POST', `/v1/test-clocks/${id}/advance`, { body })
  expect([requested.status, requested.json.status]).toEqual([202, 'advancing'])
  await server.drain()
  return (await merchant.request('GET', `/v1/test-clocks/${id}`)).json
}

test('a test clock stands still at the present time, is listed, and marks the organization and every answer', async () => {
  const merchant = await aMerchant(server)
  expect((await merchant.request('GET', '/v1/products/')).headers['guildhall-test-clock']).toBeUndefined()
  const created = await create(merchant, { name: 'Renewals' })
  expect([created.status, created.json]).toEqual([
    201,
    {
      id: created.json.id,
      organization_id: merchant.organizationId,
      created_at: START.toISOString(),
      modified_at: null,
      name: 'Renewals',
      status: 'ready',
      frozen_time: START.toISOString(),
      advanced_from: null,
      target_time: null,
      requested_at: null,
      error: null,
    },
  ])
  expect((await merchant.request('GET', '/v1/test-clocks/')).json.items).toEqual([created.json])
  expect((await merchant.request('GET', '/v1/products/')).headers['guildhall-test-clock']).toBe(START.toISOString())
  const organization = await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)
  expect(organization.json.test_clock_time).toBe(START.toISOString())
})

test('an organization has one test clock, and a live one none', async () => {
  const merchant = await aMerchant(server)
  await aClock(merchant)
  const second = await create(merchant)
  expect([second.status, second.json.error]).toEqual([409, 'TestClockExists'])
  const live = await aMerchant(server)
  await live.request('PATCH', `/v1/organizations/${live.organizationId}`, { body: { website: 'https://live.example' } })
  await sql`update merchants set mode = 'live' where organization_id = ${live.organizationId}`.execute(db)
  const refused = await create(live)
  expect([refused.status, refused.json.error]).toEqual([403, 'LiveMerchant'])
})

test.for([
  [{}, 'to', 'Say where'],
  [{ to: '2026-04-01T00:00:00Z', by: 'P1M' }, 'by', 'either'],
  [{ to: '2026-03-12T14:20:00Z' }, 'to', 'only moves forward'],
  [{ to: '2036-03-12T14:20:01Z' }, 'to', 'at most 10 years'],
  [{ by: 'P121M' }, 'by', 'at most 10 years'],
  [{ by: '-P1M' }, 'by', 'only moves forward'],
  [{ by: 'PT0S' }, 'by', 'only moves forward'],
  [{ by: 'a month' }, 'by', 'ISO 8601'],
  [{ to: 'tomorrow' }, 'to', ''],
] as const)('an advance %j is refused at its field', async ([body, field, sentence]) => {
  const merchant = await aMerchant(server)
  const refused = await merchant.request('POST', `/v1/test-clocks/${await aClock(merchant)}/advance`, { body })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', field]])
  expect(refused.json.detail[0].msg).toContain(sentence)
})

test('a clock advances by a duration in the time zone of its merchant, and to an instant', async () => {
  const merchant = await aMerchant(server)
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { billing_timezone: 'Europe/Berlin' } })
  const id = await aClock(merchant)
  // Summer time begins on 29 March: the same time of day there is an hour earlier in UTC.
  const month = await advanced(merchant, id, { by: 'P1M' })
  expect([month.status, month.frozen_time, month.target_time]).toEqual(['ready', at('2026-04-12T13:20Z'), at('2026-04-12T13:20Z')])
  const moved = await advanced(merchant, id, { to: '2027-01-31T00:00:00Z' })
  expect([moved.frozen_time, moved.advanced_from]).toEqual([at('2027-01-31'), at('2026-04-12T13:20Z')])
})

test('a clock that begins later advances there, so that what is due by then happens', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const early = await create(merchant, { frozen_time: '2026-03-01T00:00:00Z' })
  expect([early.status, early.json.detail[0].loc]).toEqual([422, ['body', 'frozen_time']])
  const created = await create(merchant, { frozen_time: '2026-06-01T00:00:00Z' })
  expect([created.status, created.json.status, created.json.frozen_time]).toEqual([201, 'advancing', START.toISOString()])
  await server.drain()
  expect((await merchant.request('GET', `/v1/test-clocks/${created.json.id}`)).json.frozen_time).toBe(at('2026-06-01'))
  const { json } = await merchant.request('GET', `/v1/checkouts/${checkout.id}`)
  expect([json.status, json.modified_at]).toEqual(['expired', new Date(START.getTime() + 86_400_000).toISOString()])
})

test('what is due while a clock advances happens in its true order, each at its own instant, and stands in the timeline', async () => {
  const merchant = await aMerchant(server)
  const id = await aClock(merchant)
  const waiting = await aCheckout(server, merchant)
  await waiting.confirm(cards.requiresAction)
  const short = await aCheckout(server, merchant, { expires_in: 1800 })
  await server.drain()
  await advanced(merchant, id, { by: 'P2D' })
  const hours = (count: number) => new Date(START.getTime() + count * 3_600_000).toISOString()
  const { items, pagination } = (await merchant.request('GET', `/v1/test-clocks/${id}/timeline`)).json
  const lines = items.map(({ type, happened_at, resource_id }: Record<string, string>) => [type, happened_at, resource_id])
  expect(lines.slice(0, 3)).toEqual([
    ['test_clock.advanced', hours(48), id],
    ['checkout.updated', hours(24), waiting.id],
    ['checkout.updated', hours(1), waiting.id],
  ])
  expect(lines[3]).toEqual(['checkout.updated', hours(0.5), short.id])
  expect([items[0].from, items[0].to, pagination.total_count]).toEqual([START.toISOString(), hours(48), items.length])
  const second = (await merchant.request('GET', `/v1/test-clocks/${id}/timeline?limit=1&page=2`)).json
  expect(second.items).toEqual([items[1]])
})

test('the timeline names the order of a renewal, and says that it is one', async () => {
  const merchant = await aMerchant(server)
  const id = await aClock(merchant)
  const { id: productId } = await aProduct(merchant, { name: 'Library access', recurring_interval: 'month' })
  await (await aCheckout(server, merchant, { products: [productId] })).confirm(cards.good)
  await server.drain()
  await advanced(merchant, id, { by: 'P1M' })
  const { items } = (await merchant.request('GET', `/v1/test-clocks/${id}/timeline?limit=100`)).json
  const paid = items.filter(({ type }: { type: string }) => type === 'order.paid')
  expect(paid.map((entry: Record<string, unknown>) => [entry['billing_reason'], entry['product_name']])).toEqual([
    ['subscription_cycle', 'Library access'],
    ['subscription_create', 'Library access'],
  ])
  const order = await merchant.request('GET', `/v1/orders/${paid[0].resource_id}`)
  expect(paid[0].number).toBe(order.json.number)
})

test('the timeline names the alert about usage that triggered', async () => {
  const merchant = await aMerchant(server)
  const id = await aClock(merchant)
  const meter = { name: 'Calls', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } }
  const meter_id = (await merchant.request('POST', '/v1/meters/', { body: meter })).json.id
  const alert = (await merchant.request('POST', '/v1/usage-alerts/', { body: { name: 'Much used', meter_id, threshold: 2 } })).json
  await merchant.request('POST', '/v1/customers/', { body: { email: 'used@example.test', external_id: 'used' } })
  const events = [1, 2].map(() => ({ name: 'call', external_customer_id: 'used' }))
  await merchant.request('POST', '/v1/events/ingest', { body: { events } })
  await server.drain()
  const { items } = (await merchant.request('GET', `/v1/test-clocks/${id}/timeline?limit=100`)).json
  const entries = items.filter(({ type }: { type: string }) => type.startsWith('usage_alert.'))
  expect(entries).toMatchObject([{ type: 'usage_alert.triggered', resource_id: alert.id, alert_name: 'Much used' }])
})

test("a refund that the bank takes a minute to confirm is decided in the merchant's time", async () => {
  const merchant = await aMerchant(server)
  const id = await aClock(merchant)
  const refundWith = async (card: string) => {
    await (await aCheckout(server, merchant)).confirm(card)
    const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
    const body = { order_id: order.id, reason: 'customer_request', amount: 1000 }
    return (await merchant.request('POST', '/v1/refunds/', { body })).json
  }
  const refunds = [await refundWith('sandbox_4000000000007726'), await refundWith('sandbox_4000000000005126')]
  expect(refunds.map(({ status }) => status)).toEqual(['pending', 'pending'])
  const clock = await advanced(merchant, id, { by: 'P1M' })
  expect([clock.status, clock.error]).toEqual(['ready', null])
  const { items } = (await merchant.request('GET', '/v1/refunds/?sorting=created_at')).json
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['succeeded', 'failed'])
  const confirmedAt = new Date(START.getTime() + 60_000).toISOString()
  expect(items.map(({ modified_at }: { modified_at: string }) => modified_at)).toEqual([confirmedAt, confirmedAt])
})

test('one advance at a time; what ended unexpectedly can be continued', async () => {
  const merchant = await aMerchant(server)
  const id = await aClock(merchant)
  const request = (body: object) => merchant.request('POST', `/v1/test-clocks/${id}/advance`, { body })
  expect((await request({ by: 'P1M' })).status).toBe(202)
  const second = await request({ by: 'P1M' })
  expect([second.status, second.json.error]).toEqual([409, 'TestClockAdvancing'])
  const all = timedWork()
  const broken: TimedWork = { name: 'tests:break', nextAt: async () => START, run: () => Promise.reject(new Error('Broken.')) }
  declareTimedWork([broken])
  for (let run = 0; run < 3; run += 1) {
    server.clock.advance(3600)
    await server.drain()
  }
  declareTimedWork(all)
  const failed = (await merchant.request('GET', `/v1/test-clocks/${id}`)).json
  expect([failed.status, failed.error]).toEqual(['failed', expect.stringContaining('unexpected')])
  const continued = await advanced(merchant, id, { by: 'P1M' })
  expect([continued.status, continued.error]).toEqual(['ready', null])
})

test('ten years of monthly work advance in seconds, in one run', async () => {
  const merchant = await aMerchant(server)
  const id = await aClock(merchant)
  const all = timedWork()
  const done: string[] = []
  let months = 1
  const monthly = () => new Date(Date.UTC(2026, 2 + months, 12, 14, 20))
  declareTimedWork([
    ...all,
    {
      name: 'tests:monthly',
      nextAt: async () => monthly(),
      run: async ({ clock }) => {
        done.push(clock.now(merchant).toISOString())
        expect(clock.now(merchant)).toEqual(monthly())
        months += 1
      },
    },
  ])
  const clock = await advanced(merchant, id, { by: 'P10Y' })
  declareTimedWork(all)
  expect([clock.status, done.length, done.at(-1)]).toEqual(['ready', 120, at('2036-03-12T14:20Z')])
})

test('another process sees the time that one has moved', async () => {
  const other = await assemblePlatform(server.settings, {
    bindings: server.platform.bindings,
    database,
    keepsDatabase: true,
    clock: movableClock(START),
  })
  const merchant = await aMerchant(server)
  const { frozen_time } = await advanced(merchant, await aClock(merchant), { by: 'P1Y' })
  await expect.poll(() => other.clock.now(merchant).toISOString()).toBe(frozen_time)
  await other.close()
})
