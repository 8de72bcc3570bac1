// Taxes from the quote at the checkout over renewals, changes of the plan and credit to refunds, in currencies with no, two and three decimals.
import { afterAll, expect, test } from 'vitest'
import { aCheckout, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { balancesOf, checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes, taxIds } from '#test/support/taxes/collect-taxes.ts'

const server = await testServer({ database: await ownDatabase(), settings: { RATE_LIMIT_ENABLED: 'false' } })
afterAll(() => server.close())
checkBooksAfterEach(server)

const orderOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=1')).json.items[0]
const quoteOf = (answer: Awaited<ReturnType<TestCheckout['update']>>) => {
  const { net_amount, tax_amount, total_amount, taxability_reason } = answer.json
  return [net_amount, tax_amount, total_amount, taxability_reason]
}

async function aSaleAt(merchant: TestMerchant, amount: number, currency = 'eur'): Promise<TestCheckout> {
  const prices = [{ amount_type: 'fixed', price_amount: amount, price_currency: currency }]
  return aCheckout(server, merchant, { products: [(await aProduct(merchant, { prices })).id] })
}

const from = (country: string, more: object = {}) => ({ customer_billing_address: { country }, ...more })

test('the quote follows the country and the tax id, and the order stores why', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant)
  const checkout = await aSaleAt(merchant, 1230)
  expect(checkout.created).toMatchObject({ tax_amount: null, taxability_reason: null, total_amount: 1230 })
  expect(quoteOf(await checkout.update(from('PT')))).toEqual([1000, 230, 1230, 'standard_rated'])
  expect(quoteOf(await checkout.update(from('JP')))).toEqual([1230, 0, 1230, 'not_collecting'])
  const business = from('FR', { customer_tax_id: 'fr 40 303265045' })
  expect(quoteOf(await checkout.update(business))).toEqual([1230, 0, 1230, 'reverse_charge'])
  // The id is not of the new country: it counts for nothing until it is mended.
  expect(quoteOf(await checkout.update(from('PT')))).toEqual([1000, 230, 1230, 'standard_rated'])
  expect((await checkout.confirm(undefined, { body: from('FR') })).status).toBe(200)
  expect(await orderOf(merchant)).toMatchObject({
    subtotal_amount: 1230,
    net_amount: 1230,
    tax_amount: 0,
    total_amount: 1230,
    tax_behavior: 'inclusive',
    taxability_reason: 'reverse_charge',
    tax_breakdown: [],
    customer_tax_id: [taxIds.french, 'eu_vat'],
    customer: { tax_id: [taxIds.french, 'eu_vat'] },
  })
})

test.each(['DE136695975', 'FR00000000000', 'x'])('the tax id %s is refused at its field', async (customer_tax_id) => {
  const merchant = await aMerchant(server)
  const checkout = await aSaleAt(merchant, 1230)
  const refused = await checkout.update(from('FR', { customer_tax_id }))
  expect([refused.status, refused.json.detail]).toMatchObject([422, [{ loc: ['body', 'customer_tax_id'], type: 'value_error' }]])
  // Without a country it cannot be checked; the confirm checks it.
  expect((await checkout.update({ customer_tax_id })).status).toBe(200)
  const confirmed = await checkout.confirm()
  expect([confirmed.status, confirmed.json.detail]).toMatchObject([422, [{ loc: ['body', 'customer_tax_id'] }]])
})

test('a business on the Isle of Man states its British id', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant)
  const checkout = await aSaleAt(merchant, 1230)
  const stated = await checkout.update(from('IM', { customer_tax_id: 'GB980780684' }))
  expect([stated.status, stated.json.tax_amount]).toEqual([200, 0])
  expect((await checkout.confirm(undefined, { body: from('IM') })).status).toBe(200)
  expect(await orderOf(merchant)).toMatchObject({ customer_tax_id: ['980780684', 'gb_vat'] })
})

