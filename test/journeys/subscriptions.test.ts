// Databases: both.
import { afterAll, expect, test } from 'vitest'
import { runDueSubscriptions } from '#money/billing/cycle/actions/run-due-subscriptions.ts'
import { queryPayment } from '#money/payments/actions/query-processor.ts'
import { savePaymentMethod } from '#money/payments/index.ts'
import { findCreditBalance } from '#money/usage/credit/index.ts'
import { aCheckout, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { passDays, testServer } from '#test/support/server.ts'

const DAY = 86_400
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

const monthly = (amount = 1900) => ({
  name: 'Library access',
  recurring_interval: 'month',
  prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: 'usd' }],
})

async function subscribed(card?: string, product: Readonly<Record<string, unknown>> = monthly()) {
  const merchant = await aMerchant(server)
  const { id } = await aProduct(merchant, product)
  const checkout = await aCheckout(server, merchant, { products: [id] })
  const confirmed = await checkout.confirm(card)
  await server.drain()
  return { merchant, checkout, confirmed }
}

const only = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/subscriptions/')).json.items[0]
const ordersOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items

// The reference of a card that pays: another customer of the merchant has saved it.
async function aGoodMethod(merchant: TestMerchant): Promise<string> {
  const { id } = await aProduct(merchant, monthly())
  await (await aCheckout(server, merchant, { products: [id] })).confirm()
  const methods = await server.platform.database.db
    .selectFrom('payment_methods')
    .select(['id', 'method'])
    .where('organization_id', '=', merchant.organizationId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await server.platform.database.db.deleteFrom('payment_methods').where('id', '=', methods.id).execute()
  return methods.method
}

const pass = (days: number): Promise<void> => passDays(server, days)

test('a purchase of a recurring product starts a subscription, in the order of rule H10', async () => {
  const { merchant, checkout, confirmed } = await subscribed()
  expect([confirmed.status, confirmed.text]).toMatchObject([200, expect.any(String)])
  const subscription = await only(merchant)
  expect(subscription).toMatchObject({ status: 'active', amount: 1900, checkout_id: checkout.id, cancel_at_period_end: false })
  const [order] = await ordersOf(merchant)
  expect(order).toMatchObject({
    billing_reason: 'subscription_create',
    status: 'paid',
    subscription_id: subscription.id,
    total_amount: 1900,
  })
  const names = (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)
  expect(names.slice(names.indexOf('checkout.updated'))).toEqual([
    'checkout.updated',
    'customer.created',
    'payment_method.saved',
    'subscription.created',
    'subscription.active',
    'subscription.updated',
    'order.created',
    'order.updated',
    'order.paid',
  ])
})

test('each period is billed once, in advance, and the receipt names the period', async () => {
  const { merchant } = await subscribed()
  const first = await only(merchant)
  await pass(62)
  const orders = await ordersOf(merchant)
  expect(orders.map(({ billing_reason, status }: Record<string, unknown>) => `${billing_reason} ${status}`)).toEqual([
    'subscription_create paid',
    'subscription_cycle paid',
    'subscription_cycle paid',
  ])
  expect(orders[1].items[0]).toMatchObject({ label: 'Library access', amount: 1900, start_timestamp: first.current_period_end })
  expect((await only(merchant)).current_period_start).toBe(orders[2].items[0].start_timestamp)
})

const lateFailure = 'sandbox_4000000000100059'
const lateHardDecline = 'sandbox_4000000000100067'

test('an overdue payment is attempted on days 2, 7, 14 and 21, and then the subscription ends', async () => {
  const { merchant } = await subscribed(lateFailure)
  await pass(32)
  expect(await only(merchant)).toMatchObject({ status: 'past_due', past_due_at: expect.any(String) })
  const [, order] = await ordersOf(merchant)
  expect(order).toMatchObject({ status: 'pending', collection_status: null, next_payment_attempt_at: expect.any(String) })
  await pass(22)
  const ended = await only(merchant)
  expect(ended).toMatchObject({ status: 'canceled', ended_at: expect.any(String) })
  expect((await ordersOf(merchant)).map(({ collection_status }: Record<string, unknown>) => collection_status)).toEqual([null, 'exhausted'])
  const failed = await server.platform.database.db
    .selectFrom('payments')
    .select('status')
    .where('organization_id', '=', merchant.organizationId)
    .where('purpose', '=', 'order')
    .execute()
  expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed', 'failed'])
  const names = (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)
  expect(names.slice(-4)).toEqual(['subscription.updated', 'subscription.canceled', 'subscription.revoked', 'customer.state_changed'])
})

test('a card that can never pay is not tried again, and the deadline stays', async () => {
  const { merchant } = await subscribed(lateHardDecline)
  await pass(32)
  expect(await only(merchant)).toMatchObject({ status: 'past_due', next_payment_attempt_at: null, collection_ends_at: expect.any(String) })
  await pass(22)
  expect((await only(merchant)).status).toBe('canceled')
})

test('a payment method that the customer saves pays an overdue order at once, also after a hard decline', async () => {
  const { merchant } = await subscribed(lateHardDecline)
  await pass(32)
  const overdue = await only(merchant)
  expect(overdue.status).toBe('past_due')
  await aPaymentMethod(server, { organizationId: merchant.organizationId, customerId: overdue.customer_id })
  await server.drain()
  server.clock.advance(60)
  await server.drain()
  expect(await only(merchant)).toMatchObject({ status: 'active', past_due_at: null, current_period_end: overdue.current_period_end })
  expect((await ordersOf(merchant)).map((order: { status: string }) => order.status)).toEqual(['paid', 'paid'])
})

test('a merchant may keep subscriptions unpaid instead of ending them', async () => {
  const { merchant } = await subscribed(lateFailure)
  const settings = { dunning_final: 'unpaid' }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { subscription_settings: settings } })
  await pass(54)
  expect(await only(merchant)).toMatchObject({ status: 'unpaid', ended_at: null })
})

