// Databases: both.
// Every operation answers exactly as the files in golden/ say: status, headers, cookies and body. The order of keys does not count.
// A changed file is a changed contract. To change it on purpose: GOLDEN=write npm test -- golden
import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { createAdministrator } from '#identity/passwords/index.ts'
import { flushTokenUses } from '#merchant/tokens/actions/record-token-use.ts'
import { composition } from '#server/app.ts'
import { cards } from '#test/support/a-checkout.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { PASSWORD } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { linkTo } from '#test/support/emails.ts'
import { type GoldenFile, type GoldenRequest, openGoldenSuite } from '#test/support/golden/golden.ts'
import { testServer } from '#test/support/server.ts'
import { recordAdministration } from './requests/administration.ts'
import { recordApiCalls } from './requests/api-calls.ts'
import { recordBenefits } from './requests/benefits.ts'
import { recordEventImports } from './requests/event-imports.ts'
import { recordFiles } from './requests/files.ts'
import { recordTeamsAndInvitations } from './requests/invitations.ts'
import { recordMembersAndRoles } from './requests/members.ts'
import { recordMeters } from './requests/meters.ts'
import { recordMerchants, recordOrganizations } from './requests/organizations.ts'
import { recordPortal } from './requests/portal.ts'
import { providerRequests } from './requests/providers.ts'
import { recordSales } from './requests/sales.ts'
import { recordSubscriptions } from './requests/subscriptions.ts'
import { recordTestClocks } from './requests/test-clocks.ts'
import { recordUsageEvents } from './requests/usage-events.ts'

const SERVICE_TOKEN = 'the-token-of-the-service'
const providers = {
  GITHUB_CLIENT_ID: 'us at GitHub',
  GITHUB_CLIENT_SECRET: 'ours',
  ZOOM_CLIENT_ID: 'us at Zoom',
  ZOOM_CLIENT_SECRET: 'ours',
}
const settings = { SERVICE_TOKEN, DELETE_USER_VERIFICATION: 'true', ...providers }
const server = await testServer({ database: await ownDatabase(), settings })
const suite = openGoldenSuite(await server.listen(), () => server.clock.advance(1))
const receiver = await aReceiver()
afterAll(async () => {
  await receiver.close()
  await server.close()
})

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const ada = { name: 'Ada Byron', email: 'ada@golden.example', password: PASSWORD }
const origin = server.settings.BASE_URL
const fileNames: string[] = []

/** Values of earlier answers that later requests use. */
const state = { token: '', organization: '', product: '', checkout: '', secret: '', order: '', customer: '', payment: '', endpoint: '' }

/** Defines a test that records one golden file. */
function goldenFile(name: string, record: (file: GoldenFile) => Promise<void>): void {
  fileNames.push(`${name}.json`)
  test(name, async () => {
    const file = suite.file(name)
    await record(file)
    file.close()
  })
}

/** Sends the requests in order. */
async function sendAll(file: GoldenFile, requests: readonly GoldenRequest[]): Promise<void> {
  for (const request of requests) await file.send(request)
}

goldenFile('people', async (file) => {
  const signUp = { operation: 'POST /api/auth/sign-up/email', as: 'nobody' }
  const signIn = { operation: 'POST /api/auth/sign-in/email', as: 'nobody' }
  const session = { operation: 'GET /api/auth/get-session' }
  await sendAll(file, [
    { operation: 'GET /api/auth/ok', as: 'nobody' },
    { operation: 'GET /api/auth/error', as: 'nobody', query: 'error=please_restart_the_process' },
    { ...session, as: 'nobody' },
    { ...signUp, body: {} },
    { ...signUp, body: { ...ada, email: 'ada' } },
    { ...signUp, body: { ...ada, password: 'short' } },
    { ...signUp, body: { ...ada, name: 7 } },
    { ...signUp, body: { ...ada, callbackURL: 'https://evil.test' } },
    { ...signUp, body: '{"name":' },
  ])
  const { cookie } = await file.send({ ...signUp, body: { ...ada, callbackURL: '/welcome' } })
  suite.callers['Ada'] = { cookie }
  suite.callers['a foreign page with the cookie of Ada'] = { cookie, origin: 'https://evil.test' }
  await sendAll(file, [
    { ...signUp, body: ada },
    { ...session, as: 'Ada' },
    { ...session, as: 'Ada', headers: { origin } },
    { ...signIn, body: { email: ada.email } },
    { ...signIn, body: { email: ada.email, password: 'not her password' } },
    { ...signIn, body: { email: 'nobody@golden.example', password: PASSWORD } },
    { ...signIn, body: { email: ada.email, password: PASSWORD, callbackURL: '/dashboard' } },
    { ...signIn, as: 'a foreign page with the cookie of Ada', body: { email: ada.email, password: PASSWORD } },
  ])
  const temporary = await file.send({ ...signIn, body: { email: ada.email, password: PASSWORD, rememberMe: false } })
  suite.callers['Ada for this visit'] = { cookie: temporary.cookie }
  suite.callers['a wrong token'] = { authorization: 'Bearer nothing' }
  await sendAll(file, [
    { operation: 'POST /api/auth/sign-out', as: 'Ada for this visit' },
    { ...session, as: 'Ada for this visit' },
    { operation: 'POST /api/auth/sign-out', as: 'Ada for this visit' },
    { ...session, as: 'a wrong token' },
    { operation: 'GET /api/auth/nothing', as: 'nobody' },
  ])
})

