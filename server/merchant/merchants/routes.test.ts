import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { anOrganization, aUser, newSlug } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

let server: TestServer
let shop: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  shop = await aMerchant(server)
})

const list = '/v1/organizations/'
const one = (id: string) => `/v1/organizations/${id}`
const patch = (body: unknown) => shop.request('PATCH', one(shop.organizationId), { body })

test('an organization is a merchant from its first moment on, with the defaults of that day', async () => {
  const fresh = await aMerchant(server)
  const answer = await fresh.request('GET', one(fresh.organizationId))
  expect(answer.status).toBe(200)
  expect(answer.texts).toHaveLength(2)
  expect(answer.json).toEqual({
    id: fresh.organizationId,
    created_at: server.clock.now().toISOString(),
    modified_at: null,
    name: 'Byron and Daughters',
    slug: fresh.slug,
    avatar_url: null,
    email: null,
    website: null,
    socials: [],
    details_submitted_at: null,
    feature_settings: null,
    subscription_settings: { allow_multiple_subscriptions: false, allow_customer_updates: true, proration_behavior: 'prorate' },
    mode: 'test',
    default_currency: 'usd',
    billing_timezone: 'UTC',
  })
})

test('a person lists all their organizations, oldest first, a program its own', async () => {
  server.clock.advance(1)
  const second = await anOrganization(server, shop.owner)
  const all = await shop.owner.request('GET', list)
  expect(all.json.items.map((each: { id: string }) => each.id)).toEqual([shop.organizationId, second.id])
  expect(all.messages).toBe(2)
  const own = await shop.request('GET', list)
  expect(own.json.items.map((each: { id: string }) => each.id)).toEqual([shop.organizationId])
  expect(own.json.pagination).toEqual({ total_count: 1, max_page: 1 })
})

test('the list is filtered by slug, sorted and paged', async () => {
  const second = await anOrganization(server, shop.owner)
  const slugs = async (query: string) =>
    (await shop.owner.request('GET', `${list}?${query}`)).json.items.map((each: { slug: string }) => each.slug)
  expect(await slugs(`slug=${second.slug}`)).toEqual([second.slug])
  expect(await slugs('slug=nobody-has-this')).toEqual([])
  const up = await slugs('sorting=slug&limit=100')
  expect(up).toEqual([...up].sort())
  expect(await slugs('sorting=-slug&limit=100')).toEqual([...up].reverse())
  const far = await shop.owner.request('GET', `${list}?page=9&limit=2`)
  expect(far.json).toEqual({ items: [], pagination: { total_count: up.length, max_page: Math.ceil(up.length / 2) } })
})

test.each([
  ['sorting=mode', ['query', 'sorting']],
  ['limit=0', ['query', 'limit']],
])('%s is refused at %j', async (query, loc) => {
  const refused = await shop.request('GET', `${list}?${query}`)
  expect([refused.status, refused.json.error, refused.json.detail[0].loc]).toEqual([422, 'RequestValidationError', loc])
})

test('a profile is changed, told to webhooks and written down; the name is the same on the other half', async () => {
  const body = {
    name: 'Northwind Tools',
    avatar_url: 'https://cdn.example.com/n.png',
    email: 'help@northwind.example',
    website: 'https://northwind.example/',
    socials: [{ platform: 'github', url: 'https://github.com/northwind' }],
    feature_settings: { usage_based_billing_enabled: true },
    subscription_settings: { allow_multiple_subscriptions: true, allow_customer_updates: false, proration_behavior: 'invoice' },
    default_currency: 'eur',
    billing_timezone: 'Europe/Berlin',
  }
  server.clock.advance(5)
  const changed = await patch(body)
  expect(changed.status).toBe(200)
  const now = server.clock.now().toISOString()
  const features = { issue_funding_enabled: false, usage_based_billing_enabled: true }
  expect(changed.json).toMatchObject({ ...body, feature_settings: features, modified_at: now, slug: shop.slug })
  expect((await shop.request('GET', one(shop.organizationId))).json).toEqual(changed.json)
  const other = await shop.owner.request('GET', '/api/auth/organization/list')
  expect(other.json.find((each: { id: string }) => each.id === shop.organizationId)).toMatchObject({
    name: 'Northwind Tools',
    logo: 'https://cdn.example.com/n.png',
  })
  const told = await server.platform.database.db
    .selectFrom('facts')
    .select(['audience', 'payload'])
    .where('resource_id', '=', shop.organizationId)
    .where('name', '=', 'organization.updated')
    .execute()
  expect(told).toEqual([{ audience: 'merchant', payload: changed.json }])
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select('target')
    .where('organization_id', '=', shop.organizationId)
    .where('action', '=', 'organization.updated')
    .execute()
  expect(entries).toEqual([{ target: { type: 'organization', id: shop.organizationId } }])
})

