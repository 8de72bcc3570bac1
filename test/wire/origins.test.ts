// Pages of other sites against the running server: CORS, and requests with the cookies of a browser.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const OURS = 'http://localhost:3000'
const TRUSTED = 'https://shop.example.test'
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Origins that resemble a trusted one. */
const FOREIGN = [
  ['a foreign site', 'https://evil.test'],
  ['null', 'null'],
  ['a suffix of ours', 'http://localhost:3000.evil.test'],
  ['a suffix of a trusted one', 'https://shop.example.test.evil.test'],
  ['a prefix of a trusted one', 'https://evil-shop.example.test'],
  ['another port', 'http://localhost:3001'],
  ['another port of a trusted one', 'https://shop.example.test:8443'],
  ['another scheme', 'https://localhost:3000'],
  ['another scheme of a trusted one', 'http://shop.example.test'],
  ['one with a user', 'https://shop.example.test@evil.test'],
  ['one without a scheme', 'shop.example.test'],
] as const

let server: TestServer
let merchant: TestMerchant
/** The token of a customer's session. */
let session: string
let baseUrl: string

beforeAll(async () => {
  server = await testServer({ settings: { TRUSTED_ORIGINS: `${TRUSTED},*.wild.test` } })
  merchant = await aMerchant(server)
  session = (await aPortal(server, merchant)).token
  baseUrl = await server.listen()
})
afterAll(() => server.close())

type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown; readonly type?: string }

/** Sends a request over HTTP; a body is JSON unless `type` says otherwise. */
function send(method: string, path: string, { headers = {}, body, type = 'application/json' }: Sent = {}): Promise<Response> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body: sent }),
  })
}

const preflight = (path: string, origin: string, method = 'POST') =>
  send('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type, authorization' },
  })
const allowed = (answer: Response) => [
  answer.headers.get('access-control-allow-origin'),
  answer.headers.get('access-control-allow-credentials'),
]

const mounted = [...new Set(composition.routes.map(({ path }) => path))]
const pathsOf = (prefix: string) => mounted.filter((path) => path.startsWith(prefix)).map((path) => path.replace(/\{\w+\}/g, UNKNOWN))

describe('a preflight', () => {
  test.each([OURS, TRUSTED])('of %s gets 204 with credentials on every path of both APIs', async (origin) => {
    for (const path of [...pathsOf('/api/auth/'), ...pathsOf('/v1/')]) {
      const answer = await preflight(path, origin)
      expect([path, answer.status, ...allowed(answer)]).toEqual([path, 204, origin, 'true'])
      expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/(?=.*authorization)(?=.*content-type)(?=.*idempotency-key)/)
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })

  test.each([...FOREIGN, ['one that only a wildcard fits', 'https://a.wild.test']] as const)(
    'of %s gets no CORS headers from /api/auth, and none for credentials from /v1',
    async (_, origin) => {
      for (const path of pathsOf('/api/auth/')) {
        const answer = await preflight(path, origin)
        expect([path, answer.status, ...allowed(answer)]).toEqual([path, 404, null, null])
      }
      const answer = await preflight('/v1/products/', origin)
      expect([answer.status, ...allowed(answer)]).toEqual([204, '*', null])
    },
  )
})

