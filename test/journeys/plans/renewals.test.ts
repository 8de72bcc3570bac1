// Changes of subscriptions, and the renewals that follow them.
import { afterAll, expect, test } from 'vitest'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription, laterOrders, type SubscriptionOptions } from '#test/support/subscriptions/a-subscription.ts'

const DAY = 86_400
const approvable = '4000002760003184'
const ROUNDS = 8
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

interface CaseOptions extends Partial<Omit<SubscriptionOptions, 'productId'>> {
  readonly amount?: number
}

/** A subscription to a plan, and a plan of 3000 to change to. */
async function aCase({ amount = 1000, ...options }: CaseOptions = {}) {
  const merchant = await aMerchant(server)
  const [starter, team] = [await aPlan(merchant, amount), await aPlan(merchant, 3000)]
  return { merchant, starter, team, subscription: await aSubscription(server, merchant, { productId: starter, isPaid: true, ...options }) }
}

const ordersOf = async (merchant: TestMerchant) => laterOrders((await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items)
const paymentsOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/payments/?sorting=created_at')).json.items
const creditOf = async (merchant: TestMerchant, customerId: string) =>
  (await merchant.request('GET', `/v1/customers/${customerId}/credits`)).json
const amountsOf = (order: { items: { amount: number }[] }) => order.items.map(({ amount }) => amount)
const sumOf = (rows: readonly Record<string, number>[], field: string) => rows.reduce((all, row) => all + (row[field] ?? 0), 0)

async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds)
  await server.drain()
}

test('what waits is billed with the next renewal, once', async () => {
  const { merchant, starter, team, subscription } = await aCase({ ageSeconds: 8 * DAY })
  const { current_period_start: start, current_period_end: end } = await subscription.read()
  await subscription.update({ product_id: team, proration_behavior: 'prorate' })
  await pass(10 * DAY)
  await subscription.update({ product_id: starter, proration_behavior: 'prorate' })
  const preview = (await subscription.preview({})).json.next_renewal
  await pass(14 * DAY)
  const [renewal] = await ordersOf(merchant)
  const days = (Date.parse(end) - Date.parse(start)) / 1000 / DAY
  const share = (amount: number, daysUsed: number) => Math.round((amount * (days - daysUsed)) / days)
  const waiting = [-share(1000, 8), share(3000, 8), -share(3000, 18), share(1000, 18)]
  expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', total_amount: preview.total_amount })
  expect(amountsOf(renewal)).toEqual([1000, ...waiting])
  expect(amountsOf((await subscription.preview({})).json.next_renewal)).toEqual([1000])
  await pass(31 * DAY)
  expect((await ordersOf(merchant)).map(amountsOf)).toEqual([amountsOf(renewal), [1000]])
})

test('a change at the end of the period is billed by the renewal, also to another interval', async () => {
  const merchant = await aMerchant(server)
  const [starter, yearly] = [await aPlan(merchant, 1000), await aPlan(merchant, 10_000, { recurring_interval: 'year' })]
  const subscription = await aSubscription(server, merchant, { productId: starter, ageSeconds: 20 * DAY, isPaid: true })
  const { current_period_end: end } = await subscription.read()
  const change = { product_id: yearly, apply: 'period_end' }
  const { json: preview } = await subscription.preview(change)
  expect(preview).toMatchObject({ applies: 'period_end', product_id: yearly, order: null, charged_amount: 0 })
  await subscription.update(change)
  expect(await subscription.read()).toMatchObject({ product_id: starter, pending_update: { product_id: yearly } })
  await pass(12 * DAY)
  expect(await subscription.read()).toMatchObject({
    product_id: yearly,
    amount: 10_000,
    recurring_interval: 'year',
    pending_update: null,
    current_period_start: end,
    status: 'active',
  })
  expect(await ordersOf(merchant)).toMatchObject([{ billing_reason: 'subscription_cycle', total_amount: 10_000, status: 'paid' }])
  expect(preview.next_renewal.total_amount).toBe(10_000)
})

test('a canceled subscription ends with the plan that it has, and is not renewed', async () => {
  const { merchant, starter, team, subscription } = await aCase({ ageSeconds: 20 * DAY })
  await subscription.update({ product_id: team, apply: 'period_end' })
  await subscription.update({ cancel_at_period_end: true })
  await pass(12 * DAY)
  expect(await subscription.read()).toMatchObject({ product_id: starter, status: 'canceled' })
  expect(await ordersOf(merchant)).toEqual([])
})

