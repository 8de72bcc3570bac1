// Subscriptions whose taxes Stripe Tax works out: changes of plan, renewals that it refuses, and what is exempt.
import { beforeEach, expect, test } from 'vitest'
import { answersOf } from '#money/taxes/index.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import type { TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { passDays } from '#test/support/server.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { aStripeServer } from '#test/support/stripe/a-stripe-server.ts'
import type { Parameters } from '#test/support/stripe/parameters.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

const CARD = '4242424242424242'
const MONTH_DAYS = 32
const OPERATION = 'POST /v1/tax/calculations'

const stripe = await aStripeServer({ RATE_LIMIT_ENABLED: 'false' })
const { fake, server } = stripe
const report = () => stripe.report({ isReversed: false, times: 1 })
beforeEach(() => {
  answersOf(server.platform).forget()
  fake.state.missingTaxFields = []
})

/** The amounts that the service was asked about; the renewals of all merchants of this file are among them. */
const calculatedAmounts = () =>
  fake.requests.filter(({ operation }) => operation === OPERATION).map(({ parameters }) => amountOf(parameters))
const amountOf = (parameters: Parameters) => (parameters['line_items'] as Record<string, Record<string, string>>)['0']?.['amount']

/** A live merchant from Germany whose taxes the service works out. */
async function aTaxedMerchant(): Promise<TestMerchant> {
  const merchant = await aLiveMerchant(server)
  await collectTaxes(merchant, { engine: 'stripe', behavior: 'location', origin: 'DE' })
  return merchant
}

const lastOrder = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=1')).json.items[0]

/** Subscribes a new buyer from Portugal, or what `form` says, and returns the order. */
async function subscribe(
  merchant: TestMerchant,
  { products, form = {}, ...more }: { products: string[]; form?: object; customer_id?: string },
) {
  const checkout = await aCheckout(server, merchant, { products, ...more })
  const body = { customer_billing_address: { country: 'PT' }, ...form }
  const { status, text } = await checkout.confirm(fake.token(CARD), { body })
  expect([status, text.slice(0, 1)]).toEqual([200, '{'])
  await report()
  return lastOrder(merchant)
}

test('a change of plan is refused while the service is down, at no field, and made afterwards', async () => {
  const merchant = await aTaxedMerchant()
  const [small, large] = [await aPlan(merchant, 900), await aPlan(merchant, 2900)]
  const { subscription_id: id, customer_id: customerId } = await subscribe(merchant, { products: [small] })
  const path = `/v1/subscriptions/${id}`
  const change = () => merchant.request('PATCH', path, { body: { product_id: large, proration_behavior: 'invoice' } })
  fake.fail(OPERATION, 'refused')
  const refused = await change()
  expect([refused.status, refused.json.error, refused.headers['retry-after']]).toEqual([503, 'TaxUnavailable', '60'])
  expect((await merchant.request('GET', path)).json.product_id).toBe(small)
  answersOf(server.platform).forget()
  expect((await change()).status).toBe(200)
  await report()
  expect((await merchant.request('GET', path)).json.product_id).toBe(large)
  expect(await lastOrder(merchant)).toMatchObject({ billing_reason: 'subscription_update', taxability_reason: 'standard_rated' })
  const portal = await aPortal(server, merchant, customerId)
  const preview = await portal.request('POST', `/subscriptions/${id}/preview`, { body: { product_id: small } })
  expect([preview.status, preview.json.next_renewal?.taxability_reason]).toEqual([200, 'standard_rated'])
})

test('a renewal that the service refuses is taxed by the table of rates, which its order says', async () => {
  const merchant = await aTaxedMerchant()
  const products = [await aPlan(merchant, 900)]
  const bought = await subscribe(merchant, { products })
  expect([bought.tax_engine, bought.tax_fallback]).toEqual(['stripe', null])
  // A former address: the service places no address of the United States without its postal code, and the merchant is not registered there.
  const place = { country: 'US', state: 'US-NY', city: null, postal_code: null, line1: null, line2: null }
  const moved = await merchant.request('PATCH', `/v1/customers/${bought.customer_id}`, { body: { billing_address: place } })
  expect(moved.status).toBe(200)
  await passDays(server, MONTH_DAYS)
  await report()
  const renewed = await lastOrder(merchant)
  expect(renewed).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', tax_amount: 0, total_amount: 900 })
  expect([renewed.tax_engine, renewed.tax_fallback]).toEqual(['built_in', 'refused'])
  const listed = async (reason: string) =>
    (await merchant.request('GET', `/v1/orders/?tax_fallback=${reason}`)).json.items.map(({ id }: { id: string }) => id)
  expect([await listed('refused'), await listed('inactive')]).toEqual([[renewed.id], []])
})

