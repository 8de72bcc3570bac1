import { afterAll, expect, test } from 'vitest'
import { aCheckout, cards, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { testServer } from '#test/support/server.ts'

// Requests arrive by a proxy on the same machine.
const server = await testServer({ settings: { TRUST_PROXY: 'loopback' } })
afterAll(() => server.close())

const BUYER = '203.0.113.7'
const OTHER = '2001:db8::9'
const from = (forwarded: string, body?: object) => ({ headers: { 'x-forwarded-for': forwarded }, ...(body && { body }) })
const pathOf = ({ secret }: TestCheckout) => `/v1/checkouts/client/${secret}`
const addressOf = async (merchant: TestMerchant, { id }: TestCheckout) =>
  (await merchant.request('GET', `/v1/checkouts/${id}`)).json.customer_ip_address

test('the address of the first read of the buyer is recorded, and no later one', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  expect(await addressOf(merchant, checkout)).toBeNull()
  expect((await server.request('GET', pathOf(checkout), from(BUYER))).json.customer_ip_address).toBe(BUYER)
  await server.request('GET', pathOf(checkout), from(OTHER))
  await server.request('PATCH', pathOf(checkout), from(OTHER, { customer_name: 'Blaise' }))
  await checkout.confirm(cards.good)
  expect(await addressOf(merchant, checkout)).toBe(BUYER)
})

test('the address of the first update of the buyer is recorded', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const answer = await server.request('PATCH', pathOf(checkout), from(OTHER, { customer_name: 'Blaise' }))
  expect(answer.json.customer_ip_address).toBe(OTHER)
  await server.request('GET', pathOf(checkout), from(BUYER))
  expect(await addressOf(merchant, checkout)).toBe(OTHER)
})

test('the address that the server of the merchant sent is kept, and a buyer cannot send one', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant, { customer_ip_address: '198.51.100.4' })
  await server.request('GET', pathOf(checkout), from(BUYER))
  await server.request('PATCH', pathOf(checkout), from(BUYER, { customer_ip_address: '192.0.2.1' }))
  expect(await addressOf(merchant, checkout)).toBe('198.51.100.4')
})

test('an address that the client itself puts in front of that of the proxy does not count', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await server.request('GET', pathOf(checkout), from(`192.0.2.66, ${BUYER}`))
  expect(await addressOf(merchant, checkout)).toBe(BUYER)
})

test('without a trusted proxy the address is that of the connection', async () => {
  const direct = await testServer()
  const merchant = await aMerchant(direct)
  const checkout = await aCheckout(direct, merchant)
  await direct.request('GET', pathOf(checkout), { ...from(BUYER), ipAddress: '198.51.100.77' })
  expect(await addressOf(merchant, checkout)).toBe('198.51.100.77')
  await direct.close()
})

test('the reads and empty updates of many pages at once record one address and emit no event', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const addresses = Array.from({ length: 20 }, (_, at) => `203.0.113.${at + 1}`)
  await Promise.all(
    addresses.map((address, at) => server.request(at % 2 ? 'PATCH' : 'GET', pathOf(checkout), from(address, at % 2 ? {} : undefined))),
  )
  const recorded = await addressOf(merchant, checkout)
  expect(addresses).toContain(recorded)
  const events = await server.platform.database.db
    .selectFrom('domain_events')
    .select('name')
    .where('resource_id', '=', checkout.id)
    .execute()
  expect(events).toEqual([{ name: 'checkout.created' }])
})

test('a checkout that is not open keeps the address that it has', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await server.request('PATCH', pathOf(checkout), from(BUYER, {}))
  await checkout.confirm(cards.good)
  await merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { customer_ip_address: null } })
  await server.request('GET', pathOf(checkout), from(OTHER))
  expect(await addressOf(merchant, checkout)).toBe(BUYER)
})