const auth = (method: 'GET' | 'POST', call: string, as: string) => ({ operation: `${method} /api/auth/${call}`, as })
/** The token in the newest email of a template. */
const tokenMailedTo = async (email: string, template: string) => {
  const link = new URL(await linkTo(server, email, template), origin)
  return link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? ''
}

goldenFile('accounts', async (file) => {
  const bea = { name: 'Bea Byron', email: 'bea@golden.example', password: PASSWORD, username: 'Bea.Byron' }
  const { cookie, json } = await file.send({ ...auth('POST', 'sign-up/email', 'nobody'), body: bea })
  suite.callers['Bea'] = { cookie }
  const byName = auth('POST', 'sign-in/username', 'nobody')
  await sendAll(file, [
    { ...auth('POST', 'sign-up/email', 'nobody'), body: { ...bea, email: 'other@golden.example' } },
    { ...byName, body: { username: 'no' } },
    { ...byName, body: { username: 'no', password: PASSWORD } },
    { ...byName, body: { username: 'bea.byron', password: 'not her password' } },
    { ...byName, body: { username: '', password: '' } },
    { ...auth('GET', 'list-sessions', 'nobody') },
  ])
  const otherSession = await file.send({ ...byName, body: { username: 'BEA.BYRON', password: PASSWORD, rememberMe: false } })
  const [update, list] = [auth('POST', 'update-user', 'Bea'), auth('GET', 'list-sessions', 'Bea')]
  const revoke = auth('POST', 'revoke-session', 'Bea')
  await sendAll(file, [
    { ...update, body: { name: 'Beatrice Byron', image: '/bea.png', displayUsername: 'Bea!', role: 'admin' } },
    { ...update, body: { image: null } },
    { ...update, body: { email: 'other@golden.example' } },
    { ...update, body: { username: 'bea.byron' } },
    { ...update, as: 'nobody', body: {} },
    { ...list },
    { ...revoke, body: {} },
    { ...revoke, body: { token: 'unknown' } },
    { ...revoke, as: 'Ada', body: { token: json.token } },
    { ...revoke, body: { token: otherSession.json.token } },
    { ...auth('POST', 'revoke-other-sessions', 'Bea') },
    { ...auth('POST', 'revoke-sessions', 'nobody') },
    { ...auth('GET', 'list-accounts', 'Bea') },
    { ...auth('POST', 'unlink-account', 'Bea'), body: { providerId: 'credential' } },
    { ...auth('POST', 'unlink-account', 'Bea'), body: { providerId: 'github', accountId: '7' } },
    { ...auth('GET', 'get-session', 'Bea') },
    { ...auth('POST', 'is-username-available', 'nobody'), body: { username: 'Bea.Byron' } },
    { ...auth('POST', 'is-username-available', 'nobody'), body: { username: 'bea.brown' } },
    { ...auth('POST', 'is-username-available', 'nobody'), body: { username: 'no' } },
  ])
})

