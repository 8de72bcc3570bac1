// The payment of an overdue order by its customer in the portal (rule U3).
import { afterAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPortal, type TestPortal } from '#test/support/portal/a-portal.ts'
import { passDays, testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)
const METHODS = '/customers/me/payment-methods'
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const declinedLater = '4000000000100059'

/** A customer whose renewal was declined, `days` after they subscribed. */
async function anOverdueCustomer(days = 32) {
  const merchant = await aMerchant(server)
  const settings = { subscription_settings: { dunning_final: 'unpaid', benefit_revocation_grace_period: 7 } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: settings })
  const prices = [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }]
  const { id } = await aProduct(merchant, { name: 'Library access', recurring_interval: 'month', prices })
  await (await aCheckout(server, merchant, { products: [id] })).confirm(`sandbox_${declinedLater}`)
  await passDays(server, days)
  const [order] = (await merchant.request('GET', '/v1/orders/?sorting=-created_at')).json.items
  const portal = await aPortal(server, merchant, order.customer_id)
  const subscription = async () => (await portal.request('GET', `/subscriptions/${order.subscription_id}`)).json
  const pay = (body: object = {}, headers: Record<string, string> = {}) =>
    portal.request('POST', `/orders/${order.id}/confirm-payment`, { body, headers })
  const status = async () => (await portal.request('GET', `/orders/${order.id}/payment-status`)).json
  return { merchant, portal, order, subscription, pay, status }
}

async function addCard(portal: TestPortal, number: string): Promise<string> {
  const body = { confirmation_token_id: `sandbox_${number}`, set_default: false, return_url: 'https://example.com/portal' }
  const { json } = await portal.request('POST', METHODS, { body })
  if (json.client_secret) {
    await server.request('POST', `/v1/sandbox/actions/${json.client_secret}`, { body: { approve: true } })
    await server.drain()
  }
  const { items } = (await portal.request('GET', METHODS)).json
  return items.find(({ card }: { card: { last4: string } }) => number.endsWith(card.last4)).id
}

test('POST /v1/customer-portal/orders/{id}/confirm-payment pays an overdue order with a chosen card, which pays its subscription from then on', async () => {
  const { merchant, portal, order, subscription, pay, status } = await anOverdueCustomer()
  const overdue = await subscription()
  expect(overdue.status).toBe('past_due')
  expect(Date.parse(overdue.access_ends_at) - Date.parse(overdue.past_due_at)).toBe(7 * 86_400_000)
  expect(await status()).toMatchObject({ status: 'failed', error: expect.any(String), decline_reason: 'insufficient_funds' })
  const declined = await pay()
  expect([declined.status, declined.json]).toEqual([
    200,
    { status: 'failed', error: expect.any(String), decline_reason: 'insufficient_funds', client_secret: null },
  ])
  expect((await subscription()).next_payment_attempt_at).toBe(overdue.next_payment_attempt_at)
  const card = await addCard(portal, '4242424242424242')
  const paid = await pay({ payment_method_id: card }, { 'idempotency-key': 'pay-once' })
  expect([paid.status, paid.json]).toEqual([200, { status: 'succeeded', error: null, decline_reason: null, client_secret: null }])
  expect((await pay({ payment_method_id: card }, { 'idempotency-key': 'pay-once' })).json).toEqual(paid.json)
  expect(await subscription()).toMatchObject({ status: 'active', access_ends_at: null })
  expect((await portal.request('GET', `/orders/${order.id}`)).json.paid).toBe(true)
  const again = await pay()
  expect([again.status, again.json.error]).toEqual([422, 'OrderNotEligibleForRetry'])
  await passDays(server, 31)
  const renewed = await merchant.request('GET', `/v1/subscriptions/${order.subscription_id}`)
  expect(renewed.json.status).toBe('active')
})

test('a customer approves the payment of an overdue order at their bank', async () => {
  const { portal, subscription, pay, status } = await anOverdueCustomer()
  const card = await addCard(portal, '4000002760003184')
  // The card that was saved has been attempted at once, without its customer.
  expect(await status()).toMatchObject({ status: 'failed', decline_reason: 'authentication_required' })
  const waiting = (await pay({ payment_method_id: card })).json
  expect(waiting).toEqual({ status: 'requires_action', error: null, decline_reason: null, client_secret: expect.any(String) })
  expect(await status()).toEqual(waiting)
  expect((await pay()).json.error).toBe('PaymentAlreadyInProgress')
  await server.request('POST', `/v1/sandbox/actions/${waiting.client_secret}`, { body: { approve: true } })
  await server.drain()
  expect(await status()).toMatchObject({ status: 'succeeded', client_secret: null })
  expect((await subscription()).status).toBe('active')
})

test('GET /v1/customer-portal/orders/{id}/payment-status and the payment are for the customer of the order, with their own cards', async () => {
  const others = await anOverdueCustomer()
  const mine = await anOverdueCustomer()
  const other = { portal: await aPortal(server, others.merchant, others.order.customer_id) }
  const foreign = await addCard(other.portal, '4242424242424242')
  for (const [method, path] of [
    ['GET', 'payment-status'],
    ['POST', 'confirm-payment'],
  ] as const) {
    const sent = method === 'POST' ? { body: {} } : {}
    expect((await other.portal.request(method, `/orders/${mine.order.id}/${path}`, sent)).status).toBe(404)
    expect((await mine.portal.request(method, `/orders/${UNKNOWN}/${path}`, sent)).status).toBe(404)
  }
  const refused = await mine.pay({ payment_method_id: foreign })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'payment_method_id']])
  expect((await mine.pay({ confirmation_token_id: 'sandbox_4242424242424242' })).status).toBe(422)
  await mine.portal.request('DELETE', `${METHODS}/${(await mine.portal.request('GET', METHODS)).json.items[0].id}`)
  expect((await mine.pay()).status).toBe(402)
})

test('an order is paid by hand at most five times within a day', async () => {
  const { pay } = await anOverdueCustomer()
  const answers = []
  for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await pay())
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4)
  expect([answers.at(-1)?.status, answers.at(-1)?.json.error]).toEqual([429, 'ManualRetryLimitExceeded'])
  expect(answers.at(-1)?.headers).toMatchObject({ 'retry-after': '86400', 'x-retry-after': '86400' })
})

test('an unpaid subscription is active again once its customer pays', async () => {
  const { portal, subscription, pay } = await anOverdueCustomer(54)
  expect((await subscription()).status).toBe('unpaid')
  const card = await addCard(portal, '4242424242424242')
  expect((await pay({ payment_method_id: card })).json.status).toBe('succeeded')
  expect((await subscription()).status).toBe('active')
})
