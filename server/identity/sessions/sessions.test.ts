import { afterAll, expect, test } from 'vitest'
import { aUser, cookieHeader, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
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

function sessionsOf(person: TestUser) {
  return db.selectFrom('sessions').select(['id', 'token_digest', 'sealed_token']).where('user_id', '=', person.id).execute()
}

async function signIn(email: string, rememberMe: boolean): Promise<string> {
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD, rememberMe } })
  return cookieHeader(answer)
}

test('get-session shows the session and the whole person, in one statement', async () => {
  const person = await aUser(server)
  const answer = await getSession({ cookie: person.cookie, 'user-agent': 'a browser' })
  const at = server.clock.now().toISOString()
  expect([answer.status, answer.messages, [...answer.cookies.keys()]]).toEqual([200, 1, ['better-auth.session_data']])
  expect(answer.json).toEqual({
    session: {
      id: expect.any(String),
      token: person.token,
      userId: person.id,
      expiresAt: new Date(server.clock.now().getTime() + 7 * DAY * 1000).toISOString(),
      ipAddress: '127.0.0.1',
      userAgent: expect.any(String),
      createdAt: at,
      updatedAt: at,
      activeOrganizationId: null,
      impersonatedBy: null,
    },
    user: {
      id: person.id,
      email: person.email,
      name: person.name,
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
    },
  })
})

test('a bearer token is a session as well, sets no cookie and wins over one', async () => {
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
  ['rubbish', { cookie: 'better-auth.session_token=%E0%A4%A' }],
])('with %s nobody is signed in, and nothing is cleared', async (_, headers) => {
  const answer = await getSession(headers as Record<string, string>)
  expect([answer.status, answer.text, answer.cookies.size]).toEqual([200, 'null', 0])
})

test('a well-signed cookie of no session is cleared', async () => {
  const token = 'u'.repeat(32)
  const value = encodeURIComponent(`${token}.${server.platform.secrets.signCookie(token)}`)
  const answer = await getSession({ cookie: `better-auth.session_token=${value}` })
  expect([answer.status, answer.text]).toEqual([200, 'null'])
  expect([...answer.cookies.values()]).toEqual(cleared)
})

test('signing out ends the session everywhere and clears the cookies; doing it again is no fault', async () => {
  const person = await aUser(server)
  const answer = await person.request('POST', '/api/auth/sign-out')
  expect([answer.status, answer.text]).toEqual([200, '{"success":true}'])
  expect([...answer.cookies.values()]).toEqual(cleared)
  expect(await sessionsOf(person)).toEqual([])
  expect((await getSession({ authorization: `Bearer ${person.token}` })).text).toBe('null')
  expect((await person.request('GET', '/api/auth/organization/list')).status).toBe(401)
  expect((await person.request('POST', '/api/auth/sign-out')).text).toBe('{"success":true}')
})