test.each<[currency: string, behavior: string, price: number, net: number, tax: number, part: number, partTax: number]>([
  ['eur', 'inclusive', 1230, 1000, 230, 333, 77],
  ['eur', 'exclusive', 1999, 1999, 460, 500, 115],
  ['jpy', 'inclusive', 501, 407, 94, 100, 23],
  ['jpy', 'exclusive', 501, 501, 115, 100, 23],
  ['kwd', 'inclusive', 12_345, 10_037, 2308, 1000, 230],
  ['kwd', 'exclusive', 12_345, 12_345, 2839, 5000, 1150],
])(
  'a sale in %s with %s prices of %i is taxed, paid and refunded in two parts',
  async (currency, behavior, price, net, tax, part, partTax) => {
    const merchant = await aMerchant(server)
    await collectTaxes(merchant, { behavior })
    const checkout = await aSaleAt(merchant, price, currency)
    expect((await checkout.confirm(undefined, { body: from('PT') })).status).toBe(200)
    const order = await orderOf(merchant)
    expect(order).toMatchObject({
      subtotal_amount: price,
      net_amount: net,
      tax_amount: tax,
      total_amount: net + tax,
      tax_behavior: behavior,
      tax_breakdown: [{ component: 'VAT', jurisdiction: 'PT', rate_ppm: 230_000, base_amount: net, amount: tax, reason: 'standard_rated' }],
      items: [{ amount: price, tax_amount: tax }],
    })
    const refund = (amount: number) =>
      merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'customer_request', amount } })
    expect((await refund(part)).json).toMatchObject({ amount: part, tax_amount: partTax })
    expect((await refund(net - part)).json).toMatchObject({ amount: net - part, tax_amount: tax - partTax })
    expect(await orderOf(merchant)).toMatchObject({ status: 'refunded', refunded_amount: net, refunded_tax_amount: tax })
  },
)

test('a discount is taken off before the tax', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant)
  const discount = { type: 'percentage', duration: 'once', name: 'Tenth', code: 'TENTH', basis_points: 1000 }
  await merchant.request('POST', '/v1/discounts/', { body: discount })
  const checkout = await aSaleAt(merchant, 1230)
  await checkout.update({ discount_code: 'TENTH', ...from('PT') })
  expect((await checkout.confirm(undefined, { body: from('PT') })).status).toBe(200)
  expect(await orderOf(merchant)).toMatchObject({
    subtotal_amount: 1230,
    discount_amount: 123,
    net_amount: 900,
    tax_amount: 207,
    total_amount: 1107,
  })
})

test('exempt products and customers are not taxed, and nothing is while taxes are off', async () => {
  const merchant = await aMerchant(server)
  const off = await aSaleAt(merchant, 1230)
  expect(quoteOf(await off.update(from('DE')))).toEqual([1230, 0, 1230, 'not_collecting'])
  await collectTaxes(merchant)
  const book = await aProduct(merchant, {
    tax_code: 'exempt',
    prices: [{ amount_type: 'fixed', price_amount: 1230, price_currency: 'eur' }],
  })
  const exempt = await aCheckout(server, merchant, { products: [book.id] })
  expect(quoteOf(await exempt.update(from('DE')))).toEqual([1230, 0, 1230, 'product_exempt'])
  const customer = await merchant.request('POST', '/v1/customers/', { body: { email: 'museum@example.com', is_tax_exempt: true } })
  const prices = [{ amount_type: 'fixed', price_amount: 1230, price_currency: 'eur' }]
  const product = await aProduct(merchant, { prices })
  const named = await aCheckout(server, merchant, { products: [product.id], customer_id: customer.json.id })
  expect(quoteOf(await named.update(from('DE')))).toEqual([1230, 0, 1230, 'customer_exempt'])
})

test('a trial has an order of zero, and the tax of its customer counts from the conversion on', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant, { behavior: 'exclusive' })
  const plan = await aPlan(merchant, 1000, { trial_interval: 'day', trial_interval_count: 14 })
  const checkout = await aCheckout(server, merchant, { products: [plan] })
  expect((await checkout.confirm(undefined, { body: from('PT') })).status).toBe(200)
  expect(await orderOf(merchant)).toMatchObject({ total_amount: 0, tax_amount: 0, tax_breakdown: [], taxability_reason: 'standard_rated' })
  const [subscription] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  const preview = await merchant.request('POST', `/v1/subscriptions/${subscription.id}/preview`, { body: {} })
  expect(preview.json.next_renewal).toMatchObject({ net_amount: 1000, tax_amount: 230, total_amount: 1230, tax_behavior: 'exclusive' })
})

