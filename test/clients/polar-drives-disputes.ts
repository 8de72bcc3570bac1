// The effect of each call of the published client about disputes.
import { expect } from 'vitest'
import type { Json } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

const buyer = {
  customer_email: 'sanne@visserbouw.example',
  customer_name: 'Sanne Visser',
  customer_billing_address: { country: 'NL' },
  confirmation_token_id: 'sandbox_4000000000000259',
}
const opened = {
  status: 'needs_response',
  resolved: false,
  amount: 4200,
  tax_amount: 0,
  currency: 'usd',
  reason: 'fraudulent',
  past_due: false,
}

/** Sells a product to a buyer who disputes the payment. Returns the id of the order. */
async function sellDisputed({ merchant, drain }: PolarWorld): Promise<string> {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const product = (await merchant.request('POST', '/v1/products/', { body: { name: 'Template Library', prices } })).json
  const checkout = (await merchant.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })).json
  const confirmed = await merchant.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: buyer })
  expect(confirmed.status).toBe(200)
  await drain()
  return (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items[0].id
}

async function findDispute(world: PolarWorld): Promise<Json> {
  const order_id = await sellDisputed(world)
  const { items } = await world.client.call('disputes.list', { query: { order_id, status: 'needs_response' } })
  expect(items).toMatchObject([{ ...opened, order_id }])
  return items[0]
}

export const disputeDrives: Pick<PolarDrives, `disputes.${'list' | 'get' | 'accept'}`> = {
  'disputes.list': async (world) => void (await findDispute(world)),
  'disputes.get': async (world) => {
    const dispute = await findDispute(world)
    expect(await world.client.call('disputes.get', { path: { id: dispute.id } })).toEqual(dispute)
  },
  'disputes.accept': async (world) => {
    const { id } = await findDispute(world)
    expect(await world.client.call('disputes.accept', { path: { id } })).toMatchObject({ id, status: 'lost', resolved: true, closed: true })
    await expect(world.client.call('disputes.accept', { path: { id } })).rejects.toThrow()
  },
}
