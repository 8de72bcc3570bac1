import { beforeAll, expect, test } from 'vitest'
import { newToken, prefixes } from '#contract/token.ts'
import { newId } from '#kernel/id.ts'
import { eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { openingLimit } from './actions/create-checkout-of-link.ts'

let server: TestServer
let merchant: TestMerchant
let book: { readonly id: string; readonly prices: readonly { readonly id: string }[] }
let course: typeof book

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
  book = await aProduct(merchant, { name: 'Handbook' })
  course = await aProduct(merchant, { name: 'Course', description: 'x'.repeat(1000), metadata: { note: 'x'.repeat(490), more: 'y' } })
})

const links = '/v1/checkout-links/'
const one = (id: string) => `${links}${id}`
const create = (body: object, by = merchant) => by.request('POST', links, { body: { payment_processor: 'stripe', ...body } })
const open = (secret: string, body: object = {}) => server.request('POST', `${links}open/${secret}`, { body })

test('a link is created for several products and read back, and its address opens checkouts', async () => {
  const created = await create({
    products: [course.id, book.id],
    label: ' May ',
    success_url: 'https://shop.example/thanks?id={CHECKOUT_ID}',
    metadata: { campaign: 'may' },
    require_billing_address: true,
  })
  expect([created.status, created.json]).toMatchObject([
    201,
    {
      created_at: server.clock.now().toISOString(),
      modified_at: null,
      payment_processor: 'stripe',
      label: 'May',
      success_url: 'https://shop.example/thanks?id={CHECKOUT_ID}',
      allow_discount_codes: true,
      require_billing_address: true,
      discount_id: null,
      discount: null,
      organization_id: merchant.organizationId,
      metadata: { campaign: 'may' },
      products: [{ id: course.id }, { id: book.id }],
      url: `${server.settings.BASE_URL}/buy/${created.json.client_secret}`,
    },
  ])
  const read = await merchant.request('GET', one(created.json.id))
  const [shortened] = read.json.products
  expect(shortened).toMatchObject({ description: 'x'.repeat(400), metadata: {} })
  expect({ ...read.json, products: [] }).toEqual({ ...created.json, products: [] })
})

test.each([
  ['product_id', () => ({ product_id: book.id })],
  ['product_price_id', () => ({ product_price_id: book.prices[0]?.id })],
])('a link is created for one product by %s, as clients of older generations do', async (_, body) => {
  const created = await create(body())
  expect([created.status, created.json.products]).toMatchObject([201, [{ id: book.id, name: 'Handbook' }]])
})

test.each([
  ['no product', {}, ['body', 'products']],
  ['an unknown product', { products: ['0195894c-7a10-7000-8000-000000000001'] }, ['body', 'products', 0]],
  ['an unknown price', { product_price_id: '0195894c-7a10-7000-8000-000000000001' }, ['body', 'product_price_id']],
  ['an unknown discount', { discount_id: '0195894c-7a10-7000-8000-000000000001' }, ['body', 'discount_id']],
  ['another processor', { payment_processor: 'paypal' }, ['body', 'payment_processor']],
  ['a success URL that is none', { success_url: 'javascript:alert(1)' }, ['body', 'success_url']],
])('%s is refused at its field', async (_, body, loc) => {
  const refused = await create(body)
  expect(refused.status).toBe(422)
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
})

test("an archived product and another organization's are refused, a recurring one is not", async () => {
  const archived = await aProduct(merchant)
  await merchant.request('PATCH', `/v1/products/${archived.id}`, { body: { is_archived: true } })
  const plan = await aProduct(merchant, { recurring_interval: 'month' })
  const theirs = await aProduct(await aMerchant(server))
  const refused = await create({ products: [archived.id, book.id, plan.id, theirs.id] })
  expect(refused.json.detail.map((each: { loc: unknown[] }) => each.loc.at(-1))).toEqual([0, 3])
})