describe('an answer', () => {
  const { headers } = { headers: { origin: 'https://evil.test' } }

  test('of /v1 is readable for every page that sends a token or a client secret and no cookie', async () => {
    const bearer = await send('GET', '/v1/products/', { headers: { ...headers, ...merchant.headers } })
    expect([bearer.status, ...allowed(bearer)]).toEqual([200, '*', null])
    const secret = await send('GET', '/v1/checkouts/client/co_cs_wrong', { headers })
    expect([secret.status, ...allowed(secret)]).toEqual([404, '*', null])
    const wrong = await send('GET', '/v1/products/', { headers: { ...headers, authorization: 'Bearer wrong' } })
    expect([wrong.status, ...allowed(wrong)]).toEqual([401, '*', null])
  })

  test('is not readable for a foreign page that sends a cookie or no credentials', async () => {
    const { cookie } = merchant
    for (const [path, sent] of [
      ['/v1/products/', { cookie }],
      ['/v1/products/', { cookie, ...merchant.headers }],
      ['/v1/products/', {}],
      ['/api/auth/get-session', { cookie }],
      ['/api/auth/get-session', { authorization: `Bearer ${merchant.owner.token}` }],
    ] as const) {
      expect(allowed(await send('GET', path, { headers: { ...headers, ...sent } }))).toEqual([null, null])
    }
  })

  test('is readable for a trusted page with cookies, errors included', async () => {
    for (const path of ['/v1/products/', `/v1/products/${UNKNOWN}`, '/v1/nothing', '/api/auth/get-session', '/api/auth/nothing']) {
      const answer = await send('GET', path, { headers: { cookie: merchant.cookie, origin: TRUSTED } })
      expect([path, ...allowed(answer)]).toEqual([path, TRUSTED, 'true'])
    }
  })
})

