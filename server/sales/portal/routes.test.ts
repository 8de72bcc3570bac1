import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { emailsTo } from '#test/support/emails.ts'
import { aPortal, portalOf } from '#test/support/portal/a-portal.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'

const server = await testServer()
afterAll(() => server.close())
const { db } = server.platform.database
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

const merchant = await aMerchant(server)
const allow = (allow_customer_updates: boolean) =>
  merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, {
    body: { subscription_settings: { allow_multiple_subscriptions: true, allow_customer_updates, proration_behavior: 'prorate' } },
  })

/** A customer after a purchase, with a session. */
async function aBuyer(body: Readonly<Record<string, unknown>> = {}) {
  const product = await aProduct(merchant, { description: 'Forty templates', metadata: { shelf: 'upper' } })
  const checkout = await aCheckout(server, merchant, { products: [product.id], metadata: { campaign: 'may' }, ...body })
  const { customer_session_token: token } = (await checkout.confirm()).json
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  return { product, checkout, order, token: token as string, portal: await aPortal(server, merchant, order.customer_id) }
}

async function aSubscriber(amount = 900) {
  const plan = await aPlan(merchant, amount)
  const subscription = await aSubscription(server, merchant, { productId: plan })
  const portal = await aPortal(server, merchant, subscription.customerId)
  return { plan, subscription, portal, path: `/subscriptions/${subscription.id}` }
}

const actionsOf = async (target: string) =>
  (
    await sql<{ action: string; actor: string }>`select action, actor ->> 'type' as actor from audit_entries
      where organization_id = ${merchant.organizationId} and target ->> 'id' = ${target} order by id`.execute(db)
  ).rows

test.each([
  ['GET', '/v1/customer-portal/orders/'],
  ['GET', `/v1/customer-portal/orders/${UNKNOWN}`],
  ['GET', '/v1/customer-portal/subscriptions/'],
  ['PATCH', `/v1/customer-portal/subscriptions/${UNKNOWN}`],
  ['POST', `/v1/customer-portal/subscriptions/${UNKNOWN}/preview`],
  ['GET', '/v1/customer-portal/meters/'],
  ['GET', `/v1/customer-portal/meters/${UNKNOWN}`],
  ['PATCH', '/v1/customer-portal/customers/me'],
  ['POST', '/v1/customer-portal/customers/me/erasure'],
  ['GET', '/v1/customer-portal/customers/me/payment-methods'],
  ['DELETE', `/v1/customer-portal/customers/me/payment-methods/${UNKNOWN}`],
  ['POST', `/v1/customer-portal/customers/me/payment-methods/${UNKNOWN}/default`],
] as const)('%s %s is for customers alone', async (method, path) => {
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
  expect((await server.request(method, path, body)).json.error).toBe('Unauthorized')
  expect((await merchant.request(method, path, body)).json.error).toBe('invalid_token')
})

test('GET /v1/customer-portal/orders/ and GET /v1/customer-portal/orders/{id} show the own orders without what is the merchant’s', async () => {
  const { portal, order, product } = await aBuyer()
  const listed = await portal.request('GET', '/orders/')
  expect([listed.status, listed.json.pagination]).toEqual([200, { total_count: 1, max_page: 1 }])
  const [item] = listed.json.items
  expect(item).toMatchObject({
    id: order.id,
    paid: true,
    total_amount: 4200,
    user_id: portal.customerId,
    subscription: null,
    items: [{ amount: 4200 }],
    product: { id: product.id, prices: [{ price_amount: 4200 }], benefits: [], organization: { slug: merchant.slug } },
  })
  for (const hidden of ['metadata', 'customer', 'discount', 'custom_field_data', 'platform_fee_amount', 'receipt_not_sent'])
    expect(item).not.toHaveProperty(hidden)
  expect(item.product).not.toHaveProperty('metadata')
  expect((await portal.request('GET', `/orders/${order.id}`)).json).toEqual(item)
  for (const [query, count] of [
    [`organization_id=${merchant.organizationId}`, 1],
    [`organization_id=${UNKNOWN}`, 0],
    [`product_id=${UNKNOWN}`, 0],
    ['product_billing_type=recurring', 0],
    [`subscription_id=${UNKNOWN}`, 0],
    ['query=template&sorting=-product&sorting=subscription', 1],
  ] as const)
    expect([query, (await portal.request('GET', `/orders/?${query}`)).json.items.length]).toEqual([query, count])
})

test('PATCH /v1/customer-portal/orders/{id} changes the buyer on the invoice until it exists', async () => {
  const { portal, order } = await aBuyer()
  const body = { billing_name: 'Pascal SARL', billing_address: { line1: 'Rue 1', city: 'Paris', country: 'fr' } }
  const changed = await portal.request('PATCH', `/orders/${order.id}`, { body })
  expect([changed.status, changed.json.billing_name, changed.json.billing_address.country]).toEqual([200, 'Pascal SARL', 'FR'])
  expect(await actionsOf(order.id)).toContainEqual({ action: 'order.updated', actor: 'customer' })
  await sql`update orders set is_invoice_generated = true where id = ${order.id}`.execute(db)
  expect((await portal.request('PATCH', `/orders/${order.id}`, { body: { billing_name: 'Another' } })).status).toBe(422)
  expect((await portal.request('PATCH', `/orders/${UNKNOWN}`, { body })).status).toBe(404)
})

