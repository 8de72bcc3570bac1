// Callers without a credential, from three hundred networks, spend what a limit gives them: the calls of the owners still work.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { everyPath } from '#test/reading/sources.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aLicenseKey } from '#test/support/license-keys/a-license-key.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const NETWORKS = 300
const OPEN_CHECKOUTS = 40
const HOUR_SECONDS = 3600

let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  const settings = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback', OPEN_CHECKOUT_LIMIT: String(OPEN_CHECKOUTS) }
  server = await testServer({ database: await ownDatabase(), settings })
})
afterAll(() => server.close())
beforeEach(async () => {
  // The owners sign up from one network.
  server.clock.advance(HOUR_SECONDS)
  merchant = await aMerchant(server)
})

/** The headers of a stranger behind the trusted proxy: each number is a network of another provider. */
const stranger = (network: number) => ({ 'x-forwarded-for': `2001:${(0x1000 + network).toString(16)}:1:1::1` })

/** Sends one request from each of the networks. Returns how many answers had each status. */
async function fromEverywhere(send: (headers: Readonly<Record<string, string>>, at: number) => Promise<TestAnswer>) {
  const statuses: Record<number, number> = {}
  for (let at = 0; at < NETWORKS; at += 1) {
    const { status } = await send(stranger(at), at)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

async function aLink(products: readonly string[]) {
  const { json } = await merchant.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products } })
  return (headers: Readonly<Record<string, string>>) =>
    server.request('POST', `/v1/checkout-links/open/${json.client_secret}`, { headers, body: {} })
}

const createCheckout = (products: readonly string[]) => merchant.request('POST', '/v1/checkouts/', { body: { products } })
const countOpen = async () => (await merchant.request('GET', '/v1/checkouts/?status=open&limit=1')).json.pagination.total_count

test('strangers open half as many checkouts as a merchant, whose own calls go on', async () => {
  const products = [(await aProduct(merchant)).id]
  const open = await aLink(products)
  expect(await fromEverywhere(open)).toEqual({ 201: OPEN_CHECKOUTS / 2, 409: NETWORKS - OPEN_CHECKOUTS / 2 })
  const own = []
  for (let at = 0; at <= OPEN_CHECKOUTS; at += 1) own.push((await createCheckout(products)).status)
  expect(own).toEqual([...Array.from({ length: OPEN_CHECKOUTS }, () => 201), 409])
  // In return the merchant's calls leave the links their places.
  server.clock.advance(HOUR_SECONDS)
  await server.drain()
  expect(await countOpen()).toBe(OPEN_CHECKOUTS)
  expect((await open(stranger(0))).status).toBe(201)
})

test('a checkout of a link that its buyer left as it was makes room after an hour; one in which they typed has its whole life', async () => {
  const open = await aLink([(await aProduct(merchant)).id])
  const [left, typed] = [(await open(stranger(1))).json, (await open(stranger(2))).json]
  const secondsOf = ({ created_at, expires_at }: TestAnswer['json']) => (Date.parse(expires_at) - Date.parse(created_at)) / 1000
  expect(secondsOf(left)).toBe(HOUR_SECONDS)
  const update = (body: object) => server.request('PATCH', `/v1/checkouts/client/${typed.client_secret}`, { body })
  expect(secondsOf((await update({ locale: 'de' })).json)).toBe(HOUR_SECONDS)
  expect(secondsOf((await update({ customer_email: uniqueEmail() })).json)).toBe(server.settings.CHECKOUT_EXPIRES_IN)
  server.clock.advance(HOUR_SECONDS)
  await server.drain()
  const statusOf = async ({ client_secret }: { readonly client_secret: string }) =>
    (await server.request('GET', `/v1/checkouts/client/${client_secret}`)).status
  expect([await statusOf(left), await statusOf(typed)]).toEqual([410, 200])
})

/** The counts of a subject, as far as they are written. */
function countsOf(key: string) {
  return server.platform.database.db.selectFrom('limit_counts').select(['name', 'count']).where('key', '=', key).orderBy('name').execute()
}

test('wrong license keys from everywhere leave the customers of the shop their calls, also in a network that is above its limit', async () => {
  const { json: customer } = await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })
  const { key, id } = await aLicenseKey(server, merchant, { customerId: customer.id })
  const path = '/v1/customer-portal/license-keys/validate'
  const validate = (sent: string, headers: Readonly<Record<string, string>>) =>
    server.request('POST', path, { headers, body: { key: sent, organization_id: merchant.organizationId } })
  expect(await fromEverywhere((headers, at) => validate(`ACME-${at}`, headers))).toEqual({ 404: NETWORKS })
  expect((await validate(key, stranger(0))).status).toBe(200)
  await expect.poll(() => countsOf(merchant.organizationId)).toEqual([{ name: 'license-keys:organization', count: 1 }])
  const one = stranger(7)
  const guesses = []
  for (let at = 0; at < 120; at += 1) guesses.push((await validate(`ACME-${at}`, one)).status)
  expect([guesses.at(0), guesses.at(-1)]).toEqual([404, 429])
  expect((await validate(key, one)).status).toBe(200)
  expect((await merchant.request('GET', `/v1/license-keys/${id}`)).json.validations).toBe(2)
})