goldenFile('addresses', async (file) => {
  const email = 'bea@golden.example'
  const send = auth('POST', 'send-verification-email', 'nobody')
  const open = auth('GET', 'verify-email', 'nobody')
  await sendAll(file, [
    { ...send, body: { email: 'nobody@golden.example' } },
    { ...send, body: { email: 'bea' } },
    { ...send, body: { email, callbackURL: '//evil.test' } },
    { ...send, body: { email, callbackURL: '/proven?from=mail' } },
  ])
  const query = `token=${await tokenMailedTo(email, 'verification')}`
  await sendAll(file, [
    { ...open },
    { ...open, query: 'token=nothing' },
    { ...open, query: 'token=nothing&callbackURL=/proven?from=mail' },
    { ...open, query: `${query}&callbackURL=https://evil.test` },
    { ...open, query: `${query}&callbackURL=/proven` },
    { ...open, query },
  ])
  const change = auth('POST', 'change-email', 'Bea')
  await sendAll(file, [
    { ...change, as: 'nobody', body: { newEmail: 'new@golden.example' } },
    { ...change, body: { newEmail: email } },
    { ...change, body: { newEmail: ada.email } },
    { ...change, body: { newEmail: 'new@golden.example', callbackURL: '/account' } },
  ])
  const token = await tokenMailedTo(email, 'change-email')
  await sendAll(file, [
    { ...open, query: `token=${token}` },
    { ...open, as: 'Bea', query: `token=${token}` },
    { ...open, as: 'Bea', query: `token=${token}&callbackURL=/account` },
    { ...change, body: { newEmail: email } },
  ])
})

goldenFile('passwords', async (file) => {
  const email = 'bea@golden.example'
  const forget = auth('POST', 'forget-password', 'nobody')
  await sendAll(file, [
    { ...forget, body: { email: 'bea' } },
    { ...forget, body: { email, redirectTo: 'https://evil.test/new' } },
    { ...forget, body: { email: 'nobody@golden.example', redirectTo: '/new' } },
    { ...forget, body: { email, redirectTo: '/new' } },
  ])
  // Each email has a time of its own, so that the newest is known.
  await server.drain()
  await file.send({ ...auth('POST', 'request-password-reset', 'nobody'), body: { email, redirectTo: '/new?a=b' } })
  const token = await tokenMailedTo(email, 'reset-password')
  const [link, reset] = [auth('GET', 'reset-password/{token}', 'nobody'), auth('POST', 'reset-password', 'nobody')]
  const newPassword = 'a quite new password'
  await server.platform.database.db
    .updateTable('users')
    .set({ is_email_verified: true, is_verified_unattended: false })
    .where('email', '=', email)
    .execute()
  await sendAll(file, [
    { ...link, path: { token }, query: 'callbackURL=/new?a=b' },
    { ...link, path: { token: 'unknown' }, query: 'callbackURL=/new' },
    { ...link, path: { token }, query: 'callbackURL=//evil.test' },
    { ...link, path: { token } },
    { ...reset, body: { newPassword } },
    { ...reset, body: { newPassword: 'short', token } },
    { ...reset, body: { newPassword: 'password123', token } },
    { ...reset, body: { newPassword: 'x'.repeat(129), token } },
    { ...reset, body: { newPassword, token } },
    { ...reset, query: `token=${token}`, body: { newPassword } },
  ])
  const change = auth('POST', 'change-password', 'Bea')
  await sendAll(file, [
    { ...change, as: 'nobody', body: { currentPassword: newPassword, newPassword: PASSWORD } },
    { ...change, body: { currentPassword: PASSWORD, newPassword } },
    { ...change, body: { currentPassword: newPassword, newPassword: 'short' } },
    { ...change, body: { currentPassword: newPassword, newPassword: PASSWORD } },
    { ...auth('GET', 'list-audit-entries', 'nobody') },
    { ...auth('GET', 'list-audit-entries', 'Bea'), query: 'limit=3' },
  ])
  const changed = await file.send({
    ...change,
    body: { currentPassword: PASSWORD, newPassword: `${PASSWORD}!`, revokeOtherSessions: true },
  })
  suite.callers['Bea after all'] = { cookie: changed.cookie }
  suite.callers['the service'] = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const set = auth('POST', 'set-password', 'the service')
  await sendAll(file, [
    { ...auth('GET', 'get-session', 'Bea') },
    { ...set, as: 'Bea after all', body: { newPassword } },
    { ...set, body: { newPassword } },
    { ...set, body: { newPassword, userId: UNKNOWN } },
    { ...set, body: { newPassword, userId: changed.json.user.id } },
  ])
})

