import { expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const merchant = await aMerchant(server)

const ordersOf = async (productId: string) => (await merchant.request('GET', `/v1/orders/?product_id=${productId}`)).json.items

test('the buyer chooses the amount of a custom price within its bounds, and pays it', async () => {
  const price = { amount_type: 'custom', price_currency: 'eur', minimum_amount: 500, maximum_amount: 10_000 }
  const product = await aProduct(merchant, { prices: [price] })
  const checkout = await aCheckout(server, merchant, { products: [product.id] })
  expect(checkout.created).toMatchObject({ amount: 1000, total_amount: 1000, is_free_product_price: false })
  const low = await checkout.update({ amount: 499 })
  expect([low.status, low.json.detail[0]]).toMatchObject([422, { loc: ['body', 'amount'], ctx: { ge: 500 } }])
  const chosen = await checkout.update({ amount: 2500 })
  expect([chosen.status, chosen.json]).toMatchObject([200, { amount: 2500, total_amount: 2500, product_price: { minimum_amount: 500 } }])
  const paid = await checkout.confirm()
  expect([paid.status, paid.json.total_amount]).toEqual([200, 2500])
  expect(await ordersOf(product.id)).toMatchObject([{ total_amount: 2500, currency: 'eur' }])
})

test('an archived custom price still bounds the checkout that was created with it', async () => {
  const product = await aProduct(merchant, { prices: [{ amount_type: 'custom', maximum_amount: 900, preset_amount: 700 }] })
  const checkout = await aCheckout(server, merchant, { products: [product.id] })
  await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { prices: [{ amount_type: 'custom', maximum_amount: 5000 }] } })
  expect((await checkout.update({ amount: 901 })).status).toBe(422)
  expect((await checkout.update({ amount: 800 })).json).toMatchObject({ amount: 800, product_price: { maximum_amount: 900 } })
})

test('a free product is bought without a card', async () => {
  const product = await aProduct(merchant, { prices: [{ amount_type: 'free' }] })
  const { secret, created, email } = await aCheckout(server, merchant, { products: [product.id] })
  const free = { amount: 0, total_amount: 0, is_free_product_price: true, is_payment_form_required: false, is_discount_applicable: false }
  expect(created).toMatchObject(free)
  const confirmed = await server.request('POST', `/v1/checkouts/client/${secret}/confirm`, { body: { customer_email: email } })
  expect(confirmed.status).toBe(200)
  expect(await ordersOf(product.id)).toMatchObject([{ total_amount: 0, status: 'paid', customer: { email } }])
})

test('a checkout of a recurring product asks for a payment method even where nothing is due today', async () => {
  const product = await aProduct(merchant, { recurring_interval: 'month', trial_interval: 'week', trial_interval_count: 1 })
  const created = await merchant.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })
  expect(created.status).toBe(201)
  expect(created.json).toMatchObject({ is_payment_required: false, is_payment_setup_required: true, is_payment_form_required: true })
})
