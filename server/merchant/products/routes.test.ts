import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let shop: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  shop = await aMerchant(server)
})

const fixed = (price_amount: unknown, more: object = {}) => ({ amount_type: 'fixed', price_amount, ...more })
const one = (id: string) => `/v1/products/${id}`
const create = (body: object) => shop.request('POST', '/v1/products/', { body })
const draft = (more: object) => ({ name: 'Template Library', recurring_interval: null, prices: [fixed(4200)], ...more })

async function factsOf(id: string) {
  return server.platform.database.db
    .selectFrom('facts')
    .select(['name', 'audience', 'payload', 'organization_id'])
    .where('resource_id', '=', id)
    .orderBy('position')
    .execute()
}

test('a product is made with its price, told as a fact and written down', async () => {
  const made = await create(draft({ description: 'All of them', metadata: { tier: 'gold', seats: 3 } }))
  expect(made.status).toBe(201)
  const now = server.clock.now().toISOString()
  expect(made.json).toEqual({
    id: expect.any(String),
    created_at: now,
    modified_at: null,
    name: 'Template Library',
    description: 'All of them',
    recurring_interval: null,
    is_recurring: false,
    is_archived: false,
    organization_id: shop.organizationId,
    metadata: { tier: 'gold', seats: 3 },
    prices: [
      {
        id: expect.any(String),
        created_at: now,
        modified_at: null,
        amount_type: 'fixed',
        is_archived: false,
        product_id: made.json.id,
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
  expect(await factsOf(made.json.id)).toEqual([
    { name: 'product.created', audience: 'merchant', organization_id: shop.organizationId, payload: made.json },
  ])
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'target', 'actor'])
    .where('organization_id', '=', shop.organizationId)
    .where('action', '=', 'product.created')
    .execute()
  expect(entries.filter((entry) => entry.target?.id === made.json.id)).toEqual([
    {
      action: 'product.created',
      target: { type: 'product', id: made.json.id },
      actor: { type: 'organization_token', id: shop.tokenId, organization: shop.organizationId },
    },
  ])
})

test('a price that names no currency has that of the merchant, in which other decimals count', async () => {
  const yen = await aMerchant(server)
  await yen.request('PATCH', `/v1/organizations/${yen.organizationId}`, { body: { default_currency: 'jpy' } })
  const made = await yen.request('POST', '/v1/products/', { body: draft({ prices: [fixed(500)] }) })
  expect(made.json.prices[0]).toMatchObject({ price_currency: 'jpy', price_amount: 500 })
})

test('a person names the organization or sells in the active one; a program may not name it', async () => {
  const named = await shop.owner.request('POST', '/v1/products/', { body: draft({ organization_id: shop.organizationId }) })
  const active = await shop.owner.request('POST', '/v1/products/', { body: draft({}) })
  expect([named, active].map((each) => [each.status, each.json.organization_id])).toEqual([
    [201, shop.organizationId],
    [201, shop.organizationId],
  ])
  const refused = await create(draft({ organization_id: shop.organizationId }))
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  const other = await aMerchant(server)
  const foreign = await other.owner.request('POST', '/v1/products/', { body: draft({ organization_id: shop.organizationId }) })
  expect([foreign.status, foreign.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
})

test('amounts, states, ids and times smuggled into a body change nothing', async () => {
  const id = newId(server.clock.now())
  const made = await create(draft({ id, is_archived: true, created_at: '2001-01-01T00:00:00Z', is_recurring: true, benefits: [id] }))
  expect(made.json).toMatchObject({ is_archived: false, is_recurring: false, benefits: [] })
  expect(made.json.id).not.toBe(id)
})

test.each([
  ['a price below the minimum', { prices: [fixed(49)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a negative price', { prices: [fixed(-1)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a broken price', { prices: [fixed(1.5)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a price as text', { prices: [fixed('4200')] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a price above the maximum', { prices: [fixed(100_000_000)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['a price beyond what is countable', { prices: [fixed(1e308)] }, ['body', 'prices', 0, 'fixed', 'price_amount']],
  ['an unknown currency', { prices: [fixed(4200, { price_currency: 'xau' })] }, ['body', 'prices', 0, 'fixed', 'price_currency']],
  ['two fixed prices', { prices: [fixed(100), fixed(200)] }, ['body', 'prices']],
  ['no price', { prices: [] }, ['body', 'prices']],
  ['a recurring interval', { recurring_interval: 'month' }, ['body', 'recurring_interval']],
  ['a name of two letters', { name: 'ab' }, ['body', 'name']],
  ['an unknown file', { medias: ['0195894c-7a10-7000-8000-000000000001'] }, ['body', 'medias', 0]],
  ['too long a metadata value', { metadata: { note: 'x'.repeat(501) } }, ['body', 'metadata', 'note']],
])('%s is refused by the name of the field', async (_, more, loc) => {
  const refused = await create(draft(more))
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
})

test.each(['custom', 'free', 'metered_unit', 'seat_based'])(
  'a price of the kind %s is refused by the name of the field',
  async (amount_type) => {
    const refused = await create(draft({ prices: [{ amount_type }] }))
    expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
    expect(refused.json.detail[0].loc.slice(0, 3)).toEqual(['body', 'prices', 0])
  },
)

test('a new price archives the old one, which is never edited', async () => {
  const made = await aProduct(shop)
  const [old] = made.prices
  server.clock.advance(60)
  const changed = await shop.request('PATCH', one(made.id), { body: { prices: [fixed(4900)] } })
  expect(changed.status).toBe(200)
  expect(changed.json.prices).toMatchObject([{ price_amount: 4900, is_archived: false }])
  expect(changed.json.modified_at).toBe(server.clock.now().toISOString())
  const rows = await server.platform.database.db
    .selectFrom('product_prices')
    .select(['id', 'price_amount', 'is_archived'])
    .where('product_id', '=', made.id)
    .orderBy('position')
    .execute()
  expect(rows).toEqual([
    { id: old.id, price_amount: 4200, is_archived: true },
    { id: changed.json.prices[0].id, price_amount: 4900, is_archived: false },
  ])
  expect((await factsOf(made.id)).map((fact) => [fact.name, fact.payload])).toEqual([
    ['product.created', made],
    ['product.updated', changed.json],
  ])
})

test('a price that is named stays as it is, whatever else is written beside its id', async () => {
  const made = await aProduct(shop)
  const [price] = made.prices
  const changed = await shop.request('PATCH', one(made.id), { body: { prices: [{ id: price.id, price_amount: 1 }] } })
  expect(changed.json.prices).toEqual(made.prices)
})

test('name, description, metadata and archiving change; what is left out stays', async () => {
  const made = await aProduct(shop, { description: 'Old', metadata: { a: 1 } })
  const body = { name: 'Renamed', description: null, metadata: { b: true }, is_archived: true }
  const changed = await shop.request('PATCH', one(made.id), { body })
  expect(changed.json).toMatchObject({ ...body, prices: made.prices })
  const again = await shop.request('PATCH', one(made.id), { body: { is_archived: false } })
  expect(again.json).toMatchObject({ name: 'Renamed', metadata: { b: true }, is_archived: false })
})

test.each([
  [{ recurring_interval: 'year' }, ['body', 'recurring_interval']],
  [{ prices: [] }, ['body', 'prices']],
  [{ prices: [{ id: '0195894c-7a10-7000-8000-000000000001' }] }, ['body', 'prices', 0, 'id']],
  [{ name: '  a ' }, ['body', 'name']],
])('the change %j is refused by the name of the field and changes nothing', async (body, loc) => {
  const made = await aProduct(shop)
  const refused = await shop.request('PATCH', one(made.id), { body })
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
  expect((await shop.request('GET', one(made.id))).json).toEqual(made)
})

test("a price of another product cannot be kept in this one's list", async () => {
  const [mine, other] = [await aProduct(shop), await aProduct(shop)]
  const refused = await shop.request('PATCH', one(mine.id), { body: { prices: [{ id: other.prices[0].id }] } })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'prices', 0, 'id']])
})

test('an unknown product and that of another organization are not found, and stay as they are', async () => {
  const other = await aMerchant(server)
  const theirs = await aProduct(other)
  for (const id of [theirs.id, newId(server.clock.now())]) {
    const answers = [await shop.request('GET', one(id)), await shop.request('PATCH', one(id), { body: { name: 'Taken over' } })]
    expect(answers.map((each) => [each.status, each.json])).toEqual(
      Array(2).fill([404, { error: 'ResourceNotFound', detail: 'Not found' }]),
    )
  }
  expect((await other.request('GET', one(theirs.id))).json).toEqual(theirs)
})

test('an id that is none is refused by name of the path parameter', async () => {
  const refused = await shop.request('GET', one('nothing'))
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['path', 'id']])
})

test('without the scope a program may read and not write', async () => {
  const reader = await aMerchant(server, { scopes: ['products:read'] })
  const refused = await reader.request('POST', '/v1/products/', { body: draft({}) })
  expect([refused.status, refused.json.error]).toEqual([403, 'insufficient_scope'])
  expect((await reader.request('GET', '/v1/products/')).status).toBe(200)
})
