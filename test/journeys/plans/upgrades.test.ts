// Checkouts that upgrade a free subscription (rule C20).
import { afterAll, expect, test } from 'vitest'
import { aCheckout, cards, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'

const DAY = 86_400
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

const freePlan = { name: 'Free', recurring_interval: 'month', prices: [{ amount_type: 'free' }] }
const paidPlan = {
  name: 'Team',
  recurring_interval: 'month',
  prices: [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }],
  trial_interval: 'day',
  trial_interval_count: 14,
}

const subscriptionsOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/subscriptions/')).json.items
const ordersOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items

async function subscribedToFree() {
  const merchant = await aMerchant(server)
  const [free, paid] = [await aProduct(merchant, freePlan), await aProduct(merchant, paidPlan)]
  await (await aCheckout(server, merchant, { products: [free.id] })).confirm()
  await server.drain()
  const [subscription] = await subscriptionsOf(merchant)
  // The customer is known: the form that the buyer sends has their email.
  const upgrade = async () => {
    const checkout = await aCheckout(server, merchant, { products: [paid.id], subscription_id: subscription.id })
    const body = { customer_email: subscription.customer.email }
    return { ...checkout, confirm: (card?: string) => checkout.confirm(card, { body }) }
  }
  return { merchant, paid, subscription, upgrade }
}

test('a checkout upgrades a free subscription: its period starts anew and the plan is charged in full, without a trial', async () => {
  const { merchant, paid, subscription, upgrade } = await subscribedToFree()
  server.clock.advance(10 * DAY)
  const checkout = await upgrade()
  const read = (await merchant.request('GET', `/v1/checkouts/${checkout.id}`)).json
  expect(read).toMatchObject({ subscription_id: subscription.id, customer_id: subscription.customer_id, active_trial_interval: null })
  const before = (await eventsOf(server, merchant.organizationId)).length
  const confirmed = await checkout.confirm()
  expect([confirmed.status, confirmed.json.total_amount]).toEqual([200, 1900])
  await server.drain()

  const [upgraded, ...others] = await subscriptionsOf(merchant)
  expect(others).toEqual([])
  expect(upgraded).toMatchObject({ id: subscription.id, status: 'active', amount: 1900, product_id: paid.id })
  expect(Date.parse(upgraded.current_period_start)).toBeGreaterThan(Date.parse(subscription.current_period_start))
  const [first, second, ...rest] = await ordersOf(merchant)
  expect([first.total_amount, rest]).toEqual([0, []])
  expect(second).toMatchObject({ billing_reason: 'subscription_update', subscription_id: subscription.id, total_amount: 1900 })
  const names = (await eventsOf(server, merchant.organizationId)).slice(before).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('subscription.'))).toEqual(['subscription.updated'])

  server.clock.advance(32 * DAY)
  await server.drain()
  expect((await ordersOf(merchant))[2]).toMatchObject({ billing_reason: 'subscription_cycle', total_amount: 1900, status: 'paid' })
})

test('of several checkouts that upgrade one subscription only one is paid', async () => {
  const { merchant, upgrade } = await subscribedToFree()
  const checkouts = await Promise.all(Array.from({ length: 8 }, upgrade))
  const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
  await server.drain()
  expect((await ordersOf(merchant)).map((order: { total_amount: number }) => order.total_amount)).toEqual([0, 1900])
})

test('a subscription that ends while its upgrade is being paid is followed by a new one', async () => {
  const { merchant, paid, subscription, upgrade } = await subscribedToFree()
  const checkout = await upgrade()
  const waiting = (await checkout.confirm(cards.requiresAction)).json.payment_processor_metadata
  expect(waiting.intent_status).toBe('requires_action')
  expect((await merchant.request('DELETE', `/v1/subscriptions/${subscription.id}`)).status).toBe(200)
  const action = `/v1/sandbox/actions/${waiting.intent_client_secret}`
  expect((await server.request('POST', action, { body: { approve: true } })).json).toEqual({ status: 'succeeded' })
  await server.drain()
  const current = (await subscriptionsOf(merchant)).filter(({ status }: { status: string }) => status === 'active')
  expect(current).toMatchObject([{ product_id: paid.id, checkout_id: checkout.id, amount: 1900 }])
})

test('the subscription that a checkout upgrades is free, of the same customer, and upgraded to recurring products', async () => {
  const { merchant, paid, subscription, upgrade } = await subscribedToFree()
  const once = await aProduct(merchant, { name: 'Book', prices: paidPlan.prices })
  const create = async (body: object) => (await merchant.request('POST', '/v1/checkouts/', { body })).json
  const messagesOf = ({ detail }: { detail: readonly { loc: string[]; msg: string }[] }) => detail.map(({ loc, msg }) => [loc.at(-1), msg])
  const named = { subscription_id: subscription.id }
  expect(messagesOf(await create({ products: [paid.id], subscription_id: once.id }))).toEqual([
    ['subscription_id', 'There is no such subscription.'],
  ])
  expect(messagesOf(await create({ products: [paid.id, once.id], ...named }))).toEqual([
    ['subscription_id', 'A subscription can only be upgraded to recurring products.'],
  ])
  const other = (await merchant.request('POST', '/v1/customers/', { body: { email: 'grace@navy.example' } })).json
  expect(messagesOf(await create({ products: [paid.id], customer_id: other.id, ...named }))).toEqual([
    ['customer_id', 'The subscription belongs to another customer.'],
  ])
  await (await upgrade()).confirm()
  expect(messagesOf(await create({ products: [paid.id], ...named }))).toEqual([
    ['subscription_id', 'Only a free subscription can be upgraded by a checkout.'],
  ])
})