test('a session of a checkout whose buyer was recognized by email alone shows what was bought there, and nothing else', async () => {
  const first = await aBuyer()
  const product = await aPlan(merchant, 900)
  const second = await aCheckout(server, merchant, { products: [product] })
  const { json } = await second.confirm(undefined, { body: { customer_email: first.checkout.email } })
  const limited = portalOf(server, json.customer_session_token)
  const [orders, subscriptions] = [(await limited('GET', '/orders/')).json, (await limited('GET', '/subscriptions/')).json]
  expect([orders.items.length, orders.items[0].checkout_id, subscriptions.items.length]).toEqual([1, second.id, 1])
  expect((await limited('GET', `/orders/${first.order.id}`)).status).toBe(404)
  expect((await limited('GET', `/orders/${orders.items[0].id}`)).status).toBe(200)
  const own = `/subscriptions/${subscriptions.items[0].id}`
  expect((await limited('PATCH', own, { body: { product_id: product } })).json.error).toBe('NotPermitted')
  for (const path of ['/customers/me', '/customers/me/payment-methods', '/meters/']) expect((await limited('GET', path)).status).toBe(403)
  expect((await limited('DELETE', own)).json).toMatchObject({ cancel_at_period_end: true })
})

test('GET /v1/customer-portal/subscriptions/ and GET /v1/customer-portal/subscriptions/{id} show the own subscriptions', async () => {
  const { portal, subscription, plan, path } = await aSubscriber()
  const { json } = await portal.request('GET', '/subscriptions/?active=true&sorting=-organization&sorting=product')
  expect(json.items).toMatchObject([
    {
      id: subscription.id,
      status: 'active',
      product: { id: plan, organization: { slug: merchant.slug } },
      prices: [{ price_amount: 900 }],
      meters: [],
    },
  ])
  for (const hidden of ['metadata', 'customer', 'discount', 'custom_field_data']) expect(json.items[0]).not.toHaveProperty(hidden)
  expect((await portal.request('GET', path)).json).toEqual(json.items[0])
  expect((await portal.request('GET', `/subscriptions/?product_id=${UNKNOWN}`)).json.items).toEqual([])
  expect((await portal.request('GET', `/subscriptions/${UNKNOWN}`)).status).toBe(404)
})

test('PATCH /v1/customer-portal/subscriptions/{id} cancels with a reason, and takes that back; DELETE cancels for the end of the period', async () => {
  await allow(false)
  const { portal, subscription, path } = await aSubscriber()
  const body = { cancel_at_period_end: true, cancellation_reason: 'too_expensive', cancellation_comment: 'For now' }
  const note = { customer_cancellation_reason: 'too_expensive', customer_cancellation_comment: 'For now' }
  expect((await portal.request('PATCH', path, { body })).json).toMatchObject({ status: 'active', cancel_at_period_end: true, ...note })
  expect((await portal.request('PATCH', path, { body })).json.error).toBe('AlreadyCanceledSubscription')
  expect((await portal.request('PATCH', path, { body: {} })).json).toMatchObject({ cancel_at_period_end: true })
  expect((await portal.request('PATCH', path, { body: { cancel_at_period_end: false } })).json).toMatchObject({ canceled_at: null })
  expect((await portal.request('PATCH', path, { body: { cancel_at_period_end: false } })).json.error).toBe('BadRequest')
  expect((await portal.request('DELETE', path)).json).toMatchObject({ status: 'active', cancel_at_period_end: true })
  expect((await portal.request('PATCH', path, { body: { revoke: true } })).json).toMatchObject({ status: 'active' })
  expect(await actionsOf(subscription.id)).toEqual([
    { action: 'subscription.canceled', actor: 'customer' },
    { action: 'subscription.uncanceled', actor: 'customer' },
    { action: 'subscription.canceled', actor: 'customer' },
  ])
})