test('a renewal is taxed by the table of rates while the service is not set up, and then by the service again', async () => {
  const merchant = await aTaxedMerchant()
  await subscribe(merchant, { products: [await aPlan(merchant, 900)] })
  fake.state.missingTaxFields = ['head_office']
  await passDays(server, MONTH_DAYS)
  await report()
  const renewed = await lastOrder(merchant)
  expect(renewed).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', tax_amount: 168, total_amount: 900 })
  expect([renewed.tax_engine, renewed.tax_fallback]).toEqual(['built_in', 'inactive'])
  fake.state.missingTaxFields = []
  await passDays(server, MONTH_DAYS)
  await report()
  const next = await lastOrder(merchant)
  expect(next.id).not.toBe(renewed.id)
  expect([next.tax_amount, next.tax_engine, next.tax_fallback]).toEqual([168, 'stripe', null])
})

test('the service is not asked about an exempt customer or an exempt product, neither by checkouts nor by renewals', async () => {
  const merchant = await aTaxedMerchant()
  const customer = { email: uniqueEmail(), is_tax_exempt: true }
  const { id } = (await merchant.request('POST', '/v1/customers/', { body: customer })).json
  const own = [await aPlan(merchant, 7700)]
  const orders = [
    await subscribe(merchant, { products: own, customer_id: id, form: { customer_email: customer.email } }),
    await subscribe(merchant, { products: [await aPlan(merchant, 7800, { tax_code: 'exempt' })] }),
  ]
  const stated = (order: Awaited<ReturnType<typeof lastOrder>>) => [
    order.tax_amount,
    order.taxability_reason,
    order.tax_engine,
    order.tax_fallback,
  ]
  expect(orders.map(stated)).toEqual([
    [0, 'customer_exempt', 'built_in', null],
    [0, 'product_exempt', 'built_in', null],
  ])
  await passDays(server, MONTH_DAYS)
  await report()
  const renewed = (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=2')).json.items
  expect(renewed.map(stated).toSorted()).toEqual(orders.map(stated))
  expect(renewed.every((order: { billing_reason: string }) => order.billing_reason === 'subscription_cycle')).toBe(true)
  expect(calculatedAmounts()).toContain('900')
  for (const amount of ['7700', '7800']) expect(calculatedAmounts()).not.toContain(amount)
})

/** A merchant with a subscription of which 3 units are used and not billed. */
async function aUsedSubscription() {
  const merchant = await aTaxedMerchant()
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'tokens' }] }
  const meter = { name: 'Tokens', filter, aggregation: { func: 'count' } }
  const { id: meter_id } = (await merchant.request('POST', '/v1/meters/', { body: meter })).json
  await server.drain()
  const price = { price_currency: 'usd' }
  const prices = [
    { amount_type: 'fixed', price_amount: 1000, ...price },
    { amount_type: 'metered_unit', meter_id, unit_amount: '500', ...price },
  ]
  const bought = await subscribe(merchant, { products: [await aPlan(merchant, 1000, { name: 'Metered', prices })] })
  const events = Array.from({ length: 3 }, () => ({ name: 'tokens', customer_id: bought.customer_id }))
  expect((await merchant.request('POST', '/v1/events/ingest', { body: { events } })).status).toBe(200)
  await passDays(server, 1)
  return { merchant, id: bought.subscription_id as string }
}

test('a subscription is not ended while the tax of what it has used cannot be worked out, and is afterwards', async () => {
  const { merchant, id } = await aUsedSubscription()
  const revoke = () => merchant.request('DELETE', `/v1/subscriptions/${id}`)
  fake.fail(OPERATION, 'refused')
  const refused = await revoke()
  expect([refused.status, refused.json.error, refused.headers['retry-after']]).toEqual([503, 'TaxUnavailable', '60'])
  answersOf(server.platform).forget()
  expect((await revoke()).json.status).toBe('canceled')
  await report()
  expect(await lastOrder(merchant)).toMatchObject({ tax_amount: 281, total_amount: 1500, tax_engine: 'stripe' })
})