goldenFile('leaving', async (file) => {
  const bea = 'Bea after all'
  const leave = auth('POST', 'delete-user', bea)
  const open = auth('GET', 'delete-user/callback', bea)
  await sendAll(file, [
    { ...leave, as: 'nobody', body: {} },
    { ...leave, body: { password: 'not her password' } },
    { ...leave, body: { token: 'unknown' } },
    { ...leave, body: { password: `${PASSWORD}!`, callbackURL: '/goodbye' } },
  ])
  const token = await tokenMailedTo('bea@golden.example', 'delete-account')
  await sendAll(file, [
    { ...open, query: 'token=unknown' },
    { ...open, as: 'nobody', query: `token=${token}` },
    { ...open, as: 'Ada', query: `token=${token}` },
    { ...open, query: `token=${token}&callbackURL=/goodbye` },
    { ...open, query: `token=${token}` },
    { ...auth('POST', 'sign-in/email', 'nobody'), body: { email: 'bea@golden.example', password: `${PASSWORD}!` } },
  ])
})

goldenFile('organizations', async (file) => {
  state.organization = await recordOrganizations(file)
})

goldenFile('tokens', async (file) => {
  const tokens = '/v1/organization-access-tokens/'
  const body = { comment: 'The shop', scopes: ['products:read', 'orders:read'], expires_in: 'P90D' }
  await sendAll(file, [
    { operation: `GET ${tokens}`, as: 'nobody' },
    { operation: `POST ${tokens}`, as: 'Ada', body: { comment: '', scopes: ['everything'] } },
    { operation: `POST ${tokens}`, as: 'a foreign page with the cookie of Ada', body },
  ])
  const narrow = await file.send({ operation: `POST ${tokens}`, as: 'Ada', body })
  suite.callers['a program that reads'] = { authorization: `Bearer ${narrow.json.token}` }
  const scopes = ['organizations', 'products', 'customers', 'checkouts', 'webhooks'].map((resource) => `${resource}:write`)
  const wide = await file.send({
    operation: `POST ${tokens}`,
    as: 'Ada',
    body: { comment: 'All of it', scopes: [...scopes, 'orders:read'] },
  })
  suite.callers['a program'] = { authorization: `Bearer ${wide.json.token}` }
  const path = { id: narrow.json.organization_access_token.id }
  await file.send({ operation: 'POST /v1/products/', as: 'a program that reads', body: {} })
  await flushTokenUses(server.platform)
  await sendAll(file, [
    { operation: `GET ${tokens}`, as: 'Ada' },
    { operation: `GET ${tokens}`, as: 'a program' },
    { operation: `PATCH ${tokens}{id}`, as: 'Ada', path, body: { comment: 'The old shop' } },
    { operation: `PATCH ${tokens}{id}`, as: 'Ada', path: { id: UNKNOWN }, body: {} },
    { operation: `DELETE ${tokens}{id}`, as: 'Ada', path },
    { operation: `DELETE ${tokens}{id}`, as: 'Ada', path },
    { operation: 'GET /v1/products/', as: 'a program that reads' },
  ])
})

goldenFile('merchants', (file) => recordMerchants(file, state))

goldenFile('products', async (file) => {
  const endpoint = { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: webhookEventTypes }
  const created = await file.send({ operation: 'POST /v1/webhooks/endpoints', as: 'a program', body: endpoint })
  state.endpoint = created.json.id
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const body = {
    name: 'Template Library',
    description: 'All of them',
    recurring_interval: null,
    prices,
    metadata: { shelf: 'upper', rank: 2 },
  }
  const create = { operation: 'POST /v1/products/', as: 'a program' }
  const product = await file.send({ ...create, body })
  state.product = product.json.id
  const path = { id: state.product }
  const cheap = [{ amount_type: 'fixed', price_amount: 1 }, { amount_type: 'seat' }]
  const update = { operation: 'PATCH /v1/products/{id}', as: 'a program', path }
  await sendAll(file, [
    { ...create, body: { name: 'x', prices: cheap } },
    { ...create, body: { ...body, organization_id: state.organization } },
    { ...create, body: '{"name":' },
    { ...create, body: '{}', headers: { 'content-type': 'text/plain' } },
    { ...create, as: 'a wrong token', body },
    { operation: 'GET /v1/products/', as: 'a program', query: 'metadata[shelf]=upper&is_archived=false' },
    { operation: 'GET /v1/products/{id}', as: 'a program', path },
    { operation: 'GET /v1/products/{id}', as: 'a program', path: { id: UNKNOWN } },
    { ...update, body: { name: 'The Template Library', prices: [{ id: product.json.prices[0].id }] } },
    { ...update, body: { prices: [{ ...prices[0], price_amount: 4900 }] } },
    { ...update, body: { is_archived: true } },
    { ...update, body: { is_archived: false } },
    { ...update, body: { prices: [{ id: UNKNOWN }] } },
  ])
})