test('an overdue payment that succeeds makes the subscription active again, with its period unchanged', async () => {
  const { merchant } = await subscribed(lateFailure)
  await pass(32)
  const overdue = await only(merchant)
  const { organizationId } = merchant
  const saved = { organizationId, customerId: overdue.customer_id, processor: 'sandbox', method: await aGoodMethod(merchant) } as const
  const now = server.clock.now({ organizationId })
  await server.platform.database.transaction((tx) =>
    savePaymentMethod(tx, server.platform, { ...saved, brand: 'visa', last4: '4242', now }),
  )
  const { db } = server.platform.database
  await db.updateTable('subscriptions').set({ payment_method_id: null }).where('id', '=', overdue.id).execute()
  await pass(2)
  const recoveredOne = (await merchant.request('GET', `/v1/subscriptions/${overdue.id}`)).json
  expect(recoveredOne).toMatchObject({ status: 'active', past_due_at: null, current_period_end: overdue.current_period_end })
  const names = (await eventsOf(server, organizationId)).map(({ name }) => name)
  const recovered = ['order.updated', 'order.paid', 'subscription.updated', 'subscription.active', 'subscription.payment_recovered']
  expect(names.slice(names.lastIndexOf('order.paid') - 1).slice(0, 5)).toEqual(recovered)
})

test('a trial costs nothing, is converted at its end, and is given once for each product', async () => {
  const product = { ...monthly(), trial_interval: 'day', trial_interval_count: 14 }
  const { merchant, confirmed } = await subscribed(undefined, product)
  expect(confirmed.json).toMatchObject({ is_payment_required: false, is_payment_setup_required: true, active_trial_interval_count: 14 })
  expect(await only(merchant)).toMatchObject({ status: 'trialing', trial_end: expect.any(String) })
  expect(await ordersOf(merchant)).toMatchObject([{ billing_reason: 'subscription_create', total_amount: 0, status: 'paid' }])
  await pass(15)
  const converted = await only(merchant)
  expect(converted).toMatchObject({ status: 'active', current_period_start: converted.trial_end })
  expect((await ordersOf(merchant))[1]).toMatchObject({ billing_reason: 'subscription_cycle', total_amount: 1900, status: 'paid' })

  const again = { products: [converted.product_id], customer_id: converted.customer_id }
  const refused = await merchant.request('POST', '/v1/checkouts/', { body: again })
  expect([refused.status, refused.json.error]).toEqual([403, 'AlreadyActiveSubscriptionError'])
})

