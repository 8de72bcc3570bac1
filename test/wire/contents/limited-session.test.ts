// A customer session of one checkout: its holder may have typed the email of another person. No answer, JSON or PDF, holds anything of that
// customer that was not typed in the checkout.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aKnownCustomer, type KnownCustomer } from '#test/support/markers/a-known-customer.ts'
import { type Markers, markCustomer } from '#test/support/markers/markers.ts'
import { pdfText } from '#test/support/markers/pdf-text.ts'
import { portalOf } from '#test/support/portal/a-portal.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const typed = {
  customer_name: 'Typed Name',
  customer_billing_address: { line1: '1 Typed Street', city: 'Lyon', postal_code: '69001', country: 'FR' },
  customer_tax_id: 'FR40303265045',
}

/** A checkout in which the email of the customer was typed, and what its session is called with. */
interface Purchase {
  readonly checkoutId: string
  readonly orderId: string
  readonly call: ReturnType<typeof portalOf>
}

let server: TestServer
let merchant: TestMerchant
let known: KnownCustomer
let markers: Markers
let single: Purchase
let recurring: Purchase
/** The ids that stand in a path for `{id}`: of everything that the customer has. */
let ids: readonly string[]
let fullSession: ReturnType<typeof portalOf>

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  known = await aKnownCustomer(server, merchant)
  single = await buyByEmail({ recurring_interval: null })
  recurring = await buyByEmail({ recurring_interval: 'month' })
  await merchant.request('POST', `/v1/orders/${single.orderId}/invoice`)
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: single.orderId, reason: 'customer_request', amount: 100 } })
  const { db } = server.platform.database
  await sql`update benefits set type = 'github_repository', properties = '{"repository_owner": "acme", "repository_name": "tools", "permission": "pull"}'
    where description = 'The source code'`.execute(db)
  const { json } = await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id: known.customerId } })
  fullSession = portalOf(server, json.token)
  const own = `'${single.checkoutId}', '${recurring.checkoutId}'`
  const except = { orders: `checkout_id in (${own})`, checkouts: `id in (${own})`, payments: `purpose_id in (${own})` }
  markers = await markCustomer(db, { organizationId: merchant.organizationId, customerId: known.customerId, except })
  await sql`update benefit_grants set error = jsonb_build_object('message', 'zq100qz', 'type', 'PERMANENT', 'timestamp', '2026-03-01T12:00:00.000Z')
    where customer_id = ${known.customerId}`.execute(db)
  // Issued now, it names the email that the customer has now.
  await merchant.request('POST', `/v1/orders/${recurring.orderId}/invoice`)
  const { rows } = await sql<{ readonly id: string }>`
    select id from orders where customer_id = ${known.customerId} union all select id from subscriptions where customer_id = ${known.customerId}
    union all select id from benefit_grants where customer_id = ${known.customerId} union all select id from invoices`.execute(db)
  ids = rows.map(({ id }) => id)
}, 120_000)
afterAll(() => server.close())

async function buyByEmail(product: Readonly<Record<string, unknown>>): Promise<Purchase> {
  const { id } = await aProduct(merchant, product)
  const benefits = ['The source code', 'A note']
  const created = await Promise.all(
    benefits.map((description) => merchant.request('POST', '/v1/benefits/', { body: { type: 'custom', description, properties: {} } })),
  )
  await merchant.request('POST', `/v1/products/${id}/benefits`, { body: { benefits: created.map(({ json }) => json.id) } })
  const checkout = await aCheckout(server, merchant, { products: [id] })
  const answer = await checkout.confirm(undefined, { body: { ...typed, customer_email: known.email } })
  if (answer.status !== 200) throw new Error(`The confirm was answered ${answer.status}: ${answer.text}`)
  await server.drain()
  const { items } = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json
  return { checkoutId: checkout.id, orderId: items[0].id, call: portalOf(server, answer.json.customer_session_token) }
}

const portalRoutes = composition.routes.filter(({ path }) => path.startsWith('/v1/customer-portal/'))
const reads = portalRoutes.filter(({ method, access }) => method === 'GET' && access === 'buyer')
const pathOf = ({ path }: Route) => path.replace('/v1/customer-portal', '')