goldenFile('checkouts', async (file) => {
  const create = { operation: 'POST /v1/checkouts/', as: 'a program' }
  const opened = await file.send({
    ...create,
    body: { products: [state.product], metadata: { campaign: 'spring' }, success_url: 'https://golden.example/?c={CHECKOUT_ID}' },
  })
  Object.assign(state, { checkout: opened.json.id, secret: opened.json.client_secret })
  const path = { client_secret: state.secret }
  const buyer = { as: 'nobody', path }
  const update = { operation: 'PATCH /v1/checkouts/{id}', as: 'a program', path: { id: state.checkout } }
  const confirm = { ...buyer, operation: 'POST /v1/checkouts/client/{client_secret}/confirm' }
  const form = { customer_email: 'blaise@golden.example', customer_name: 'Blaise Pascal', customer_billing_address: { country: 'FR' } }
  await sendAll(file, [
    { ...create, body: { products: [UNKNOWN], amount: -1 } },
    { operation: 'GET /v1/checkouts/', as: 'a program', query: 'status=open&limit=5' },
    { operation: 'GET /v1/checkouts/{id}', as: 'a program', path: { id: state.checkout } },
    { ...update, body: { customer_name: 'Somebody', require_billing_address: true } },
    { ...update, body: { require_billing_address: false } },
    { ...buyer, operation: 'GET /v1/checkouts/client/{client_secret}' },
    { ...buyer, operation: 'GET /v1/checkouts/client/{client_secret}', path: { client_secret: 'co_cs_wrong' } },
    { ...buyer, operation: 'PATCH /v1/checkouts/client/{client_secret}', body: { customer_email: form.customer_email } },
    { ...buyer, operation: 'PATCH /v1/checkouts/client/{client_secret}', body: { customer_email: 'blaise', amount: 1.5 } },
    { ...buyer, operation: 'GET /v1/checkouts/client/{client_secret}/stream' },
    { ...confirm, body: { customer_name: null } },
    { ...confirm, body: { ...form, confirmation_token_id: cards.declined } },
    { ...confirm, body: { ...form, confirmation_token_id: cards.good }, headers: { 'idempotency-key': 'a-click' } },
    { ...confirm, body: { ...form, confirmation_token_id: cards.good }, headers: { 'idempotency-key': 'a-click' } },
    { ...confirm, body: { ...form, confirmation_token_id: cards.good } },
    { ...buyer, operation: 'GET /v1/checkouts/client/{client_secret}' },
    { ...update, body: { metadata: {} } },
  ])
  // The events of each sale are delivered separately, so that they have times of their own.
  await server.drain()
  const second = await file.send({
    ...create,
    as: 'Ada',
    body: { organization_id: state.organization, products: [state.product], customer_email: form.customer_email },
  })
  const secondPath = { client_secret: second.json.client_secret }
  const confirmed = await file.send({ ...confirm, path: secondPath, body: { ...form, confirmation_token_id: cards.requiresAction } })
  const action = { intent_client_secret: confirmed.json.payment_processor_metadata.intent_client_secret }
  const approve = { operation: 'POST /v1/sandbox/actions/{intent_client_secret}', as: 'nobody', path: action, body: { approve: true } }
  await sendAll(file, [{ ...approve, body: {} }, approve, { ...approve, path: { intent_client_secret: 'x' } }])
  await server.drain()
  await file.send({ ...buyer, operation: 'GET /v1/checkouts/client/{client_secret}', path: secondPath })
  const third = await file.send({ ...create, body: { products: [state.product], expires_in: 1800 } })
  server.clock.advance(1800)
  const expired = { client_secret: third.json.client_secret }
  await sendAll(file, [
    { ...buyer, operation: 'GET /v1/checkouts/client/{client_secret}', path: expired },
    { ...confirm, path: expired, body: { ...form, confirmation_token_id: cards.good } },
    { operation: 'GET /v1/checkouts/{id}', as: 'a program', path: { id: third.json.id } },
  ])
})

goldenFile('sales', (file) => recordSales(file, { suite, state }))

