// The effects of the held calls of the customer portal with the session of a customer, and their required answers in every version.
import { expect } from 'vitest'
import { uniqueEmail } from '#test/support/a-user.ts'
import type { Json, PolarClient } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

type PortalCall = Extract<
  Exclude<keyof PolarDrives, `${string}.${'invoice' | 'generateInvoice'}`>,
  | `customerPortal.${'customers' | 'subscriptions' | 'orders' | 'customerMeters' | 'organizations'}.${string}`
  | 'customers.listPaymentMethods'
>

/** The refusal of each version for a paid order, in some the code and in some the sentence. */
const NOTHING_DUE = /OrderNotEligibleForRetry|Nothing is to be collected/
const CARD = 'sandbox_4242424242424242'
const page = (items: unknown) => ({ items, pagination: { total_count: 1 } })

/** A customer with a session, and what they bought. */
interface Bought {
  readonly portal: PolarClient
  readonly customer: Json
  readonly product: Json
}

async function createProduct({ client }: PolarWorld, price_amount: number, recurring_interval: 'month' | null = null): Promise<Json> {
  const prices = [{ amount_type: 'fixed', price_amount, price_currency: 'usd' }]
  return client.call('products.create', { body: { name: `Plan of ${price_amount}`, recurring_interval, prices } })
}

/** Buys a product as a customer would, and opens a session for them. */
async function buy(world: PolarWorld, product: Json): Promise<Bought> {
  const { client } = world
  const customer = await client.call('customers.create', { body: { email: uniqueEmail(), name: 'Emmy Noether' } })
  const checkout = await client.call('checkouts.create', { body: { products: [product.id], customer_id: customer.id } })
  const form = { customer_name: 'Emmy Noether', customer_billing_address: { country: 'DE' }, confirmation_token_id: CARD }
  await client.as('').call('checkouts.clientConfirm', { path: { client_secret: checkout.client_secret }, body: form })
  return { portal: await openPortal(world, customer.id), customer, product }
}

async function openPortal({ client }: PolarWorld, customer_id: string): Promise<PolarClient> {
  return client.as((await client.call('customerSessions.create', { body: { customer_id } })).token)
}

async function subscribe(world: PolarWorld): Promise<Bought & { readonly subscription: Json }> {
  const subscription_settings = { allow_multiple_subscriptions: true, allow_customer_updates: true, proration_behavior: 'prorate' }
  await world.merchant.request('PATCH', `/v1/organizations/${world.merchant.organizationId}`, { body: { subscription_settings } })
  const bought = await buy(world, await createProduct(world, 1000, 'month'))
  const query = { active: true, sorting: ['-started_at'] }
  const { items } = await bought.portal.call('customerPortal.subscriptions.list', { query })
  expect(items).toMatchObject([
    { status: 'active', amount: 1000, currency: 'usd', cancel_at_period_end: false, product: { id: bought.product.id }, meters: [] },
  ])
  return { ...bought, subscription: items[0] }
}

const change = ({ portal, subscription }: { portal: PolarClient; subscription: Json }, body: Readonly<Record<string, unknown>>) =>
  portal.call('customerPortal.subscriptions.update', { path: { id: subscription.id }, body })

async function order(world: PolarWorld): Promise<Bought & { readonly order: Json }> {
  const bought = await buy(world, await createProduct(world, 4200))
  const { items, pagination } = await bought.portal.call('customerPortal.orders.list', { query: { product_billing_type: 'one_time' } })
  const { id } = bought.product
  expect({ items, pagination }).toMatchObject(page([{ paid: true, total_amount: 4200, product: { id }, subscription: null }]))
  return { ...bought, order: items[0] }
}

