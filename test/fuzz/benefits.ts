// The benefits and purchases of a customer of the run: license keys, a download, an order and a subscription.
import { setTimeout as pause } from 'node:timers/promises'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Pools } from './pools.ts'

/** The number of times, and the interval, at which the set-up looks whether the benefits are granted. */
const ATTEMPTS = 100
const EVERY_MS = 100

/**
 * Purchases, each of a license key with a product of its own: requests of the run disable keys and take benefits from products, and a key
 * that can be activated is to be left.
 */
const PURCHASES = 5

/** Sells products with license keys and a download to a customer, who has a session, and activates a key. */
export async function benefitsOf(
  server: TestServer,
  merchant: TestMerchant,
  { fileId, email, token }: { readonly fileId: string; readonly email: string; readonly token: string },
) {
  const create = async (body: object) => (await merchant.request('POST', '/v1/benefits/', { body })).json.id as string
  const keys = await create({
    type: 'license_keys',
    description: 'A key',
    properties: { activations: { limit: 1000, enable_customer_admin: true } },
  })
  const files = await create({ type: 'downloadables', description: 'A file', properties: { files: [fileId] } })
  const buyer = { customer_email: email, customer_name: 'A holder', customer_billing_address: { country: 'NL' } }
  for (let purchase = 0; purchase < PURCHASES; purchase += 1) {
    // The customer has a subscription already, and may have no second one.
    const sold = await aProduct(merchant, { name: 'With benefits' })
    await merchant.request('POST', `/v1/products/${sold.id}/benefits`, { body: { benefits: [keys, files] } })
    const checkout = (await merchant.request('POST', '/v1/checkouts/', { body: { products: [sold.id] } })).json
    await server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, {
      body: { ...buyer, confirmation_token_id: 'sandbox_4242424242424242' },
    })
  }
  const read = async (path: string) =>
    (await server.request('GET', `/v1/customer-portal${path}`, { headers: { authorization: `Bearer ${token}` } })).json.items
  // A job of the server grants the benefits.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [found, downloads] = [await read('/license-keys/'), await read('/downloadables/')]
    if (found.length === PURCHASES && downloads.length > 0)
      return heldBy(server, merchant, { benefitIds: [keys, files], keys: found, downloads, read })
    await pause(EVERY_MS)
  }
  throw new Error('The benefits were not granted.')
}

interface HeldItems {
  readonly benefitIds: readonly string[]
  readonly keys: readonly { readonly id: string; readonly key: string }[]
  readonly downloads: readonly { readonly file: { readonly download: { readonly url: string } } }[]
  readonly read: (path: string) => Promise<readonly { readonly id: string }[]>
}

async function heldBy(server: TestServer, { organizationId }: TestMerchant, { benefitIds, keys, downloads, read }: HeldItems) {
  const [orders, subscriptions, grants] = [await read('/orders/'), await read('/subscriptions/'), await read('/benefit-grants/')]
  const activated = { key: keys[0]?.key, organization_id: organizationId, label: 'Laptop' }
  const activation = await server.request('POST', '/v1/customer-portal/license-keys/activate', { body: activated })
  return {
    benefitIds,
    add: (pools: Pools, side: 'own' | 'foreign') => {
      for (const { id, key } of keys) {
        pools.add(side, 'license key', id)
        pools.add(side, 'text of a license key', key)
      }
      pools.add(side, 'organization of a license key', organizationId)
      for (const { file } of downloads) pools.add(side, 'download', file.download.url.split('/').at(-1) ?? '')
      for (const { id } of orders) pools.add(side, 'order of the customer', id)
      for (const { id } of subscriptions) pools.add(side, 'subscription of the customer', id)
      for (const { id } of grants) {
        pools.add(side, 'benefit grant', id)
        pools.add(side, 'grant of the customer', id)
      }
      pools.add(side, 'activation', activation.json.id)
    },
  }
}