const codesOf = async (secret: string, codes: readonly string[], headers: Readonly<Record<string, string>>) => {
  const types = []
  for (const discount_code of codes) {
    const answer = await server.request('PATCH', `/v1/checkouts/client/${secret}`, { headers, body: { discount_code } })
    types.push(answer.status === 200 ? 'applied' : answer.json.detail[0].type)
  }
  return types
}
const wrongCodes = (count: number) => Array.from({ length: count }, (_, at) => `WRONG${at}`)

test('ten wrong codes of a discount at one checkout, from whatever networks; then it is paid without one', async () => {
  const products = [(await aProduct(merchant, { prices: [{ amount_type: 'free' }] })).id]
  const { code } = await aDiscount(merchant, { code: 'RIGHT', name: 'Right' })
  const { client_secret: secret } = (await createCheckout(products)).json
  const types = []
  for (const [at, wrong] of wrongCodes(12).entries()) types.push(...(await codesOf(secret, [wrong], stranger(at))))
  expect(types).toEqual([...Array.from({ length: 10 }, () => 'value_error'), 'too_many_codes', 'too_many_codes'])
  expect(await codesOf(secret, [code], stranger(99))).toEqual(['too_many_codes'])
  const confirm = (body: object) => server.request('POST', `/v1/checkouts/client/${secret}/confirm`, { body })
  const refused = await confirm({ customer_email: uniqueEmail(), discount_code: code })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'discount_code']])
  expect((await confirm({ customer_email: uniqueEmail() })).status).toBe(200)
})

test('further checkouts give a network no further wrong codes; others are not slowed down', async () => {
  const open = await aLink([(await aProduct(merchant)).id])
  const one = stranger(200)
  const types = []
  for (let at = 0; at < 11; at += 1)
    types.push(...(await codesOf((await open(stranger(100 + at))).json.client_secret, wrongCodes(10), one)))
  expect([types.indexOf('too_many_codes'), types.length]).toEqual([100, 110])
  const next = (await open(stranger(120))).json.client_secret
  expect(await codesOf(next, ['WRONG'], stranger(201))).toEqual(['value_error'])
  const neighbour = { 'x-forwarded-for': `${stranger(200)['x-forwarded-for'].replace(':1:1::', ':1:9::')}` }
  expect(await codesOf(next, ['WRONG'], neighbour)).toEqual(['value_error'])
})

type Headers = Readonly<Record<string, string>>

const signIn = (headers: Headers, email: string, password = PASSWORD) =>
  server.request('POST', '/api/auth/sign-in/email', {
    headers: { ...headers, origin: server.settings.BASE_URL },
    body: { email, password },
  })
const postV1 = (path: string, headers: Headers, body: object) => server.request('POST', path, { headers, body })
const PORTAL = '/v1/customer-portal'

/** The limits of one network, with the requests that it may send, and a request that is counted. */
const networkLimits: Readonly<Record<string, readonly [number, (headers: Headers) => Promise<TestAnswer>]>> = {
  'auth:path': [100, (headers) => server.request('GET', '/api/auth/get-session', { headers })],
  'auth:sensitive': [3, (headers) => signIn(headers, 'nobody@strangers.example')],
  'auth:foreign': [
    100,
    (headers) =>
      server.request('POST', '/api/auth/sign-in/email', {
        headers: { ...headers, origin: 'https://evil.example', cookie: 'a=b' },
        body: {},
      }),
  ],
  'v1:network': [1000, (headers) => server.request('GET', '/v1/products/', { headers })],
  'license-keys:network': [
    300,
    (headers) => postV1(`${PORTAL}/license-keys/validate`, headers, { key: 'ACME', organization_id: merchant.organizationId }),
  ],
  'checkout-links:network': [100, (headers) => postV1(`/v1/checkout-links/open/${linkSecret}`, headers, {})],
  'portal:code': [
    100,
    (headers) => postV1(`${PORTAL}/customer-session/authenticate`, headers, { request_id: merchant.organizationId, code: 'ABCDEF' }),
  ],
}
let linkSecret: string

test.each(Object.entries(networkLimits))(
  'who has used up %s of a network stops neither the merchant nor its owner',
  async (_, [max, send]) => {
    const body = { payment_processor: 'stripe', products: [(await aProduct(merchant)).id] }
    linkSecret = (await merchant.request('POST', '/v1/checkout-links/', { body })).json.client_secret
    const { json: customer } = await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })
    const network = stranger(400)
    let last: TestAnswer | undefined
    for (let at = 0; at <= max; at += 1) last = await send(network)
    expect(last?.status).toBe(429)
    const own = [
      await merchant.request('GET', '/v1/products/'),
      await createCheckout(body.products),
      await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id: customer.id } }),
      await signIn(stranger(401), merchant.owner.email),
      await send(stranger(402)),
    ]
    expect(own.slice(0, 4).map(({ status }) => status)).toEqual([200, 201, 201, 200])
    expect(own[4]?.status).not.toBe(429)
    server.clock.advance(HOUR_SECONDS)
  },
)

