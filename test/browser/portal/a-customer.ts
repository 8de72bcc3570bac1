// A merchant of a test with a customer who subscribes, and their sign-in to the portal.
import type { Page } from 'playwright-core'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { emailTo } from '#test/support/emails.ts'
import type { TestServer } from '#test/support/server.ts'

export const EMAIL = 'sanne@visserbouw.example'

/** A merchant with two plans, of which Sanne Visser has the first, with its usage. */
export interface TestShop {
  readonly merchant: TestMerchant
  readonly subscriptionId: string
  readonly customerId: string
}

const body = {
  customer_email: EMAIL,
  customer_name: 'Sanne Visser',
  customer_billing_address: { country: 'NL' },
  confirmation_token_id: 'sandbox_4242424242424242',
}

/** Creates the merchant, the plans and the subscription; `card` pays. */
export async function aShop(server: TestServer, card = '4242424242424242'): Promise<TestShop> {
  const merchant = await aMerchant(server)
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, {
    body: { accent_color: '#f2c511', email: 'help@byron.example', website: 'https://byron.example' },
  })
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'build' }] }
  const meter = await merchant.request('POST', '/v1/meters/', { body: { name: 'Build minutes', filter, aggregation: { func: 'count' } } })
  const unit = { amount_type: 'metered_unit', price_currency: 'usd', unit_amount: '3', meter_id: meter.json.id }
  const fixed = (price_amount: number) => ({ amount_type: 'fixed', price_amount, price_currency: 'usd' })
  const plan = { recurring_interval: 'month', description: 'Every template, with updates.' }
  const { id } = await aProduct(merchant, { ...plan, name: 'Library access', prices: [fixed(1900), unit] })
  await aProduct(merchant, { ...plan, name: 'Library plus', prices: [fixed(2900)] })
  const checkout = await merchant.request('POST', '/v1/checkouts/', { body: { products: [id], customer_email: EMAIL } })
  const confirm = { ...body, confirmation_token_id: `sandbox_${card}` }
  await server.request('POST', `/v1/checkouts/client/${checkout.json.client_secret}/confirm`, { body: confirm })
  await server.drain()
  const [subscription] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  const events = Array.from({ length: 12 }, () => ({ name: 'build', customer_id: subscription.customer_id }))
  await merchant.request('POST', '/v1/events/ingest', { body: { events } })
  await server.drain()
  return { merchant, subscriptionId: subscription.id, customerId: subscription.customer_id }
}

/** The code of the newest email to Sanne Visser. */
export async function mailedCode(server: TestServer): Promise<string> {
  const [, code] = /: ([A-Z0-9]{6})\n/.exec((await emailTo(server, EMAIL, 'portal-code')).text) ?? []
  if (code === undefined) throw new Error('The email has no code.')
  return code
}

/** Opens the portal with a session of the merchant's server. */
export async function openPortal(
  page: Page,
  { url, shop, path = '' }: { url: string; shop: Pick<TestShop, 'merchant' | 'customerId'>; path?: string },
): Promise<void> {
  const { merchant, customerId } = shop
  const { json } = await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id: customerId } })
  await page.goto(`${url}/portal/${merchant.slug}${path}?customer_session_token=${json.token}`)
}
