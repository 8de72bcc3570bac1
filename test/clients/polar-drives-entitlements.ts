// The effects of the held calls about what customers get, and their required answers in every version: a plan with a license key and a
// note is bought, and the server grants both.
import { expect } from 'vitest'
import { uniqueEmail } from '#test/support/a-user.ts'
import type { Json, PolarClient } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

type EntitlementCall = Extract<
  keyof PolarDrives,
  | `licenseKeys.${string}`
  | `benefitGrants.${string}`
  | `customers.getState${string}`
  | `customerPortal.${'licenseKeys' | 'benefitGrants'}.${string}`
  | 'benefits.grants'
>

/** A customer who has bought the plan, and what they got. */
interface Holder {
  readonly portal: PolarClient
  readonly customer: Json
  readonly keyBenefit: Json
  readonly note: Json
  /** The license key as the merchant reads it. */
  readonly key: Json
}

async function sell(world: PolarWorld): Promise<Holder> {
  const { client, merchant } = world
  const properties = { prefix: 'ACME', activations: { limit: 3, enable_customer_admin: true }, limit_usage: 100 }
  const keyBenefit = await client.call('benefits.create', { body: { type: 'license_keys', description: 'A license key', properties } })
  const custom = { type: 'custom', description: 'Answers within a day', properties: { note: 'Write to us.' } }
  const note = await client.call('benefits.create', { body: custom })
  const prices = [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }]
  const product = await client.call('products.create', { body: { name: 'With a key', recurring_interval: 'month', prices } })
  await merchant.request('POST', `/v1/products/${product.id}/benefits`, { body: { benefits: [keyBenefit.id, note.id] } })
  const email = uniqueEmail()
  const customer = await client.call('customers.create', { body: { email, external_id: email } })
  const checkout = await client.call('checkouts.create', { body: { products: [product.id], customer_id: customer.id } })
  const form = { customer_name: 'Emmy Noether', customer_billing_address: { country: 'DE' } }
  const card = { confirmation_token_id: 'sandbox_4242424242424242' }
  await client.as('').call('checkouts.clientConfirm', { path: { client_secret: checkout.client_secret }, body: { ...form, ...card } })
  await world.drain()
  const { token } = await client.call('customerSessions.create', { body: { customer_id: customer.id } })
  const { items } = await client.call('licenseKeys.list', { query: { benefit_id: keyBenefit.id } })
  expect(items).toMatchObject([
    { status: 'granted', customer_id: customer.id, benefit_id: keyBenefit.id, limit_activations: 3, limit_usage: 100, usage: 0 },
  ])
  return { portal: client.as(token), customer, keyBenefit, note, key: items[0] }
}

const named = ({ merchant }: PolarWorld, { key }: Json) => ({ key, organization_id: merchant.organizationId })

type Activate = 'licenseKeys.activate' | 'customerPortal.licenseKeys.activate'

async function activate(world: PolarWorld, key: Json, call: Activate = 'customerPortal.licenseKeys.activate'): Promise<Json> {
  const body = { ...named(world, key), label: 'Laptop' }
  const client = call === 'licenseKeys.activate' ? world.client : world.client.as('')
  const activation = await client.call(call, { body })
  expect(activation).toMatchObject({ label: 'Laptop', license_key_id: key.id, license_key: { id: key.id } })
  return activation
}

const grantsOf = ({ portal }: Holder): Promise<Json> =>
  portal.call('customerPortal.benefitGrants.list', { query: { sorting: ['type'], limit: 10 } })

async function findsState(world: PolarWorld, read: (holder: Holder) => Promise<Json>): Promise<void> {
  const holder = await sell(world)
  const state = await read(holder)
  expect(state).toMatchObject({ id: holder.customer.id, active_subscriptions: [{ status: 'active', amount: 900, meters: [] }] })
  expect(state.granted_benefits.map((each: Json) => each.benefit_type).sort()).toEqual(['custom', 'license_keys'])
}