test('signing out with a bearer token sets no cookie; without any session it is refused', async () => {
  const person = await aUser(server)
  const headers = { authorization: `Bearer ${person.token}` }
  const answer = await server.request('POST', '/api/auth/sign-out', { headers })
  expect([answer.status, answer.cookies.size, (await sessionsOf(person)).length]).toEqual([200, 0, 0])
  const nobody = await server.request('POST', '/api/auth/sign-out')
  expect([nobody.status, nobody.json]).toEqual([400, { code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' }])
})

test('a foreign page cannot sign anybody out', async () => {
  const person = await aUser(server)
  const answer = await person.request('POST', '/api/auth/sign-out', { headers: { origin: 'https://evil.test' } })
  expect([answer.status, answer.json.message]).toEqual([403, 'Invalid origin'])
  expect(await sessionsOf(person)).toHaveLength(1)
})

test('neither the token nor anything that opens it is kept in the clear', async () => {
  const person = await aUser(server)
  const [row] = await sessionsOf(person)
  expect(row?.token_digest).toBe(server.platform.secrets.digest(person.token))
  expect(row?.sealed_token).not.toContain(person.token)
  expect(server.platform.secrets.open('session-token', row?.sealed_token ?? '')).toBe(person.token)
})

test('a session is renewed once a day, by a cookie sent again; disableRefresh leaves it', async () => {
  const person = await aUser(server)
  const signedIn = await getSession({ cookie: person.cookie })
  server.clock.advance(DAY - 1)
  expect((await getSession({ cookie: person.cookie })).cookies.has('better-auth.session_token')).toBe(false)
  server.clock.advance(1)
  const left = await getSession({ cookie: person.cookie }, '?disableRefresh=true')
  expect(left.cookies.has('better-auth.session_token')).toBe(false)
  expect(left.json.session.expiresAt).toBe(signedIn.json.session.expiresAt)
  const renewed = await getSession({ cookie: person.cookie }, '?disableCookieCache=true')
  expect(renewed.messages).toBe(2)
  expect(Date.parse(renewed.json.session.expiresAt)).toBe(server.clock.now().getTime() + 7 * DAY * 1000)
  expect(renewed.json.session.updatedAt).toBe(signedIn.json.session.updatedAt)
  expect(renewed.cookies.get('better-auth.session_token')).toContain('; Max-Age=604800;')
  expect((await getSession({ cookie: person.cookie })).cookies.has('better-auth.session_token')).toBe(false)
})

test('a session of the browser alone is never renewed', async () => {
  const { email } = await aUser(server)
  const cookie = await signIn(email, false)
  server.clock.advance(DAY - 1)
  const answer = await getSession({ cookie })
  expect(Date.parse(answer.json.session.expiresAt)).toBe(server.clock.now().getTime() + 1000)
  expect([...answer.cookies.values()]).toEqual([expect.stringMatching(/^better-auth\.session_data=[\w-]+; Max-Age=60; Path/)])
  server.clock.advance(1)
  expect((await getSession({ cookie })).text).toBe('null')
})

test('a bearer who keeps calling stays signed in', async () => {
  const person = await aUser(server)
  const headers = { authorization: `Bearer ${person.token}` }
  for (let day = 0; day < 10; day += 1) {
    server.clock.advance(DAY)
    expect((await server.request('GET', '/api/auth/organization/list', { headers })).status).toBe(200)
  }
  const renewing = await getSession({ ...headers })
  expect([renewing.messages, renewing.cookies.size]).toEqual([1, 0])
})

test('a browser that keeps calling stays signed in, whatever it calls, and is given its cookie again', async () => {
  const person = await aUser(server)
  for (const [method, path, status] of [
    ['GET', '/api/auth/organization/list', 200],
    ['GET', '/v1/organizations/', 200],
    ['GET', '/v1/organizations/nothing', 422],
    ['POST', '/api/auth/organization/create', 400],
    ['POST', '/api/auth/update-user', 200],
  ] as const) {
    server.clock.advance(DAY)
    const sent = method === 'POST' ? { body: path.endsWith('create') ? {} : { name: 'Grace' } } : {}
    const answer = await person.request(method, path, sent)
    const told = Object.entries(answer.headers['set-cookie'] ?? []).map(([, line]) => String(line).split('=', 1)[0])
    expect([path, answer.status, told.sort()]).toEqual([path, status, ['better-auth.session_data', 'better-auth.session_token']])
    expect(answer.cookies.get('better-auth.session_token')).toContain('Max-Age=604800')
    if (method === 'GET') expect((await person.request(method, path)).cookies.size).toBe(0)
    const [copy = ''] = (answer.cookies.get('better-auth.session_data') ?? '').split(';', 1)
    const shown = await getSession({ cookie: `${person.cookie}; ${copy}` })
    expect(Date.parse(shown.json.session.expiresAt)).toBe(server.clock.now().getTime() + 7 * DAY * 1000)
  }
  server.clock.advance(6 * DAY)
  const out = await person.request('POST', '/api/auth/sign-out')
  const lines = [out.headers['set-cookie'] ?? []].flat().map(String)
  expect([out.status, lines.every((line) => line.includes('Max-Age=0'))]).toEqual([200, true])
})

test('an expired session is nobody, is deleted when it is met, and its cookies are cleared', async () => {
  const person = await aUser(server)
  server.clock.advance(7 * DAY)
  expect((await person.request('GET', '/api/auth/organization/list')).status).toBe(401)
  expect(await sessionsOf(person)).toHaveLength(1)
  const answer = await getSession({ cookie: person.cookie })
  expect([answer.text, [...answer.cookies.values()]]).toEqual(['null', cleared])
  expect(await sessionsOf(person)).toEqual([])
})

test('sessions that nobody comes back to are deleted in time', async () => {
  const person = await aUser(server)
  server.clock.advance(8 * DAY)
  const alive = await aUser(server)
  await server.platform.database.transaction((tx) => deleteExpiredSessions(tx, server.clock.now(), 100_000))
  expect([(await sessionsOf(person)).length, (await sessionsOf(alive)).length]).toEqual([0, 1])
})

test('the beginning and the end of a session are told to operators, without its token', async () => {
  const person = await aUser(server)
  await person.request('POST', '/api/auth/sign-out')
  const told = await db
    .selectFrom('facts')
    .select(['name', 'audience', 'payload'])
    .where('audience', '=', 'operator')
    .orderBy('position', 'desc')
    .limit(3)
    .execute()
  expect(told.map(({ name }) => name)).toEqual(['session.ended', 'session.created', 'user.created'])
  expect(JSON.stringify(told)).not.toContain(person.token)
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

test('a session begun at an address with capitals is the one account’s', async () => {
  const email = newAddress()
  const person = await aUser(server, { email: email.toUpperCase() })
  const cookie = await signIn(email, true)
  expect((await getSession({ cookie })).json.user.id).toBe(person.id)
})