describe('a change with a cookie', () => {
  const organization = () => ({ name: 'Made by a page', slug: newSlug() })
  const rename = (headers: Readonly<Record<string, string>>) =>
    send('PATCH', `/v1/organizations/${merchant.organizationId}`, { headers, body: { name: 'Made by a page' } })
  const nameNow = async () => (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json.name

  test.each(FOREIGN)('is refused to %s', async (_, origin) => {
    const headers = { cookie: merchant.cookie, origin }
    const auth = await send('POST', '/api/auth/organization/create', { headers, body: organization() })
    expect([auth.status, await auth.json()]).toEqual([403, { code: 'INVALID_ORIGIN', message: 'Invalid origin' }])
    const v1 = await rename(headers)
    expect([v1.status, await v1.json()]).toEqual([403, { error: 'NotPermitted', detail: 'Invalid origin' }])
    const signedOut = await send('POST', '/api/auth/sign-out', { headers })
    expect(signedOut.status).toBe(403)
    expect(await nameNow()).not.toBe('Made by a page')
  })

  test('is refused by its Referer where it has no Origin', async () => {
    for (const referer of ['https://evil.test/a', 'nothing', `${OURS}.evil.test/`]) {
      const headers = { cookie: merchant.cookie, referer }
      expect((await send('POST', '/api/auth/organization/create', { headers, body: organization() })).status).toBe(403)
      expect((await rename(headers)).status).toBe(403)
    }
  })

  test.each([
    ['our own page', { origin: OURS }],
    ['a trusted page', { origin: TRUSTED }],
    ['one that a wildcard fits', { origin: 'https://a.wild.test' }],
    ['a program, which names no page', {}],
  ])('is accepted from %s', async (_, page) => {
    const headers = { cookie: merchant.cookie, ...page }
    expect((await send('POST', '/api/auth/organization/create', { headers, body: organization() })).status).toBe(200)
    expect((await send('PATCH', `/v1/organizations/${merchant.organizationId}`, { headers, body: {} })).status).toBe(200)
  })

  test('is refused to a foreign page by every operation', async () => {
    const headers = { cookie: merchant.cookie, origin: 'https://evil.test' }
    // Checkouts and the portal take no cookies: their secrets are in the path, in a header or in the body. Nor do those of Stripe.
    const others = composition.routes.filter(
      ({ method, path, access }) => method !== 'GET' && access !== 'client-secret' && !/^\/v1\/(customer-portal|stripe)\//.test(path),
    )
    for (const { method, path } of others.filter((each) => !each.takesForeignForms)) {
      const answer = await send(method, path.replace(/\{\w+\}/, UNKNOWN), { headers, body: {} })
      expect([method, path, answer.status]).toEqual([method, path, 403])
    }
    // Apple returns users with a form post. It changes nothing: it is redirected to a GET.
    const [formPostRoute, ...more] = others.filter((each) => each.takesForeignForms)
    expect([formPostRoute?.path, more]).toEqual(['/api/auth/callback/{id}', []])
    const redirected = await send('POST', '/api/auth/callback/apple', { headers, body: {} })
    expect([redirected.status, redirected.headers.getSetCookie()]).toEqual([303, []])
  })

  test('cannot be hidden in a GET by method override headers or parameters', async () => {
    const headers = { cookie: merchant.cookie, origin: 'https://evil.test', 'x-http-method-override': 'PATCH', 'x-method-override': 'POST' }
    const path = `/v1/organizations/${merchant.organizationId}`
    expect((await send('GET', `${path}?_method=PATCH&name=Other`, { headers })).status).toBe(200)
    expect((await send('GET', '/api/auth/sign-out', { headers })).status).toBe(404)
    expect((await send('HEAD', '/api/auth/sign-out', { headers })).status).toBe(404)
    expect(await nameNow()).not.toBe('Other')
  })
})

describe('a session', () => {
  const signInPaths = [
    ['/api/auth/sign-in/email', () => ({ email: merchant.owner.email, password: PASSWORD }), 200],
    ['/api/auth/sign-up/email', () => ({ name: 'Somebody', email: uniqueEmail(), password: PASSWORD }), 200],
  ] as const

  test.each(signInPaths)('cannot be created at %s by a foreign page, with or without cookies', async (path, body) => {
    for (const page of [{ origin: 'https://evil.test' }, {}, { origin: 'null' }]) {
      const answer = await send('POST', path, { headers: { ...page, 'sec-fetch-site': 'cross-site' }, body: body() })
      expect([answer.status, await answer.json()]).toEqual([403, { code: 'INVALID_ORIGIN', message: 'Invalid origin' }])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test.each(signInPaths)('can be created at %s by our own page, a trusted one, and a program', async (path, body, status) => {
    for (const headers of [
      { origin: OURS, 'sec-fetch-site': 'same-origin' },
      { origin: TRUSTED, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://a.wild.test', 'sec-fetch-site': 'cross-site' },
      {},
    ]) {
      expect((await send('POST', path, { headers: headers as Record<string, string>, body: body() })).status).toBe(status)
    }
  })

  test('cannot be created by a form or a text/plain body of another page', async () => {
    const text = JSON.stringify({ email: merchant.owner.email, password: PASSWORD })
    expect((await send('POST', '/api/auth/sign-in/email', { body: text, type: 'text/plain' })).status).toBe(415)
    const form = new URLSearchParams({ email: merchant.owner.email, password: PASSWORD }).toString()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    const type = 'application/x-www-form-urlencoded'
    expect((await send('POST', '/api/auth/sign-in/email', { headers, body: form, type })).status).toBe(403)
  })
})

/** Headers that authorize a caller for the access of an operation. */
function headersFor(access: string): Readonly<Record<string, string>> {
  if (access === 'customer' || access === 'buyer') return { authorization: `Bearer ${session}` }
  return access.startsWith('scope:') ? merchant.headers : { cookie: merchant.cookie, origin: OURS }
}

describe('a body that is not declared as JSON', () => {
  const types = ['text/plain', 'text/plain;charset=UTF-8', 'application/xml', 'multipart/form-data; boundary=x', 'application/octet-stream']
  const writing = composition.routes.filter(({ body }) => body !== undefined)

  test.each(writing.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'gets 415 from %s',
    async (_, { method, path, access }) => {
      const headers = headersFor(access)
      const isAuth = path.startsWith('/api/auth/')
      for (const type of isAuth ? types : [...types, 'application/x-www-form-urlencoded']) {
        const answer = await send(method, path.replace(/\{\w+\}/, UNKNOWN), { headers, body: '{}', type })
        expect([type, answer.status]).toEqual([type, 415])
        expect(Object.keys((await answer.json()) as object)).toEqual(isAuth ? ['code', 'message'] : ['error', 'detail'])
      }
    },
  )
})
