import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { attachBuyer } from './actions/attach-buyer.ts'
import type { Customer } from './model.ts'
import type { BuyerDetails } from './rules.ts'
import { customers } from './store.ts'

let server: TestServer
let merchant: TestMerchant
let zoe: Customer
let deleted: Customer

const buyerDetails = (email: string, more: Partial<BuyerDetails> = {}): BuyerDetails => ({
  email,
  name: null,
  externalId: null,
  billingAddress: null,
  taxId: null,
  metadata: {},
  ...more,
})

async function buy(merchant: TestMerchant, buyer: BuyerDetails): Promise<Customer> {
  server.clock.advance(1)
  const { platform } = server
  const input = { platform, organizationId: merchant.organizationId, customerId: null, details: buyer, emailSource: 'stated' as const }
  const { customer } = await platform.database.transaction((tx) => attachBuyer(tx, { ...input, now: server.clock.now() }))
  return customer
}

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
  const billingAddress = { line1: '1 Main St', line2: null, postalCode: '94105', city: 'San Francisco', state: 'US-CA', country: 'US' }
  zoe = await buy(
    merchant,
    buyerDetails('Zoe@Example.com', { name: 'Zoë O’Hara', externalId: 'u1', billingAddress, metadata: { plan: 'solo', seats: 2 } }),
  )
  await buy(merchant, buyerDetails('adam@shop.test', { name: 'adam_1', metadata: { plan: 'team' } }))
  await buy(merchant, buyerDetails('bea@shop.test', { name: 'Bea 50%' }))
  deleted = await buy(merchant, buyerDetails('gone@shop.test', { name: 'Gone' }))
  await server.platform.database.transaction((tx) => customers.save(tx, { ...deleted, deletedAt: server.clock.now() }))
  await buy(await aMerchant(server), buyerDetails('adam@shop.test', { name: 'adam elsewhere' }))
})

const list = (query: string) => merchant.request('GET', `/v1/customers/?${query}`)
const emailsOf = (answer: { json: { items: { email: string }[] } }) => answer.json.items.map((each) => each.email)
const every = ['bea@shop.test', 'adam@shop.test', 'zoe@example.com']

test('a customer has the shape of the published contract', async () => {
  const answer = await merchant.request('GET', `/v1/customers/${zoe.id}`)
  expect(answer.status).toBe(200)
  expect(answer.statements).toHaveLength(2)
  expect(answer.json).toEqual({
    id: zoe.id,
    created_at: zoe.createdAt.toISOString(),
    modified_at: null,
    metadata: { plan: 'solo', seats: 2 },
    external_id: 'u1',
    email: 'zoe@example.com',
    email_verified: false,
    name: 'Zoë O’Hara',
    billing_address: { line1: '1 Main St', line2: null, postal_code: '94105', city: 'San Francisco', state: 'US-CA', country: 'US' },
    tax_id: null,
    is_tax_exempt: false,
    type: 'individual',
    billing_name: null,
    locale: null,
    default_payment_method_id: null,
    first_user_event_at: null,
    organization_id: merchant.organizationId,
    deleted_at: null,
    avatar_url: `http://localhost:3000/avatars/${zoe.id}.svg`,
  })
})

test('customers are listed newest first, in one statement beside the one that authenticates the caller', async () => {
  const listed = await merchant.request('GET', '/v1/customers/')
  expect(emailsOf(listed)).toEqual(every)
  expect(listed.json.pagination).toEqual({ total_count: 3, max_page: 1 })
  expect(listed.roundTrips).toBe(2)
})

test.each([
  ['sorting=created_at', [...every].reverse()],
  ['sorting=email', ['adam@shop.test', 'bea@shop.test', 'zoe@example.com']],
  ['sorting=-email', ['zoe@example.com', 'bea@shop.test', 'adam@shop.test']],
  ['sorting=name', ['adam@shop.test', 'bea@shop.test', 'zoe@example.com']],
  ['email=ZOE@example.COM', ['zoe@example.com']],
  ['email=zoe', []],
  ['query=SHOP.test', ['bea@shop.test', 'adam@shop.test']],
  ['query=o%E2%80%99hara', ['zoe@example.com']],
  ['query=ZO%C3%8B', ['zoe@example.com']],
  ['query=%25', ['bea@shop.test']],
  ['query=_', ['adam@shop.test']],
  ['query=gone', []],
  ['metadata[plan]=solo&metadata[plan]=team', ['adam@shop.test', 'zoe@example.com']],
  ['metadata[plan]=solo&metadata[seats]=2', ['zoe@example.com']],
  ['limit=1&page=2', ['adam@shop.test']],
  ['limit=2&page=9', []],
])('%s lists %j', async (query, emails) => {
  const listed = await list(query)
  expect([listed.status, emailsOf(listed)]).toEqual([200, emails])
})

test('customers are listed by the time in which they were created', async () => {
  const { created_at: at } = (await list('email=adam@shop.test')).json.items[0]
  expect([...emailsOf(await list(`created_before=${at}`)), ...emailsOf(await list(`created_after=${at}`))].toSorted()).toEqual(
    every.toSorted(),
  )
  expect(emailsOf(await list(`created_after=${at}&created_before=${at}`))).toEqual([])
})

test('a page beyond the end still has the total', async () => {
  expect((await list('limit=2&page=9')).json.pagination).toEqual({ total_count: 3, max_page: 2 })
})

test.each([
  ['sorting=metadata', ['query', 'sorting']],
  ['organization_id=mine', ['query', 'organization_id', 0]],
  ['page=-1', ['query', 'page']],
])('%s is refused at %j', async (query, loc) => {
  const refused = await list(query)
  expect([refused.status, refused.json.error, refused.json.detail[0].loc]).toEqual([422, 'RequestValidationError', loc])
})

test('an unknown, a deleted and a foreign customer are not found', async () => {
  const other = await aMerchant(server)
  const answers = [
    await merchant.request('GET', `/v1/customers/${newId(server.clock.now())}`),
    await merchant.request('GET', `/v1/customers/${deleted.id}`),
    await other.request('GET', `/v1/customers/${zoe.id}`),
    await other.owner.request('GET', `/v1/customers/${zoe.id}`),
  ]
  expect(answers.map((each) => [each.status, each.json])).toEqual(Array(4).fill([404, { error: 'ResourceNotFound', detail: 'Not found' }]))
  expect(emailsOf(await other.request('GET', `/v1/customers/?organization_id=${merchant.organizationId}`))).toEqual([])
})

test("a customer's avatar is public, cacheable, and shows the initials", async () => {
  const picture = await server.request('GET', `/avatars/${zoe.id}.svg`)
  expect(picture.status).toBe(200)
  expect(picture.headers).toMatchObject({
    'content-type': expect.stringMatching(/^image\/svg\+xml/),
    'cache-control': 'public, max-age=3600',
  })
  expect(picture.text).toContain('>ZO</text>')
})

test('the avatar of an unknown customer is not found', async () => {
  const missing = await server.request('GET', `/avatars/${newId(server.clock.now())}.svg`)
  expect([missing.status, missing.json]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }])
  expect((await server.request('GET', '/avatars/..%2f..%2fetc.svg')).status).toBe(422)
})
