import { once } from 'node:events'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { newToken, prefixes } from '#contract/token.ts'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()

const ordersOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/orders/')).json.items

test.for(['co_cs_nothing', newToken(prefixes.checkout), '%00', 'x'.repeat(201)])(
  'an unknown client secret is refused: %s',
  async (secret) => {
    for (const [method, tail] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/confirm'],
      ['GET', '/stream'],
    ] as const) {
      const answer = await server.request(method, `/v1/checkouts/client/${secret}${tail}`, method === 'GET' ? {} : { body: {} })
      expect([404, 422]).toContain(answer.status)
    }
  },
)

test('a well-formed but unknown client secret is not found', async () => {
  const answer = await server.request('GET', `/v1/checkouts/client/${newToken(prefixes.checkout)}`)
  expect([answer.status, answer.json]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }])
})

test('a confirm reports all missing fields at once and charges nothing', async () => {
  const checkout = await aCheckout(server, await aMerchant(server))
  const nothing = {
    customer_email: undefined,
    customer_name: undefined,
    customer_billing_address: undefined,
    confirmation_token_id: undefined,
  }
  const answer = await checkout.confirm(cards.good, { body: nothing })
  expect(answer.status).toBe(422)
  expect(answer.json.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))).toEqual([
    'body.customer_email',
    'body.customer_name',
    'body.customer_billing_address',
    'body.confirmation_token_id',
  ])
  expect((await checkout.view()).json.status).toBe('open')
})

test.for([
  [{ customer_billing_address: { country: 'US' } }, ['state', 'city', 'postal_code', 'line1']],
  [{ customer_billing_address: { country: 'CA' } }, ['state']],
  [{ customer_billing_address: { country: 'FR' }, is_business_customer: true }, ['customer_billing_name', 'city', 'postal_code', 'line1']],
] as const)('a confirm reports the missing required fields: %j', async ([body, missing]) => {
  const checkout = await aCheckout(server, await aMerchant(server))
  const answer = await checkout.confirm(cards.good, { body })
  expect(answer.status).toBe(422)
  expect(answer.json.detail.map(({ loc }: { loc: unknown[] }) => loc.at(-1))).toEqual(missing)
})

test('a buyer fills in the form in several updates', async () => {
  const checkout = await aCheckout(server, await aMerchant(server))
  expect((await checkout.update({ customer_name: 'Blaise' })).json).toMatchObject({ customer_name: 'Blaise', tax_amount: null })
  const address = { country: 'us', state: 'CA', city: 'Oakland', postal_code: '94601', line1: '1 Lake' }
  const changed = await checkout.update({ customer_billing_address: address })
  expect(changed.json).toMatchObject({
    customer_name: 'Blaise',
    customer_billing_address: { country: 'US', state: 'US-CA' },
    tax_amount: 0,
  })
  expect((await checkout.update({ customer_name: null })).json.customer_name).toBeNull()
  const bad = await checkout.update({ customer_billing_address: { country: 'US', state: 'ZZ' } })
  expect([bad.status, bad.json.detail[0].loc]).toEqual([422, ['body', 'customer_billing_address', 'state']])
  expect((await checkout.update({ discount_code: 'SPRING' })).json.detail[0].loc).toEqual(['body', 'discount_code'])
})

test('the email of a customer whom the merchant named cannot be changed', async () => {
  const merchant = await aMerchant(server)
  await (await aCheckout(server, merchant, { external_customer_id: 'user-1' })).confirm()
  const named = await aCheckout(server, merchant, { external_customer_id: 'user-1' })
  const answer = await named.update({ customer_email: 'other@example.test' })
  expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', 'customer_email']])
})

test('an email that belongs to another external id is refused to the server that states both, and not to the buyer who types it', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const named = { products: [product.id], external_customer_id: 'user-1', customer_email: uniqueEmail() }
  const typed = { customer_email: named.customer_email }
  expect((await (await aCheckout(server, merchant, named)).confirm(cards.good, { body: typed })).status).toBe(200)
  const answer = await merchant.request('POST', '/v1/checkouts/', { body: { ...named, external_customer_id: 'user-2' } })
  expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', 'customer_email']])
  const second = await aCheckout(server, merchant, { products: [product.id], external_customer_id: 'user-2' })
  expect((await second.confirm(cards.good, { body: typed })).status).toBe(200)
  const customers = (await merchant.request('GET', `/v1/customers/?email=${encodeURIComponent(named.customer_email)}`)).json.items
  expect(customers.map(({ external_id }: { external_id: string }) => external_id).sort()).toEqual(['user-1', 'user-2'])
})

