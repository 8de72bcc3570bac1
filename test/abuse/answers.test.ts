// Answers whose texts are as long as they may be.
import { beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { sharedServer } from '#test/support/server.ts'

const CHECKOUT_BYTES = 256 * 1024
const PAGE_BYTES = 4 * 1024 * 1024
const server = await sharedServer()
// Three bytes of UTF-8 for each character.
const WIDE = '\u4e2d'
const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`.padEnd(40, 'k'), WIDE.repeat(500)]))
const socials = Array.from({ length: 50 }, (_, at) => ({ platform: 'x', url: `https://example.com/${at}`.padEnd(2000, 'a') }))

let merchant: TestMerchant
let checkouts: { readonly id: string; readonly client_secret: string; readonly url: string }[]
let productIds: string[]
const bytesOf = (text: string): number => Buffer.byteLength(text)

beforeAll(async () => {
  merchant = await aMerchant(server)
  const { id } = (await merchant.request('GET', '/v1/organizations/')).json.items[0]
  expect((await merchant.request('PATCH', `/v1/organizations/${id}`, { body: { socials } })).status).toBe(200)
  const products = Array.from({ length: 20 }, (_, at) =>
    merchant.request('POST', '/v1/products/', {
      body: {
        name: `${at}`.padEnd(250, WIDE),
        description: WIDE.repeat(20_000),
        recurring_interval: null,
        metadata,
        prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }],
      },
    }),
  )
  productIds = (await Promise.all(products)).map(({ json }) => json.id)
  checkouts = []
  for (let at = 0; at < 22; at += 1) {
    const body = { products: productIds, metadata, customer_metadata: metadata, customer_name: WIDE.repeat(250) }
    checkouts.push((await merchant.request('POST', '/v1/checkouts/', { body })).json)
  }
})

describe('a checkout with everything as long as it may be', () => {
  test('takes at most 256 kB, for its merchant and for its buyer', async () => {
    const [first] = checkouts
    for (const answer of [
      await merchant.request('GET', `/v1/checkouts/${first?.id}`),
      await server.request('GET', `/v1/checkouts/client/${first?.client_secret}`),
      await server.request('PATCH', `/v1/checkouts/client/${first?.client_secret}`, { body: { customer_name: 'Other' } }),
    ]) {
      expect(answer.status).toBe(200)
      expect(bytesOf(answer.text)).toBeLessThan(CHECKOUT_BYTES)
      expect(answer.json.products).toHaveLength(20)
      expect(answer.json.products.every(({ description }: { description: string }) => description === WIDE.repeat(400))).toBe(true)
    }
    expect((await merchant.request('GET', `/v1/products/${productIds[0]}`)).json.description).toHaveLength(20_000)
  })

  test('has at most 20 products', async () => {
    const body = { products: [...productIds, productIds[0]] }
    const answer = await merchant.request('POST', '/v1/checkouts/', { body })
    expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', 'products']])
  })

  test('with one product shows 8,000 characters of its description', async () => {
    const { json } = await merchant.request('POST', '/v1/checkouts/', { body: { products: productIds.slice(0, 1) } })
    expect([json.product.description.length, json.products[0].description.length]).toEqual([8000, 8000])
  })
})

test('a page that would be larger than 4 MiB is refused with the number of entries that fit, and that many are answered', async () => {
  for (const path of ['/v1/checkouts/', '/v1/products/']) {
    const large = await merchant.request('GET', `${path}?limit=100`)
    if (large.status === 200) expect(bytesOf(large.text)).toBeLessThan(PAGE_BYTES)
    else expect([large.status, large.json.detail[0].loc]).toEqual([422, ['query', 'limit']])
    const fitting = /at most (\d+) entries/.exec(large.text)?.[1] ?? '100'
    const page = await merchant.request('GET', `${path}?limit=${fitting}`)
    expect([page.status, page.json.items.length >= 1]).toEqual([200, true])
    expect(bytesOf(page.text)).toBeLessThan(PAGE_BYTES)
  }
  expect((await merchant.request('GET', '/v1/checkouts/?limit=100')).status).toBe(422)
})

test('the payloads on a page of deliveries share a bound, and one alone is whole', async () => {
  const receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of tests', events: ['checkout.updated'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  for (const { id } of checkouts.slice(0, 20)) await merchant.request('PATCH', `/v1/checkouts/${id}`, { body: { customer_name: 'Ada' } })
  await server.drain()
  await receiver.close()
  const page = await merchant.request('GET', '/v1/webhooks/deliveries?limit=100')
  expect(page.json.items.length).toBeGreaterThanOrEqual(20)
  expect(bytesOf(page.text)).toBeLessThan(PAGE_BYTES)
  const [cut] = page.json.items
  expect(cut.webhook_event).toMatchObject({ is_payload_cut: true })
  const alone = await merchant.request('GET', `/v1/webhooks/deliveries?event_id=${cut.webhook_event.id}`)
  const [whole] = alone.json.items
  expect(whole.webhook_event.is_payload_cut).toBe(false)
  expect(JSON.parse(whole.webhook_event.payload).data.products).toHaveLength(20)
  expect(whole.webhook_event.payload.startsWith(cut.webhook_event.payload)).toBe(true)
})