test('what a downgrade gives back contains the tax that was paid', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant)
  const [large, small] = [await aPlan(merchant, 12_300), await aPlan(merchant, 1230)]
  const checkout = await aCheckout(server, merchant, { products: [large] })
  expect((await checkout.confirm(undefined, { body: from('PT') })).status).toBe(200)
  const [subscription] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  const path = `/v1/subscriptions/${subscription.id}`
  const change = { product_id: small, proration_behavior: 'invoice' }
  const preview = await merchant.request('POST', `${path}/preview`, { body: change })
  expect(preview.json).toMatchObject({ order: null, customer_credit_amount: 11_070 })
  expect((await merchant.request('PATCH', path, { body: change })).status).toBe(200)
  const credits = await merchant.request('GET', `/v1/customers/${subscription.customer_id}/credits`)
  expect(credits.json.balances).toMatchObject([{ amount: 11_070 }])
  const balances = await balancesOf(server, merchant)
  expect(balances).toContainEqual({ account: 'tax_payable', currency: 'usd', balance: -230 })
  expect(balances).toContainEqual({ account: 'customer_credit', currency: 'usd', balance: -11_070 })
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  const { items: notes } = (await merchant.request('GET', '/v1/invoices/?kind=credit_note')).json
  expect(notes).toMatchObject([{ number: 'INV-CN-0001', order_id: order.id, net_amount: 9000, tax_amount: 2070, total_amount: 11_070 }])
  expect([notes[0].credit_id, notes[0].refund_id]).toEqual([expect.any(String), null])
})

test('an upgrade is taxed as its customer is now', async () => {
  const merchant = await aMerchant(server)
  await collectTaxes(merchant, { behavior: 'exclusive' })
  const [small, large] = [await aPlan(merchant, 1000), await aPlan(merchant, 3000)]
  const subscription = await aSubscription(server, merchant, { productId: small, isPaid: true })
  const customer = { billing_address: { country: 'FR' }, tax_id: taxIds.french }
  await merchant.request('PATCH', `/v1/customers/${subscription.customerId}`, { body: { billing_address: { country: 'FR' } } })
  const change = { product_id: large, proration_behavior: 'invoice' }
  expect((await subscription.preview(change)).json.order).toMatchObject({ net_amount: 2000, tax_amount: 400, total_amount: 2400 })
  await merchant.request('PATCH', `/v1/customers/${subscription.customerId}`, { body: customer })
  expect((await subscription.preview(change)).json.order).toMatchObject({
    net_amount: 2000,
    tax_amount: 0,
    taxability_reason: 'reverse_charge',
  })
  await merchant.request('PATCH', `/v1/customers/${subscription.customerId}`, { body: { tax_id: null } })
  expect((await subscription.update(change)).status).toBe(200)
  expect(await orderOf(merchant)).toMatchObject({
    billing_reason: 'subscription_update',
    net_amount: 2000,
    tax_amount: 400,
    total_amount: 2400,
    items: [
      { amount: -1000, tax_amount: -200, proration: true },
      { amount: 3000, tax_amount: 600, proration: true },
    ],
  })
})

test('the settings are read, changed by their members alone, and audited', async () => {
  const merchant = await aMerchant(server)
  const path = `/v1/organizations/${merchant.organizationId}/tax-settings`
  expect((await merchant.request('GET', path)).json).toMatchObject({
    enabled: false,
    origin: null,
    behavior: 'location',
    registrations: [],
  })
  const refused = await merchant.request('PATCH', path, { body: { enabled: true } })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'origin']])
  await collectTaxes(merchant)
  const read = (await merchant.request('GET', path)).json
  expect(read).toMatchObject({ enabled: true, origin: 'DE', rates_version: '2026-11-26' })
  expect(read.shipped_rates).toContainEqual(expect.objectContaining({ place: 'PT', rate_ppm: 230_000 }))
  expect((await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json).toMatchObject({
    tax_enabled: true,
    country: 'DE',
  })
  const other = await aMerchant(server)
  expect((await other.request('PATCH', path, { body: { enabled: false } })).status).toBe(404)
})
