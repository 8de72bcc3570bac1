// The effects of the held calls about invoices, by the merchant and by the customer, and their required answers in every version.
import { expect } from 'vitest'
import { uniqueEmail } from '#test/support/a-user.ts'
import type { Json, PolarClient } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

type InvoiceCall = `${'' | 'customerPortal.'}orders.${'invoice' | 'generateInvoice'}` & keyof PolarDrives

const address = { line1: 'Dam 1', postal_code: '1012 JS', city: 'Amsterdam', country: 'NL' }

/** A paid order whose buyer is named as an invoice requires, and the session of its customer. */
async function sell({ client, merchant }: PolarWorld): Promise<{ readonly order: Json; readonly portal: PolarClient }> {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const product = await client.call('products.create', { body: { name: 'Template Library', recurring_interval: null, prices } })
  const customer = await client.call('customers.create', { body: { email: uniqueEmail() } })
  const checkout = await client.call('checkouts.create', { body: { products: [product.id], customer_id: customer.id } })
  const form = { customer_name: 'Visser Bouw BV', customer_billing_address: address, confirmation_token_id: 'sandbox_4242424242424242' }
  await client.as('').call('checkouts.clientConfirm', { path: { client_secret: checkout.client_secret }, body: form })
  const order = (await client.call('orders.list', { query: { checkout_id: checkout.id } })).items[0]
  await merchant.request('PATCH', `/v1/orders/${order.id}`, { body: { billing_name: 'Visser Bouw BV', billing_address: address } })
  const { token } = await client.call('customerSessions.create', { body: { customer_id: customer.id } })
  return { order, portal: client.as(token) }
}

type Calls = 'orders' | 'customerPortal.orders'

async function generates(world: PolarWorld, calls: Calls, callerOf: (portal: PolarClient) => PolarClient): Promise<void> {
  const { order, portal } = await sell(world)
  const generate = () => callerOf(portal).call(`${calls}.generateInvoice`, { path: { id: order.id } })
  await generate()
  expect(await world.client.call('orders.get', { path: { id: order.id } })).toMatchObject({ is_invoice_generated: true })
  await expect(generate()).rejects.toThrow()
}

async function downloads(world: PolarWorld, calls: Calls, callerOf: (portal: PolarClient) => PolarClient): Promise<void> {
  const { order, portal } = await sell(world)
  const read = () => callerOf(portal).call(`${calls}.invoice`, { path: { id: order.id } })
  await expect(read()).rejects.toThrow()
  await world.merchant.request('POST', `/v1/orders/${order.id}/invoice`)
  await world.drain()
  const { url } = await read()
  const response = await fetch(new URL(new URL(url).pathname + new URL(url).search, world.serverURL))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await response.text()).slice(0, 5)).toBe('%PDF-')
}

export const invoiceDrives: Pick<PolarDrives, InvoiceCall> = {
  'orders.generateInvoice': (world) => generates(world, 'orders', () => world.client),
  'orders.invoice': (world) => downloads(world, 'orders', () => world.client),
  'customerPortal.orders.generateInvoice': (world) => generates(world, 'customerPortal.orders', (portal) => portal),
  'customerPortal.orders.invoice': (world) => downloads(world, 'customerPortal.orders', (portal) => portal),
}