async function use(world: PolarWorld): Promise<{ readonly portal: PolarClient; readonly customerMeter: Json }> {
  const { client } = world
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] }
  const meter = await client.call('meters.create', { body: { name: 'Tokens used', filter, aggregation: { func: 'count' } } })
  const customer = await client.call('customers.create', { body: { email: uniqueEmail() } })
  await client.call('events.ingest', { body: { events: [{ name: 'ai.tokens', customer_id: customer.id }] } })
  await world.drain()
  const portal = await openPortal(world, customer.id)
  const { items } = await portal.call('customerPortal.customerMeters.list', { query: { query: 'tokens' } })
  expect(items).toMatchObject([{ meter_id: meter.id, consumed_units: 1, credited_units: 0, balance: -1, meter: { name: 'Tokens used' } }])
  return { portal, customerMeter: items[0] }
}

async function aCustomerPortal(world: PolarWorld): Promise<{ readonly portal: PolarClient; readonly customer: Json }> {
  const customer = await world.client.call('customers.create', { body: { email: uniqueEmail(), name: 'Emmy Noether' } })
  return { portal: await openPortal(world, customer.id), customer }
}

async function addCard(portal: PolarClient): Promise<Json> {
  const body = { confirmation_token_id: CARD, set_default: true, return_url: 'https://example.com/portal' }
  const saved = await portal.call('customerPortal.customers.addPaymentMethod', { body })
  // Newer versions read the card inside the answer, older ones the answer as the card.
  return saved.payment_method ?? saved
}

const holdsCards: PolarDrives[PortalCall] = async (world) => {
  const { portal } = await aCustomerPortal(world)
  const { id } = await addCard(portal)
  const list = portal.version.startsWith('0.3')
    ? 'customerPortal.customers.getPaymentMethods'
    : 'customerPortal.customers.listPaymentMethods'
  const { items, pagination } = await portal.call(list, { query: {} })
  expect({ items, pagination }).toMatchObject(page([{ id, type: 'card' }]))
  await portal.call('customerPortal.customers.deletePaymentMethod', { path: { id } })
  expect((await portal.call(list, { query: {} })).items).toEqual([])
}

/** Asks for a new email with a session that a code has opened, and returns it with the secret of the mailed link. */
async function requestEmail(world: PolarWorld): Promise<{ readonly portal: PolarClient; readonly email: string; readonly token: string }> {
  const customer = await world.client.call('customers.create', { body: { email: uniqueEmail(), name: 'Emmy Noether' } })
  const portal = world.client.as(await world.verifiedSession(customer.email))
  const email = uniqueEmail()
  await portal.call('customerPortal.customers.requestEmailUpdate', { body: { email } })
  const [, token = ''] = /email_token=([0-9A-Za-z]+)/.exec(await world.mailedTo(email, 'portal-email-change')) ?? []
  return { portal, email, token }
}