export const entitlementDrives: Pick<PolarDrives, EntitlementCall> = {
  'licenseKeys.list': async (world) => void (await sell(world)),
  'licenseKeys.get': async (world) => {
    const { key } = await sell(world)
    const activation = await activate(world, key)
    const read = await world.client.call('licenseKeys.get', { path: { id: key.id } })
    expect(read).toMatchObject({ id: key.id, key: key.key, activations: [{ id: activation.id, label: 'Laptop' }] })
  },
  'licenseKeys.update': async (world) => {
    const { key } = await sell(world)
    const body = { status: 'disabled', limit_activations: 5, usage: 2 }
    expect(await world.client.call('licenseKeys.update', { path: { id: key.id }, body })).toMatchObject({ id: key.id, ...body })
  },
  'licenseKeys.getActivation': async (world) => {
    const { key } = await sell(world)
    const { id } = await activate(world, key)
    const read = await world.client.call('licenseKeys.getActivation', { path: { id: key.id, activation_id: id } })
    expect(read).toMatchObject({ id, label: 'Laptop', license_key: { id: key.id } })
  },
  'licenseKeys.validate': async (world) => {
    const { key } = await sell(world)
    const body = { ...named(world, key), increment_usage: 3 }
    const validated = await world.client.call('licenseKeys.validate', { body })
    expect(validated).toMatchObject({ id: key.id, usage: 3, validations: 1, activation: null, customer: key.customer })
    await expect(world.client.call('licenseKeys.validate', { body: { ...body, key: 'ACME-WRONG' } })).rejects.toThrow()
  },
  'licenseKeys.activate': async (world) => void (await activate(world, (await sell(world)).key, 'licenseKeys.activate')),
  'licenseKeys.deactivate': async (world) => {
    const { key } = await sell(world)
    const { id } = await activate(world, key, 'licenseKeys.activate')
    await world.client.call('licenseKeys.deactivate', { body: { ...named(world, key), activation_id: id } })
    expect((await world.client.call('licenseKeys.get', { path: { id: key.id } })).activations).toEqual([])
  },
  'benefits.grants': async (world) => {
    const { keyBenefit, customer } = await sell(world)
    const { items, pagination } = await world.client.call('benefits.grants', { path: { id: keyBenefit.id }, query: { is_granted: true } })
    const grant = { benefit_id: keyBenefit.id, customer_id: customer.id, is_granted: true, is_revoked: false }
    expect([items, pagination]).toMatchObject([[grant], { total_count: 1 }])
  },
  'benefitGrants.list': async (world) => {
    const { note, customer } = await sell(world)
    const { items } = await world.client.call('benefitGrants.list', { query: { customer_id: customer.id } })
    expect(items.map((each: Json) => each.benefit_id)).toContain(note.id)
  },
  'customers.getState': (world) => findsState(world, ({ customer: { id } }) => world.client.call('customers.getState', { path: { id } })),
  'customers.getStateExternal': (world) =>
    findsState(world, ({ customer: { external_id } }) => world.client.call('customers.getStateExternal', { path: { external_id } })),
  'customerPortal.benefitGrants.list': async (world) => {
    const holder = await sell(world)
    const { items } = await grantsOf(holder)
    expect(items).toMatchObject([
      { benefit: { type: 'custom', properties: { note: 'Write to us.' } }, is_granted: true },
      { benefit: { type: 'license_keys' }, properties: { license_key_id: holder.key.id } },
    ])
  },
  'customerPortal.benefitGrants.get': async (world) => {
    const holder = await sell(world)
    const [first] = (await grantsOf(holder)).items
    expect(await holder.portal.call('customerPortal.benefitGrants.get', { path: { id: first.id } })).toEqual(first)
  },
  'customerPortal.benefitGrants.update': async (world) => {
    const holder = await sell(world)
    const [{ id }] = (await grantsOf(holder)).items
    const body = { benefit_type: 'custom' }
    expect(await holder.portal.call('customerPortal.benefitGrants.update', { path: { id }, body })).toMatchObject({ id })
  },
  'customerPortal.licenseKeys.list': async (world) => {
    const { portal, key, keyBenefit } = await sell(world)
    const { items } = await portal.call('customerPortal.licenseKeys.list', { query: { benefit_id: keyBenefit.id } })
    expect(items).toMatchObject([{ id: key.id, key: key.key, display_key: key.display_key }])
  },
  'customerPortal.licenseKeys.get': async (world) => {
    const { portal, key } = await sell(world)
    const { id } = await activate(world, key)
    const read = await portal.call('customerPortal.licenseKeys.get', { path: { id: key.id } })
    expect(read).toMatchObject({ id: key.id, activations: [{ id }] })
  },
  'customerPortal.licenseKeys.validate': async (world) => {
    const { key } = await sell(world)
    const { id } = await activate(world, key)
    const body = { ...named(world, key), activation_id: id, increment_usage: 3 }
    const validated = await world.client.as('').call('customerPortal.licenseKeys.validate', { body })
    expect(validated).toMatchObject({ id: key.id, usage: 3, validations: 1, activation: { id } })
    const wrong = { ...body, key: 'ACME-WRONG' }
    await expect(world.client.as('').call('customerPortal.licenseKeys.validate', { body: wrong })).rejects.toThrow()
  },
  'customerPortal.licenseKeys.activate': async (world) => void (await activate(world, (await sell(world)).key)),
  'customerPortal.licenseKeys.deactivate': async (world) => {
    const { key } = await sell(world)
    const { id } = await activate(world, key)
    await world.client.as('').call('customerPortal.licenseKeys.deactivate', { body: { ...named(world, key), activation_id: id } })
    expect((await world.client.call('licenseKeys.get', { path: { id: key.id } })).activations).toEqual([])
  },
}
