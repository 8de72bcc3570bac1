import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, cards, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { START, sharedServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const unknownId = newId(START)

async function open(merchant: TestMerchant, body: unknown) {
  return merchant.request('POST', '/v1/checkouts/', { body })
}

/** The locations of all problems of a refused body. */
async function faultsOf(merchant: TestMerchant, body: unknown): Promise<unknown[]> {
  const answer = await open(merchant, body)
  expect([answer.status, answer.json.error]).toEqual([422, 'RequestValidationError'])
  return answer.json.detail.map(({ loc }: { loc: unknown }) => loc)
}

test('a checkout has its product, its totals and the URL of its page', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const answer = await open(merchant, { products: [product.id], success_url: 'https://shop.example/thanks?id={CHECKOUT_ID}' })
  expect(answer.status).toBe(201)
  const { json } = answer
  expect(json).toMatchObject({
    status: 'open',
    payment_processor: 'stripe',
    url: `http://localhost:3000/checkout/${json.client_secret}`,
    success_url: `https://shop.example/thanks?id=${json.id}`,
    expires_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
    product_id: product.id,
    product_price_id: product.prices[0].id,
    amount: 4200,
    discount_amount: 0,
    net_amount: 4200,
    tax_amount: null,
    total_amount: 4200,
    currency: 'usd',
    customer_id: null,
    discount: null,
    subscription_id: null,
    external_customer_id: null,
    customer_external_id: null,
    payment_processor_metadata: {},
    is_payment_required: true,
    is_payment_form_required: true,
    is_payment_setup_required: false,
    customer_billing_address_fields: { country: true, state: false, city: false, postal_code: false, line1: false, line2: false },
  })
  expect(json.client_secret).toMatch(/^co_cs_[0-9A-Za-z]{43}$/)
  expect((await merchant.request('GET', `/v1/checkouts/${json.id}`)).json).toEqual(json)
  expect((await eventsOf(server, merchant.organizationId)).at(-1)).toMatchObject({ name: 'checkout.created', payload: json })
})

test('the client secret is stored as a digest and sealed', async () => {
  const merchant = await aMerchant(server)
  const { id, secret } = await aCheckout(server, merchant)
  const row = await server.platform.database.db
    .selectFrom('checkouts')
    .select(['client_secret_digest', 'sealed_client_secret'])
    .where('organization_id', '=', merchant.organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.client_secret_digest).toBe(server.platform.secrets.digest(secret))
  expect(row.sealed_client_secret).not.toContain(secret.slice(6))
})

test('the deprecated bodies by product and by price create the same checkout', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  for (const body of [{ product_id: product.id }, { product_price_id: product.prices[0].id }]) {
    const answer = await open(merchant, body)
    expect([answer.status, answer.json.product_id, answer.json.products.length]).toEqual([201, product.id, 1])
  }
})

test('the first of several products is selected, and their order is preserved', async () => {
  const merchant = await aMerchant(server)
  const [first, second] = [await aProduct(merchant), await aProduct(merchant)]
  const { json } = await open(merchant, { products: [second.id, first.id] })
  expect([json.product_id, json.products.map(({ id }: { id: string }) => id)]).toEqual([second.id, [second.id, first.id]])
})

test('a known customer, by id or external id, fills in omitted fields', async () => {
  const merchant = await aMerchant(server)
  const first = await aCheckout(server, merchant, { external_customer_id: 'user-7' })
  await first.confirm()
  const { id } = (await merchant.request('GET', '/v1/customers/')).json.items[0]
  const product = await aProduct(merchant)
  for (const named of [{ customer_id: id }, { external_customer_id: 'user-7' }, { customer_external_id: 'user-7' }]) {
    expect((await open(merchant, { products: [product.id], ...named })).json).toMatchObject({
      customer_id: id,
      external_customer_id: 'user-7',
      customer_external_id: 'user-7',
      customer_email: first.email,
      customer_name: 'Blaise Pascal',
      customer_billing_address: { country: 'FR' },
      tax_amount: 0,
    })
  }
})