test('of checkouts that name one new customer only one gets the subscription where no more are allowed', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aProduct(merchant, monthly())
  const named = { products: [id], external_customer_id: 'user-17' }
  const checkouts = await Promise.all(Array.from({ length: 8 }, () => aCheckout(server, merchant, named)))
  const body = { customer_email: 'ada@analytical.example' }
  const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(undefined, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403, 403, 403])
})

test('a discount for the first period reduces the first order alone', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aProduct(merchant, monthly(2000))
  const half = { type: 'percentage', basis_points: 5000, duration: 'once', name: 'Half' }
  const discount = (await merchant.request('POST', '/v1/discounts/', { body: half })).json
  const checkout = await aCheckout(server, merchant, { products: [id], discount_id: discount.id })
  await checkout.confirm()
  await pass(32)
  expect((await ordersOf(merchant)).map(({ total_amount }: { total_amount: number }) => total_amount)).toEqual([1000, 2000])
})

test('the credit of a customer pays a renewal before the card does', async () => {
  const { merchant } = await subscribed()
  const { customer_id } = await only(merchant)
  const credit = { amount: 1500, currency: 'usd' }
  expect((await merchant.request('POST', `/v1/customers/${customer_id}/credits`, { body: credit })).status).toBe(201)
  await pass(32)
  expect((await ordersOf(merchant))[1]).toMatchObject({ total_amount: 1900, applied_balance_amount: -1500, status: 'paid' })
})

test('the subscriptions of a deleted customer end at once', async () => {
  const { merchant } = await subscribed()
  const { customer_id } = await only(merchant)
  await merchant.request('DELETE', `/v1/customers/${customer_id}`)
  await server.drain()
  expect(await only(merchant)).toMatchObject({ status: 'canceled' })
})

test('credit that an overdue order has reserved is free again when its subscription ends', async () => {
  const { merchant } = await subscribed(lateHardDecline)
  const { id, customer_id: customerId } = await only(merchant)
  await merchant.request('POST', `/v1/customers/${customerId}/credits`, { body: { amount: 1000, currency: 'usd' } })
  await pass(32)
  expect((await ordersOf(merchant))[1]).toMatchObject({ status: 'pending', applied_balance_amount: -1000 })
  const available = () =>
    findCreditBalance(server.platform.database.db, { organizationId: merchant.organizationId, customerId, currency: 'usd' })
  expect(await available()).toBe(0)
  await merchant.request('DELETE', `/v1/subscriptions/${id}`)
  expect((await ordersOf(merchant))[1]).toMatchObject({ status: 'pending', applied_balance_amount: 0, collection_status: 'exhausted' })
  expect(await available()).toBe(1000)
})

test('a processor that never had the charge of a renewal delays it, and nothing is overdue', async () => {
  const { merchant } = await subscribed()
  const { organizationId } = merchant
  server.clock.advance(31 * DAY)
  // The process ends before it calls the processor.
  const [attempt] = (await runDueSubscriptions(server.platform, organizationId)).attempts
  if (!attempt) throw new Error('Nothing is charged.')
  await server.platform.database.db.deleteFrom('jobs').where('kind', '=', 'billing-cycle:charge-order').execute()
  server.clock.advance(130)
  await queryPayment(server.platform, { organizationId, paymentId: attempt.id })
  expect(await only(merchant)).toMatchObject({ status: 'active', past_due_at: null })
  await server.drain()
  expect(await only(merchant)).toMatchObject({ status: 'active', past_due_at: null })
  expect((await ordersOf(merchant)).map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
  const attempts = (await merchant.request('GET', '/v1/payments/')).json.items
  expect(attempts.map(({ status }: { status: string }) => status).sort()).toEqual(['failed', 'succeeded', 'succeeded'])
})
