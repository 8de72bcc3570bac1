// The short way to get-session and the ordinary one, asked beside each other over a real port.
import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RequestInfo } from '#platform/http/request.ts'
import { aUser, cookieHeader, type TestUser } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { sessionShortcut } from './shortcut.ts'

const server: TestServer = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true' } })
let base = ''
let person: TestUser
beforeAll(async () => {
  base = await server.listen()
  person = await aUser(server)
})
afterAll(() => server.close())
// A window of the limits is over, and no copy is of the instant of a change.
beforeEach(() => server.clock.advance(11))

const SHORT = ['', '?disableCookieCache=true'] as const
/** The same questions, put so that only the ordinary way knows them. */
const ORDINARY = ['?disableCookieCache=false', '?disableCookieCache=true&disableRefresh=false'] as const

interface Told {
  readonly status: number
  readonly text: string
  readonly headers: readonly string[]
  readonly setCookies: readonly string[]
}

function asked(query: string, headers: Record<string, string>): Promise<Told> {
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
  await asked('', { cookie: person.cookie })
  await server.platform.database.ping()
  server.clock.advance(11)
  const [token = ''] = person.cookie.split('; ')
  const answer = await server.request('GET', '/api/auth/get-session', { headers: { cookie: token } })
  return `${token}; ${cookieHeader(answer)}`
}

const swapped = (cookie: string) =>
  cookie.replace(/(session_data=)(.)/, (_, name: string, first: string) => `${name}${first === 'A' ? 'B' : 'A'}`)

const requests: Record<string, () => Promise<Record<string, string>>> = {
  'a person without a copy': async () => ({ cookie: person.cookie.split('; ')[0] ?? '' }),
  'a person with a copy': async () => ({ cookie: await browser() }),
  'a person behind a proxy': async () => ({ cookie: person.cookie, 'x-forwarded-for': '203.0.113.7' }),
  'a copy with another first letter': async () => ({ cookie: swapped(await browser()) }),
  'a token that is not signed here': async () => ({ cookie: 'better-auth.session_token=abc.def' }),
  nobody: async () => ({}),
}

for (const [who, headersOf] of Object.entries(requests)) {
  test.each([0, 1] as const)(`${who} is answered the same, to the byte, in the short way as in the ordinary one (%i)`, async (at) => {
    const headers = await headersOf()
    const [short, ordinary] = [await asked(SHORT[at], headers), await asked(ORDINARY[at], headers)]
    expect(short).toEqual(ordinary)
    expect(short.status).toBe(200)
  })
}

test('a session that is due is renewed, and one that is over is forgotten, in the short way too', async () => {
  const late = await aUser(server)
  server.clock.advance(86_400)
  const renewed = await asked('', { cookie: late.cookie })
  expect(renewed.setCookies.find((line) => line.includes('session_token='))).toContain('Max-Age=604800')
  server.clock.advance(604_801)
  const over = await asked('', { cookie: late.cookie })
  expect([over.text, over.setCookies.filter((line) => line.includes('Max-Age=0')).length]).toEqual(['null', 3])
})

test('it counts as the ordinary way does, and says so when it was too often', async () => {
  const { cookie } = await aUser(server)
  const statuses: number[] = []
  for (let each = 0; each < 101; each += 1) statuses.push((await asked(SHORT[each % 2] ?? '', { cookie })).status)
  expect([new Set(statuses.slice(0, 100)), statuses.at(-1)]).toEqual([new Set([200]), 429])
})

test.each([
  ['', true],
  ['disableCookieCache=true', true],
  ['disableCookieCache=false', false],
  ['disableRefresh=true', false],
  ['disableCookieCache=true&', false],
])('the question "%s" is known to the short way: %s', (query, isKnown) => {
  const request = { headers: {}, cookies: new Map() } as unknown as RequestInfo
  expect(sessionShortcut(server.platform, { request, query, now: server.clock.now() }) !== undefined).toBe(isKnown)
})

test('a page of another origin, a bearer and a body go the ordinary way', async () => {
  const { token, cookie } = await aUser(server)
  const bearer = await asked('', { authorization: `Bearer ${token}` })
  expect([JSON.parse(bearer.text).session.token, bearer.setCookies]).toEqual([token, []])
  const foreign = await asked('', { cookie, origin: 'https://elsewhere.test' })
  expect(foreign.headers.some((line) => line.startsWith('access-control'))).toBe(false)
  expect((await asked('', { cookie, 'content-length': '0' })).status).toBe(200)
})
