import { emailTo } from '#test/support/emails.ts'
import type { GoldenFile, GoldenSuite } from '#test/support/golden/golden.ts'
import type { TestServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const EMAIL = 'maryam@golden.example'
const PORTAL = '/v1/customer-portal'
const as = 'a portal customer'

/** Where the requests are sent, and whose portal it is. */
interface Portal {
  readonly suite: GoldenSuite
  readonly server: TestServer
  readonly organization: string
}

/** Records what customers do in their portal: they sign in by code, and see and change what they bought. */
export async function recordPortal(file: GoldenFile, portal: Portal): Promise<void> {
  const bought = await buy(file, portal)
  await signIn(file, portal)
  await recordGrants(file, bought)
  await recordPurchases(file, bought)
  await recordOwnRecord(file, portal)
}

async function buy(file: GoldenFile, { organization, server }: Portal) {
  const prices = [{ amount_type: 'fixed', price_amount: 1200, price_currency: 'usd' }]
  const body = { name: 'Portal plan', recurring_interval: 'month', prices, organization_id: organization }
  const plan = await file.send({ operation: 'POST /v1/products/', as: 'Ada', body })
  const note = { type: 'custom', description: 'Answers within a day', properties: { note: 'Write to **help@golden.example**.' } }
  const benefit = await file.send({ operation: 'POST /v1/benefits/', as: 'Ada', body: { ...note, organization_id: organization } })
  const included = { benefits: [benefit.json.id] }
  await file.send({ operation: 'POST /v1/products/{id}/benefits', as: 'Ada', path: { id: plan.json.id }, body: included })
  const opened = { products: [plan.json.id], organization_id: organization }
  const checkout = await file.send({ operation: 'POST /v1/checkouts/', as: 'Ada', body: opened })
  const buyer = { customer_email: EMAIL, customer_name: 'Maryam Mirzakhani', customer_billing_address: { country: 'DE' } }
  await file.send({
    operation: 'POST /v1/checkouts/client/{client_secret}/confirm',
    as: 'nobody',
    path: { client_secret: checkout.json.client_secret },
    body: { ...buyer, confirmation_token_id: 'sandbox_4242424242424242' },
  })
  await server.drain()
  return { plan: plan.json.id as string, checkout: checkout.json.id as string, benefit: benefit.json.id as string, organization }
}

async function signIn(file: GoldenFile, { suite, server, organization }: Portal): Promise<void> {
  const request = { operation: `POST ${PORTAL}/customer-session/request`, as: 'nobody' }
  const authenticate = { operation: `POST ${PORTAL}/customer-session/authenticate`, as: 'nobody' }
  const { json } = await file.send({ ...request, body: { email: EMAIL, organization_id: organization } })
  await file.send({ ...request, body: { email: 'none' } })
  const [, code = ''] = /: ([A-Z0-9]{6})\n/.exec((await emailTo(server, EMAIL, 'portal-code')).text) ?? []
  await file.send({ ...authenticate, body: { code: 'AAAAAA', request_id: UNKNOWN } })
  const opened = await file.send({ ...authenticate, body: { code, request_id: json.request_id } })
  suite.callers[as] = { authorization: `Bearer ${opened.json.token}` }
}

/** Records what the merchant and the customer see of the grant. */
async function recordGrants(file: GoldenFile, { benefit, organization }: Awaited<ReturnType<typeof buy>>): Promise<void> {
  const unknown = { id: UNKNOWN }
  const listed = await file.send({ operation: 'GET /v1/benefits/{id}/grants', as: 'Ada', path: { id: benefit } })
  const [grant] = listed.json.items
  const state = { operation: 'GET /v1/customers/{id}/state', as: 'Ada' }
  const update = { operation: `PATCH ${PORTAL}/benefit-grants/{id}`, as, path: { id: grant.id } }
  for (const request of [
    { operation: 'GET /v1/benefits/{id}/grants', as: 'Ada', path: unknown },
    { operation: 'GET /v1/benefit-grants/', as: 'Ada', query: `organization_id=${organization}&benefit_id=${benefit}&state=granted` },
    { operation: 'GET /v1/benefit-grants/export', as: 'Ada', query: `organization_id=${organization}` },
    { operation: 'GET /v1/benefit-grants/{id}', as: 'Ada', path: { id: grant.id } },
    { operation: 'GET /v1/benefit-grants/{id}', as: 'Ada', path: unknown },
    { operation: 'POST /v1/benefit-grants/{id}/retry', as: 'Ada', path: { id: grant.id } },
    { operation: 'POST /v1/benefit-grants/{id}/retry', as: 'Ada', path: unknown },
    { ...state, path: { id: grant.customer_id } },
    { ...state, path: unknown },
    { operation: 'GET /v1/customers/external/{external_id}/state', as: 'Ada', path: { external_id: 'unknown' } },
    { operation: `GET ${PORTAL}/benefit-grants/`, as, query: 'type=custom' },
    { operation: `GET ${PORTAL}/benefit-grants/{id}`, as, path: { id: grant.id } },
    { operation: `GET ${PORTAL}/benefit-grants/{id}`, as, path: unknown },
    { ...update, body: { benefit_type: 'custom' } },
    { ...update, body: {} },
  ])
    await file.send(request)
}

async function recordPurchases(file: GoldenFile, { plan, checkout }: { readonly plan: string; readonly checkout: string }): Promise<void> {
  const orders = await file.send({ operation: `GET ${PORTAL}/orders/`, as, query: `product_id=${plan}` })
  const subscriptions = await file.send({ operation: `GET ${PORTAL}/subscriptions/`, as, query: 'active=true' })
  const [order, subscription] = [{ id: orders.json.items[0].id }, { id: subscriptions.json.items[0].id }]
  const unknown = { id: UNKNOWN }
  const update = { operation: `PATCH ${PORTAL}/subscriptions/{id}`, as, path: subscription }
  const preview = { operation: `POST ${PORTAL}/subscriptions/{id}/preview`, as, path: subscription }
  const cancel = { operation: `DELETE ${PORTAL}/subscriptions/{id}`, as, path: subscription }
  for (const request of [
    { operation: `GET ${PORTAL}/orders/`, as, query: 'sorting=checkout' },
    { operation: `GET ${PORTAL}/orders/`, as: 'Ada', query: `checkout_id=${checkout}` },
    { operation: `GET ${PORTAL}/orders/{id}`, as, path: order },
    { operation: `GET ${PORTAL}/orders/{id}`, as, path: unknown },
    {
      operation: `PATCH ${PORTAL}/orders/{id}`,
      as,
      path: order,
      body: { billing_name: 'Mirzakhani GmbH', billing_address: { country: 'DE' } },
    },
    { operation: `PATCH ${PORTAL}/orders/{id}`, as, path: unknown, body: {} },
    { operation: `GET ${PORTAL}/orders/{id}/invoice`, as, path: order },
    { operation: `POST ${PORTAL}/orders/{id}/invoice`, as, path: order },
    { operation: `POST ${PORTAL}/orders/{id}/invoice`, as, path: order },
    { operation: `GET ${PORTAL}/orders/{id}/documents`, as, path: order },
    { operation: `GET ${PORTAL}/documents/{id}/download`, as, path: unknown },
    { operation: `GET ${PORTAL}/orders/{id}/payment-status`, as, path: order },
    { operation: `GET ${PORTAL}/orders/{id}/payment-status`, as, path: unknown },
    { operation: `POST ${PORTAL}/orders/{id}/confirm-payment`, as, path: order, body: {} },
    { operation: `POST ${PORTAL}/orders/{id}/confirm-payment`, as, path: unknown, body: {} },
    { operation: `GET ${PORTAL}/subscriptions/{id}`, as, path: subscription },
    { operation: `GET ${PORTAL}/subscriptions/{id}`, as, path: unknown },
    { ...preview, body: { product_id: plan } },
    { ...preview, body: { product_id: UNKNOWN } },
    { ...update, body: { product_id: UNKNOWN } },
    { ...update, body: { cancel_at_period_end: true, cancellation_reason: 'unused', cancellation_comment: 'Too rarely.' } },
    { ...update, body: { cancel_at_period_end: false } },
    { ...update, path: unknown, body: { cancel_at_period_end: true } },
    cancel,
    cancel,
    { operation: `GET ${PORTAL}/meters/`, as, query: 'query=tokens' },
    { operation: `GET ${PORTAL}/meters/{id}`, as, path: unknown },
    { operation: `GET ${PORTAL}/license-keys/`, as },
    { operation: `GET ${PORTAL}/license-keys/{id}`, as, path: unknown },
  ])
    await file.send(request)
}

async function recordOwnRecord(file: GoldenFile, portal: Portal): Promise<void> {
  const { server } = portal
  const me = { operation: `PATCH ${PORTAL}/customers/me`, as }
  const methods = `${PORTAL}/customers/me/payment-methods`
  const add = { operation: `POST ${methods}`, as }
  const card = { confirmation_token_id: 'sandbox_4242424242424242', set_default: false, return_url: 'https://example.com/portal' }
  const saved = await file.send({ ...add, body: card })
  const updates = `${PORTAL}/customers/me/email-update`
  const newEmail = 'maryam.m@golden.example'
  await file.send({ operation: `POST ${updates}/request`, as, body: { email: newEmail } })
  const [, token = ''] = /email_token=([0-9A-Za-z]+)/.exec((await emailTo(server, newEmail, 'portal-email-change')).text) ?? []
  for (const request of [
    { ...add, body: { ...card, confirmation_token_id: 'sandbox_4000000000000002' } },
    { ...add, body: {} },
    { operation: `GET ${methods}`, as },
    { operation: `POST ${methods}/{id}/default`, as, path: { id: saved.json.id } },
    { operation: `DELETE ${methods}/{id}`, as, path: { id: UNKNOWN } },
    { ...me, body: { name: 'Maryam M.', billing_address: { city: 'Berlin', country: 'DE' }, tax_id: 'DE136695976' } },
    { ...me, body: { email: 'none' } },
    { operation: `POST ${PORTAL}/customers/me/erasure`, as },
    { operation: `GET ${updates}/check`, as: 'nobody', query: 'token=wrong' },
    { operation: `POST ${updates}/verify`, as: 'nobody', body: { token } },
    { operation: `POST ${updates}/verify`, as: 'nobody', body: { token } },
  ])
    await file.send(request)
  await recordReturn(file, portal, updates)
  for (const request of [
    { operation: `GET ${PORTAL}/organizations/{slug}`, as: 'nobody', path: { slug: 'no-such-shop' } },
    { operation: `DELETE ${PORTAL}/customer-session`, as },
    { operation: `DELETE ${PORTAL}/customer-session`, as },
  ])
    await file.send(request)
}

/** The former address takes the change back, which opens the only session that is left. */
async function recordReturn(file: GoldenFile, { suite, server }: Portal, updates: string): Promise<void> {
  const [, token = ''] = /email_return_token=([0-9A-Za-z]+)/.exec((await emailTo(server, EMAIL, 'portal-email-changed')).text) ?? []
  await file.send({ operation: `GET ${updates}/return/check`, as: 'nobody', query: 'token=wrong' })
  const returned = await file.send({ operation: `POST ${updates}/return`, as: 'nobody', body: { token } })
  await file.send({ operation: `POST ${updates}/return`, as: 'nobody', body: { token } })
  suite.callers[as] = { authorization: `Bearer ${returned.json.token}` }
}
