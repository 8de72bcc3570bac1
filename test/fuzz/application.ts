// The server under fuzz in a process of its own, with two unrelated merchants and all kinds of callers.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { flushApiCalls } from '#operations/api-calls/actions/record-api-call.ts'
import { privateKeyPem } from '#test/providers/github-stand-in.ts'
import { aMerchant, aProduct, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { aUser, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { type FakeProvider, fakeProvider } from '#test/support/fake-provider.ts'
import { aFileBody, anImage } from '#test/support/files/a-file.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import type { TestServer } from '#test/support/server.ts'
import { type Administration, createAdministration, insertDeadJobs } from './administration.ts'
import { benefitsOf } from './benefits.ts'
import { type ApiDocument, type OpenApi, parseDocument } from './document.ts'
import type { CallerName } from './plans.ts'
import { emptyPools, type Pools } from './pools.ts'
import { firstOf, usageOf } from './usage.ts'
import { createInvitations, createPicture, createSessionHolder, createStaff, createUsersWithLinks, linkProviderAccount } from './users.ts'

/** Text that only the merchant itself may read; no request contains it. */
export interface Secrets {
  /** Not in an answer to any other caller. */
  readonly always: readonly string[]
  /** Not in an answer to another caller, unless it has a client secret of that merchant or is an administrator. */
  readonly unlessClient: readonly string[]
  /** The client secrets of the merchant, each of which gives access to one checkout. */
  readonly clientSecrets: readonly string[]
}

/** The application, and what a run needs to know about it. */
export interface FuzzApplication {
  readonly baseUrl: string
  readonly document: ApiDocument
  readonly pools: Pools
  /** The texts of each merchant that other callers must not get. */
  readonly secrets: { readonly own: Secrets; readonly foreign: Secrets }
  headersOf(caller: CallerName, at: number): Readonly<Record<string, string>>
  isAlive(): boolean
  /** Resident memory of the server in MB; undefined where the system does not report it. */
  memoryMb(): number | undefined
  /** Milliseconds since the start in which the main thread of the server had a processor; undefined where the system does not report it. */
  workedMs(): number | undefined
  /** Runs `guildhall verify-ledger`. */
  verifyLedger(): ReturnType<typeof guildhall>
  close(): Promise<void>
}

const SERVICE_TOKEN = 'a-token-of-the-service'
const NARROW = ['products:read', 'checkouts:write', 'webhooks:write', 'orders:read'] as const
const MALFORMED = [
  ...[
    '',
    'Bearer',
    'Bearer  ',
    'Basic eDp5',
    'bearer x',
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer \u00ff\u00fe',
    'Bearer a b',
    'Token x',
    'Bearer null',
  ],
  ...['Bearer gh_oat_', 'Bearer gh_oat_%00', 'Bearer eyJhbGciOiJub25lIn0.e30.', `Bearer ${'a'.repeat(32)}`, 'Bearer x, Bearer y'],
]

async function createDatabase(): Promise<{ readonly env: Record<string, string>; drop(): Promise<void> }> {
  const server = process.env['DATABASE_URL']
  if (!server) return { env: {}, drop: async () => undefined }
  const name = `guildhall_fuzz_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client(server)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { env: { DATABASE_URL: url.href }, drop: () => run(`drop database ${name} with (force)`) }
}

// Every request of the set-up comes from another network, so that it does not consume the rate limits of the run, and succeeds.
function setUpServer(baseUrl: string): TestServer {
  const server = runningServer(baseUrl)
  const randomNetwork = () => [10, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join('.')
  return {
    ...server,
    request: async (method, url, sent = {}) => {
      const answer = await server.request(method, url, { ...sent, headers: { 'x-forwarded-for': `${randomNetwork()}.7`, ...sent.headers } })
      if (answer.status >= 400) throw new Error(`${method} ${url} of the set-up was answered ${answer.status}: ${answer.text}`)
      return answer
    },
  }
}

/** Checkouts that are confirmed and not changed otherwise: a change may require fields that the next requests lack. */
const UNCONFIRMED = 20

interface SampleData {
  readonly secrets: Secrets
  /** The token of a session of its customer. */
  readonly customerToken: string
  /** Tokens of sessions of its customer that a run ends. */
  readonly leavingTokens: readonly string[]
  /** That customer, whom no request may delete. */
  readonly customerId: string
  /** Benefits that the run leaves as they are: an update of a random benefit names the kind `custom`. */
  readonly benefitIds: readonly string[]
  add(pools: Pools): void
}

// Gives a merchant objects of every kind: products, checkouts (open, paid, waiting for an action of the buyer), an order, an endpoint.
async function createSampleData(
  server: TestServer,
  merchant: TestMerchant,
  { prefix, webhookUrl }: { readonly prefix: string; readonly webhookUrl: string },
): Promise<SampleData> {
  const secret = `whsec-${prefix}-${randomUUID()}`
  const endpoint = await merchant.request('POST', '/v1/webhooks/endpoints', {
    body: { url: webhookUrl, format: 'raw', secret, events: ['order.paid'] },
  })
  const products = await Promise.all([1, 2, 3].map((each) => aProduct(merchant, { name: `${prefix} product ${each}` })))
  const open = async () => (await merchant.request('POST', '/v1/checkouts/', { body: { products: products.map(({ id }) => id) } })).json
  const meterBody = { name: `${prefix} meter`, filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } }
  const meter = await merchant.request('POST', '/v1/meters/', { body: meterBody })
  const [first, second, third] = [await open(), await open(), await open()]
  const unconfirmed = await Promise.all(Array.from({ length: UNCONFIRMED }, open))
  const sized = { type: 'text', slug: `field-${randomUUID()}`, name: `${prefix} field`, properties: {} }
  const field = (await merchant.request('POST', '/v1/custom-fields/', { body: sized })).json
  const ten = {
    type: 'percentage',
    basis_points: 1000,
    duration: 'once',
    name: `${prefix} discount`,
    code: `TEN${randomUUID().slice(0, 8)}`,
  }
  const discount = (await merchant.request('POST', '/v1/discounts/', { body: ten })).json
  const custom = { type: 'custom', description: 'Advice by email', properties: { note: 'Write to us.' } }
  const benefit = (await merchant.request('POST', '/v1/benefits/', { body: custom })).json
  const file = await uploadedPicture(merchant, `${prefix} file`)
  const download = await uploadedPicture(merchant, `${prefix} download`, 'downloadable')
  // Several, since the run deletes some of them.
  const spareFiles = await Promise.all([1, 2, 3].map((each) => uploadedPicture(merchant, `${prefix} spare ${each}`)))
  const links = '/v1/checkout-links/'
  const link = (await merchant.request('POST', links, { body: { payment_processor: 'stripe', products: [products[0]?.id] } })).json
  const customer_email = `buyer-${randomUUID()}@example.test`
  const buyer = { customer_email, customer_name: `${prefix} buyer`, customer_billing_address: { country: 'NL' } }
  const confirm = async (checkout: { client_secret: string }, card: string) =>
    server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: { ...buyer, confirmation_token_id: card } })
  const paid = await confirm(first, 'sandbox_4242424242424242')
  const waiting = await confirm(second, 'sandbox_4000002500003155')
  if (paid.status !== 200 || waiting.status !== 200) throw new Error(`The confirms were answered ${paid.text} and ${waiting.text}.`)
  await confirm(await open(), 'sandbox_4000000000000259')
  const monthly = await aProduct(merchant, { name: `${prefix} plan`, recurring_interval: 'month' })
  const several = { subscription_settings: { allow_multiple_subscriptions: true } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: several })
  // Several, and of the last customer too, since the run ends some of them.
  const emails = Array.from({ length: 6 }, () => `subscriber-${randomUUID()}@example.test`)
  const recurring: { readonly client_secret: string }[] = []
  for (const customer_email of [...emails, ...Array(3).fill(emails.at(-1))]) {
    const checkout = (await merchant.request('POST', '/v1/checkouts/', { body: { products: [monthly.id] } })).json
    const body = { ...buyer, customer_email, confirmation_token_id: 'sandbox_4242424242424242' }
    const subscribed = await server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body })
    if (subscribed.status !== 200) throw new Error(`The confirm of a plan was answered ${subscribed.text}.`)
    recurring.push(checkout)
  }
  const clock = (await merchant.request('POST', '/v1/test-clocks/', { body: {} })).json
  const subscriptions = (await merchant.request('GET', '/v1/subscriptions/')).json
  const charges = (await merchant.request('GET', '/v1/sandbox/charges/')).json
  const recorded = String((await merchant.request('GET', '/v1/meters/')).headers['x-request-id'])
  await flushApiCalls(server.platform)
  const orders = (await merchant.request('GET', '/v1/orders/')).json
  const dispute = await firstOf(merchant, '/v1/disputes/')
  const payments = (await merchant.request('GET', '/v1/payments/')).json
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: orders.items[0].id, reason: 'other', amount: 10 } })
  const invoices = (await merchant.request('GET', '/v1/invoices/')).json
  const body = { customer_id: orders.items[0].customer_id }
  const named = { email: `named-${randomUUID()}@example.test`, external_id: `external-${randomUUID()}` }
  await merchant.request('POST', '/v1/customers/', { body: named })
  const session = await merchant.request('POST', '/v1/customer-sessions/', { body })
  const leavingTokens: string[] = []
  for (let each = 0; each < 4; each += 1)
    leavingTokens.push((await merchant.request('POST', '/v1/customer-sessions/', { body })).json.token)
  const methodBody = { confirmation_token_id: 'sandbox_4242424242424242', set_default: false, return_url: 'https://example.com/portal' }
  const method = await server.request('POST', '/v1/customer-portal/customers/me/payment-methods', {
    body: methodBody,
    headers: { authorization: `Bearer ${session.json.token}` },
  })
  if (method.status !== 201) throw new Error(`The card was answered ${method.text}.`)
  const held = await benefitsOf(server, merchant, { fileId: download.id, email: orders.items[0].customer.email, token: session.json.token })
  const usage = await usageOf(merchant, { meterId: meter.json.id, customerId: orders.items[0].customer_id })
  const alerts: string[] = []
  for (let each = 1; each <= 4; each += 1) {
    const alert = { name: `${prefix} alert`, meter_id: meter.json.id, threshold: each }
    alerts.push((await merchant.request('POST', '/v1/usage-alerts/', { body: alert })).json.id)
  }
  return {
    customerToken: session.json.token,
    leavingTokens,
    customerId: body.customer_id,
    benefitIds: held.benefitIds,
    secrets: {
      always: [secret, merchant.token, merchant.owner.token, session.json.token],
      unlessClient: [prefix, customer_email],
      clientSecrets: [first, second, third, ...unconfirmed, ...recurring, link].map(({ client_secret }) => client_secret),
    },
    add: (pools) => {
      const side = prefix.startsWith('foreign') ? 'foreign' : 'own'
      for (const product of products) {
        pools.add(side, 'product', product.id)
        pools.add(side, 'price', product.prices[0].id)
      }
      for (const { client_secret } of [first, ...unconfirmed]) pools.add(side, 'checkout to confirm', client_secret)
      for (const checkout of [first, second, third]) {
        pools.add(side, 'checkout', checkout.id)
        pools.add(side, 'clientSecret', checkout.client_secret)
      }
      pools.add(side, 'custom field', field.id)
      pools.add(side, 'discount', discount.id)
      pools.add(side, 'benefit', benefit.id)
      held.add(pools, side)
      pools.add(side, 'payment method of the customer', method.json.id)
      pools.add(side, 'uploaded file', file.id)
      for (const spare of spareFiles) pools.add(side, 'file', spare.id)
      pools.add(side, 'upload', file.upload.id)
      pools.add(side, 'upload path', file.upload.path)
      pools.add(side, 'media', `${merchant.organizationId}.${file.id}`)
      pools.add(side, 'link', link.id)
      pools.add(side, 'linkSecret', link.client_secret)
      pools.add(side, 'action', waiting.json.payment_processor_metadata.intent_client_secret)
      for (const order of orders.items) {
        pools.add(side, 'order', order.id)
        pools.add(side, 'customer', order.customer_id)
      }
      for (const { id } of invoices.items) {
        pools.add(side, 'invoice', id)
        pools.add(side, 'document of the customer', id)
      }
      for (const subscription of subscriptions.items) pools.add(side, 'subscription', subscription.id)
      for (const each of charges.items) pools.add(side, 'charge', each.id)
      pools.add(side, 'dispute', dispute.id)
      pools.add(side, 'payment method', method.json.id)
      pools.add(side, 'test clock', clock.id)
      pools.add(side, 'api call', recorded)
      for (const payment of payments.items) pools.add(side, 'payment', payment.id)
      pools.add(side, 'external id', named.external_id)
      pools.add(side, 'meter', meter.json.id)
      pools.add(side, 'usage event', usage.eventId)
      pools.add(side, 'event import', usage.eventImportId)
      pools.add(side, 'customer meter', usage.customerMeterId)
      for (const alert of alerts) pools.add(side, 'usage alert', alert)
      pools.add(side, 'endpoint', endpoint.json.id)
      pools.add(side, 'organization', merchant.organizationId)
      pools.add(side, 'slug', merchant.slug)
    },
  }
}

/** Uploads a picture of a product. Returns the answer to its creation. */
async function uploadedPicture(merchant: TestMerchant, name: string, service: 'product_media' | 'downloadable' = 'product_media') {
  const content = await anImage(8, 8).png()
  const body = aFileBody({ service, name, type: 'image/png', content })
  const created = (await merchant.request('POST', '/v1/files/', { body })).json
  const sent = await fetch(created.upload.parts[0].url, { method: 'PUT', body: content as never })
  const parts = [{ number: 1, checksum_etag: sent.headers.get('etag'), checksum_sha256_base64: null }]
  const done = { id: created.upload.id, path: created.upload.path, parts }
  const completed = await merchant.request('POST', `/v1/files/${created.id}/uploaded`, { body: done })
  if (completed.status !== 200) throw new Error(`The picture was answered ${completed.text}.`)
  return created
}

/** A bot and an app, whose requests the fake provider answers with 404. */
const services = () => ({ DISCORD_BOT_TOKEN: 'a bot', GITHUB_APP_ID: '1', GITHUB_APP_PRIVATE_KEY: privateKeyPem() })

/** Starts the server on a database of its own (PostgreSQL where `DATABASE_URL` is set); `settings` override those of the run. */
export async function startFuzzApplication(settings: Readonly<Record<string, string>> = {}): Promise<FuzzApplication> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-fuzz-'))
  const database = await createDatabase()
  const receiver = await aReceiver()
  const providers = await fakeProvider()
  const base = {
    LOG_LEVEL: 'error',
    SERVICE_TOKEN,
    ALLOW_UNLINKING_ALL: 'true',
    DELETE_USER_VERIFICATION: 'true',
    RATE_LIMIT_ENABLED: 'false',
    OUTBOUND_ALLOW: 'loopback',
    TRUST_PROXY: 'loopback',
  }
  const env = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    ...base,
    ...providers.settings,
    ...services(),
    ...database.env,
    ...settings,
  }
  let running: RunningGuildhall | undefined
  const close = async (): Promise<void> => {
    await running?.stop('SIGTERM')
    await receiver.close()
    await providers.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const jobs = await insertDeadJobs(env)
    running = await startGuildhall(env)
    const promote = async (email: string): Promise<void> => {
      const { code, err } = await guildhall(['create-admin', '--email', email], env)
      if (code !== 0) throw new Error(`The administrator could not be created: ${err}`)
    }
    return {
      ...(await setUp(running, { webhookUrl: receiver.url, providers, jobs, promote })),
      verifyLedger: () => guildhall(['verify-ledger'], env),
      close,
    }
  } catch (reason) {
    await close()
    throw reason
  }
}

interface SetupInput {
  readonly webhookUrl: string
  readonly providers: FakeProvider
  /** The ids of dead jobs. */
  readonly jobs: readonly string[]
  /** Makes the user with this email an administrator. */
  promote(email: string): Promise<void>
}

async function setUp(
  running: RunningGuildhall,
  { webhookUrl, providers, jobs, promote }: SetupInput,
): Promise<Omit<FuzzApplication, 'verifyLedger' | 'close'>> {
  const { baseUrl } = running
  const server = setUpServer(baseUrl)
  const document = parseDocument((await server.request('GET', '/openapi.json')).json as OpenApi)
  const [own, foreign] = [await aMerchant(server), await aMerchant(server)]
  const narrow = await Promise.all(NARROW.map((scope) => aToken(own.owner, own.organizationId, [scope])))
  const spare = await aToken(own.owner, own.organizationId)
  const samples = [
    await createSampleData(server, own, { prefix: `own-${randomUUID()}`, webhookUrl }),
    await createSampleData(server, foreign, { prefix: `foreign-${randomUUID()}`, webhookUrl }),
  ] as const
  const customers = samples.map(({ customerId }) => customerId)
  const pools = emptyPools(
    new Set([
      own.tokenId,
      foreign.tokenId,
      ...narrow.map(({ tokenId }) => tokenId),
      ...customers,
      ...samples.flatMap(({ benefitIds }) => benefitIds),
    ]),
  )
  for (const sample of samples) sample.add(pools)
  pools.add('own', 'token', spare.tokenId)
  pools.add('foreign', 'token', foreign.tokenId)
  const newUser = { name: 'Ada Byron', email: uniqueEmail(), password: PASSWORD, username: `ada${randomUUID().slice(0, 8)}` }
  pools.harvest('/api/auth/sign-up/email', (await server.request('POST', '/api/auth/sign-up/email', { body: newUser })).json)
  pools.add('own', 'username', newUser.username)
  for (let each = 0; each < 3; each += 1) {
    const user = await aUser(server)
    pools.add('own', 'email', user.email)
    pools.add('own', 'session', user.token)
  }
  pools.add('foreign', 'email', foreign.owner.email)
  const leaver = await createUsersWithLinks(server, pools)
  const holder = await createSessionHolder(server, pools)
  await createPicture(server, pools)
  await linkProviderAccount(server, providers, { cookie: own.cookie, pools })
  const guest = await createInvitations(server, own.owner, pools)
  const { administrator, spare: spareUsers } = await createAdministration(server, { promote, pools })
  for (const id of jobs) pools.add('own', 'dead job', id)
  const colleague = await createStaff(server, own, { users: spareUsers, pools, headers: { authorization: `Bearer ${SERVICE_TOKEN}` } })
  const events = await deliveredEvents(own)
  for (const id of events) pools.add('own', 'event', id)
  return {
    baseUrl,
    document,
    pools,
    secrets: { own: samples[0].secrets, foreign: samples[1].secrets },
    headersOf: headersOf({
      own,
      foreign,
      customers: samples.map(({ customerToken }) => customerToken),
      leavingCustomers: samples[0].leavingTokens,
      leaver,
      holder,
      guest,
      colleague,
      administrator,
      narrow: narrow.map(({ token }) => token),
      baseUrl,
      pools,
    }),
    isAlive: () => isAlive(running.pid),
    memoryMb: () => memoryMb(running.pid),
    workedMs: () => workedMs(running.pid),
  }
}

// Events are delivered to the endpoint a moment after the sale.
async function deliveredEvents(merchant: TestMerchant): Promise<string[]> {
  const late = AbortSignal.timeout(20_000)
  for (;;) {
    const { items } = (await merchant.request('GET', '/v1/webhooks/deliveries')).json
    if (items.length > 0 || late.aborted) return items.map((item: { webhook_event: { id: string } }) => item.webhook_event.id)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface Callers {
  readonly own: TestMerchant
  readonly foreign: TestMerchant
  /** The tokens of a customer of the own and of the foreign merchant. */
  readonly customers: readonly string[]
  /** Tokens of a customer of the own merchant for the sign-out alone. */
  readonly leavingCustomers: readonly string[]
  /** The token of a user who was mailed the link that deletes their account. */
  readonly leaver: string
  /** The token of a user with further sessions. */
  readonly holder: string
  /** The token of a user who is invited to organizations. */
  readonly guest: string
  /** The token of a member of organizations that they may leave. */
  readonly colleague: string
  readonly administrator: Administration['administrator']
  readonly narrow: readonly string[]
  readonly baseUrl: string
  readonly pools: Pools
}

function headersOf({ own, foreign, customers, leavingCustomers, administrator, narrow, ...others }: Callers): FuzzApplication['headersOf'] {
  const { baseUrl, pools } = others
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const one = (list: readonly string[], at: number) => list[Math.floor(at * list.length)] ?? ''
  return (caller, at) => {
    if (caller === 'token') return bearer(own.token)
    if (caller === 'narrow token') return bearer(one(narrow, at))
    if (caller === 'foreign token') return bearer(foreign.token)
    if (caller === 'cookie') return { cookie: own.cookie, origin: baseUrl }
    if (caller === 'cookie without origin') return { cookie: own.cookie }
    if (caller === 'cookie of a foreign page') return { cookie: own.cookie, origin: 'https://evil.test' }
    if (caller === 'foreign cookie') return { cookie: foreign.cookie, origin: baseUrl }
    if (caller === 'customer') return bearer(customers[0] ?? '')
    if (caller === 'leaving customer') return bearer(one(leavingCustomers, at))
    if (caller === 'foreign customer') return bearer(customers[1] ?? '')
    if (caller === 'bearer') return bearer(own.owner.token)
    if (caller === 'leaver' || caller === 'holder' || caller === 'guest' || caller === 'colleague') return bearer(others[caller])
    if (caller === 'administrator') return at < 0.5 ? bearer(administrator.token) : { cookie: administrator.cookie, origin: baseUrl }
    if (caller === 'impersonator') return { cookie: pools.pick({ kind: 'impersonating browser', side: 'own', at }), origin: baseUrl }
    if (caller === 'service') return bearer(SERVICE_TOKEN)
    if (caller === 'expendable user') return bearer(pools.pick({ kind: 'session', side: 'own', at }))
    return caller === 'malformed' ? { authorization: one(MALFORMED, at) } : {}
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {}
  return false
}

function workedMs(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

function memoryMb(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}
