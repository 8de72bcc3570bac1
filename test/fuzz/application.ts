// The server under fuzz: in a process of its own, with two merchants who know nothing of each other, and everybody who may ask.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { aMerchant, aProduct, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { aUser, newAddress, PASSWORD } from '#test/support/a-user.ts'
import { type FakeProvider, fakeProvider } from '#test/support/fake-provider.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import type { TestServer } from '#test/support/server.ts'
import { type Administration, administeredBy, deadJobs } from './administration.ts'
import { type Book, type OpenApi, readBook } from './document.ts'
import { emptyPools, type Pools } from './known.ts'
import type { CallerName } from './plans.ts'
import { aHolder, invitedBy, linkedBy, readers, staffedBy } from './users.ts'

/** Text that only the merchant itself may read; no request ever holds it. */
export interface Secrets {
  /** Not in an answer to anybody else. */
  readonly always: readonly string[]
  /** Not in an answer to somebody else, unless they hold a client secret of that merchant, or administer the platform. */
  readonly unlessClient: readonly string[]
  /** Whoever holds one of these may see the checkout's half of it. */
  readonly clientSecrets: readonly string[]
}

/** The house and what the run needs of it. */
export interface FuzzHouse {
  readonly address: string
  readonly book: Book
  readonly pools: Pools
  /** What of each merchant may not leave. */
  readonly secrets: { readonly own: Secrets; readonly foreign: Secrets }
  headersOf(caller: CallerName, at: number): Readonly<Record<string, string>>
  isAlive(): boolean
  /** Resident memory of the server in MB, where the system tells it. */
  memoryMb(): number | undefined
  /** Milliseconds in which the server would have run and other processes had the processors, since it began; 0 where nobody tells. */
  heldUpMs(): number
  /** What `guildhall verify-ledger` says. */
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

async function ownDatabase(): Promise<{ readonly env: Record<string, string>; drop(): Promise<void> }> {
  const server = process.env['DATABASE_URL']
  if (!server) return { env: {}, drop: async () => undefined }
  const name = `guildhall_fuzz_${randomUUID().replaceAll('-', '')}`
  const tell = async (statement: string): Promise<void> => {
    const client = new pg.Client(server)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await tell(`create database ${name}`)
  const place = new URL(server)
  place.pathname = `/${name}`
  return { env: { DATABASE_URL: place.href }, drop: () => tell(`drop database ${name} with (force)`) }
}

// Every request of the set-up comes from a network of its own: limits, where they are on, are not spent before the run begins.
function setUpServer(address: string): TestServer {
  const server = runningServer(address)
  const somewhere = () => [10, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join('.')
  return {
    ...server,
    request: (method, url, sent = {}) =>
      server.request(method, url, { ...sent, headers: { 'x-forwarded-for': `${somewhere()}.7`, ...sent.headers } }),
  }
}

interface Sale {
  readonly secrets: Secrets
  add(pools: Pools): void
}

// A merchant with something of everything: products, open and paid checkouts, one that waits for its buyer, an order, endpoints.
async function aStock(
  server: TestServer,
  merchant: TestMerchant,
  { mark, hook }: { readonly mark: string; readonly hook: string },
): Promise<Sale> {
  const secret = `whsec-${mark}-${randomUUID()}`
  const made = await merchant.request('POST', '/v1/webhooks/endpoints', {
    body: { url: hook, format: 'raw', secret, events: ['order.paid'] },
  })
  const products = await Promise.all([1, 2, 3].map((each) => aProduct(merchant, { name: `${mark} product ${each}` })))
  const open = async () => (await merchant.request('POST', '/v1/checkouts/', { body: { products: products.map(({ id }) => id) } })).json
  const [first, second, third] = [await open(), await open(), await open()]
  const customer_email = `buyer-${randomUUID()}@example.test`
  const buyer = { customer_email, customer_name: `${mark} buyer`, customer_billing_address: { country: 'NL' } }
  const confirm = async (checkout: { client_secret: string }, card: string) =>
    server.request('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, { body: { ...buyer, confirmation_token_id: card } })
  const paid = await confirm(first, 'sandbox_4242424242424242')
  const waiting = await confirm(second, 'sandbox_4000002500003155')
  if (paid.status !== 200 || waiting.status !== 200) throw new Error(`The sale was answered ${paid.text} and ${waiting.text}.`)
  const orders = (await merchant.request('GET', '/v1/orders/')).json
  return {
    secrets: {
      always: [secret, merchant.token, merchant.owner.token],
      unlessClient: [mark, customer_email],
      clientSecrets: [first, second, third].map(({ client_secret }) => client_secret),
    },
    add: (pools) => {
      const side = mark.startsWith('foreign') ? 'foreign' : 'own'
      for (const product of products) {
        pools.add(side, 'product', product.id)
        pools.add(side, 'price', product.prices[0].id)
      }
      for (const checkout of [first, second, third]) {
        pools.add(side, 'checkout', checkout.id)
        pools.add(side, 'clientSecret', checkout.client_secret)
      }
      pools.add(side, 'action', waiting.json.payment_processor_metadata.intent_client_secret)
      for (const order of orders.items) {
        pools.add(side, 'order', order.id)
        pools.add(side, 'customer', order.customer_id)
      }
      pools.add(side, 'endpoint', made.json.id)
      pools.add(side, 'organization', merchant.organizationId)
      pools.add(side, 'slug', merchant.slug)
    },
  }
}

/** Starts the server on a database of its own (PostgreSQL where `DATABASE_URL` is set), with `settings` over those of the run. */
export async function aFuzzHouse(settings: Readonly<Record<string, string>> = {}): Promise<FuzzHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-fuzz-'))
  const database = await ownDatabase()
  const receiver = await aReceiver()
  const standIn = await fakeProvider()
  const quiet = {
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
    ...quiet,
    ...standIn.settings,
    ...database.env,
    ...settings,
  }
  let running: RunningGuildhall | undefined
  const close = async (): Promise<void> => {
    await running?.end('SIGTERM')
    await receiver.close()
    await standIn.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const jobs = await deadJobs(env)
    running = await startGuildhall(env)
    const promote = async (email: string): Promise<void> => {
      const { code, err } = await guildhall(['create-admin', '--email', email], env)
      if (code !== 0) throw new Error(`Nobody could be made an administrator: ${err}`)
    }
    return {
      ...(await furnished(running, { hook: receiver.url, standIn, jobs, promote })),
      verifyLedger: () => guildhall(['verify-ledger'], env),
      close,
    }
  } catch (reason) {
    await close()
    throw reason
  }
}

interface Furnishing {
  readonly hook: string
  readonly standIn: FakeProvider
  /** Jobs that were given up. */
  readonly jobs: readonly string[]
  /** Makes somebody an administrator. */
  promote(email: string): Promise<void>
}

async function furnished(
  running: RunningGuildhall,
  { hook, standIn, jobs, promote }: Furnishing,
): Promise<Omit<FuzzHouse, 'verifyLedger' | 'close'>> {
  const { address } = running
  const server = setUpServer(address)
  const book = readBook((await server.request('GET', '/openapi.json')).json as OpenApi)
  const [own, foreign] = [await aMerchant(server), await aMerchant(server)]
  const narrow = await Promise.all(NARROW.map((scope) => aToken(own.owner, own.organizationId, [scope])))
  const spare = await aToken(own.owner, own.organizationId)
  const sales = [
    await aStock(server, own, { mark: `own-${randomUUID()}`, hook }),
    await aStock(server, foreign, { mark: `foreign-${randomUUID()}`, hook }),
  ] as const
  const pools = emptyPools(new Set([own.tokenId, foreign.tokenId, ...narrow.map(({ tokenId }) => tokenId)]))
  for (const sale of sales) sale.add(pools)
  pools.add('own', 'token', spare.tokenId)
  pools.add('foreign', 'token', foreign.tokenId)
  const named = { name: 'Ada Byron', email: newAddress(), password: PASSWORD, username: `ada${randomUUID().slice(0, 8)}` }
  pools.harvest('/api/auth/sign-up/email', (await server.request('POST', '/api/auth/sign-up/email', { body: named })).json)
  pools.add('own', 'username', named.username)
  for (let each = 0; each < 3; each += 1) {
    const person = await aUser(server)
    pools.add('own', 'email', person.email)
    pools.add('own', 'session', person.token)
  }
  pools.add('foreign', 'email', foreign.owner.email)
  const leaver = await readers(server, pools)
  const holder = await aHolder(server, pools)
  await linkedBy(server, standIn, { cookie: own.cookie, pools })
  const guest = await invitedBy(server, own.owner, pools)
  const { administrator, spare: people } = await administeredBy(server, { promote, pools })
  for (const id of jobs) pools.add('own', 'dead job', id)
  const colleague = await staffedBy(server, own, { people, pools, headers: { authorization: `Bearer ${SERVICE_TOKEN}` } })
  const events = await deliveredEvents(own)
  for (const id of events) pools.add('own', 'event', id)
  return {
    address,
    book,
    pools,
    secrets: { own: sales[0].secrets, foreign: sales[1].secrets },
    headersOf: headersOf({
      own,
      foreign,
      leaver,
      holder,
      guest,
      colleague,
      administrator,
      narrow: narrow.map(({ token }) => token),
      address,
      pools,
    }),
    isAlive: () => isAlive(running.pid),
    memoryMb: () => memoryMb(running.pid),
    heldUpMs: () => heldUpMs(running.pid),
  }
}

// A fact becomes an event of an endpoint a moment after the sale.
async function deliveredEvents(merchant: TestMerchant): Promise<string[]> {
  const late = AbortSignal.timeout(20_000)
  for (;;) {
    const { items } = (await merchant.request('GET', '/v1/webhooks/deliveries')).json
    if (items.length > 0 || late.aborted) return items.map((item: { webhook_event: { id: string } }) => item.webhook_event.id)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface People {
  readonly own: TestMerchant
  readonly foreign: TestMerchant
  /** The token of somebody who was mailed the link that deletes their account. */
  readonly leaver: string
  /** The token of somebody who is signed in elsewhere too. */
  readonly holder: string
  /** The token of somebody who is invited to organizations. */
  readonly guest: string
  /** The token of somebody who belongs to organizations that they may leave. */
  readonly colleague: string
  readonly administrator: Administration['administrator']
  readonly narrow: readonly string[]
  readonly address: string
  readonly pools: Pools
}

function headersOf({ own, foreign, administrator, narrow, address, pools, ...others }: People): FuzzHouse['headersOf'] {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const one = (list: readonly string[], at: number) => list[Math.floor(at * list.length)] ?? ''
  return (caller, at) => {
    if (caller === 'token') return bearer(own.token)
    if (caller === 'narrow token') return bearer(one(narrow, at))
    if (caller === 'foreign token') return bearer(foreign.token)
    if (caller === 'cookie') return { cookie: own.cookie, origin: address }
    if (caller === 'cookie without origin') return { cookie: own.cookie }
    if (caller === 'cookie of a foreign page') return { cookie: own.cookie, origin: 'https://evil.test' }
    if (caller === 'foreign cookie') return { cookie: foreign.cookie, origin: address }
    if (caller === 'bearer') return bearer(own.owner.token)
    if (caller === 'leaver' || caller === 'holder' || caller === 'guest' || caller === 'colleague') return bearer(others[caller])
    if (caller === 'administrator') return at < 0.5 ? bearer(administrator.token) : { cookie: administrator.cookie, origin: address }
    if (caller === 'borrower') return { cookie: pools.pick({ kind: 'borrowed browser', side: 'own', at }), origin: address }
    if (caller === 'service') return bearer(SERVICE_TOKEN)
    if (caller === 'wanderer') return bearer(pools.pick({ kind: 'session', side: 'own', at }))
    return caller === 'malformed' ? { authorization: one(MALFORMED, at) } : {}
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function heldUpMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
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