goldenFile('webhooks', async (file) => {
  await server.drain()
  file.received(receiver.received)
  const endpoints = '/v1/webhooks/endpoints'
  const path = { id: state.endpoint }
  const deliveries = { operation: 'GET /v1/webhooks/deliveries', as: 'a program' }
  await sendAll(file, [
    { operation: `GET ${endpoints}`, as: 'a program' },
    { operation: `GET ${endpoints}/{id}`, as: 'a program', path },
    { operation: `POST ${endpoints}`, as: 'a program', body: { url: 'ftp://golden.example', format: 'raw', events: ['nothing'] } },
    { operation: `POST ${endpoints}`, as: 'a program', body: { url: 'http://10.0.0.1/', format: 'raw', secret: 'x', events: [] } },
    { operation: `PATCH ${endpoints}/{id}`, as: 'a program', path, body: { events: ['order.paid'], secret: 'another secret' } },
  ])
  const paid = await file.send({ ...deliveries, query: 'event_type=order.paid&limit=1' })
  const event = { id: paid.json.items[0].webhook_event.id }
  await file.send({ operation: 'POST /v1/webhooks/events/{id}/redeliver', as: 'a program', path: event })
  await server.drain()
  await sendAll(file, [
    { ...deliveries, query: `event_id=${event.id}&is_latest=true` },
    { operation: 'GET /v1/webhooks/events', as: 'a program', query: 'type=order.paid&limit=1' },
    { operation: 'POST /v1/webhooks/events/{id}/redeliver', as: 'a program', path: { id: UNKNOWN } },
    { operation: `POST ${endpoints}/{id}/sample`, as: 'a program', path, body: { type: 'order.eaten' } },
    { operation: `POST ${endpoints}/{id}/sample`, as: 'a program', path, body: { type: 'usage_alert.triggered' } },
    { operation: `POST ${endpoints}/{id}/redeliver`, as: 'a program', path, body: { since: '2026-01-15T12:00:00Z' } },
    { operation: `PATCH ${endpoints}/{id}/secret`, as: 'a program', path },
    { operation: `DELETE ${endpoints}/{id}`, as: 'a program', path },
    { operation: `GET ${endpoints}/{id}`, as: 'a program', path },
    { operation: 'GET /v1/nothing', as: 'a program' },
  ])
})

goldenFile('providers', async (file) => {
  const dot = { name: 'Dot Byron', email: 'dot@golden.example', password: PASSWORD }
  const { cookie, json } = await file.send({ ...auth('POST', 'sign-up/email', 'nobody'), body: dot })
  suite.callers['Dot'] = { cookie }
  await sendAll(file, providerRequests(json.user.id))
})

goldenFile('invitations', (file) => recordTeamsAndInvitations(file, { suite, server }))
goldenFile('members', (file) => recordMembersAndRoles(file, { suite, password: PASSWORD, service: 'the service' }))
goldenFile('administration', (file) => {
  const promote = async (email: string) => {
    await createAdministrator(server.platform, { email, name: '', password: null, now: server.clock.now() })
  }
  return recordAdministration(file, { suite, password: PASSWORD, promote, drain: server.drain })
})

goldenFile('benefits', (file) => recordBenefits(file, { ...state, server }))
const put = async (url: string, content: Buffer) =>
  String((await server.request('PUT', url.replace(server.settings.BASE_URL, ''), { body: content })).headers['etag'])
goldenFile('files', async (file) => void (await recordFiles(file, { ...state, put, server, suite })))
goldenFile('meters', (file) => recordMeters(file, state))
goldenFile('usage-events', (file) => recordUsageEvents(file, { organization: state.organization, server }))
goldenFile('event-imports', (file) => recordEventImports(file, { organization: state.organization, put, server }))
goldenFile('subscriptions', (file) => recordSubscriptions(file, state))
goldenFile('portal', (file) => recordPortal(file, { suite, server, organization: state.organization }))
goldenFile('api-calls', (file) => recordApiCalls(file, { organization: state.organization, server, suite }))
// The time of the merchant stands still from here on.
goldenFile('test-clocks', (file) => recordTestClocks(file, state))

test('every operation has an answer in a golden file, and every golden file has a test', () => {
  const mounted = composition.routes.map(({ method, path }) => `${method} ${path}`)
  expect(mounted.filter((operation) => !suite.operations.has(operation))).toEqual([])
  expect(readdirSync(new URL('golden/', import.meta.url)).sort()).toEqual(fileNames.toSorted())
})