test('unknown references in a body are reported all at once', async () => {
  const merchant = await aMerchant(server)
  const stranger = await aMerchant(server)
  const foreign = await aProduct(stranger)
  const archived = await aProduct(merchant)
  await merchant.request('PATCH', `/v1/products/${archived.id}`, { body: { is_archived: true } })
  const body = {
    products: [unknownId, foreign.id, archived.id],
    customer_id: unknownId,
    discount_id: unknownId,
    subscription_id: unknownId,
  }
  expect(await faultsOf(merchant, body)).toEqual([
    ['body', 'products', 0],
    ['body', 'products', 1],
    ['body', 'products', 2],
    ['body', 'discount_id'],
    ['body', 'subscription_id'],
    ['body', 'customer_id'],
  ])
  expect(await faultsOf(merchant, { product_price_id: foreign.prices[0].id })).toEqual([['body', 'product_price_id']])
  expect(await faultsOf(merchant, {})).toEqual([['body', 'products']])
})

test.for([
  [{ expires_in: 1799 }, ['body', 'expires_in']],
  [{ expires_in: 86_401 }, ['body', 'expires_in']],
  [{ amount: 1e308 }, ['body', 'amount']],
  [{ amount: -1 }, ['body', 'amount']],
  [{ amount: '4200' }, ['body', 'amount']],
  [{ success_url: 'javascript:alert(1)' }, ['body', 'success_url']],
  [{ embed_origin: 'https://shop.example/page' }, ['body', 'embed_origin']],
  [{ customer_email: 'nobody' }, ['body', 'customer_email']],
  [{ customer_billing_address: { country: 'ZZ' } }, ['body', 'customer_billing_address', 'country']],
  [{ customer_ip_address: '999.1.1.1' }, ['body', 'customer_ip_address']],
  [{ metadata: { key: 'x'.repeat(501) } }, ['body', 'metadata', 'key']],
  [{ products: 'one' }, ['body', 'products']],
] as const)('a checkout with %j is refused at %j', async ([fields, loc]) => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const [first] = await faultsOf(merchant, { products: [product.id], ...fields })
  expect((first as unknown[]).slice(0, loc.length)).toEqual(loc)
})

test('a body cannot set amounts, statuses or owners', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const smuggled = {
    amount: 50,
    total_amount: 1,
    net_amount: 1,
    discount_amount: 4199,
    status: 'succeeded',
    client_secret: 'co_cs_mine',
    attempts: 0,
    is_payment_required: false,
  }
  const { json } = await open(merchant, { products: [product.id], ...smuggled })
  const sound = { status: 'open', amount: 4200, total_amount: 4200, discount_amount: 0, currency: 'usd' }
  expect(json).toMatchObject(sound)
  expect((await merchant.request('PATCH', `/v1/checkouts/${json.id}`, { body: smuggled })).json).toMatchObject(sound)
  const path = `/v1/checkouts/client/${json.client_secret}`
  expect(
    (await server.request('PATCH', path, { body: { ...smuggled, metadata: { mine: true }, success_url: 'https://evil.example' } })).json,
  ).toMatchObject({
    ...sound,
    success_url: json.success_url,
  })
  expect((await merchant.request('GET', `/v1/checkouts/${json.id}`)).json.metadata).toEqual({})
})

test('a user names the organization or uses the active one; an access token does not name it', async () => {
  const merchant = await aMerchant(server)
  const other = await aMerchant(server)
  const product = await aProduct(merchant)
  const asOwner = (body: object) => merchant.owner.request('POST', '/v1/checkouts/', { body: { products: [product.id], ...body } })
  expect((await asOwner({})).status).toBe(201)
  expect((await asOwner({ organization_id: merchant.organizationId })).status).toBe(201)
  expect((await asOwner({ organization_id: other.organizationId })).json.detail[0].loc).toEqual(['body', 'organization_id'])
  expect(await faultsOf(merchant, { products: [product.id], organization_id: merchant.organizationId })).toEqual([
    ['body', 'organization_id'],
  ])
})