test('strangers who ask from everywhere whether an owner has signed up do not keep them from signing in', async () => {
  const { email } = merchant.owner
  const signUp = (headers: Headers) =>
    server.request('POST', '/api/auth/sign-up/email', {
      headers: { ...headers, origin: server.settings.BASE_URL },
      body: { email, password: PASSWORD, name: 'Eve' },
    })
  for (let at = 0; at < 15; at += 1) await signUp(stranger(500 + at))
  expect((await signIn(stranger(520), email)).status).toBe(200)
})

const BUDGETS = 'test/abuse/mail-budgets.test.ts'
const ACCOUNTS = 'test/wire/threats-accounts-limits.test.ts'
const GUARDS = 'server/platform/http/guard/guards.test.ts'
const PLACES = 'server/platform/files/open-contents.test.ts'
const STREAMS = ['test/abuse/streams.test.ts', 'one checkout has 20 open streams and one network 200; a closed one makes room'] as const
const PICTURES = [PLACES, 'one address has 100 pictures open and a network 200, apart from the downloads'] as const
const GUESSES = [ACCOUNTS, 'in a burst from many networks are limited per account, and do not lock a known browser out'] as const
const VERIFICATIONS = [BUDGETS, 'a verification link that strangers have used up is mailed to the user who asks for it'] as const
const SIGNED_IN = [BUDGETS, 'signed-in users of a network are counted apart from its strangers'] as const
const APART = [BUDGETS, '%s is counted apart from everything else'] as const
const HERE = 'test/abuse/strangers.test.ts'
const KEYS = [HERE, 'wrong license keys from everywhere leave the customers of the shop their calls'] as const
const DISCLOSURE = [HERE, 'strangers who ask from everywhere whether an owner has signed up do not keep them from signing in'] as const

/** Every further limit: the test in which strangers have used it up, or why they cannot. */
const furtherLimits: Readonly<Record<string, readonly [file: string, title: string] | `only ${string}`>> = {
  'pages:network': [GUARDS, 'pages, files and pictures are counted by network'],
  'health:network': [GUARDS, 'health checks have a limit of their own'],
  'v1:caller': 'only callers with a credential, each for themselves',
  'streams:channel': STREAMS,
  'streams:network': STREAMS,
  'exports:caller': 'only callers with a credential, each for themselves',
  'files:reader': 'only who has the address of a download',
  'files:network': 'only who has the address of a download',
  'files:process': 'only who has the address of a download',
  'pictures:reader': PICTURES,
  'pictures:network': PICTURES,
  'pictures:process': PICTURES,
  'password:device': GUESSES,
  'password:network': GUESSES,
  'password:account': GUESSES,
  'sign-up-tells:network': DISCLOSURE,
  'sign-up-tells:account': DISCLOSURE,
  'verification-answers:network': VERIFICATIONS,
  'verification-answers:account': VERIFICATIONS,
  'change-email-tells:network': 'only signed-in users',
  'change-email:account': 'only signed-in users, each for themselves',
  'mail:network': SIGNED_IN,
  'mail:user-network': 'only signed-in users',
  'mail:invitations': APART,
  'mail:purchases': APART,
  'mail:customer-network': 'only the emails of the network whose buyers cause them, apart from those that a merchant causes',
  'mail:organization-buyers': APART,
  'mail:organization': APART,
  'license-keys:wrong': KEYS,
  'license-keys:key': 'only who has the key',
  'license-keys:organization': KEYS,
  'discount-codes:checkout': [HERE, 'ten wrong codes of a discount at one checkout, from whatever networks; then it is paid without one'],
  'discount-codes:network': [HERE, 'further checkouts give a network no further wrong codes; others are not slowed down'],
  'portal:cards': 'only customers, each for themselves',
  'portal:email-update': 'only customers, each for themselves',
  'receipt:order': 'only the merchant',
}

test('every limit that is declared is in one of the two tables, and the tests that they name exist', () => {
  const sources = everyPath('files').filter((path) => path.startsWith('server/') && path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const declared = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/name: '([a-z0-9-]+:[a-z-]+)', max:/g)].map(([, name]) => name),
  )
  expect(declared.toSorted()).toEqual([...Object.keys(networkLimits), ...Object.keys(furtherLimits)].toSorted())
  const missing = Object.values(furtherLimits).filter(
    (test) => typeof test !== 'string' && !readFileSync(test[0], 'utf8').includes(`'${test[1]}`),
  )
  expect(missing).toEqual([])
})
