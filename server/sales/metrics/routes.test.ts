import { beforeAll, expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { addUpChanges } from './store.ts'

// A server of its own: time passes.
let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await testServer()
  merchant = await aMerchant(server)
  return () => server.close()
})

const today = () => server.clock.now().toISOString().slice(0, 10)
const read = async (query: Readonly<Record<string, string>> = {}, of = merchant) => {
  const range = { start_date: today(), end_date: today(), interval: 'day' }
  const { status, json } = await of.request('GET', `/v1/metrics/?${new URLSearchParams({ ...range, ...query })}`)
  expect(status).toBe(200)
  return json
}

test('GET /v1/metrics/ of a merchant without sales has every bucket with zeros', async () => {
  const of = await aMerchant(server)
  const { periods, totals, metrics, currency, other_currencies } = await read({ start_date: '2026-03-01', end_date: '2026-03-03' }, of)
  expect(periods.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([1, 2, 3].map((day) => `2026-03-0${day}T00:00:00.000Z`))
  expect(new Set(Object.values(totals))).toEqual(new Set([0]))
  expect(metrics.revenue).toEqual({ slug: 'revenue', display_name: 'Revenue', type: 'currency' })
  expect([currency, other_currencies]).toEqual(['usd', []])
})

test('a sale, a refund, a subscription and its renewals are counted, before and after their sums are made', async () => {
  const first = today()
  const product = await aProduct(merchant)
  const checkout = await aCheckout(server, merchant, { products: [product.id] })
  await checkout.confirm()
  const left = await aCheckout(server, merchant, { products: [product.id] })
  await left.confirm(cards.declined)
  await server.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  const refund = { order_id: order.id, reason: 'customer_request', amount: 1000 }
  expect((await merchant.request('POST', '/v1/refunds/', { body: refund })).status).toBe(200)
  const sale = {
    orders: 1,
    revenue: 4200,
    cumulative_revenue: 4200,
    average_order_value: 4200,
    net_revenue: 3200,
    refunds: 1,
    refunded_amount: 1000,
    one_time_products: 1,
    one_time_products_revenue: 4200,
    checkouts: 2,
    succeeded_checkouts: 1,
    checkouts_conversion: 0.5,
  }
  expect((await read()).totals).toMatchObject(sale)
  await addUpChanges(server.platform.database)
  expect((await read()).totals).toMatchObject(sale)
  const plan = await aPlan(merchant, 900)
  const subscription = await aSubscription(server, merchant, { productId: plan })
  expect((await read()).totals).toMatchObject({ new_subscriptions: 1, active_subscriptions: 1, monthly_recurring_revenue: 900 })
  for (const days of [31, 31]) {
    server.clock.advance(days * 86_400)
    await server.drain()
  }
  await addUpChanges(server.platform.database)
  const life = { start_date: first, end_date: today() }
  const renewed = { renewed_subscriptions: 1, renewed_subscriptions_revenue: 1800, active_subscriptions: 1, monthly_recurring_revenue: 900 }
  expect((await read({ ...life, interval: 'month' })).totals).toMatchObject(renewed)
  expect((await read({ ...life, product_id: plan })).totals).toMatchObject({ ...renewed, one_time_products: 0, checkouts: 0 })
  expect((await read({ ...life, product_id: product.id })).totals).toMatchObject({ ...sale, renewed_subscriptions: 0 })
  expect((await read({ ...life, billing_type: 'one_time' })).totals).toMatchObject({ ...sale, active_subscriptions: 0 })
  expect((await read({ ...life, customer_id: subscription.customerId })).totals).toMatchObject({ ...renewed, one_time_products: 0 })
  await subscription.update({ cancel_at_period_end: true })
  expect((await read()).totals).toMatchObject({ monthly_recurring_revenue: 900, committed_monthly_recurring_revenue: 0 })
  await subscription.update({ revoke: true, customer_cancellation_reason: 'too_expensive' })
  const { totals, churned_by_reason } = await read()
  expect(totals).toMatchObject({ churned_subscriptions: 1, churn_rate: 1, active_subscriptions: 0, monthly_recurring_revenue: 0 })
  expect(churned_by_reason).toEqual([{ reason: 'too_expensive', count: 1 }])
})

test('sales in another currency are read by themselves', async () => {
  const of = await aMerchant(server)
  const prices = [{ amount_type: 'fixed', price_amount: 700, price_currency: 'eur' }]
  const checkout = await aCheckout(server, of, { products: [(await aProduct(of, { prices })).id] })
  await checkout.confirm()
  expect(await read({}, of)).toMatchObject({ currency: 'usd', other_currencies: ['eur'], totals: { orders: 0, checkouts: 0 } })
  expect(await read({ currency: 'EUR' }, of)).toMatchObject({ currency: 'eur', other_currencies: [], totals: { orders: 1, revenue: 700 } })
})

test('a bucket begins in the zone that is named, else in that of the organization, and shows no other organization', async () => {
  const of = await aMerchant(server)
  await (await aCheckout(server, of)).confirm()
  const { periods, timezone } = await read({ timezone: 'Asia/Kolkata', interval: 'hour' }, of)
  expect([periods.length, timezone]).toEqual([24, 'Asia/Kolkata'])
  const now = server.clock.now()
  const hit = periods.find(({ orders }: { orders: number }) => orders === 1)
  expect(now.getTime() - new Date(hit.timestamp).getTime()).toBeLessThan(3_600_000)
  expect(hit.timestamp).toContain(':30:00.000Z')
  const range = `start_date=${today()}&end_date=${today()}&interval=day&organization_id=${of.organizationId}`
  expect((await (await aMerchant(server)).request('GET', `/v1/metrics/?${range}`)).json.totals.orders).toBe(0)
})

test.each([
  [{ start_date: '1999-12-31' }, ['query', 'start_date']],
  [{ end_date: '2020-01-01' }, ['query', 'end_date']],
  [{ interval: 'hour', start_date: '2026-03-01' }, ['query', 'end_date']],
  [{ interval: 'day', start_date: '2025-03-01' }, ['query', 'end_date']],
  [{ interval: 'decade' }, ['query', 'interval']],
  [{ start_date: '2026-02-30' }, ['query', 'start_date']],
  [{ timezone: 'Mars/Olympus' }, ['query', 'timezone']],
  [{ currency: 'xau' }, ['query', 'currency']],
  [{ billing_type: 'daily' }, ['query', 'billing_type', 0]],
  [{ customer_id: 'someone' }, ['query', 'customer_id', 0]],
])('%j is refused at its parameter', async (query, loc) => {
  const range = { start_date: '2026-03-12', end_date: '2026-03-12', interval: 'day' }
  const { status, json } = await merchant.request('GET', `/v1/metrics/?${new URLSearchParams({ ...range, ...query })}`)
  expect([status, json.detail[0].loc]).toEqual([422, loc])
})

test('the longest range of each interval is answered, and a day more is refused', async () => {
  const { min_date, intervals } = (await merchant.request('GET', '/v1/metrics/limits')).json
  expect([min_date, intervals.day]).toEqual(['2000-01-01', { min_days: 0, max_days: 366 }])
  const start = new Date('2020-01-01T00:00:00Z')
  for (const [interval, { max_days }] of Object.entries<{ max_days: number }>(intervals)) {
    const end = (days: number) => new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const status = async (days: number) =>
      (await merchant.request('GET', `/v1/metrics/?start_date=2020-01-01&end_date=${end(days)}&interval=${interval}`)).status
    expect([interval, await status(max_days), await status(max_days + 1)]).toEqual([interval, 200, 422])
  }
})
