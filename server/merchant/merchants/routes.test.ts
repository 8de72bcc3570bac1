import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { anOrganization, aUser, newSlug } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const list = '/v1/organizations/'
const one = (id: string) => `/v1/organizations/${id}`
const patch = (body: unknown) => merchant.request('PATCH', one(merchant.organizationId), { body })

test('a new organization is a merchant with the default profile', async () => {
  const fresh = await aMerchant(server)
  const answer = await fresh.request('GET', one(fresh.organizationId))
  expect(answer.status).toBe(200)
  expect(answer.statements).toHaveLength(2)
  expect(answer.json).toMatchObject({
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

test('a user lists all their organizations, oldest first, and an access token only its own', async () => {
  server.clock.advance(1)
  const second = await anOrganization(server, merchant.owner)
  const all = await merchant.owner.request('GET', list)
  expect(all.json.items.map((each: { id: string }) => each.id)).toEqual([merchant.organizationId, second.id])
  expect(all.roundTrips).toBe(2)
  const own = await merchant.request('GET', list)
  expect(own.json.items.map((each: { id: string }) => each.id)).toEqual([merchant.organizationId])
  expect(own.json.pagination).toEqual({ total_count: 1, max_page: 1 })
})

test('the list is filtered by slug, sorted and paged', async () => {
  const second = await anOrganization(server, merchant.owner)
  const slugs = async (query: string) =>
    (await merchant.owner.request('GET', `${list}?${query}`)).json.items.map((each: { slug: string }) => each.slug)
  expect(await slugs(`slug=${second.slug}`)).toEqual([second.slug])
  expect(await slugs('slug=nobody-has-this')).toEqual([])
  const up = await slugs('sorting=slug&limit=100')
  expect(up).toEqual([...up].sort())
  expect(await slugs('sorting=-slug&limit=100')).toEqual([...up].reverse())
  const far = await merchant.owner.request('GET', `${list}?page=9&limit=2`)
  expect(far.json).toEqual({ items: [], pagination: { total_count: up.length, max_page: Math.ceil(up.length / 2) } })
})

test.each([
  ['sorting=mode', ['query', 'sorting']],
  ['limit=0', ['query', 'limit']],
])('%s is refused at %j', async (query, loc) => {
  const refused = await merchant.request('GET', `${list}?${query}`)
  expect([refused.status, refused.json.error, refused.json.detail[0].loc]).toEqual([422, 'RequestValidationError', loc])
})

test('an updated profile is published to webhooks, audited, and visible through /api/auth', async () => {
  const body = {
    name: 'Northwind Tools',
    avatar_url: 'https://cdn.example.com/n.png',
    email: 'help@northwind.example',
    website: 'https://northwind.example/',
    socials: [{ platform: 'github', url: 'https://github.com/northwind' }],
    feature_settings: { usage_based_billing_enabled: true },
    subscription_settings: { allow_multiple_subscriptions: true, allow_customer_updates: false, proration_behavior: 'invoice' },
    customer_portal_settings: {
      usage: { show: false },
      subscription: { update_seats: false, update_plan: false, pause: false },
      customer: { allow_email_change: false },
    },
    default_currency: 'eur',
    billing_timezone: 'Europe/Berlin',
    invoice_prefix: 'NW',
    invoice_series: 'customer',
    restarts_invoices_yearly: true,
    allowed_embed_origins: ['https://northwind.example', 'https://shop.northwind.example:8443'],
    accent_color: '#0b6e4f',
  }
  server.clock.advance(5)
  const changed = await patch(body)
  expect(changed.status).toBe(200)
  const now = server.clock.now().toISOString()
  const features = { issue_funding_enabled: false, usage_based_billing_enabled: true }
  expect(changed.json).toMatchObject({ ...body, feature_settings: features, modified_at: now, slug: merchant.slug })
  expect(changed.json.embed_hosts).toEqual(['northwind.example', 'shop.northwind.example:8443'])
  expect((await merchant.request('GET', one(merchant.organizationId))).json).toEqual(changed.json)
  const other = await merchant.owner.request('GET', '/api/auth/organization/list')
  expect(other.json.find((each: { id: string }) => each.id === merchant.organizationId)).toMatchObject({
    name: 'Northwind Tools',
    logo: 'https://cdn.example.com/n.png',
  })
  const events = await server.platform.database.db
    .selectFrom('domain_events')
    .select(['audience', 'payload'])
    .where('resource_id', '=', merchant.organizationId)
    .where('name', '=', 'organization.updated')
    .execute()
  expect(events).toEqual([{ audience: 'merchant', payload: changed.json }])
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select('target')
    .where('organization_id', '=', merchant.organizationId)
    .where('action', '=', 'organization.updated')
    .execute()
  expect(entries).toEqual([{ target: { type: 'organization', id: merchant.organizationId } }])
})

test('details are stored the first time and never returned', async () => {
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

test('the audit log names only the fields that changed, and nothing where none did', async () => {
  const before = (await merchant.request('GET', one(merchant.organizationId))).json
  await patch({
    name: 'Renamed',
    email: before.email,
    website: 'https://renamed.example',
    subscription_settings: before.subscription_settings,
  })
  await patch({})
  await patch({ name: 'Renamed' })
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select('details')
    .where('organization_id', '=', merchant.organizationId)
    .where('action', '=', 'organization.updated')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(entries.map(({ details }) => details)).toEqual([{ name: 'Renamed', nameBefore: before.name, fields: 'website' }])
})

test('what a change of customer_portal_settings omits stays, and its update_plan is allow_customer_updates, which wins', async () => {
  const other = await aMerchant(server)
  const change = async (body: object) => (await other.request('PATCH', one(other.organizationId), { body })).json
  await change({ customer_portal_settings: { usage: { show: false } } })
  const { customer_portal_settings: portal, ...changed } = await change({
    customer_portal_settings: { subscription: { update_plan: false } },
  })
  expect([portal.usage.show, portal.customer.allow_email_change, portal.subscription.update_plan]).toEqual([false, true, false])
  expect([changed.allow_customer_updates, changed.subscription_settings.allow_customer_updates]).toEqual([false, false])
  const both = {
    customer_portal_settings: { subscription: { update_plan: false } },
    subscription_settings: { allow_customer_updates: true },
  }
  expect((await change(both)).customer_portal_settings.subscription.update_plan).toBe(true)
})

test('mode, slug, ids and times in a body change nothing', async () => {
  const before = (await merchant.request('GET', one(merchant.organizationId))).json
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
  [{ invoice_prefix: 'a b' }, ['body', 'invoice_prefix']],
  [{ allowed_embed_origins: ['https://a.example', 'http://b.example'] }, ['body', 'allowed_embed_origins', 1]],
  [{ accent_color: 'red' }, ['body', 'accent_color']],
  [{ tax_enabled: true }, ['body', 'tax_enabled']],
  [{ customer_portal_settings: { subscription: { pause: true } } }, ['body', 'customer_portal_settings', 'subscription', 'pause']],
  [{ customer_portal_settings: { usage: { show: 'no' } } }, ['body', 'customer_portal_settings', 'usage', 'show']],
  [{ subscription_settings: { proration_behavior: 'never' } }, ['body', 'subscription_settings', 'proration_behavior']],
])('the change %j is refused at its field', async (body, loc) => {
  const refused = await patch(body)
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
})

test('an unknown organization and one of another user are not found', async () => {
  const other = await aMerchant(server)
  for (const id of [other.organizationId, newId(server.clock.now())]) {
    const answers = [await merchant.request('GET', one(id)), await merchant.owner.request('PATCH', one(id), { body: { name: 'Mine now' } })]
    expect(answers.map((each) => [each.status, each.json])).toEqual(
      Array(2).fill([404, { error: 'ResourceNotFound', detail: 'Not found' }]),
    )
  }
  expect((await other.request('GET', one(other.organizationId))).json.name).toBe('Byron and Daughters')
})

test('a user creates an organization with its profile, and owns it', async () => {
  const user = await aUser(server)
  const slug = newSlug()
  const body = { name: 'Second Shop', slug, email: 'hello@second.example', default_currency: 'gbp' }
  const created = await user.request('POST', list, { body })
  expect(created.status).toBe(201)
  expect(created.json).toMatchObject({ ...body, mode: 'test' })
  expect((await user.request('GET', one(created.json.id))).json).toEqual(created.json)
  const plain = await user.request('POST', list, { body: { name: 'Third Shop', slug: newSlug() } })
  expect(plain.json).toMatchObject({ name: 'Third Shop', email: null, modified_at: null })
})

test('an access token may not create organizations', async () => {
  const refused = await merchant.request('POST', list, { body: { name: 'Another', slug: newSlug() } })
  expect([refused.status, refused.json.error]).toEqual([403, 'NotPermitted'])
})

test.each([
  ['a taken slug', () => merchant.slug],
  ['a reserved slug', () => 'checkout'],
  ['a slug with a capital', () => 'Shop-Of-Mine'],
  ['a slug of two letters', () => 'ab'],
])('%s is refused at its field', async (_, slug) => {
  const refused = await merchant.owner.request('POST', list, { body: { name: 'Another', slug: slug() } })
  expect([refused.status, refused.json.error, refused.json.detail[0].loc]).toEqual([422, 'RequestValidationError', ['body', 'slug']])
})

test('where users may not create organizations, the refusal has the shape of /v1', async () => {
  const closed = await testServer({ settings: { ORGANIZATION_CREATION_DISABLED: 'true' } })
  const user = await aUser(closed)
  const refused = await user.request('POST', list, { body: { name: 'Another', slug: newSlug() } })
  expect([refused.status, refused.json]).toEqual([
    403,
    { error: 'NotPermitted', detail: 'You are not allowed to create a new organization' },
  ])
  await closed.close()
})
