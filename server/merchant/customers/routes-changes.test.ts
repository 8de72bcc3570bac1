// Customers that their merchant creates, updates and deletes.
import { beforeAll, expect, test } from 'vitest'
import { aCheckout, cards, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const address = { line1: 'Dam 1', line2: null, postal_code: '1012 JS', city: 'Amsterdam', state: null, country: 'NL' }
let merchant: TestMerchant

beforeAll(async () => {
  merchant = await aMerchant(server)
})

const create = (body: object) => merchant.request('POST', '/v1/customers/', { body })
const namesOf = async (id: string) =>
  (await eventsOf(server, merchant.organizationId)).filter(({ payload }) => payload.id === id).map(({ name }) => name)

test('a customer is created, read by both of its ids, updated and deleted, with an event for each change', async () => {
  const tax_id = ['NL004495445B01', 'eu_vat']
  const created = await create({ email: 'Iris@shop.test', name: 'Iris', external_id: 'user 1', billing_address: address, tax_id })
  expect([created.status, created.json]).toMatchObject([
    201,
    { email: 'iris@shop.test', email_verified: false, external_id: 'user 1', billing_address: address, tax_id, deleted_at: null },
  ])
  const { id } = created.json
  expect((await merchant.request('GET', '/v1/customers/external/user%201')).json).toEqual(created.json)
  const updated = await merchant.request('PATCH', `/v1/customers/${id}`, { body: { name: 'Iris V.', tax_id: null } })
  expect(updated.json).toMatchObject({ name: 'Iris V.', tax_id: null, external_id: 'user 1' })
  const byExternalId = await merchant.request('PATCH', '/v1/customers/external/user%201', { body: { email: 'iris@else.test' } })
  expect(byExternalId.json).toMatchObject({ id, email: 'iris@else.test' })
  const deleted = await merchant.request('DELETE', '/v1/customers/external/user%201')
  expect([deleted.status, deleted.text]).toEqual([204, ''])
  for (const path of [`/v1/customers/${id}`, '/v1/customers/external/user%201']) {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const answer = await merchant.request(method, path, method === 'PATCH' ? { body: { name: 'Nobody' } } : {})
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  }
  expect(await namesOf(id)).toEqual(['customer.created', 'customer.updated', 'customer.updated', 'customer.deleted'])
})

test('email and external id are unique among customers that are not deleted', async () => {
  const taken = { email: 'taken@shop.test', external_id: 'taken' }
  const { json: first } = await create(taken)
  const { json: other } = await create({ email: 'other@shop.test' })
  const refusals = [
    [await create({ email: 'TAKEN@shop.test' }), 'email'],
    [await create({ email: 'new@shop.test', external_id: 'taken' }), 'external_id'],
    [await merchant.request('PATCH', `/v1/customers/${other.id}`, { body: { email: 'taken@shop.test' } }), 'email'],
    [await merchant.request('PATCH', `/v1/customers/${other.id}`, { body: { external_id: 'taken' } }), 'external_id'],
  ] as const
  for (const [answer, field] of refusals)
    expect([answer.status, answer.json.error, answer.json.detail[0].loc]).toEqual([422, 'RequestValidationError', ['body', field]])
  await merchant.request('DELETE', `/v1/customers/${first.id}`)
  expect((await create(taken)).status).toBe(201)
})

test('of 50 simultaneous creations with one email one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => create({ email: 'race@shop.test' })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(49)
})

test('a customer whom the merchant created is the one who buys with its email', async () => {
  const checkout = await aCheckout(server, merchant)
  const { json } = await create({ email: checkout.email, name: 'Before', metadata: { plan: 'solo' } })
  await checkout.confirm()
  const { items } = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json
  expect(items[0].customer).toMatchObject({ id: json.id, name: 'Before', metadata: { plan: 'solo' } })
})

test('the sessions of a deleted customer end, its orders stay, and a further purchase creates another customer', async () => {
  const buyer = await aMerchant(server)
  const checkout = await aCheckout(server, buyer)
  await checkout.confirm()
  const [order] = (await buyer.request('GET', '/v1/orders/')).json.items
  const { json: session } = await buyer.request('POST', '/v1/customer-sessions/', { body: { customer_id: order.customer_id } })
  const me = () => server.request('GET', '/v1/customer-portal/customers/me', { headers: { authorization: `Bearer ${session.token}` } })
  expect((await me()).status).toBe(200)
  await buyer.request('DELETE', `/v1/customers/${order.customer_id}`)
  expect((await me()).status).toBe(401)
  const { json: read } = await buyer.request('GET', `/v1/orders/${order.id}`)
  expect(read.customer).toMatchObject({ id: order.customer_id, email: order.customer.email, deleted_at: expect.any(String) })
  const again = await aCheckout(server, buyer)
  await again.confirm(cards.good, { body: { customer_email: order.customer.email } })
  const { items } = (await buyer.request('GET', `/v1/orders/?checkout_id=${again.id}`)).json
  expect(items[0].customer.email).toBe(order.customer.email)
  expect(items[0].customer_id).not.toBe(order.customer_id)
})

test.each([
  [{ email: 'no email' }, ['body', 'email']],
  [{ email: 'a@shop.test', name: 'x'.repeat(251) }, ['body', 'name']],
  [{ email: 'a@shop.test', external_id: '' }, ['body', 'external_id']],
  [{ email: 'a@shop.test', billing_address: { country: 'ZZ' } }, ['body', 'billing_address', 'country']],
  [{ email: 'a@shop.test', tax_id: ['DE136695975', 'eu_vat'] }, ['body', 'tax_id']],
  [{ email: 'a@shop.test', tax_id: '136695976' }, ['body', 'tax_id']],
  [{ email: 'a@shop.test', type: 'team' }, ['body', 'type']],
  [{ email: 'a@shop.test', metadata: { nested: { a: 1 } } }, ['body', 'metadata', 'nested']],
])('a customer of %j is refused at %j', async (body, loc) => {
  const answer = await create(body)
  expect([answer.status, answer.json.detail[0].loc.slice(0, loc.length)]).toEqual([422, loc])
})
