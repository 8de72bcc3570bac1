import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer } from '#test/support/server.ts'

const server = await sharedServer()

async function aSale(merchant: TestMerchant, price: number, body: Readonly<Record<string, unknown>> = {}) {
  const product = await aProduct(merchant, {
    name: `Product for ${price}`,
    prices: [{ amount_type: 'fixed', price_amount: price, price_currency: 'usd' }],
  })
  const checkout = await aCheckout(server, merchant, { products: [product.id], ...body })
  await checkout.confirm()
  server.clock.advance(1)
  return { product, checkout }
}

const idsOf = (items: readonly { checkout_id: string }[]) => items.map(({ checkout_id }) => checkout_id)

test('orders are filtered by reference and sorted by column', async () => {
  const merchant = await aMerchant(server)
  const cheap = await aSale(merchant, 100, { metadata: { ref: 'a', big: false } })
  const dear = await aSale(merchant, 90_000, { metadata: { ref: 'b', big: true } })
  const list = async (query: string) => (await merchant.request('GET', `/v1/orders/?${query}`)).json
  const found = async (query: string) => idsOf((await list(query)).items)
  expect(await found('')).toEqual([dear.checkout.id, cheap.checkout.id])
  expect(await found('sorting=amount')).toEqual([cheap.checkout.id, dear.checkout.id])
  expect(await found('sorting=-net_amount&sorting=created_at')).toEqual([dear.checkout.id, cheap.checkout.id])
  expect(await found('sorting=product')).toEqual([cheap.checkout.id, dear.checkout.id])
  expect(await found(`product_id=${dear.product.id}`)).toEqual([dear.checkout.id])
  expect(await found(`checkout_id=${cheap.checkout.id}&checkout_id=${dear.checkout.id}&product_id=${cheap.product.id}`)).toEqual([
    cheap.checkout.id,
  ])
  expect(await found('product_billing_type=one_time')).toHaveLength(2)
  expect(await found('product_billing_type=recurring')).toEqual([])
  expect(await found('product_billing_type=recurring&product_billing_type=one_time')).toHaveLength(2)
  expect(await found('metadata[ref]=a&metadata[ref]=x')).toEqual([cheap.checkout.id])
  expect(await found('metadata[ref]=a&metadata[big]=true')).toEqual([])
  expect(await found(`discount_id=${newId(START)}`)).toEqual([])
  const customerId = (await list(`checkout_id=${dear.checkout.id}`)).items[0].customer_id
  expect(await found(`customer_id=${customerId}`)).toEqual([dear.checkout.id])
  for (const name of ['customer', 'discount', 'subscription']) expect(await found(`sorting=${name}`)).toHaveLength(2)
})

test('orders are filtered by text, state, time and total', async () => {
  const merchant = await aMerchant(server)
  const cheap = await aSale(merchant, 100)
  const between = server.clock.now().toISOString()
  const dear = await aSale(merchant, 90_000)
  const found = async (query: string) => idsOf((await merchant.request('GET', `/v1/orders/?${query}`)).json.items)
  const [both, onlyCheap, onlyDear] = [[dear.checkout.id, cheap.checkout.id], [cheap.checkout.id], [dear.checkout.id]]
  for (const [query, ids] of [
    ['query=-0002', onlyDear],
    ['query=product for 100', onlyCheap],
    [`query=${dear.checkout.email.slice(0, -4).toUpperCase()}`, onlyDear],
    ['query=pascal', both],
    ['query=nothing', []],
    ['status=paid&status=refunded', both],
    ['status=pending', []],
    [`created_after=${between}`, onlyDear],
    [`created_before=${between}`, onlyCheap],
    [`created_after=${between}&created_before=${between}`, []],
    ['amount_min=101', onlyDear],
    ['amount_max=100', onlyCheap],
    ['amount_min=100&amount_max=90000', both],
    ['amount_min=90001', []],
  ] as const) {
    expect([query, await found(query)]).toEqual([query, ids])
  }
})

