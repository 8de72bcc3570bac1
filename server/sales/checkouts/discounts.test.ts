import { beforeAll, expect, test } from 'vitest'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { emailsTo } from '#test/support/emails.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant
let productId: string

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
  productId = (await aProduct(merchant)).id
})

const countOf = async (id: string): Promise<number> => (await merchant.request('GET', `/v1/discounts/${id}`)).json.redemptions_count
const ofProduct = () => aCheckout(server, merchant, { products: [productId] })
const locOf = ({ status, json }: { status: number; json: { detail: readonly { loc: unknown }[] } }) => [status, json.detail[0]?.loc]
const atCode = [422, ['body', 'discount_code']]

test('a merchant gives a checkout a discount, and its order has it', async () => {
  const discount = await aDiscount(merchant)
  const checkout = await aCheckout(server, merchant, { products: [productId], discount_id: discount.id })
  expect(checkout.created).toMatchObject({
    amount: 4200,
    discount_amount: 420,
    net_amount: 3780,
    total_amount: 3780,
    discount_id: discount.id,
    discount: { id: discount.id, name: 'Ten percent', code: discount.code, type: 'percentage', basis_points: 1000, duration: 'once' },
  })
  const paid = await checkout.confirm()
  expect([paid.status, paid.json.total_amount]).toEqual([200, 3780])
  expect(await countOf(discount.id)).toBe(1)
  const { items } = (await merchant.request('GET', `/v1/orders/?discount_id=${discount.id}`)).json
  expect(items).toMatchObject([
    {
      subtotal_amount: 4200,
      discount_amount: 420,
      net_amount: 3780,
      total_amount: 3780,
      discount_id: discount.id,
      discount: { id: discount.id, basis_points: 1000, redemptions_count: 1 },
    },
  ])
})

test('a buyer enters a code in any case, takes it off, and enters another', async () => {
  const [ten, five] = [await aDiscount(merchant), await aDiscount(merchant, { type: 'fixed', amount: 500, currency: 'usd' })]
  const checkout = await ofProduct()
  expect((await checkout.update({ discount_code: ten.code.toLowerCase() })).json).toMatchObject({ discount_amount: 420 })
  expect((await checkout.update({ customer_name: 'Ada' })).json).toMatchObject({ discount_amount: 420, discount_id: ten.id })
  expect((await checkout.update({ discount_code: five.code })).json).toMatchObject({ discount_amount: 500, discount_id: five.id })
  expect((await checkout.update({ discount_code: null })).json).toMatchObject({ discount_amount: 0, discount: null, total_amount: 4200 })
})

test("the merchant's discount and a buyer's code come back with the product that they are for, until they are taken off", async () => {
  const other = (await aProduct(merchant, { name: 'Not reduced' })).id
  const own = await aDiscount(merchant, { products: [productId] })
  const code = await aDiscount(merchant, { basis_points: 2000, products: [productId] })
  const checkout = await aCheckout(server, merchant, { products: [productId, other], discount_id: own.id })
  const look = async () => {
    const amounts = []
    for (const product_id of [other, productId]) amounts.push((await checkout.update({ product_id })).json.discount_amount)
    return amounts
  }
  expect(checkout.created.discount_id).toBe(own.id)
  expect(await look()).toEqual([0, 420])
  await checkout.update({ discount_code: code.code })
  expect(await look()).toEqual([0, 840])
  await checkout.update({ product_id: other })
  await merchant.request('DELETE', `/v1/discounts/${code.id}`)
  expect((await checkout.update({ product_id: productId })).json).toMatchObject({ discount_amount: 0, discount_id: null })
  await merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { discount_id: own.id } })
  expect((await checkout.update({ discount_code: null })).json.discount_amount).toBe(0)
  expect(await look()).toEqual([0, 0])
})

test('an unknown code, a deleted discount and one that has ended, not begun or is used up do not exist', async () => {
  const now = server.clock.now().getTime()
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const deleted = await aDiscount(merchant)
  await merchant.request('DELETE', `/v1/discounts/${deleted.id}`)
  const used = await aDiscount(merchant, { max_redemptions: 1 })
  await (await aCheckout(server, merchant, { products: [productId], discount_id: used.id })).confirm()
  const closed = [deleted, used, await aDiscount(merchant, { ends_at: at(-1) }), await aDiscount(merchant, { starts_at: at(1) })]
  const checkout = await ofProduct()
  for (const code of ['NOTHING', ...closed.map((discount) => discount.code)]) {
    expect(locOf(await checkout.update({ discount_code: code }))).toEqual(atCode)
  }
  const refused = await merchant.request('POST', '/v1/checkouts/', { body: { products: [productId], discount_id: used.id } })
  expect(locOf(refused)).toEqual([422, ['body', 'discount_id']])
})

test('a discount for other products, another currency or subscriptions alone does not apply', async () => {
  const other = await aProduct(merchant)
  const discounts = [
    await aDiscount(merchant, { products: [other.id] }),
    await aDiscount(merchant, { type: 'fixed', amount: 500, currency: 'eur' }),
    await aDiscount(merchant, { duration: 'repeating', duration_in_months: 3 }),
  ]
  const checkout = await ofProduct()
  for (const { code } of discounts) expect(locOf(await checkout.update({ discount_code: code }))).toEqual(atCode)
})

