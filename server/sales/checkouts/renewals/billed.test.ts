// The renewals that a checkout names are those that are billed, on their days and to the cent.
import { beforeAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

const trial = { trial_interval: 'day', trial_interval_count: 14 }
const germanTax = {
  enabled: true,
  origin: 'DE',
  behavior: 'exclusive',
  registrations: [{ place: 'DE', tax_id: null }],
  rates: [],
}

interface NamedRenewal {
  readonly at: string
  readonly discount_amount: number
  readonly tax_amount: number
  readonly total_amount: number
}

test.each([
  ['a trial and a discount of everything, once', trial, { basis_points: 10_000, duration: 'once' }],
  ['a discount of three months', {}, { basis_points: 2500, duration: 'repeating', duration_in_months: 3 }],
  [
    'a year with a discount of four months',
    { recurring_interval: 'year' },
    { basis_points: 4000, duration: 'repeating', duration_in_months: 4 },
  ],
])('with %s the renewals cost what the checkout said', async (_name, plan, reduction) => {
  const merchant = await aMerchant(server)
  const at = `/v1/organizations/${merchant.organizationId}`
  await merchant.request('PATCH', at, { body: { billing_timezone: 'Pacific/Auckland' } })
  expect((await merchant.request('PATCH', `${at}/tax-settings`, { body: germanTax })).status).toBe(200)
  const clock = (await merchant.request('POST', '/v1/test-clocks/', { body: {} })).json
  const prices = [{ amount_type: 'fixed', price_amount: 9000, price_currency: 'usd' }]
  const product = await aProduct(merchant, { recurring_interval: 'month', ...plan, prices })
  const discount = await aDiscount(merchant, reduction)
  const checkout = await aCheckout(server, merchant, { products: [product.id], discount_id: discount.id })
  expect((await checkout.view()).json.renewals.at(-1)).toMatchObject({ tax_amount: null, is_before_tax: true })
  const confirmed = await checkout.confirm(undefined, { body: { customer_billing_address: { country: 'DE' } } })
  const named: readonly NamedRenewal[] = confirmed.json.renewals
  expect((await checkout.view()).json.renewals).toEqual(named)
  await server.drain()

  const last = new Date(named.at(-1)?.at ?? '')
  const advance = { to: new Date(last.getTime() + 60_000).toISOString() }
  expect((await merchant.request('POST', `/v1/test-clocks/${clock.id}/advance`, { body: advance })).status).toBe(202)
  await server.drain()
  const orders = (await merchant.request('GET', '/v1/orders/?sorting=created_at&limit=100')).json.items
  const renewals = orders.filter((order: { billing_reason: string }) => order.billing_reason === 'subscription_cycle')
  for (const renewal of named) {
    const startsAt = (order: { items: readonly { start_timestamp: string }[] }) => Date.parse(order.items[0]?.start_timestamp ?? '')
    const billed = renewals.find((order: Parameters<typeof startsAt>[0]) => startsAt(order) === Date.parse(renewal.at))
    expect(billed).toMatchObject({
      discount_amount: renewal.discount_amount,
      tax_amount: renewal.tax_amount,
      total_amount: renewal.total_amount,
    })
  }
})
