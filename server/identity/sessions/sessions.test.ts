import { afterAll, expect, test } from 'vitest'
import { aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { deleteExpiredSessions } from './store.ts'

// A server of its own: its clock is moved.
const server: TestServer = await testServer()
afterAll(() => server.close())

const { db } = server.platform.database
const DAY = 86_400
const cleared = ['session_token', 'session_data', 'dont_remember'].map(
  (name) => `better-auth.${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
)

function getSession(headers: Record<string, string>, query = '') {
  return server.request('GET', `/api/auth/get-session${query}`, { headers })
}

function sessionsOf(user: TestUser) {
  return db.selectFrom('sessions').select(['id', 'token_digest', 'sealed_token']).where('user_id', '=', user.id).execute()
}

async function signIn(email: string, rememberMe: boolean): Promise<string> {
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD, rememberMe } })
  return cookieHeader(answer)
}

test('get-session returns the session and the full user, in one statement', async () => {
  const user = await aUser(server)
  const answer = await getSession({ cookie: user.cookie, 'user-agent': 'a browser' })
  const at = server.clock.now().toISOString()
  expect([answer.status, answer.roundTrips, [...answer.cookies.keys()]]).toEqual([200, 1, ['better-auth.session_data']])
  expect(answer.json).toEqual({
    session: {
      id: expect.any(String),
      token: user.token,
      userId: user.id,
      expiresAt: new Date(server.clock.now().getTime() + 7 * DAY * 1000).toISOString(),
      ipAddress: '127.0.0.1',
      userAgent: expect.any(String),
      createdAt: at,
      updatedAt: at,
      activeOrganizationId: null,
      activeTeamId: null,
      impersonatedBy: null,
    },
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      image: null,
      emailVerified: false,
      createdAt: at,
      updatedAt: at,
      username: null,
      displayUsername: null,
      role: 'user',
      banned: null,
      banReason: null,
      banExpires: null,
      language: null,
    },
  })
})

test('a bearer token authenticates a session, sets no cookie and takes precedence over a cookie', async () => {
  const [one, other] = [await aUser(server), await aUser(server)]
  const answer = await getSession({ authorization: `Bearer ${one.token}`, cookie: other.cookie })
  expect([answer.json.user.id, answer.cookies.size]).toEqual([one.id, 0])
  const unknown = await getSession({ authorization: `Bearer ${'x'.repeat(32)}`, cookie: other.cookie })
  expect([unknown.text, unknown.cookies.size]).toEqual(['null', 0])
})

test.each([
  ['no cookie', {}],
  ['a forged signature', { cookie: `better-auth.session_token=${'a'.repeat(32)}.${'A'.repeat(43)}%3D` }],
  ['a token without a signature', { cookie: `better-auth.session_token=${'a'.repeat(32)}` }],
  ['an undecodable token', { cookie: 'better-auth.session_token=%E0%A4%A' }],
])('with %s the request is anonymous, and no cookie is cleared', async (_, headers) => {
  const answer = await getSession(headers as Record<string, string>)
  expect([answer.status, answer.text, answer.cookies.size]).toEqual([200, 'null', 0])
})

test('a correctly signed cookie of an unknown session is cleared', async () => {
  const token = 'u'.repeat(32)
  const value = encodeURIComponent(`${token}.${server.platform.secrets.signCookie(token)}`)
  const answer = await getSession({ cookie: `better-auth.session_token=${value}` })
  expect([answer.status, answer.text]).toEqual([200, 'null'])
  expect([...answer.cookies.values()]).toEqual(cleared)
})

test('signing out ends the session everywhere and clears the cookies; repeating it is not an error', async () => {
  const user = await aUser(server)
  const answer = await user.request('POST', '/api/auth/sign-out')
  expect([answer.status, answer.text]).toEqual([200, '{"success":true}'])
  expect([...answer.cookies.values()]).toEqual(cleared)
  expect(await sessionsOf(user)).toEqual([])
  expect((await getSession({ authorization: `Bearer ${user.token}` })).text).toBe('null')
  expect((await user.request('GET', '/api/auth/organization/list')).status).toBe(401)
  expect((await user.request('POST', '/api/auth/sign-out')).text).toBe('{"success":true}')
})

test('signing out with a bearer token sets no cookie, and is refused without a credential', async () => {
  const user = await aUser(server)
  const headers = { authorization: `Bearer ${user.token}` }
  const answer = await server.request('POST', '/api/auth/sign-out', { headers })
  expect([answer.status, answer.cookies.size, (await sessionsOf(user)).length]).toEqual([200, 0, 0])
  const anonymous = await server.request('POST', '/api/auth/sign-out')
  expect([anonymous.status, anonymous.json]).toEqual([400, { code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' }])
})

test('a page of another origin cannot sign a user out', async () => {
  const user = await aUser(server)
  const answer = await user.request('POST', '/api/auth/sign-out', { headers: { origin: 'https://evil.test' } })
  expect([answer.status, answer.json.message]).toEqual([403, 'Invalid origin'])
  expect(await sessionsOf(user)).toHaveLength(1)
})

test('a session token is stored only as a digest and sealed', async () => {
  const user = await aUser(server)
  const [row] = await sessionsOf(user)
  expect(row?.token_digest).toBe(server.platform.secrets.digest(user.token))
  expect(row?.sealed_token).not.toContain(user.token)
  expect(server.platform.secrets.open('session-token', row?.sealed_token ?? '')).toBe(user.token)
})

test('get-session renews a session once a day and sends its cookie again, unless disableRefresh is set', async () => {
  const user = await aUser(server)
  const signedIn = await getSession({ cookie: user.cookie })
  server.clock.advance(DAY - 1)
  expect((await getSession({ cookie: user.cookie })).cookies.has('better-auth.session_token')).toBe(false)
  server.clock.advance(1)
  const unrenewed = await getSession({ cookie: user.cookie }, '?disableRefresh=true')
  expect(unrenewed.cookies.has('better-auth.session_token')).toBe(false)
  expect(unrenewed.json.session.expiresAt).toBe(signedIn.json.session.expiresAt)
  const renewed = await getSession({ cookie: user.cookie }, '?disableCookieCache=true')
  expect(renewed.roundTrips).toBe(2)
  expect(Date.parse(renewed.json.session.expiresAt)).toBe(server.clock.now().getTime() + 7 * DAY * 1000)
  expect(renewed.json.session.updatedAt).toBe(signedIn.json.session.updatedAt)
  expect(renewed.cookies.get('better-auth.session_token')).toContain('; Max-Age=604800;')
  expect((await getSession({ cookie: user.cookie })).cookies.has('better-auth.session_token')).toBe(false)
})

test('a session that ends with the browser is never renewed', async () => {
  const { email } = await aUser(server)
  const cookie = await signIn(email, false)
  server.clock.advance(DAY - 1)
  const answer = await getSession({ cookie })
  expect(Date.parse(answer.json.session.expiresAt)).toBe(server.clock.now().getTime() + 1000)
  expect([...answer.cookies.values()]).toEqual([expect.stringMatching(/^better-auth\.session_data=[\w-]+; Max-Age=60; Path/)])
  server.clock.advance(1)
  expect((await getSession({ cookie })).text).toBe('null')
})

test('regular bearer requests keep a session from expiring', async () => {
  const user = await aUser(server)
  const headers = { authorization: `Bearer ${user.token}` }
  for (let day = 0; day < 10; day += 1) {
    server.clock.advance(DAY)
    expect((await server.request('GET', '/api/auth/organization/list', { headers })).status).toBe(200)
  }
  const renewing = await getSession({ ...headers })
  expect([renewing.roundTrips, renewing.cookies.size]).toEqual([1, 0])
})

test('regular browser requests to any endpoint renew the session and send its cookie again', async () => {
  const user = await aUser(server)
  for (const [method, path, status] of [
    ['GET', '/api/auth/organization/list', 200],
    ['GET', '/v1/organizations/', 200],
    ['GET', '/v1/organizations/nothing', 422],
    ['POST', '/api/auth/organization/create', 400],
    ['POST', '/api/auth/update-user', 200],
  ] as const) {
    server.clock.advance(DAY)
    const sent = method === 'POST' ? { body: path.endsWith('create') ? {} : { name: 'Grace' } } : {}
    const answer = await user.request(method, path, sent)
    const names = Object.entries(answer.headers['set-cookie'] ?? []).map(([, line]) => String(line).split('=', 1)[0])
    expect([path, answer.status, names.sort()]).toEqual([path, status, ['better-auth.session_data', 'better-auth.session_token']])
    expect(answer.cookies.get('better-auth.session_token')).toContain('Max-Age=604800')
    if (method === 'GET') expect((await user.request(method, path)).cookies.size).toBe(0)
    const [cached = ''] = (answer.cookies.get('better-auth.session_data') ?? '').split(';', 1)
    const current = await getSession({ cookie: `${user.cookie}; ${cached}` })
    expect(Date.parse(current.json.session.expiresAt)).toBe(server.clock.now().getTime() + 7 * DAY * 1000)
  }
  server.clock.advance(6 * DAY)
  const out = await user.request('POST', '/api/auth/sign-out')
  const lines = [out.headers['set-cookie'] ?? []].flat().map(String)
  expect([out.status, lines.every((line) => line.includes('Max-Age=0'))]).toEqual([200, true])
})

test('an expired session is anonymous, and get-session deletes it and clears its cookies', async () => {
  const user = await aUser(server)
  server.clock.advance(7 * DAY)
  expect((await user.request('GET', '/api/auth/organization/list')).status).toBe(401)
  expect(await sessionsOf(user)).toHaveLength(1)
  const answer = await getSession({ cookie: user.cookie })
  expect([answer.text, [...answer.cookies.values()]]).toEqual(['null', cleared])
  expect(await sessionsOf(user)).toEqual([])
})

test('the clean-up job deletes expired sessions', async () => {
  const user = await aUser(server)
  server.clock.advance(8 * DAY)
  const alive = await aUser(server)
  await server.platform.database.transaction((tx) => deleteExpiredSessions(tx, server.clock.now(), 100_000))
  expect([(await sessionsOf(user)).length, (await sessionsOf(alive)).length]).toEqual([0, 1])
})

test('the creation and the end of a session are operator events without the token', async () => {
  const user = await aUser(server)
  await user.request('POST', '/api/auth/sign-out')
  const events = await db
    .selectFrom('domain_events')
    .select(['name', 'audience', 'payload'])
    .where('audience', '=', 'operator')
    .orderBy('position', 'desc')
    .limit(3)
    .execute()
  expect(events.map(({ name }) => name)).toEqual(['session.ended', 'session.created', 'user.created'])
  expect(JSON.stringify(events)).not.toContain(user.token)
})

test('a wrong method and an unknown path are not found, with an empty body', async () => {
  for (const [method, path] of [
    ['POST', 'get-session'],
    ['GET', 'sign-out'],
    ['GET', 'nothing-here'],
  ] as const) {
    const answer = await server.request(method, `/api/auth/${path}`)
    expect([answer.status, answer.text]).toEqual([404, ''])
  }
})

test('signing in with an email in capitals signs in to the same account', async () => {
  const email = uniqueEmail()
  const user = await aUser(server, { email: email.toUpperCase() })
  const cookie = await signIn(email, true)
  expect((await getSession({ cookie })).json.user.id).toBe(user.id)
})