test('switching to a product that the discount is not for drops it', async () => {
  const other = await aProduct(merchant)
  const discount = await aDiscount(merchant, { products: [productId] })
  const checkout = await aCheckout(server, merchant, { products: [productId, other.id], discount_id: discount.id })
  expect((await checkout.update({ product_id: other.id })).json).toMatchObject({ discount_id: null, discount_amount: 0 })
})

test('a code is ignored where the merchant allows none, and the discount of the merchant stays', async () => {
  const [own, entered] = [await aDiscount(merchant), await aDiscount(merchant, { basis_points: 5000 })]
  const body = { products: [productId], discount_id: own.id, allow_discount_codes: false }
  const checkout = await aCheckout(server, merchant, body)
  for (const discount_code of [entered.code, null]) {
    expect((await checkout.update({ discount_code })).json).toMatchObject({ discount_id: own.id, discount_amount: 420 })
  }
})

test('a checkout that costs nothing after the discount, or less than can be charged, is confirmed without a charge', async () => {
  for (const [basis_points, total, form] of [
    [10_000, 0, {}],
    [9950, 21, { confirmation_token_id: cards.declined }],
  ] as const) {
    const discount = await aDiscount(merchant, { basis_points })
    const checkout = await aCheckout(server, merchant, { products: [productId], discount_id: discount.id })
    expect(checkout.created).toMatchObject({ total_amount: total, is_payment_required: total > 0 })
    const body = { customer_email: checkout.email, ...(total > 0 && checkout.form), ...form }
    const confirmed = await server.request('POST', `/v1/checkouts/client/${checkout.secret}/confirm`, { body })
    expect(confirmed.status).toBe(200)
    const { items } = (await merchant.request('GET', `/v1/orders/?discount_id=${discount.id}`)).json
    expect(items).toMatchObject([{ status: 'paid', total_amount: total, due_amount: 0 }])
    expect(await countOf(discount.id)).toBe(1)
  }
})

test('a decline frees the redemption, and the next attempt takes it again', async () => {
  const discount = await aDiscount(merchant, { max_redemptions: 1 })
  const [first, second] = [await ofProduct(), await ofProduct()]
  await first.update({ discount_code: discount.code })
  expect((await first.confirm(cards.declined)).status).toBe(400)
  expect(await countOf(discount.id)).toBe(0)
  await second.update({ discount_code: discount.code })
  expect((await second.confirm()).status).toBe(200)
  expect(await countOf(discount.id)).toBe(1)
  expect(locOf(await first.confirm())).toEqual(atCode)
  await first.update({ discount_code: null })
  expect((await first.confirm()).status).toBe(200)
})

test('of many confirms at once no more redeem a discount than its limit allows', async () => {
  const discount = await aDiscount(merchant, { max_redemptions: 3 })
  const checkouts = await Promise.all(
    Array.from({ length: 12 }, () => aCheckout(server, merchant, { products: [productId], discount_id: discount.id })),
  )
  const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status !== 200).map(locOf)).toEqual(Array(9).fill(atCode))
  expect(await countOf(discount.id)).toBe(3)
})

test('of fifty confirms at once, one redeems the last redemption', async () => {
  const discount = await aDiscount(merchant, { max_redemptions: 1 })
  const body = { products: [productId], discount_id: discount.id }
  const checkouts = await Promise.all(Array.from({ length: 50 }, () => aCheckout(server, merchant, body)))
  const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200).map(locOf)).toEqual(Array(49).fill(atCode))
  expect(await countOf(discount.id)).toBe(1)
})

test.each([
  ['part of the price', 1000, '-$4.20', '$37.80'],
  ['nearly all of it', 9950, '-$41.79', '$0.21'],
  ['all of it', 10_000, '-$42.00', '$0.00'],
])('a discount of %s is on the receipt, and the ledger balances', async (_, basis_points, reduction, total) => {
  const discount = await aDiscount(merchant, { basis_points })
  const checkout = await aCheckout(server, merchant, { products: [productId], discount_id: discount.id })
  expect((await checkout.confirm()).status).toBe(200)
  const [receipt] = await emailsTo(server, checkout.email)
  expect(receipt?.text).toContain(reduction)
  expect(receipt?.text).toContain(total)
  await expectSoundBooks(server, merchant)
})

test('after its first redemption the value of a discount is frozen, its name is not', async () => {
  const discount = await aDiscount(merchant)
  await (await aCheckout(server, merchant, { products: [productId], discount_id: discount.id })).confirm()
  const path = `/v1/discounts/${discount.id}`
  expect(locOf(await merchant.request('PATCH', path, { body: { basis_points: 2000 } }))).toEqual([422, ['body', 'basis_points']])
  expect((await merchant.request('PATCH', path, { body: { name: 'Renamed', basis_points: 1000 } })).json.name).toBe('Renamed')
})

test('a link gives its checkouts a discount while it can be redeemed', async () => {
  const discount = await aDiscount(merchant, { max_redemptions: 1 })
  const body = { payment_processor: 'stripe', products: [productId], discount_id: discount.id }
  const { json: link } = await merchant.request('POST', '/v1/checkout-links/', { body })
  expect(link).toMatchObject({ discount_id: discount.id, discount: { id: discount.id, basis_points: 1000 } })
  const open = async () => (await server.request('POST', `/v1/checkout-links/open/${link.client_secret}`, { body: {} })).json
  expect(await open()).toMatchObject({ discount_id: discount.id, discount_amount: 420 })
  await (await aCheckout(server, merchant, { products: [productId], discount_id: discount.id })).confirm()
  expect(await open()).toMatchObject({ discount_id: null, discount_amount: 0 })
})