test('links are listed oldest first, by product, by label and by metadata', async () => {
  const own = await aMerchant(server)
  const [pen, ink] = [await aProduct(own), await aProduct(own)]
  const labels: string[] = []
  for (const [label, products, metadata] of [
    ['Spring', [pen.id], { year: 2026 }],
    ['autumn', [pen.id, ink.id], {}],
    ['Summer', [ink.id], {}],
  ] as const) {
    server.clock.advance(1)
    labels.push((await create({ label, products, metadata }, own)).json.label)
  }
  const listed = async (query: string) =>
    (await own.request('GET', `${links}?${query}`)).json.items.map(({ label }: { label: string }) => label)
  expect(await listed('')).toEqual(labels)
  expect(await listed('sorting=label')).toEqual(['autumn', 'Spring', 'Summer'])
  expect(await listed(`product_id=${ink.id}`)).toEqual(['autumn', 'Summer'])
  expect(await listed('query=UM')).toEqual(['autumn', 'Summer'])
  expect(await listed('metadata[year]=2026')).toEqual(['Spring'])
  const page = await own.request('GET', links)
  expect([page.roundTrips, page.json.pagination]).toEqual([2, { total_count: 3, max_page: 1 }])
})

test('a link changes, keeps its address, and a change of nothing is none', async () => {
  const { json: link } = await create({ products: [book.id], label: 'Old', metadata: { a: 1 } })
  server.clock.advance(60)
  const body = { products: [course.id], label: null, allow_discount_codes: false, metadata: { b: true }, success_url: null }
  const changed = await merchant.request('PATCH', one(link.id), { body })
  expect([changed.status, changed.json]).toMatchObject([200, { ...body, products: [{ id: course.id }], url: link.url }])
  expect(changed.json.modified_at).toBe(server.clock.now().toISOString())
  server.clock.advance(60)
  expect((await merchant.request('PATCH', one(link.id), { body })).json).toEqual(changed.json)
  const refused = await merchant.request('PATCH', one(link.id), { body: { products: [newId(START)] } })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'products', 0]])
})

test('a buyer who follows a link gets a checkout of their own, with what the merchant set and where they came from', async () => {
  const { json: link } = await create({
    products: [course.id, book.id],
    success_url: 'https://shop.example/thanks',
    metadata: { utm_source: 'of the merchant', tier: 'gold' },
    allow_discount_codes: false,
  })
  const sent = { utm_source: 'x', utm_campaign: 'may', reference_id: 'r1', utm_term: '', embed_origin: 'https://shop.example' }
  const [first, second] = [await open(link.client_secret, sent), await open(link.client_secret)]
  expect([first.status, first.json]).toMatchObject([
    201,
    {
      status: 'open',
      product_id: course.id,
      products: [{ id: course.id }, { id: book.id }],
      allow_discount_codes: false,
      success_url: 'https://shop.example/thanks',
      embed_origin: 'https://shop.example',
    },
  ])
  expect(first.json).not.toHaveProperty('metadata')
  expect(second.json.client_secret).not.toBe(first.json.client_secret)
  const own = await merchant.request('GET', `/v1/checkouts/${first.json.id}`)
  expect(own.json.metadata).toEqual({ utm_source: 'of the merchant', tier: 'gold', utm_campaign: 'may', reference_id: 'r1' })
  expect((await eventsOf(server, merchant.organizationId)).map(({ name }) => name)).toContain('checkout.created')
})

test.each(['https://shop.example/path', 'javascript:alert(1)', 'shop.example'])(
  'an embedding page %s that is no origin is ignored',
  async (embed_origin) => {
    const { json: link } = await create({ products: [book.id] })
    const opened = await open(link.client_secret, { embed_origin })
    expect([opened.status, opened.json.embed_origin]).toEqual([201, null])
  },
)

