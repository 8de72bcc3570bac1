// Attacks by pages of other sites: open redirects and login CSRF, on every operation of the OpenAPI document.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aUser, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { linkTo } from '#test/support/emails.ts'
import { type JsonSchema, type SchemaDocument, sampleOf } from '#test/support/operations/samples.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}
interface OpenApi extends SchemaDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const SITE = 'http://localhost:3000'
const TARGETS = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'] as const
/** Redirect targets outside this site, as values of a body. */
const HOSTILE = [
  ...[
    'https://evil.test',
    'http://evil.test/path',
    '//evil.test',
    '///evil.test',
    '////evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\\/evil.test',
  ],
  ...[
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    'https:\tevil.test',
    '/%09/evil.test',
    '/%2f/evil.test',
    '/%5cevil.test',
  ],
  ...['https:evil.test', 'https:/evil.test', 'HTTPS://EVIL.TEST', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)'],
  ...[
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:http://localhost:3000/x',
    'about:blank',
    'ftp://localhost:3000/',
  ],
  ...[
    `${SITE}@evil.test`,
    `${SITE}:x@evil.test/`,
    'http://localhost:3000.evil.test',
    'http://localhost:30000',
    'http://localhost:3001/',
    'http://localhost/',
  ],
  ...[
    'https://localhost:3000/',
    'http://evil.test?.localhost:3000',
    'http://evil.test#localhost:3000',
    'http://evil.test\\@localhost:3000',
  ],
  ...[
    'http://user@localhost:3000/',
    'http://user:word@localhost:3000/',
    'http://\uff45vil.test',
    'http://evil\u3002test',
    '/\uff0fevil.test',
    '\uff0f\uff0fevil.test',
  ],
  ...[
    'https://evil.test%2f@localhost:3000',
    '/%252f%252fevil.test',
    '/x\r\nset-cookie: a=b',
    '/%0d%0aset-cookie:a=b',
    '/x\u0000',
    '/x\u2028y',
  ],
  ...[
    'https://shop.example.test.evil.test/',
    'https://shop.example.test@evil.test/',
    'https://evil-shop.example.test',
    'evil.test',
    './evil',
    '../x',
    '?x',
    '#x',
  ],
]

let server: TestServer
let document: OpenApi
let user: TestUser
/** A user whose email and account the calls may change. */
let expendableUser: TestUser
beforeAll(async () => {
  server = await testServer({ settings: { TRUSTED_ORIGINS: 'https://shop.example.test', DELETE_USER_VERIFICATION: 'true' } })
  document = (await server.request('GET', '/openapi.json')).json
  user = await aUser(server)
  expendableUser = await aUser(server)
})
afterAll(() => server.close())

/** Every redirect target parameter of an operation: `POST /path callbackURL in body`. */
function targetParameters(): readonly (readonly [
  parameter: string,
  method: 'GET' | 'POST',
  path: string,
  name: string,
  location: string,
])[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([lower, operation]) => {
      const method = lower.toUpperCase() as 'GET' | 'POST'
      const schema = operation.requestBody?.content['application/json'].schema
      const inBody = TARGETS.filter((name) => schema?.properties?.[name]).map((name) => [name, 'body'] as const)
      const inQuery = (operation.parameters ?? []).filter((each) => each.in === 'query' && TARGETS.includes(each.name as never))
      const named = [...inBody, ...inQuery.map(({ name }) => [name, 'query'] as const)]
      return path.startsWith('/api/auth/')
        ? named.map(([name, location]) => [`${method} ${path} ${name} in ${location}`, method, path, name, location] as const)
        : []
    }),
  )
}

async function send([, method, path, name, location]: ReturnType<typeof targetParameters>[number], target: string) {
  const schema = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema
  const url = path.replace(/\{\w+\}/, 'a'.repeat(24))
  const query = location === 'query' ? `?token=unknown&${name}=${encodeURIComponent(target)}` : ''
  const body = schema ? { ...(sampleOf(schema, document) as object), ...(location === 'body' && { [name]: target }) } : undefined
  return server.request(method, url + query, { headers: { cookie: expendableUser.cookie, origin: SITE }, body })
}

