import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const fixed = (price_amount: unknown, more: object = {}) => ({ amount_type: 'fixed', price_amount, ...more })
const one = (id: string) => `/v1/products/${id}`
const create = (body: object) => merchant.request('POST', '/v1/products/', { body })
const draft = (more: object) => ({ name: 'Template Library', recurring_interval: null, prices: [fixed(4200)], ...more })

async function eventsOf(id: string) {
  return server.platform.database.db
    .selectFrom('domain_events')
    .select(['name', 'audience', 'payload', 'organization_id'])
    .where('resource_id', '=', id)
    .orderBy('position')
    .execute()
}

test('a product is created with its price, published and audited', async () => {
  const created = await create(draft({ description: 'All of them', metadata: { tier: 'gold', seats: 3 } }))
  expect(created.status).toBe(201)
  const now = server.clock.now().toISOString()
  expect(created.json).toMatchObject({
    id: expect.any(String),
    created_at: now,
    modified_at: null,
    name: 'Template Library',
    description: 'All of them',
    recurring_interval: null,
    is_recurring: false,
    is_archived: false,
    organization_id: merchant.organizationId,
    metadata: { tier: 'gold', seats: 3 },
    prices: [
      {
        id: expect.any(String),
        created_at: now,
        modified_at: null,
        amount_type: 'fixed',
        is_archived: false,
        product_id: created.json.id,
        type: 'one_time',
        recurring_interval: null,
        price_currency: 'usd',
        price_amount: 4200,
      },
    ],
    benefits: [],
    medias: [],
    attached_custom_fields: [],
  })
  expect(await eventsOf(created.json.id)).toEqual([
    { name: 'product.created', audience: 'merchant', organization_id: merchant.organizationId, payload: created.json },
  ])
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'target', 'actor'])
    .where('organization_id', '=', merchant.organizationId)
    .where('action', '=', 'product.created')
    .execute()
  expect(entries.filter((entry) => entry.target?.id === created.json.id)).toEqual([
    {
      action: 'product.created',
      target: { type: 'product', id: created.json.id },
      actor: { type: 'organization_token', id: merchant.tokenId, organization: merchant.organizationId },
    },
  ])
})

test("a price without a currency takes the merchant's, with that currency's decimals", async () => {
  const yen = await aMerchant(server)
  await yen.request('PATCH', `/v1/organizations/${yen.organizationId}`, { body: { default_currency: 'jpy' } })
  const created = await yen.request('POST', '/v1/products/', { body: draft({ prices: [fixed(500)] }) })
  expect(created.json.prices[0]).toMatchObject({ price_currency: 'jpy', price_amount: 500 })
})