test('the product is changed where the organization allows it, to one that is offered, with its proration setting', async () => {
  const { portal, subscription, path } = await aSubscriber()
  const [dearer, archived] = [await aPlan(merchant, 1900), await aPlan(merchant, 2900)]
  await merchant.request('PATCH', `/v1/products/${archived}`, { body: { is_archived: true } })
  const change = (product_id: string, key?: string) =>
    portal.request('PATCH', path, { body: { product_id, proration_behavior: 'invoice' }, headers: key ? { 'idempotency-key': key } : {} })
  await allow(false)
  const refused = await change(dearer)
  expect([refused.status, refused.json.error]).toEqual([403, 'NotPermitted'])
  expect((await portal.request('POST', `${path}/preview`, { body: { product_id: dearer } })).json.error).toBe('NotPermitted')
  await allow(true)
  for (const target of [archived, UNKNOWN]) {
    const answer = await change(target)
    expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', 'product_id']])
  }
  const preview = await portal.request('POST', `${path}/preview`, { body: { product_id: dearer } })
  expect([preview.status, preview.json]).toMatchObject([200, { applies: 'now', product_id: dearer, charged_amount: 0 }])
  const changed = await change(dearer, 'change-1')
  expect([changed.status, changed.json.product.id, changed.json.amount]).toEqual([200, dearer, 1900])
  expect(changed.json).not.toHaveProperty('customer')
  expect((await change(dearer, 'change-1')).json).toEqual(changed.json)
  expect(await actionsOf(subscription.id)).toEqual([{ action: 'subscription.product_changed', actor: 'customer' }])
})

test('GET /v1/customer-portal/meters/ and GET /v1/customer-portal/meters/{id} show what was used, and not how it is counted', async () => {
  const portal = await aPortal(server, merchant)
  const meter = {
    name: 'Tokens used',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] },
    aggregation: { func: 'count' },
  }
  const { json: created } = await merchant.request('POST', '/v1/meters/', { body: meter })
  await sql`insert into customer_meters (organization_id, id, customer_id, meter_id, created_at)
    values (${merchant.organizationId}, gen_random_uuid(), ${portal.customerId}, ${created.id}, ${server.clock.now()})`.execute(db)
  const { json } = await portal.request('GET', '/meters/?query=TOKENS&sorting=-balance')
  const named = { id: created.id, name: 'Tokens used', created_at: created.created_at, modified_at: null }
  expect(json.items).toMatchObject([{ customer_id: portal.customerId, meter_id: created.id, consumed_units: 0, balance: 0 }])
  expect(json.items[0].meter).toEqual(named)
  expect((await portal.request('GET', `/meters/${json.items[0].id}`)).json).toEqual(json.items[0])
  expect((await portal.request('GET', `/meters/?meter_id=${UNKNOWN}`)).json.items).toEqual([])
  expect((await (await aPortal(server, merchant)).request('GET', `/meters/${json.items[0].id}`)).status).toBe(404)
})

test('GET /v1/customer-portal/organizations/{slug} needs no session, and leaves out archived products', async () => {
  const shop = await aMerchant(server)
  const [product, archived] = [await aProduct(shop, { metadata: { shelf: 'upper' } }), await aProduct(shop)]
  await shop.request('PATCH', `/v1/products/${archived.id}`, { body: { is_archived: true } })
  const { status, json } = await server.request('GET', `/v1/customer-portal/organizations/${shop.slug}`)
  expect([status, json.organization.slug, json.products.map(({ id }: { id: string }) => id)]).toEqual([200, shop.slug, [product.id]])
  expect(json.products[0]).not.toHaveProperty('metadata')
  expect((await server.request('GET', '/v1/customer-portal/organizations/no-such-shop')).json.error).toBe('ResourceNotFound')
})

test('PATCH /v1/customer-portal/customers/me changes name, address and tax id; its audit entry names the customer', async () => {
  const portal = await aPortal(server, merchant)
  const body = { name: 'Ada King', billing_address: { city: 'Berlin', country: 'de' }, tax_id: 'DE136695976' }
  const { status, json } = await portal.request('PATCH', '/customers/me', { body })
  expect([status, json.name, json.billing_address.country, json.tax_id]).toEqual([200, 'Ada King', 'DE', ['DE136695976', 'eu_vat']])
  expect((await portal.request('PATCH', '/customers/me', { body: { tax_id: null } })).json.tax_id).toBeNull()
  const bad = await portal.request('PATCH', '/customers/me', { body: { tax_id: 'DE1', billing_address: { country: 'ZZ' } } })
  expect(bad.json.detail.map(({ loc }: { loc: unknown[] }) => loc[1])).toEqual(['billing_address', 'tax_id'])
  expect(await actionsOf(portal.customerId)).toContainEqual({ action: 'customer.updated', actor: 'customer' })
  const methodId = { default_payment_method_id: UNKNOWN }
  expect((await portal.request('PATCH', '/customers/me', { body: methodId })).status).toBe(404)
})

test('POST /v1/customer-portal/customers/me/erasure asks the owners once, and erases nothing', async () => {
  const portal = await aPortal(server, merchant)
  const first = await portal.request('POST', '/customers/me/erasure')
  const again = await portal.request('POST', '/customers/me/erasure')
  expect([first.status, again.json]).toEqual([202, first.json])
  expect((await actionsOf(portal.customerId)).filter(({ action }) => action === 'customer.erasure_requested')).toHaveLength(1)
  const sent = (await emailsTo(server, merchant.owner.email)).filter(({ text }) => text.includes(portal.customerId))
  expect(sent).toHaveLength(1)
  expect((await portal.request('GET', '/customers/me')).json.email).toBe(portal.email)
})