test('details count the first time and are shown to nobody', async () => {
  const details = {
    about: 'Tools',
    product_description: 'b',
    intended_use: 'c',
    customer_acquisition: ['word of mouth'],
    future_annual_revenue: 1,
  }
  const first = await patch({ details })
  const submitted = server.clock.now().toISOString()
  expect(first.json).toMatchObject({ details_submitted_at: submitted })
  expect(first.text).not.toContain('word of mouth')
  server.clock.advance(60)
  expect((await patch({ details: { ...details, about: 'Other' } })).json.details_submitted_at).toBe(submitted)
})

test('the log names what has changed, and nothing else', async () => {
  const before = (await shop.request('GET', one(shop.organizationId))).json
  await patch({})
  await patch({
    name: 'Renamed',
    email: before.email,
    website: 'https://renamed.example',
    subscription_settings: before.subscription_settings,
  })
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select('details')
    .where('organization_id', '=', shop.organizationId)
    .where('action', '=', 'organization.updated')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries.map(({ details }) => details)).toEqual([{ name: 'Renamed', nameBefore: before.name, fields: 'website' }, {}])
})

test('mode, slug, ids and times in a body change nothing', async () => {
  const before = (await shop.request('GET', one(shop.organizationId))).json
  const changed = await patch({ mode: 'live', slug: 'taken', id: newId(server.clock.now()), created_at: '2001-01-01T00:00:00Z' })
  expect(changed.json).toEqual({ ...before, modified_at: server.clock.now().toISOString() })
})

test.each([
  [{ name: 'ab' }, ['body', 'name']],
  [{ name: 'a\r\nBcc: x' }, ['body', 'name']],
  [{ name: '\u200b\u200b\u200b' }, ['body', 'name']],
  [{ email: 'not an address' }, ['body', 'email']],
  [{ website: 'javascript:alert(1)' }, ['body', 'website']],
  [{ socials: [{ platform: 'myspace', url: 'https://a.example' }] }, ['body', 'socials', 0, 'platform']],
  [{ default_currency: 'xau' }, ['body', 'default_currency']],
  [{ billing_timezone: 'Mars/Olympus' }, ['body', 'billing_timezone']],
  [{ subscription_settings: { proration_behavior: 'never' } }, ['body', 'subscription_settings', 'proration_behavior']],
])('the change %j is refused by the name of the field', async (body, loc) => {
  const refused = await patch(body)
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
})

test('an unknown organization and one of others are not found', async () => {
  const other = await aMerchant(server)
  for (const id of [other.organizationId, newId(server.clock.now())]) {
    const answers = [await shop.request('GET', one(id)), await shop.owner.request('PATCH', one(id), { body: { name: 'Mine now' } })]
    expect(answers.map((each) => [each.status, each.json])).toEqual(
      Array(2).fill([404, { error: 'ResourceNotFound', detail: 'Not found' }]),
    )
  }
  expect((await other.request('GET', one(other.organizationId))).json.name).toBe('Byron and Daughters')
})

test('a person makes an organization with its profile at once, and owns it', async () => {
  const person = await aUser(server)
  const slug = newSlug()
  const body = { name: 'Second Shop', slug, email: 'hello@second.example', default_currency: 'gbp' }
  const made = await person.request('POST', list, { body })
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({ ...body, mode: 'test' })
  expect((await person.request('GET', one(made.json.id))).json).toEqual(made.json)
  const plain = await person.request('POST', list, { body: { name: 'Third Shop', slug: newSlug() } })
  expect(plain.json).toMatchObject({ name: 'Third Shop', email: null, modified_at: null })
})

test('a program may not make organizations', async () => {
  const refused = await shop.request('POST', list, { body: { name: 'Another', slug: newSlug() } })
  expect([refused.status, refused.json.error]).toEqual([403, 'NotPermitted'])
})

test.each([
  ['one that is taken', () => shop.slug],
  ['a reserved one', () => 'checkout'],
  ['one with a capital', () => 'Shop-Of-Mine'],
  ['one of two letters', () => 'ab'],
])('a slug is refused by the name of the field: %s', async (_, slug) => {
  const refused = await shop.owner.request('POST', list, { body: { name: 'Another', slug: slug() } })
  expect([refused.status, refused.json.error, refused.json.detail[0].loc]).toEqual([422, 'RequestValidationError', ['body', 'slug']])
})

test('where people may not make organizations, they are told so in the shape of this half', async () => {
  const closed = await testServer({ settings: { ORGANIZATION_CREATION_DISABLED: 'true' } })
  const person = await aUser(closed)
  const refused = await person.request('POST', list, { body: { name: 'Another', slug: newSlug() } })
  expect([refused.status, refused.json]).toEqual([
    403,
    { error: 'NotPermitted', detail: 'You are not allowed to create a new organization' },
  ])
  await closed.close()
})
