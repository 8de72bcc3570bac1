// Attacks by pages of other sites: where a browser is led, and who may sign a browser in. Over every operation that the document names.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aUser, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { linkTo } from '#test/support/emails.ts'
import { type JsonSchema, type SchemaBook, sampleOf } from '#test/support/samples.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}
interface OpenApi extends SchemaBook {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const SITE = 'http://localhost:3000'
const TARGETS = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'] as const
/** What must not lead a browser away, as it stands in a body. */
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
let book: OpenApi
let person: TestUser
/** Somebody whose address and account the calls may change. */
let walker: TestUser
beforeAll(async () => {
  server = await testServer({ settings: { TRUSTED_ORIGINS: 'https://shop.example.test', DELETE_USER_VERIFICATION: 'true' } })
  book = (await server.request('GET', '/openapi.json')).json
  person = await aUser(server)
  walker = await aUser(server)
})
afterAll(() => server.close())

/** Every place of an operation in which a browser's next address is named: `POST /path callbackURL in body`. */
function places(): readonly (readonly [place: string, method: 'GET' | 'POST', path: string, name: string, where: string])[] {
  return Object.entries(book.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([lower, operation]) => {
      const method = lower.toUpperCase() as 'GET' | 'POST'
      const schema = operation.requestBody?.content['application/json'].schema
      const inBody = TARGETS.filter((name) => schema?.properties?.[name]).map((name) => [name, 'body'] as const)
      const inQuery = (operation.parameters ?? []).filter((each) => each.in === 'query' && TARGETS.includes(each.name as never))
      const named = [...inBody, ...inQuery.map(({ name }) => [name, 'query'] as const)]
      return path.startsWith('/api/auth/')
        ? named.map(([name, where]) => [`${method} ${path} ${name} in ${where}`, method, path, name, where] as const)
        : []
    }),
  )
}

async function ask([, method, path, name, where]: ReturnType<typeof places>[number], target: string) {
  const schema = book.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema
  const url = path.replace(/\{\w+\}/, 'a'.repeat(24))
  const query = where === 'query' ? `?token=unknown&${name}=${encodeURIComponent(target)}` : ''
  const body = schema ? { ...(sampleOf(schema, book) as object), ...(where === 'body' && { [name]: target }) } : undefined
  return server.request(method, url + query, { headers: { cookie: walker.cookie, origin: SITE }, body })
}

describe('an address that leads away', () => {
  test('is refused wherever an operation takes one, before anything else', { timeout: 60_000 }, async () => {
    const all = places()
    expect(all.map(([place]) => place)).toEqual(
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
    for (const place of all) {
      for (const target of HOSTILE) {
        const { status, headers, text } = await ask(place, target)
        expect([place[0], target, status, headers['location'], text.includes('evil')]).toEqual([place[0], target, 403, undefined, false])
      }
    }
  })

  test('is refused on operations that take none, in body and query', async () => {
    const posts = composition.routes.filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/api/auth/') && !path.endsWith('set-password'),
    )
    for (const { path } of posts) {
      for (const name of TARGETS) {
        const headers = { cookie: person.cookie, origin: SITE }
        const inBody = await server.request('POST', path, { headers, body: { [name]: 'https://evil.test' } })
        const inQuery = await server.request('POST', `${path}?${name}=//evil.test`, { headers, body: {} })
        expect([path, name, inBody.status, inQuery.status]).toEqual([path, name, 403, 403])
      }
    }
  })

  test('is refused beside a good one, in whichever order', async () => {
    for (const [, method, path, name, where] of places().filter((each) => each[4] === 'query')) {
      expect(where).toBe('query')
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

  test('of this site or a trusted one is followed', async () => {
    for (const target of ['/', '/welcome?from=mail&x=1', `${SITE}/welcome`, 'https://shop.example.test/thanks?a=b#c']) {
      for (const place of places()) expect([place[0], target, (await ask(place, target)).status]).not.toEqual([place[0], target, 403])
    }
  })

  test('is not had by what a letter carries either', async () => {
    const { email } = person
    await server.request('POST', '/api/auth/send-verification-email', {
      body: { email, callbackURL: '/a?b=c&token=x&callbackURL=//evil.test' },
    })
    const link = await linkTo(server, email, 'verification')
    const led = await server.request('GET', link)
    expect(led.status === 403 || String(led.headers['location']).startsWith('/a?b=c')).toBe(true)
  })
})

describe('a page of another site', () => {
  const doors: readonly (readonly [string, () => object])[] = [
    ['sign-in/email', () => ({ email: person.email, password: PASSWORD })],
    ['sign-in/username', () => ({ username: 'somebody', password: PASSWORD })],
    ['sign-up/email', () => ({ name: 'Ada', email: newAddress(), password: PASSWORD })],
  ]
  const knock = (call: string, body: object | string, headers: Record<string, string>) =>
    server.request('POST', `/api/auth/${call}`, { body, headers })

  test.each(doors)('signs no browser in by %s, with or without cookies', async (call, bodyOf) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: 'https://neighbour.site.test' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test', cookie: person.cookie },
      { origin: 'https://evil.test', cookie: person.cookie },
      { origin: 'null', cookie: person.cookie },
      { referer: 'https://evil.test/', cookie: person.cookie },
    ]) {
      const answer = await knock(call, bodyOf(), headers as Record<string, string>)
      expect([headers, answer.status, answer.json.message, answer.cookies.size]).toEqual([headers, 403, 'Invalid origin', 0])
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect((await knock(call, new URLSearchParams(bodyOf() as Record<string, string>).toString(), form)).status).toBe(403)
    const plain = { 'content-type': 'text/plain', cookie: person.cookie }
    expect((await knock(call, JSON.stringify(bodyOf()), plain)).status).toBe(415)
  })

  test.each(doors)('is no page of ours, of a trusted site, or a program: %s is open to those', async (call, bodyOf) => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', origin: SITE },
      { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example.test' },
      {},
    ])
      expect((await knock(call, bodyOf(), headers as Record<string, string>)).json.message).not.toBe('Invalid origin')
  })

  test('changes nothing with the cookies of a browser, whatever it calls', async () => {
    const posts = composition.routes.filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/api/auth/') && !path.endsWith('set-password'),
    )
    const before = (await person.request('GET', '/api/auth/get-session?disableCookieCache=true')).text
    expect(before).toContain(person.email)
    for (const { path } of posts) {
      for (const origin of [
        'https://evil.test',
        'null',
        'http://localhost:3000.evil.test',
        'http://localhost:3001',
        'https://localhost:3000',
      ]) {
        const answer = await server.request('POST', path, { headers: { cookie: person.cookie, origin }, body: {} })
        // A provider's form alone may come from anywhere: it is led on to a GET, and does nothing itself.
        const status = path === '/api/auth/callback/{id}' ? 303 : 403
        expect([path, origin, answer.status, answer.cookies.size]).toEqual([path, origin, status, 0])
      }
    }
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { cookie: person.cookie, 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
      expect((await server.request(method, '/api/auth/sign-out?_method=POST', { headers })).status).toBe(404)
    }
    expect((await person.request('GET', '/api/auth/get-session?disableCookieCache=true')).text).toBe(before)
  })
})