test('another organization cannot read, update or list a checkout', async () => {
  const merchant = await aMerchant(server)
  const stranger = await aMerchant(server)
  const { id } = await aCheckout(server, merchant)
  const notFound = { error: 'ResourceNotFound', detail: 'Not found' }
  expect((await stranger.request('GET', `/v1/checkouts/${id}`)).json).toEqual(notFound)
  const patched = await stranger.request('PATCH', `/v1/checkouts/${id}`, { body: { metadata: {} } })
  expect([patched.status, patched.json]).toEqual([404, notFound])
  expect((await stranger.request('GET', `/v1/checkouts/?organization_id=${merchant.organizationId}`)).json.items).toEqual([])
  expect((await stranger.request('GET', '/v1/checkouts/not-an-id')).json.detail[0].loc).toEqual(['path', 'id'])
  expect((await server.request('GET', `/v1/checkouts/${id}`)).status).toBe(401)
})

test('a token without the scope is refused', async () => {
  const reader = await aMerchant(server, { scopes: ['checkouts:read'] })
  expect((await reader.request('GET', '/v1/checkouts/')).status).toBe(200)
  expect((await open(reader, { products: [unknownId] })).json.error).toBe('insufficient_scope')
})

test('the merchant updates an open checkout; the buyer gets the price, not the metadata', async () => {
  const merchant = await aMerchant(server)
  const [first, second] = [
    await aProduct(merchant),
    await aProduct(merchant, { prices: [{ amount_type: 'fixed', price_amount: 900, price_currency: 'eur' }] }),
  ]
  const checkout = await aCheckout(server, merchant, { products: [first.id, second.id] })
  const body = {
    product_id: second.id,
    metadata: { campaign: 'spring' },
    customer_metadata: { tier: 2 },
    require_billing_address: true,
    embed_origin: 'https://shop.example',
    customer_ip_address: '203.0.113.7',
  }
  const changed = await merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body })
  expect(changed.json).toMatchObject({ ...body, amount: 900, currency: 'eur', product_price: { price_amount: 900 } })
  const seen = (await checkout.view()).json
  expect(seen).toMatchObject({ amount: 900, currency: 'eur', customer_billing_address_fields: { line1: true, city: true } })
  expect(Object.keys(seen)).not.toContain('metadata')
  expect(Object.keys(seen)).not.toContain('customer_metadata')
  expect(Object.keys(seen)).not.toContain('external_customer_id')
  const offered = await merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { product_id: (await aProduct(merchant)).id } })
  expect(offered.json.detail[0].loc).toEqual(['body', 'product_id'])
})

test('only pages that the organization allows may embed its checkouts', async () => {
  const merchant = await aMerchant(server)
  const products = [(await aProduct(merchant)).id]
  const allow = (allowed_embed_origins: readonly string[]) =>
    merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { allowed_embed_origins } })
  const embedded = (embed_origin: string) => open(merchant, { products, embed_origin })
  expect((await embedded('https://anywhere.example')).status).toBe(201)
  await allow(['https://shop.example'])
  const { status, json } = await embedded('https://shop.example')
  expect([status, json.embed_origin]).toEqual([201, 'https://shop.example'])
  const refused = await embedded('https://anywhere.example')
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'embed_origin']])
  const path = `/v1/checkouts/${json.id}`
  const moved = await merchant.request('PATCH', path, { body: { embed_origin: 'https://other.example' } })
  expect([moved.status, moved.json.detail[0].loc]).toEqual([422, ['body', 'embed_origin']])
  await allow([])
  expect((await merchant.request('PATCH', path, { body: { embed_origin: 'https://other.example' } })).status).toBe(200)
})