describe('a redirect target', () => {
  test('outside this site is refused by every operation that takes one, before anything else', { timeout: 60_000 }, async () => {
    const parameters = targetParameters()
    expect(parameters.map(([parameter]) => parameter)).toEqual(
      expect.arrayContaining([
        'POST /api/auth/sign-up/email callbackURL in body',
        'POST /api/auth/sign-in/email callbackURL in body',
        'POST /api/auth/send-verification-email callbackURL in body',
        'POST /api/auth/change-email callbackURL in body',
        'POST /api/auth/delete-user callbackURL in body',
        'POST /api/auth/forget-password redirectTo in body',
        'POST /api/auth/sign-in/social callbackURL in body',
        'POST /api/auth/sign-in/social newUserCallbackURL in body',
        'POST /api/auth/sign-in/social errorCallbackURL in body',
        'POST /api/auth/link-social callbackURL in body',
        'POST /api/auth/link-social errorCallbackURL in body',
        'POST /api/auth/request-password-reset redirectTo in body',
        'GET /api/auth/verify-email callbackURL in query',
        'GET /api/auth/reset-password/{token} callbackURL in query',
        'GET /api/auth/delete-user/callback callbackURL in query',
      ]),
    )
    for (const parameter of parameters) {
      for (const target of HOSTILE) {
        const { status, headers, text } = await send(parameter, target)
        expect([parameter[0], target, status, headers['location'], text.includes('evil')]).toEqual([
          parameter[0],
          target,
          403,
          undefined,
          false,
        ])
      }
    }
  })

  test('outside this site is refused by operations that take none, in body and query', async () => {
    const posts = composition.routes.filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/api/auth/') && !path.endsWith('set-password'),
    )
    for (const { path } of posts) {
      for (const name of TARGETS) {
        const headers = { cookie: user.cookie, origin: SITE }
        const inBody = await server.request('POST', path, { headers, body: { [name]: 'https://evil.test' } })
        const inQuery = await server.request('POST', `${path}?${name}=//evil.test`, { headers, body: {} })
        expect([path, name, inBody.status, inQuery.status]).toEqual([path, name, 403, 403])
      }
    }
  })

  test('outside this site is refused beside an allowed one, in either order', async () => {
    for (const [, method, path, name, location] of targetParameters().filter((each) => each[4] === 'query')) {
      expect(location).toBe('query')
      const url = path.replace(/\{\w+\}/, 'a'.repeat(24))
      for (const query of [
        `${name}=/ok&${name}=//evil.test`,
        `${name}=//evil.test&${name}=/ok`,
        `${name}[]=//evil.test`,
        `${name}[0]=//evil.test`,
      ]) {
        const { status, headers } = await server.request(method, `${url}?token=x&${query}`)
        expect([query, status >= 400, headers['location']]).toEqual([query, true, undefined])
      }
    }
  })

  test('of this site or of a trusted one is accepted', async () => {
    for (const target of ['/', '/welcome?from=mail&x=1', `${SITE}/welcome`, 'https://shop.example.test/thanks?a=b#c']) {
      for (const parameter of targetParameters())
        expect([parameter[0], target, (await send(parameter, target)).status]).not.toEqual([parameter[0], target, 403])
    }
  })

  test('outside this site cannot be injected through the callbackURL of a mailed link', async () => {
    const { email } = user
    await server.request('POST', '/api/auth/send-verification-email', {
      body: { email, callbackURL: '/a?b=c&token=x&callbackURL=//evil.test' },
    })
    const link = await linkTo(server, email, 'verification')
    const redirected = await server.request('GET', link)
    expect(redirected.status === 403 || String(redirected.headers['location']).startsWith('/a?b=c')).toBe(true)
  })
})

describe('a page of another site', () => {
  const signInCalls: readonly (readonly [string, () => object])[] = [
    ['sign-in/email', () => ({ email: user.email, password: PASSWORD })],
    ['sign-in/username', () => ({ username: 'somebody', password: PASSWORD })],
    ['sign-up/email', () => ({ name: 'Ada', email: uniqueEmail(), password: PASSWORD })],
  ]
  const post = (call: string, body: object | string, headers: Record<string, string>) =>
    server.request('POST', `/api/auth/${call}`, { body, headers })

  test.each(signInCalls)('cannot sign a browser in with %s, with or without cookies', async (call, bodyOf) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: 'https://neighbour.site.test' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test', cookie: user.cookie },
      { origin: 'https://evil.test', cookie: user.cookie },
      { origin: 'null', cookie: user.cookie },
      { referer: 'https://evil.test/', cookie: user.cookie },
    ]) {
      const answer = await post(call, bodyOf(), headers as Record<string, string>)
      expect([headers, answer.status, answer.json.message, answer.cookies.size]).toEqual([headers, 403, 'Invalid origin', 0])
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect((await post(call, new URLSearchParams(bodyOf() as Record<string, string>).toString(), form)).status).toBe(403)
    const plain = { 'content-type': 'text/plain', cookie: user.cookie }
    expect((await post(call, JSON.stringify(bodyOf()), plain)).status).toBe(415)
  })

  test.each(signInCalls)('differs from our own page, a trusted page and a program, which may call %s', async (call, bodyOf) => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', origin: SITE },
      { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example.test' },
      {},
    ])
      expect((await post(call, bodyOf(), headers as Record<string, string>)).json.message).not.toBe('Invalid origin')
  })

  test('changes nothing with the cookies of a browser in any operation', async () => {
    const posts = composition.routes.filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/api/auth/') && !path.endsWith('set-password'),
    )
    const before = (await user.request('GET', '/api/auth/get-session?disableCookieCache=true')).text
    expect(before).toContain(user.email)
    for (const { path } of posts) {
      for (const origin of [
        'https://evil.test',
        'null',
        'http://localhost:3000.evil.test',
        'http://localhost:3001',
        'https://localhost:3000',
      ]) {
        const answer = await server.request('POST', path, { headers: { cookie: user.cookie, origin }, body: {} })
        // Only the form post of a provider may have any origin: it is redirected to a GET and does nothing itself.
        const status = path === '/api/auth/callback/{id}' ? 303 : 403
        expect([path, origin, answer.status, answer.cookies.size]).toEqual([path, origin, status, 0])
      }
    }
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { cookie: user.cookie, 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
      expect((await server.request(method, '/api/auth/sign-out?_method=POST', { headers })).status).toBe(404)
    }
    expect((await user.request('GET', '/api/auth/get-session?disableCookieCache=true')).text).toBe(before)
  })
})