test('an embedding page that the organization does not allow is ignored', async () => {
  const strict = await aMerchant(server)
  const body = { allowed_embed_origins: ['https://shop.example'] }
  await strict.request('PATCH', `/v1/organizations/${strict.organizationId}`, { body })
  const product = await aProduct(strict)
  const link = await strict.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products: [product.id] } })
  const originOf = async (embed_origin: string) => (await open(link.json.client_secret, { embed_origin })).json.embed_origin
  expect(await originOf('https://shop.example')).toBe('https://shop.example')
  expect(await originOf('https://other.example')).toBeNull()
})

test('without a list a link is framed by pages of the merchant alone', async () => {
  const own = await aMerchant(server)
  const product = await aProduct(own)
  const linkWith = async (more: object) =>
    (await own.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products: [product.id], ...more } })).json
  const originOf = async ({ client_secret }: { client_secret: string }, embed_origin: string) =>
    (await open(client_secret, { embed_origin })).json.embed_origin
  const [plain, leading] = [await linkWith({}), await linkWith({ success_url: 'https://shop.example/thanks?checkout={CHECKOUT_ID}' })]
  expect([await originOf(plain, 'https://evil.example'), await originOf(leading, 'https://evil.example')]).toEqual([null, null])
  expect([await originOf(plain, 'https://shop.example'), await originOf(leading, 'https://shop.example')]).toEqual([
    null,
    'https://shop.example',
  ])
  await own.request('PATCH', `/v1/organizations/${own.organizationId}`, { body: { website: 'https://www.shop.example/en' } })
  expect(await originOf(plain, 'https://www.shop.example')).toBe('https://www.shop.example')
  expect(await originOf(plain, 'https://www.shop.example.evil.example')).toBeNull()
})

test('a product that is not on sale any more is left out; when none is left the link is unavailable', async () => {
  const [pen, ink] = [await aProduct(merchant), await aProduct(merchant)]
  const { json: link } = await create({ products: [pen.id, ink.id] })
  const archive = (id: string) => merchant.request('PATCH', `/v1/products/${id}`, { body: { is_archived: true } })
  await archive(pen.id)
  expect((await open(link.client_secret)).json.products).toMatchObject([{ id: ink.id }])
  await archive(ink.id)
  const refused = await open(link.client_secret)
  expect([refused.status, refused.json.error]).toEqual([410, 'ResourceUnavailable'])
})

test('a deleted link leads nowhere, like one that never was; its checkouts stay', async () => {
  const { json: link } = await create({ products: [book.id] })
  const { json: opened } = await open(link.client_secret)
  expect((await merchant.request('DELETE', one(link.id))).status).toBe(204)
  const answers = [
    await merchant.request('GET', one(link.id)),
    await merchant.request('DELETE', one(link.id)),
    await open(link.client_secret),
    await open(newToken(prefixes.checkoutLink)),
    await open('co_cl_nothing'),
  ]
  expect(answers.map(({ status, json }) => [status, json.error])).toEqual(Array(5).fill([404, 'ResourceNotFound']))
  expect((await server.request('GET', `/v1/checkouts/client/${opened.client_secret}`)).status).toBe(200)
})

test('the redirect of the published address leads to the page of the link, with its query', async () => {
  const { json: link } = await create({ products: [book.id] })
  const answer = await server.request('GET', `${links}${link.client_secret}/redirect?utm_source=a%26b&theme=dark&other=1`)
  expect([answer.status, answer.headers['location']]).toEqual([302, `${link.url}?utm_source=a%26b&theme=dark`])
  expect((await server.request('GET', `${links}co_cl_unknown/redirect`)).status).toBe(404)
})

test('one network opens a bounded number of checkouts by links', async () => {
  const limited = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true' } })
  try {
    const seller = await aMerchant(limited)
    const product = await aProduct(seller)
    const { json: link } = await create({ products: [product.id] }, seller)
    const statuses = new Map<number, number>()
    for (let at = 0; at < openingLimit.max + 5; at += 1) {
      const { status } = await limited.request('POST', `${links}open/${link.client_secret}`, { body: {} })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [201, openingLimit.max],
      [429, 5],
    ])
  } finally {
    await limited.close()
  }
})