test('lists are filtered by product, customer, status and buyer, sorted and paged', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const paid = await aCheckout(server, merchant, { products: [product.id] })
  await paid.confirm()
  const waiting = await aCheckout(server, merchant, { products: [product.id], expires_in: 1800, customer_email: uniqueEmail() })
  const other = await aCheckout(server, merchant)
  const list = async (query: string) => (await merchant.request('GET', `/v1/checkouts/?${query}`)).json
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }: { id: string }) => id)
  const customerId = (await merchant.request('GET', '/v1/customers/')).json.items[0].id
  expect(await idsOf(`product_id=${product.id}&sorting=expires_at`)).toEqual([waiting.id, paid.id])
  expect(await idsOf(`customer_id=${customerId}`)).toEqual([paid.id])
  expect(await idsOf('status=succeeded&status=failed')).toEqual([paid.id])
  expect(new Set(await idsOf('status=open'))).toEqual(new Set([waiting.id, other.id]))
  expect(await idsOf(`query=${paid.email.toUpperCase()}`)).toEqual([paid.id])
  expect(await idsOf(`created_after=${START.toISOString()}&amount_min=4200&amount_max=4200`)).toHaveLength(3)
  expect(await idsOf('amount_min=4201')).toEqual([])
  expect(await idsOf(`created_before=${START.toISOString()}`)).toEqual([])
  expect((await list('limit=1&page=2')).pagination).toEqual({ total_count: 3, max_page: 3 })
  expect(await list('page=9')).toEqual({ items: [], pagination: { total_count: 3, max_page: 1 } })
  const unknown = await merchant.request('GET', '/v1/checkouts/?sorting=total_amount')
  expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ['query', 'sorting']])
})

test('an open checkout expires at the exact instant for every reader, and a job records it once', async () => {
  const ownServer = await testServer({ clock: movableClock(new Date(START.getTime() - 20 * 86_400_000)) })
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant, { expires_in: 1800 })
  ownServer.clock.advance(1799)
  expect((await checkout.view()).status).toBe(200)
  ownServer.clock.advance(1)
  const gone = { error: 'ExpiredCheckoutError', detail: 'The checkout has expired.' }
  for (const answer of [await checkout.view(), await checkout.update({ customer_name: 'Late' }), await checkout.confirm(cards.good)]) {
    expect([answer.status, answer.json]).toEqual([410, gone])
  }
  expect((await merchant.request('GET', `/v1/checkouts/${checkout.id}`)).json.status).toBe('expired')
  expect((await merchant.request('GET', '/v1/checkouts/?status=expired')).json.items).toHaveLength(1)
  const patched = await merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { metadata: {} } })
  expect([patched.status, patched.json.error]).toEqual([403, 'NotOpenCheckout'])
  for (const seconds of [60, 60]) {
    ownServer.clock.advance(seconds)
    await ownServer.drain()
  }
  const updates = (await eventsOf(ownServer, merchant.organizationId)).filter(({ name }) => name === 'checkout.updated')
  expect(updates.map(({ payload }) => payload.status)).toEqual(['expired'])
  await ownServer.close()
})

test('creating and updating a checkout are audited with the actor and the product', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aCheckout(server, merchant)
  server.clock.advance(1)
  await merchant.owner.request('PATCH', `/v1/checkouts/${id}`, { body: { metadata: { a: 1 } } })
  const { rows } = await server.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', sql<string>`details ->> 'product'`.as('product')])
    .where('organization_id', '=', merchant.organizationId)
    .where('action', 'in', ['checkout.created', 'checkout.updated'])
    .orderBy('happened_at')
    .orderBy('id')
    .execute()
    .then((rows) => ({ rows }))
  expect(rows).toEqual([
    { action: 'checkout.created', user_id: null, product: 'Template Library' },
    { action: 'checkout.updated', user_id: merchant.owner.id, product: 'Template Library' },
  ])
})