test('a user names the organization or creates in the active one; an access token may not name it', async () => {
  const named = await merchant.owner.request('POST', '/v1/products/', { body: draft({ organization_id: merchant.organizationId }) })
  const active = await merchant.owner.request('POST', '/v1/products/', { body: draft({}) })
  expect([named, active].map((each) => [each.status, each.json.organization_id])).toEqual([
    [201, merchant.organizationId],
    [201, merchant.organizationId],
  ])
  const refused = await create(draft({ organization_id: merchant.organizationId }))
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  const other = await aMerchant(server)
  const foreign = await other.owner.request('POST', '/v1/products/', { body: draft({ organization_id: merchant.organizationId }) })
  expect([foreign.status, foreign.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
})

test('a body cannot set states, ids or times', async () => {
  const id = newId(server.clock.now())
  const created = await create(draft({ id, is_archived: true, created_at: '2001-01-01T00:00:00Z', is_recurring: true, benefits: [id] }))
  expect(created.json).toMatchObject({ is_archived: false, is_recurring: false, benefits: [] })
  expect(created.json.id).not.toBe(id)
})

test.each([
  ['a price below the minimum', { prices: [fixed(49)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a negative price', { prices: [fixed(-1)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a fractional price', { prices: [fixed(1.5)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a price as text', { prices: [fixed('4200')] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a price above the maximum', { prices: [fixed(100_000_000)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a price beyond the safe integers', { prices: [fixed(1e308)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['an unknown currency', { prices: [fixed(4200, { price_currency: 'xau' })] }, ['body', 'prices', 0, 'fixed', 'price_currency']],
  ['two fixed prices', { prices: [fixed(100), fixed(200)] }, ['body', 'prices']],
  ['no price', { prices: [] }, ['body', 'prices']],
  ['an unknown interval', { recurring_interval: 'week' }, ['body', 'recurring_interval']],
  ['two prices that are due at checkout', { prices: [fixed(900), { amount_type: 'free' }] }, ['body', 'prices']],
  [
    'a preset above the maximum',
    { prices: [{ amount_type: 'custom', maximum_amount: 900, preset_amount: 901 }] },
    ['body', 'prices', 0, 'custom', 'preset_amount'],
  ],
  ['a name of two letters', { name: 'ab' }, ['body', 'name']],
  ['an unknown file', { medias: ['0195894c-7a10-7000-8000-000000000001'] }, ['body', 'medias', 0]],
  ['too long a metadata value', { metadata: { note: 'x'.repeat(501) } }, ['body', 'metadata', 'note']],
])('%s is refused at its field', async (_, more, loc) => {
  const refused = await create(draft(more))
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
})

test.each(['metered_unit', 'seat_based'])('a price of the kind %s is refused at its field', async (amount_type) => {
  const refused = await create(draft({ prices: [{ amount_type }] }))
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail[0].loc.slice(0, 3)).toEqual(['body', 'prices', 0])
})

test.each([
  [
    { amount_type: 'custom', minimum_amount: 500, maximum_amount: 10_000, preset_amount: 2000 },
    { amount_type: 'custom', price_currency: 'usd', minimum_amount: 500, maximum_amount: 10_000, preset_amount: 2000 },
  ],
  [{ amount_type: 'custom' }, { price_currency: 'usd', minimum_amount: 50, maximum_amount: null, preset_amount: null }],
  [{ amount_type: 'free' }, { amount_type: 'free' }],
])('a product is created with the price %j, and read back', async (price, expected) => {
  const created = await create(draft({ prices: [price] }))
  expect([created.status, created.json.prices]).toMatchObject([201, [{ ...expected, type: 'one_time', is_archived: false }]])
  expect((await merchant.request('GET', one(created.json.id))).json).toEqual(created.json)
})

test('a free price names no currency', async () => {
  const created = await create(draft({ prices: [{ amount_type: 'free' }] }))
  expect(created.json.prices[0]).not.toHaveProperty('price_currency')
})

test.each(['month', 'year'])('a product that recurs every %s is created, and its prices say so', async (recurring_interval) => {
  const created = await create(draft({ recurring_interval }))
  expect([created.status, created.json]).toMatchObject([
    201,
    { recurring_interval, is_recurring: true, recurring_interval_count: 1, prices: [{ type: 'recurring', recurring_interval }] },
  ])
  const renamed = await merchant.request('PATCH', one(created.json.id), { body: { name: 'Renamed', recurring_interval } })
  expect([renamed.status, renamed.json]).toMatchObject([200, { name: 'Renamed', recurring_interval }])
  const other = recurring_interval === 'month' ? 'year' : 'month'
  const refused = await merchant.request('PATCH', one(created.json.id), { body: { recurring_interval: other } })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'recurring_interval']])
})

test('a new price archives the old one, which is never edited', async () => {
  const created = await aProduct(merchant)
  const [old] = created.prices
  server.clock.advance(60)
  const changed = await merchant.request('PATCH', one(created.id), { body: { prices: [fixed(4900)] } })
  expect(changed.status).toBe(200)
  expect(changed.json.prices).toMatchObject([{ price_amount: 4900, is_archived: false }])
  expect(changed.json.modified_at).toBe(server.clock.now().toISOString())
  const rows = await server.platform.database.db
    .selectFrom('product_prices')
    .select(['id', 'price_amount', 'is_archived'])
    .where('product_id', '=', created.id)
    .orderBy('position')
    .execute()
  expect(rows).toEqual([
    { id: old.id, price_amount: 4200, is_archived: true },
    { id: changed.json.prices[0].id, price_amount: 4900, is_archived: false },
  ])
  expect((await eventsOf(created.id)).map((event) => [event.name, event.payload])).toEqual([
    ['product.created', created],
    ['product.updated', changed.json],
  ])
})

test('a price that the body names by id stays unchanged, even when the body has other fields for it', async () => {
  const created = await aProduct(merchant)
  const [price] = created.prices
  const changed = await merchant.request('PATCH', one(created.id), { body: { prices: [{ id: price.id, price_amount: 1 }] } })
  expect(changed.json.prices).toEqual(created.prices)
})

test('name, description, metadata and archiving change; omitted fields stay', async () => {
  const created = await aProduct(merchant, { description: 'Old', metadata: { a: 1 } })
  const body = { name: 'Renamed', description: null, metadata: { b: true }, is_archived: true }
  const changed = await merchant.request('PATCH', one(created.id), { body })
  expect(changed.json).toMatchObject({ ...body, prices: created.prices })
  const again = await merchant.request('PATCH', one(created.id), { body: { is_archived: false } })
  expect(again.json).toMatchObject({ name: 'Renamed', metadata: { b: true }, is_archived: false })
})

test.each([
  [{ recurring_interval: 'year' }, ['body', 'recurring_interval']],
  [{ prices: [] }, ['body', 'prices']],
  [{ prices: [{ id: '0195894c-7a10-7000-8000-000000000001' }] }, ['body', 'prices', 0, 'id']],
  [{ name: '  a ' }, ['body', 'name']],
])('the change %j is refused at its field and changes nothing', async (body, loc) => {
  const created = await aProduct(merchant)
  const refused = await merchant.request('PATCH', one(created.id), { body })
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
  expect((await merchant.request('GET', one(created.id))).json).toEqual(created)
})

test("a product's prices cannot name a price of another product", async () => {
  const [mine, other] = [await aProduct(merchant), await aProduct(merchant)]
  const refused = await merchant.request('PATCH', one(mine.id), { body: { prices: [{ id: other.prices[0].id }] } })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'prices', 0, 'id']])
})

test('an unknown product and one of another organization are not found and do not change', async () => {
  const other = await aMerchant(server)
  const theirs = await aProduct(other)
  for (const id of [theirs.id, newId(server.clock.now())]) {
    const answers = [await merchant.request('GET', one(id)), await merchant.request('PATCH', one(id), { body: { name: 'Taken over' } })]
    expect(answers.map((each) => [each.status, each.json])).toEqual(
      Array(2).fill([404, { error: 'ResourceNotFound', detail: 'Not found' }]),
    )
  }
  expect((await other.request('GET', one(theirs.id))).json).toEqual(theirs)
})

test('an invalid id is refused at the path parameter', async () => {
  const refused = await merchant.request('GET', one('nothing'))
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['path', 'id']])
})

test('an access token with the read scope may read but not write', async () => {
  const reader = await aMerchant(server, { scopes: ['products:read'] })
  const refused = await reader.request('POST', '/v1/products/', { body: draft({}) })
  expect([refused.status, refused.json.error]).toEqual([403, 'insufficient_scope'])
  expect((await reader.request('GET', '/v1/products/')).status).toBe(200)
})