test.each([
  ['status=lost', 'status'],
  ['created_after=yesterday', 'created_after'],
  ['created_before=2026-02-30T00:00:00Z', 'created_before'],
  ['amount_min=1.5', 'amount_min'],
  ['amount_max=1e3', 'amount_max'],
  ['amount_max=1&amount_max=2', 'amount_max'],
])('a list of orders with %s is refused with the name of the parameter', async (query, name) => {
  const merchant = await aMerchant(server)
  const refused = await merchant.request('GET', `/v1/orders/?${query}`)
  expect([refused.status, refused.json.detail[0].loc.slice(0, 2)]).toEqual([422, ['query', name]])
})

test('a list of orders is summed up per currency, and exported with amounts that a spreadsheet adds up', async () => {
  const merchant = await aMerchant(server)
  await aSale(merchant, 100)
  await aSale(merchant, 90_050)
  const { summary } = (await merchant.request('GET', '/v1/orders/?summary=true&limit=1')).json
  expect(summary).toEqual([{ currency: 'usd', count: 2, net_amount: 90_150, tax_amount: 0, total_amount: 90_150, refunded_amount: 0 }])
  const head = await merchant.request('HEAD', '/v1/orders/export?sorting=amount')
  expect([head.status, head.text, head.headers['x-total-count']]).toEqual([200, '', '2'])
  const exported = await merchant.request('GET', '/v1/orders/export?sorting=amount')
  const [headings = '', ...rows] = exported.text.trimEnd().split('\r\n')
  const total = headings.split(',').indexOf('total_amount_decimal')
  expect(rows.map((row) => row.split(',')[total])).toEqual(['1', '900.5'])
  expect(rows[0]).toContain(',Blaise Pascal,')
})

test('orders are listed page by page', async () => {
  const merchant = await aMerchant(server)
  const first = await aSale(merchant, 100)
  const second = await aSale(merchant, 200)
  const page = (query: string) => merchant.request('GET', `/v1/orders/?${query}`)
  const [one, two, beyond] = [await page('limit=1'), await page('limit=1&page=2'), await page('limit=1&page=3')]
  expect([idsOf(one.json.items), idsOf(two.json.items)]).toEqual([[second.checkout.id], [first.checkout.id]])
  expect(beyond.json).toEqual({ items: [], pagination: { total_count: 2, max_page: 2 } })
  for (const query of ['limit=0', 'page=0', 'page=x', 'sorting=status', 'product_id=1', 'product_billing_type=daily']) {
    expect([(await page(query)).status, query]).toEqual([422, query])
  }
})

test('another merchant cannot read an order', async () => {
  const merchant = await aMerchant(server)
  await aSale(merchant, 100)
  const [{ id }] = (await merchant.request('GET', '/v1/orders/')).json.items
  const stranger = await aMerchant(server)
  const foreign = await stranger.request('GET', `/v1/orders/${id}`)
  expect([foreign.status, foreign.json]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }])
  expect((await stranger.request('GET', `/v1/orders/?organization_id=${merchant.organizationId}`)).json.items).toEqual([])
  expect((await server.request('GET', `/v1/orders/${id}`)).status).toBe(401)
  expect((await merchant.request('GET', `/v1/orders/${newId(START)}`)).status).toBe(404)
  expect((await merchant.request('GET', '/v1/orders/17')).json.detail[0].loc).toEqual(['path', 'id'])
})

test('reading orders and the journal requires the scope to read orders', async () => {
  const writer = await aMerchant(server, { scopes: ['orders:write', 'checkouts:write'] })
  for (const path of ['/v1/orders/', '/v1/ledger/entries']) {
    const answer = await writer.request('GET', path)
    expect([answer.status, answer.json.error]).toEqual([403, 'insufficient_scope'])
  }
})

test('the journal lists the entries of an order, and not those of another merchant', async () => {
  const merchant = await aMerchant(server)
  await aSale(merchant, 100)
  await aSale(merchant, 200)
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  const all = await merchant.request('GET', '/v1/ledger/entries')
  expect(all.json.pagination.total_count).toBe(2)
  const own = await merchant.request('GET', `/v1/ledger/entries?order_id=${order.id}`)
  expect(own.json.items.map((entry: { order_id: string }) => entry.order_id)).toEqual([order.id])
  const stranger = await aMerchant(server)
  expect((await stranger.request('GET', `/v1/ledger/entries?order_id=${order.id}`)).json.items).toEqual([])
})
