import { expect, test } from 'vitest'
import { setupLimit } from '#money/payments/methods/setups/model.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aPortal, type TestPortal } from '#test/support/portal/a-portal.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const merchant = await aMerchant(server)
const METHODS = '/customers/me/payment-methods'
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

const save = (portal: TestPortal, card: string, set_default = true, key?: string) =>
  portal.request('POST', METHODS, {
    body: { confirmation_token_id: `sandbox_${card}`, set_default, return_url: 'https://example.com/portal' },
    headers: key ? { 'idempotency-key': key } : {},
  })
const list = async (portal: TestPortal) => (await portal.request('GET', METHODS)).json

test('POST /v1/customer-portal/customers/me/payment-methods saves a card, GET lists it', async () => {
  const portal = await aPortal(server, merchant)
  const saved = await save(portal, '4242424242424242', false, 'card-1')
  const card = { brand: 'visa', last4: '4242', exp_month: null, exp_year: null, wallet: null }
  const newer = { processor: 'stripe', modified_at: null, customer_id: portal.customerId, method_metadata: card }
  const first = { id: expect.any(String), type: 'card', created_at: expect.any(String), default: true, card, ...newer }
  expect([saved.status, saved.json]).toEqual([201, { ...first, status: 'succeeded', payment_method: first }])
  expect((await save(portal, '4242424242424242', false, 'card-1')).json).toEqual(saved.json)
  expect(await list(portal)).toEqual({ items: [first], pagination: { total_count: 1, max_page: 1 } })
  server.clock.advance(1)
  expect((await save(portal, '4000000000100067', false)).json.default).toBe(false)
  server.clock.advance(1)
  expect((await save(portal, '4000000000000341')).json.default).toBe(true)
  expect((await list(portal)).items.map((item: { card: { last4: string } }) => item.card.last4)).toEqual(['0341', '0067', '4242'])
  expect((await portal.request('GET', `${METHODS}?page=2&limit=2`)).json.items).toHaveLength(1)
})

test('a declined card is refused, and one that its bank must approve waits for that', async () => {
  const portal = await aPortal(server, merchant)
  const declined = await save(portal, '4000000000000002')
  expect([declined.status, declined.json.error]).toEqual([400, 'PaymentError'])
  const waiting = await save(portal, '4000002500003155')
  expect([waiting.status, waiting.json]).toEqual([201, { status: 'requires_action', client_secret: expect.any(String) }])
  expect((await list(portal)).items).toEqual([])
  const approved = await server.request('POST', `/v1/sandbox/actions/${waiting.json.client_secret}`, { body: { approve: true } })
  expect(approved.status).toBe(200)
  await server.drain()
  expect((await list(portal)).items).toMatchObject([{ default: true, card: { last4: '3155' } }])
})

test('a customer tries at most ten cards in an hour', async () => {
  const portal = await aPortal(server, merchant)
  for (let count = 0; count < setupLimit.max; count += 1) expect((await save(portal, '4000000000000002')).status).toBe(400)
  const refused = await save(portal, '4242424242424242')
  expect([refused.status, refused.json.error, refused.headers['retry-after']]).toEqual([429, 'TooManyRequests', '3600'])
})

test('POST /v1/customer-portal/customers/me/payment-methods/{id}/default and DELETE /v1/customer-portal/customers/me/payment-methods/{id} act on own methods alone', async () => {
  const [portal, other] = [await aPortal(server, merchant), await aPortal(server, merchant)]
  const first = (await save(portal, '4242424242424242')).json
  server.clock.advance(1)
  const second = (await save(portal, '4000000000100067')).json
  const path = `${METHODS}/${first.id}`
  expect((await other.request('POST', `${path}/default`)).status).toBe(404)
  expect((await other.request('DELETE', path)).status).toBe(404)
  expect((await portal.request('POST', `${METHODS}/${UNKNOWN}/default`)).status).toBe(404)
  expect((await portal.request('POST', `${path}/default`)).json).toMatchObject({ id: first.id, default: true })
  expect((await list(portal)).items).toMatchObject([
    { id: first.id, default: true },
    { id: second.id, default: false },
  ])
  expect((await portal.request('DELETE', path)).status).toBe(204)
  expect((await list(portal)).items).toMatchObject([{ id: second.id, default: true }])
})