/** The answers of a session to every read: with each id where the path has one. */
async function answersTo(call: Purchase['call']): Promise<readonly (readonly [name: string, answer: TestAnswer])[]> {
  const answers: (readonly [string, TestAnswer])[] = []
  for (const route of reads)
    for (const id of route.path.includes('{id}') ? ids : [''])
      answers.push([route.name, await call('GET', pathOf(route).replace('{id}', id))])
  return answers
}

/** The text of an answer, with that of the PDF to which it leads. */
async function textOf({ status, text }: TestAnswer): Promise<string> {
  const { url } = status === 200 ? (JSON.parse(text) as { url?: string }) : {}
  if (url === undefined) return text
  const file = await server.app.inject({ method: 'GET', url: url.replace(server.settings.BASE_URL, '') })
  return pdfText(file.rawPayload)
}

test.each(['one purchase', 'a subscription'])('no answer to a session of %s holds anything of the customer', async (name) => {
  const { call } = name === 'one purchase' ? single : recurring
  const answers = await answersTo(call)
  const found: string[] = []
  for (const [route, answer] of answers) for (const column of markers.foundIn(await textOf(answer))) found.push(`${route}: ${column}`)
  expect(found).toEqual([])
  const shown = new Set(answers.filter(([, { status }]) => status === 200).map(([route]) => route))
  // One has no subscription, and the invoice of the other names the email that the customer has now.
  const missing = name === 'one purchase' ? /subscriptions:get/ : /invoice|download/
  const expected = reads.map((route) => route.name).filter((each) => !missing.test(each))
  expect([...shown].toSorted()).toEqual(expected.toSorted())
})

test('a session of the customer shows what that one hides', async () => {
  const found = new Set<string>()
  for (const [, answer] of await answersTo(fullSession)) for (const column of markers.foundIn(await textOf(answer))) found.add(column)
  expect([...found].toSorted()).toEqual([
    'benefit_grants.properties',
    'customers.billing_address',
    'customers.email',
    'customers.external_id',
    'customers.name',
    'customers.tax_id',
    'linked_accounts.account_id',
    'linked_accounts.account_name',
    'orders.billing_address',
    'orders.billing_name',
    'orders.buyer_tax_id',
    'subscriptions.customer_cancellation_comment',
  ])
})

test('a grant names what was typed in the checkout as its customer', async () => {
  const { items } = (await single.call('GET', '/benefit-grants/')).json
  expect(items).toHaveLength(2)
  for (const { customer } of items) {
    expect(customer).toMatchObject({ email: known.email, name: 'Typed Name', tax_id: ['FR40303265045', 'eu_vat'], email_verified: false })
    expect(customer.billing_address).toMatchObject({ line1: '1 Typed Street', city: 'Lyon', country: 'FR' })
    expect(customer.oauth_accounts).toEqual({})
  }
})

test('the invoice of the order names what was typed in the checkout', async () => {
  const text = await textOf(await single.call('GET', `/orders/${single.orderId}/invoice`))
  for (const part of ['Typed Name', '1 Typed Street', 'FR40303265045', known.email]) expect(text).toContain(part)
})

test('the changes that the session may make answer with nothing of the customer either, and it issues no invoice', async () => {
  const { items } = (await recurring.call('GET', '/subscriptions/')).json
  const buyer = { billing_name: 'Typed Ltd', billing_address: { country: 'FR' } }
  const answers = [
    await single.call('PATCH', `/orders/${single.orderId}`, { body: { billing_name: 'Typed Name' } }),
    await recurring.call('PATCH', `/orders/${recurring.orderId}`, { body: buyer }),
    await recurring.call('PATCH', `/subscriptions/${items[0].id}`, { body: { cancel_at_period_end: true } }),
    await recurring.call('PATCH', `/subscriptions/${items[0].id}`, { body: { cancel_at_period_end: false } }),
    await recurring.call('DELETE', `/subscriptions/${items[0].id}`),
    await recurring.call('POST', `/orders/${recurring.orderId}/invoice`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 200, 200, 403])
  expect(answers.flatMap(({ text }) => markers.foundIn(text))).toEqual([])
})

test('every other operation of the portal is refused to the session', async () => {
  const rest = portalRoutes.filter(({ access }) => access === 'customer')
  for (const route of rest) {
    const { json } = await single.call(route.method as 'GET', pathOf(route).replace('{id}', ids[0] ?? ''), route.body ? { body: {} } : {})
    expect([route.name, json.error]).toEqual([route.name, 'NotPermitted'])
  }
})
