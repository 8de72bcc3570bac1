// Compares the shortcut of get-session with the ordinary route, over a real port.
import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RequestInfo } from '#platform/request/request.ts'
import { aUser, cookieHeader, type TestUser } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { sessionShortcut } from './routes.ts'

const server: TestServer = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true' } })
let base = ''
let user: TestUser
beforeAll(async () => {
  base = await server.listen()
  user = await aUser(server)
})
afterAll(() => server.close())
// The window of the limits has passed, and no cached session is from the instant of a change.
beforeEach(() => server.clock.advance(11))

const SHORTCUT = ['', '?disableCookieCache=true'] as const
/** The same queries in a form that only the ordinary route accepts. */
const ORDINARY = ['?disableCookieCache=false', '?disableCookieCache=true&disableRefresh=false'] as const

interface Received {
  readonly status: number
  readonly text: string
  readonly headers: readonly string[]
  readonly setCookies: readonly string[]
}

function request(query: string, headers: Record<string, string>): Promise<Received> {
  return new Promise((resolve, reject) => {
    get(`${base}/api/auth/get-session${query}`, { headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => {
        const { 'x-request-id': id, date, 'set-cookie': setCookies = [], ...rest } = answer.headers
        expect([id, date]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.any(String)])
        const named = Object.entries(rest).map(([name, value]) => `${name}: ${value}`)
        resolve({ status: answer.statusCode ?? 0, text, headers: named.sort(), setCookies })
      })
    }).on('error', reject)
  })
}

async function browser(): Promise<string> {
  await request('', { cookie: user.cookie })
  await server.platform.database.ping()
  server.clock.advance(11)
  const [token = ''] = user.cookie.split('; ')
  const answer = await server.request('GET', '/api/auth/get-session', { headers: { cookie: token } })
  return `${token}; ${cookieHeader(answer)}`
}

const swapped = (cookie: string) =>
  cookie.replace(/(session_data=)(.)/, (_, name: string, first: string) => `${name}${first === 'A' ? 'B' : 'A'}`)

const requests: Record<string, () => Promise<Record<string, string>>> = {
  'a user without a cached session': async () => ({ cookie: user.cookie.split('; ')[0] ?? '' }),
  'a user with a cached session': async () => ({ cookie: await browser() }),
  'a user behind a proxy': async () => ({ cookie: user.cookie, 'x-forwarded-for': '203.0.113.7' }),
  'a corrupted cached session': async () => ({ cookie: swapped(await browser()) }),
  'a token with an invalid signature': async () => ({ cookie: 'better-auth.session_token=abc.def' }),
  'an anonymous request': async () => ({}),
}

for (const [label, headersOf] of Object.entries(requests)) {
  test.each([0, 1] as const)(`the shortcut and the ordinary route answer ${label} identically, to the byte (query %i)`, async (at) => {
    const headers = await headersOf()
    const [short, ordinary] = [await request(SHORTCUT[at], headers), await request(ORDINARY[at], headers)]
    expect(short).toEqual(ordinary)
    expect(short.status).toBe(200)
  })
}

test('the shortcut renews a due session and clears an expired one', async () => {
  const late = await aUser(server)
  server.clock.advance(86_400)
  const renewed = await request('', { cookie: late.cookie })
  expect(renewed.setCookies.find((line) => line.includes('session_token='))).toContain('Max-Age=604800')
  server.clock.advance(604_801)
  const expired = await request('', { cookie: late.cookie })
  expect([expired.text, expired.setCookies.filter((line) => line.includes('Max-Age=0')).length]).toEqual(['null', 3])
})

test('requests through the shortcut are rate limited', async () => {
  const { cookie } = await aUser(server)
  const statuses: number[] = []
  for (let each = 0; each < 101; each += 1) statuses.push((await request(SHORTCUT[each % 2] ?? '', { cookie })).status)
  expect([new Set(statuses.slice(0, 100)), statuses.at(-1)]).toEqual([new Set([200]), 429])
})

test.each([
  ['', true],
  ['disableCookieCache=true', true],
  ['disableCookieCache=false', false],
  ['disableRefresh=true', false],
  ['disableCookieCache=true&', false],
])('the query "%s" is accepted by the shortcut: %s', (query, isAccepted) => {
  const requestInfo = { headers: {}, cookies: new Map() } as unknown as RequestInfo
  expect(sessionShortcut(server.platform, { request: requestInfo, query, now: server.clock.now() }) !== undefined).toBe(isAccepted)
})

test('a request with another origin, a bearer token or a body takes the ordinary route', async () => {
  const { token, cookie } = await aUser(server)
  const bearer = await request('', { authorization: `Bearer ${token}` })
  expect([JSON.parse(bearer.text).session.token, bearer.setCookies]).toEqual([token, []])
  const foreign = await request('', { cookie, origin: 'https://elsewhere.test' })
  expect(foreign.headers.some((line) => line.startsWith('access-control'))).toBe(false)
  expect((await request('', { cookie, 'content-length': '0' })).status).toBe(200)
})