export const portalDrives: Pick<PolarDrives, PortalCall> = {
  'customerPortal.customers.get': async (world) => {
    const { portal, customer } = await aCustomerPortal(world)
    const { id, email } = customer
    expect(await portal.call('customerPortal.customers.get')).toMatchObject({ id, email, name: 'Emmy Noether', oauth_accounts: {} })
  },
  'customerPortal.customers.update': async (world) => {
    const { portal, customer } = await aCustomerPortal(world)
    const body = { billing_address: { country: 'DE', city: 'Erlangen' } }
    const { id } = customer
    expect(await portal.call('customerPortal.customers.update', { body })).toMatchObject({ id, ...body })
  },
  'customerPortal.customers.getPaymentMethods': holdsCards,
  'customerPortal.customers.listPaymentMethods': holdsCards,
  'customerPortal.customers.addPaymentMethod': holdsCards,
  'customerPortal.customers.deletePaymentMethod': holdsCards,
  'customers.listPaymentMethods': async (world) => {
    const { portal, customer } = await aCustomerPortal(world)
    const { id } = await addCard(portal)
    const { items } = await world.client.call('customers.listPaymentMethods', { path: { id: customer.id } })
    expect(items).toMatchObject([{ id, type: 'card', customer_id: customer.id }])
  },
  'customerPortal.customers.requestEmailUpdate': async (world) => {
    const { portal, email } = await requestEmail(world)
    expect((await portal.call('customerPortal.customers.get')).email).not.toBe(email)
  },
  'customerPortal.customers.checkEmailUpdate': async (world) => {
    const { token } = await requestEmail(world)
    const anonymous = world.client.as('')
    await anonymous.call('customerPortal.customers.checkEmailUpdate', { query: { token } })
    await expect(anonymous.call('customerPortal.customers.checkEmailUpdate', { query: { token: 'wrong' } })).rejects.toThrow()
  },
  'customerPortal.customers.verifyEmailUpdate': async (world) => {
    const { email, token } = await requestEmail(world)
    const opened = await world.client.as('').call('customerPortal.customers.verifyEmailUpdate', { body: { token } })
    expect(await world.client.as(opened.token).call('customerPortal.customers.get')).toMatchObject({ email, email_verified: true })
  },
  'customerPortal.subscriptions.list': async (world) => void (await subscribe(world)),
  'customerPortal.subscriptions.get': async (world) => {
    const { portal, subscription } = await subscribe(world)
    expect(await portal.call('customerPortal.subscriptions.get', { path: { id: subscription.id } })).toEqual(subscription)
  },
  'customerPortal.subscriptions.update': async (world) => {
    const bought = await subscribe(world)
    const { id: product_id } = await createProduct(world, 1900, 'month')
    expect(await change(bought, { product_id })).toMatchObject({ product_id, amount: 1900 })
    const note = { cancellation_reason: 'unused', cancellation_comment: 'Too rarely.' }
    expect(await change(bought, { cancel_at_period_end: true, ...note })).toMatchObject({
      cancel_at_period_end: true,
      customer_cancellation_reason: 'unused',
      customer_cancellation_comment: 'Too rarely.',
    })
    expect(await change(bought, { cancel_at_period_end: false })).toMatchObject({ canceled_at: null, cancel_at_period_end: false })
  },
  'customerPortal.subscriptions.cancel': async (world) => {
    const { portal, subscription } = await subscribe(world)
    const canceled = await portal.call('customerPortal.subscriptions.cancel', { path: { id: subscription.id } })
    expect(canceled).toMatchObject({ id: subscription.id, status: 'active', cancel_at_period_end: true })
  },
  'customerPortal.orders.list': async (world) => void (await order(world)),
  'customerPortal.orders.get': async (world) => {
    const { portal, order: found } = await order(world)
    expect(await portal.call('customerPortal.orders.get', { path: { id: found.id } })).toEqual(found)
  },
  'customerPortal.orders.update': async (world) => {
    const { portal, order: found } = await order(world)
    const body = { billing_name: 'Noether GmbH', billing_address: { country: 'DE' } }
    expect(await portal.call('customerPortal.orders.update', { path: { id: found.id }, body })).toMatchObject({ id: found.id, ...body })
  },
  'customerPortal.orders.getPaymentStatus': async (world) => {
    const { portal, order: found } = await order(world)
    const path = { id: found.id }
    expect(await portal.call('customerPortal.orders.getPaymentStatus', { path })).toMatchObject({ status: 'succeeded', error: null })
  },
  'customerPortal.orders.confirmRetryPayment': async (world) => {
    const { portal, order: found } = await order(world)
    const body = { payment_method_id: found.id }
    const paying = portal.call('customerPortal.orders.confirmRetryPayment', { path: { id: found.id }, body })
    await expect(paying).rejects.toThrow(NOTHING_DUE)
  },
  'customerPortal.customerMeters.list': async (world) => void (await use(world)),
  'customerPortal.customerMeters.get': async (world) => {
    const { portal, customerMeter } = await use(world)
    expect(await portal.call('customerPortal.customerMeters.get', { path: { id: customerMeter.id } })).toEqual(customerMeter)
  },
  'customerPortal.organizations.get': async (world) => {
    const { id } = await createProduct(world, 1000)
    const { slug } = world.merchant
    const found = await world.client.as('').call('customerPortal.organizations.get', { path: { slug } })
    expect(found).toMatchObject({ organization: { slug } })
    expect(found.products.map((product: Json) => product.id)).toContain(id)
  },
}
