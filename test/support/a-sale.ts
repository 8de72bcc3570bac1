// A completed sale for tests: product, checkout, order, and a webhook endpoint that received the event.
import { aProduct, type TestMerchant } from './a-merchant.ts'
import { aReceiver } from './a-receiver.ts'
import type { TestServer } from './server.ts'

/** The ids of the resources of one sale. */
export interface TestSale {
  readonly productId: string
  readonly priceId: string
  readonly checkoutId: string
  readonly clientSecret: string
  readonly orderId: string
  readonly customerId: string
  /** In the record of the sandbox. */
  readonly chargeId: string
  readonly endpointId: string
  readonly webhookEventId: string
}

/** The buyer, as the body of a confirm. */
export const BUYER = {
  customer_email: 'sanne@visserbouw.example',
  customer_name: 'Sanne Visser',
  customer_billing_address: { country: 'NL' },
  confirmation_token_id: 'sandbox_4242424242424242',
} as const

/** Sells one product to the buyer, with a receiver of webhooks that accepts everything. */
export async function aSale(server: TestServer, merchant: TestMerchant): Promise<TestSale> {
  const receiver = await aReceiver()
  const endpoint = await merchant.request('POST', '/v1/webhooks/endpoints', {
    body: { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: ['order.paid'] },
  })
  const product = await aProduct(merchant)
  const checkout = await merchant.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })
  const { client_secret: clientSecret, id: checkoutId } = checkout.json
  const confirmed = await server.request('POST', `/v1/checkouts/client/${clientSecret}/confirm`, { body: BUYER })
  if (confirmed.status !== 200) throw new Error(`The confirm was answered ${confirmed.status}: ${confirmed.text}`)
  await server.drain()
  await receiver.close()
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkoutId}`)).json.items
  const [charge] = (await merchant.request('GET', '/v1/sandbox/charges/?limit=1')).json.items
  return {
    productId: product.id,
    priceId: product.prices[0].id,
    checkoutId,
    clientSecret,
    orderId: order.id,
    customerId: order.customer_id,
    chargeId: charge.id,
    endpointId: endpoint.json.id,
    webhookEventId: String(receiver.received[0]?.headers['webhook-id']),
  }
}