test('a customer without an external id adopts the one that the server states with the email', async () => {
  const merchant = await aMerchant(server)
  const first = await aCheckout(server, merchant)
  await first.confirm()
  const second = await aCheckout(server, merchant, { external_customer_id: 'user-9', customer_email: first.email })
  expect((await second.confirm(cards.good, { body: { customer_email: first.email } })).status).toBe(200)
  const customers = (await merchant.request('GET', '/v1/customers/')).json.items
  expect(customers).toMatchObject([{ email: first.email, external_id: 'user-9' }])
})

test('the price that the checkout showed is charged, even if the product has a new price', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const checkout = await aCheckout(server, merchant, { products: [product.id] })
  const prices = [{ amount_type: 'fixed', price_amount: 9900, price_currency: 'usd' }]
  await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { prices } })
  expect((await checkout.view()).json).toMatchObject({ amount: 4200, product_price: { price_amount: 4200, is_archived: true } })
  expect((await checkout.confirm()).status).toBe(200)
  expect(await ordersOf(merchant)).toMatchObject([{ total_amount: 4200, items: [{ product_price_id: product.prices[0].id }] }])
})

test('a product that was archived meanwhile is refused before the charge', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const checkout = await aCheckout(server, merchant, { products: [product.id] })
  await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { is_archived: true } })
  const answer = await checkout.confirm()
  expect([answer.status, answer.json.error, answer.json.detail[0].loc]).toEqual([422, 'RequestValidationError', ['body', 'product_id']])
  expect((await checkout.view()).json).toMatchObject({ status: 'open', last_payment_error: null })
  expect(await ordersOf(merchant)).toEqual([])
})

test('a confirm cannot set amounts', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const body = { amount: 50, total_amount: 0, net_amount: 0, discount_amount: 4200, status: 'succeeded', currency: 'jpy' }
  expect((await checkout.confirm(cards.good, { body })).status).toBe(200)
  expect(await ordersOf(merchant)).toMatchObject([{ total_amount: 4200, currency: 'usd' }])
})

test('a paid checkout cannot be confirmed or updated', async () => {
  const checkout = await aCheckout(server, await aMerchant(server))
  await checkout.confirm()
  const refused = { error: 'NotOpenCheckout', detail: 'The checkout is not open.' }
  for (const answer of [await checkout.confirm(), await checkout.update({ customer_name: 'Late' })]) {
    expect([answer.status, answer.json]).toEqual([403, refused])
  }
})

test('currencies without decimals and with three decimals are charged in their own minor units', async () => {
  const merchant = await aMerchant(server)
  for (const [currency, amount] of [
    ['jpy', 500],
    ['kwd', 12_345],
  ] as const) {
    const product = await aProduct(merchant, { prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: currency }] })
    const checkout = await aCheckout(server, merchant, { products: [product.id] })
    expect((await checkout.confirm()).json).toMatchObject({ total_amount: amount, currency })
  }
  expect(new Set((await ordersOf(merchant)).map(({ currency }: { currency: string }) => currency))).toEqual(new Set(['jpy', 'kwd']))
})

test('a paid checkout has a receipt with the number of its order and the card, a free one without a card', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  expect((await checkout.view()).json.receipt).toBeNull()
  await checkout.confirm()
  const free = await aProduct(merchant, { prices: [{ amount_type: 'free' }] })
  const other = await aCheckout(server, merchant, { products: [free.id] })
  await other.confirm()
  const [last, first] = (await ordersOf(merchant)).map(({ number }: { number: string }) => number)
  expect((await checkout.view()).json.receipt).toEqual({ order_number: first, card: { brand: 'visa', last4: '4242' } })
  expect((await other.view()).json.receipt).toEqual({ order_number: last, card: null })
})

test('the event stream sends the current status and each change', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const base = await server.listen().catch(() => undefined)
  const socket = server.app.server.address()
  const origin = base ?? (typeof socket === 'object' && socket ? `http://127.0.0.1:${socket.port}` : '')
  const request = get(`${origin}/v1/checkouts/client/${checkout.secret}/stream`)
  const [response] = await once(request, 'response')
  expect(response.headers['content-type']).toMatch(/^text\/event-stream/)
  let received = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  await expect.poll(() => received).toContain('event: checkout.updated\ndata: {"status":"open"}')
  await checkout.confirm()
  await expect.poll(() => received).toContain('event: checkout.updated\ndata: {"status":"succeeded"}')
  await expect.poll(() => received).toContain('event: checkout.order_created')
  request.destroy()
})