test('the credit of a downgrade is a note of its own, and pays the renewal first', async () => {
  const { merchant, team, subscription } = await aCase({ amount: 5000 })
  await subscription.update({ product_id: team, proration_behavior: 'invoice' })
  expect(await creditOf(merchant, subscription.customerId)).toMatchObject({
    balances: [{ amount: 2000, currency: 'usd' }],
    items: [{ kind: 'downgrade', amount: 2000 }, { kind: 'order' }, { kind: 'grant' }],
  })
  expect((await merchant.request('GET', '/v1/invoices/')).json.items).toMatchObject([{ kind: 'credit_note', net_amount: 2000 }])
  await pass(32 * DAY)
  expect(await ordersOf(merchant)).toMatchObject([{ total_amount: 3000, applied_balance_amount: -2000, status: 'paid' }])
  expect([sumOf(await paymentsOf(merchant), 'amount'), (await creditOf(merchant, subscription.customerId)).balances]).toEqual([1000, []])
})

test('a free plan becomes a paid one for what is left of its period, and is charged from then on', async () => {
  const { merchant, team, subscription } = await aCase({ amount: 0 })
  await subscription.update({ product_id: team, proration_behavior: 'invoice' })
  expect(await ordersOf(merchant)).toMatchObject([{ status: 'paid', total_amount: 3000, items: [{ amount: 3000, proration: true }] }])
  await pass(32 * DAY)
  expect((await ordersOf(merchant)).map(amountsOf)).toEqual([[3000], [3000]])
})

test('a discount that does not apply to the new product is gone for good, and what it took off is not given back', async () => {
  const merchant = await aMerchant(server)
  const [starter, team] = [await aPlan(merchant, 1000), await aPlan(merchant, 3000)]
  const { id: discountId } = await aDiscount(merchant, { duration: 'forever', products: [starter] })
  const subscription = await aSubscription(server, merchant, { productId: starter, discountId, isPaid: true })
  const changed = await subscription.update({ product_id: team, proration_behavior: 'invoice' })
  expect(changed.json).toMatchObject({ product_id: team, discount: null })
  expect((await subscription.update({ product_id: starter, proration_behavior: 'invoice' })).json.discount).toBeNull()
  expect((await ordersOf(merchant)).map(amountsOf)).toEqual([[-900, 3000]])
  await pass(32 * DAY)
  expect((await ordersOf(merchant))[1]).toMatchObject({ discount_amount: 0, total_amount: 1000 })
})

test('a change that waits for its approval is dropped by the renewal, and its payment returned', async () => {
  const { merchant, starter, subscription } = await aCase({ card: approvable })
  const { current_period_end: end } = await subscription.read()
  await pass((Date.parse(end) - server.clock.now(merchant).getTime()) / 1000 - 1800)
  const yearly = await aPlan(merchant, 9000, { recurring_interval: 'year' })
  const waiting = (await subscription.update({ product_id: yearly })).json
  expect(waiting).toMatchObject({ product_id: starter, pending_change: { product_id: yearly } })
  await pass(1801)
  const { intent_client_secret: secret } = waiting.pending_change.payment_processor_metadata
  await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  await server.drain()
  expect(await subscription.read()).toMatchObject({ product_id: starter, current_period_start: end, pending_change: null })
  const duplicates = (await paymentsOf(merchant)).filter((payment: Record<string, unknown>) => payment['is_duplicate'])
  expect(duplicates).toHaveLength(1)
})

test('a renewal and a change at the same time are billed one after the other, in either order', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { merchant, team, subscription } = await aCase()
    const { current_period_end: end } = await subscription.read()
    server.clock.advance((Date.parse(end) - server.clock.now(merchant).getTime()) / 1000)
    const change = () => subscription.update({ product_id: team, proration_behavior: 'invoice' })
    const [changed] = round % 2 === 0 ? await Promise.all([change(), server.drain()]) : [(await Promise.all([server.drain(), change()]))[1]]
    await server.drain()
    // While the renewal is charged the plan stays.
    if (changed.status !== 200) expect([changed.status, changed.json.error]).toEqual([409, 'SubscriptionLocked'])
    if (changed.status !== 200) expect((await change()).status).toBe(200)
    expect(await subscription.read()).toMatchObject({ product_id: team, current_period_start: end, status: 'active' })
    const orders = await ordersOf(merchant)
    expect(orders.filter((order: Record<string, unknown>) => order['billing_reason'] === 'subscription_cycle')).toHaveLength(1)
    expect([sumOf(orders, 'total_amount'), sumOf(await paymentsOf(merchant), 'amount')]).toEqual([3000, 3000])
  }
})
