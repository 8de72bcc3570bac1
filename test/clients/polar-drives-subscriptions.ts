// The effects of the held calls about subscriptions, and their required answers in every version.
import { expect } from 'vitest'
import type { Json } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

type SubscriptionCall = Extract<keyof PolarDrives, `subscriptions.${string}`>

const EMAIL = 'emmy@noether.example'
/** The refusal of each version, in some the code and in some the sentence. */
const CANCELED = /AlreadyCanceledSubscription|canceled already/
const buyer = {
  customer_email: EMAIL,
  customer_name: 'Emmy Noether',
  customer_billing_address: { country: 'DE' },
  confirmation_token_id: 'sandbox_4242424242424242',
}

async function createPlan({ client }: PolarWorld, price_amount: number): Promise<string> {
  const prices = [{ amount_type: 'fixed', price_amount, price_currency: 'usd' }]
  return (await client.call('products.create', { body: { name: `Plan of ${price_amount}`, recurring_interval: 'month', prices } })).id
}

/** Buys a subscription as a customer would, and returns it. */
async function subscribe(world: PolarWorld): Promise<Json> {
  const rules = { allow_multiple_subscriptions: true, allow_customer_updates: true, proration_behavior: 'prorate' }
  const { organizationId } = world.merchant
  await world.merchant.request('PATCH', `/v1/organizations/${organizationId}`, { body: { subscription_settings: rules } })
  const product = await createPlan(world, 1000)
  const checkout = await world.client.call('checkouts.create', { body: { products: [product] } })
  await world.client.as('').call('checkouts.clientConfirm', { path: { client_secret: checkout.client_secret }, body: buyer })
  const { items } = await world.client.call('subscriptions.list', { query: { product_id: product, active: true } })
  expect(items).toMatchObject([
    {
      status: 'active',
      amount: 1000,
      currency: 'usd',
      recurring_interval: 'month',
      cancel_at_period_end: false,
      ended_at: null,
      customer: { email: EMAIL },
      product: { id: product },
      prices: [{ price_amount: 1000 }],
      meters: [],
      discount: null,
    },
  ])
  return items[0]
}

const update = async (world: PolarWorld, { id }: Json, body: Readonly<Record<string, unknown>>): Promise<Json> =>
  world.client.call('subscriptions.update', { path: { id }, body })

export const subscriptionDrives: Pick<PolarDrives, SubscriptionCall> = {
  'subscriptions.list': async (world) => {
    const { customer_id } = await subscribe(world)
    const query = { customer_id, sorting: ['-started_at'], limit: 5 }
    expect((await world.client.call('subscriptions.list', { query })).items[0]).toMatchObject({ customer_id })
  },
  'subscriptions.get': async (world) => {
    const subscription = await subscribe(world)
    expect(await world.client.call('subscriptions.get', { path: { id: subscription.id } })).toEqual(subscription)
  },
  'subscriptions.update': async (world) => {
    const subscription = await subscribe(world)
    const product_id = await createPlan(world, 3000)
    const changed = await update(world, subscription, { product_id, proration_behavior: 'invoice' })
    expect(changed).toMatchObject({ id: subscription.id, product_id, amount: 3000, prices: [{ price_amount: 3000 }] })
    const note = { customer_cancellation_reason: 'unused', customer_cancellation_comment: 'Too rarely.' }
    const canceled = await update(world, subscription, { cancel_at_period_end: true, ...note })
    expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true, ends_at: canceled.current_period_end, ...note })
    await expect(update(world, subscription, { cancel_at_period_end: true })).rejects.toThrow(CANCELED)
    expect(await update(world, subscription, { cancel_at_period_end: false })).toMatchObject({ canceled_at: null, ends_at: null })
    expect(await update(world, subscription, { revoke: true })).toMatchObject({ status: 'canceled' })
  },
  'subscriptions.revoke': async (world) => {
    const { id } = await subscribe(world)
    const revoked = await world.client.call('subscriptions.revoke', { path: { id } })
    expect(revoked).toMatchObject({ id, status: 'canceled', ends_at: revoked.ended_at })
    await expect(world.client.call('subscriptions.revoke', { path: { id } })).rejects.toThrow(CANCELED)
  },
}
