import { afterAll, expect, test } from 'vitest'
import { aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

// A server of its own: its clock is moved.
const server: TestServer = await testServer()
afterAll(() => server.close())

const { db } = server.platform.database

interface BrowserSession {
  readonly token: string
  readonly cookie: string
}

async function anotherSession(user: TestUser, rememberMe = true): Promise<BrowserSession> {
  const body = { email: user.email, password: PASSWORD, rememberMe }
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body, headers: { 'user-agent': 'Another Browser' } })
  return { token: answer.json.token, cookie: cookieHeader(answer) }
}

const tokensOf = async (user: TestUser): Promise<string[]> => {
  const answer = await server.request('GET', '/api/auth/list-sessions', { headers: { authorization: `Bearer ${user.token}` } })
  return answer.json?.map(({ token }: BrowserSession) => token) ?? []
}

const isAlive = async ({ token }: Pick<BrowserSession, 'token'>): Promise<boolean> =>
  (await server.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${token}` } })).json !== null

const recordsOf = async (user: TestUser) => {
  const [entries, events] = await Promise.all([
    db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', user.id).execute(),
    db.selectFrom('domain_events').select(['payload']).where('name', '=', 'session.ended').orderBy('position').execute(),
  ])
  const own = events.map(({ payload }) => payload as { id: string; userId: string }).filter(({ userId }) => userId === user.id)
  return { entries, events: own }
}

test('list-sessions lists the sessions of the user with their tokens, the newest first', async () => {
  const user = await aUser(server)
  server.clock.advance(1)
  const other = await anotherSession(user)
  const answer = await user.request('GET', '/api/auth/list-sessions')
  expect([answer.status, answer.roundTrips, answer.json.length]).toEqual([200, 2, 2])
  expect(answer.json[0]).toEqual({
    id: expect.any(String),
    token: other.token,
    userId: user.id,
    expiresAt: new Date(server.clock.now().getTime() + 604_800_000).toISOString(),
    ipAddress: '127.0.0.1',
    userAgent: 'Another Browser',
    createdAt: server.clock.now().toISOString(),
    updatedAt: server.clock.now().toISOString(),
    activeOrganizationId: null,
    activeTeamId: null,
    impersonatedBy: null,
    lastSeenAt: server.clock.now().toISOString(),
  })
  expect(answer.json[1].token).toBe(user.token)
})

test('list-sessions omits expired sessions, impersonation sessions and sessions of other users', async () => {
  const [user, administrator] = [await aUser(server), await aUser(server)]
  const short = await anotherSession(user, false)
  const impersonation = await anotherSession(user)
  await db
    .updateTable('sessions')
    .set({ impersonated_by: administrator.id })
    .where('token_digest', '=', server.platform.secrets.digest(impersonation.token))
    .execute()
  expect((await tokensOf(user)).sort()).toEqual([user.token, short.token].sort())
  server.clock.advance(86_400)
  expect(await tokensOf(user)).toEqual([user.token])
})

test('a session whose token can no longer be unsealed is listed', async () => {
  const user = await aUser(server)
  await db.updateTable('sessions').set({ sealed_token: 'v1.0.x' }).where('user_id', '=', user.id).execute()
  expect(await tokensOf(user)).toEqual([''])
})

test('revoking a session ends only that session, in three round trips, with an event and an audit entry', async () => {
  const user = await aUser(server)
  const other = await anotherSession(user)
  const answer = await user.request('POST', '/api/auth/revoke-session', { body: { token: other.token } })
  expect([answer.status, answer.text, answer.cookies.size, answer.roundTrips]).toEqual([200, '{"status":true}', 0, 3])
  expect([await isAlive(other), await isAlive(user)]).toEqual([false, true])
  const { events, entries } = await recordsOf(user)
  expect([events.length, entries.filter(({ action }) => action === 'session.revoked').length]).toEqual([1, 1])
  expect(JSON.stringify(events)).not.toContain(other.token)
})

test('signing out takes two round trips', async () => {
  const user = await aUser(server)
  expect((await user.request('POST', '/api/auth/sign-out')).roundTrips).toBe(2)
  expect((await recordsOf(user)).events).toHaveLength(1)
})

test('revoking an unknown token is not found, and revoking the session of another user is refused with an empty body', async () => {
  const [user, stranger] = [await aUser(server), await aUser(server)]
  const unknown = await user.request('POST', '/api/auth/revoke-session', { body: { token: 'u'.repeat(32) } })
  expect([unknown.status, unknown.json]).toEqual([400, { code: 'SESSION_NOT_FOUND', message: 'Session not found' }])
  const foreign = await user.request('POST', '/api/auth/revoke-session', { body: { token: stranger.token } })
  expect([foreign.status, foreign.text, await isAlive(stranger)]).toEqual([401, '', true])
})

test('of several concurrent revocations of one session, one succeeds', async () => {
  const user = await aUser(server)
  const other = await anotherSession(user)
  const answers = await Promise.all([1, 2, 3].map(() => user.request('POST', '/api/auth/revoke-session', { body: { token: other.token } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const { events, entries } = await recordsOf(user)
  expect([events.length, entries.filter(({ action }) => action === 'session.revoked').length]).toEqual([1, 1])
})

test('revoking all sessions ends the current one too and clears no cookie', async () => {
  const [user, stranger] = [await aUser(server), await aUser(server)]
  const others = [await anotherSession(user), await anotherSession(user)]
  const answer = await user.request('POST', '/api/auth/revoke-sessions')
  expect([answer.status, answer.text, answer.cookies.size]).toEqual([200, '{"status":true}', 0])
  expect(await Promise.all([user, ...others, stranger].map(isAlive))).toEqual([false, false, false, true])
  const { events, entries } = await recordsOf(user)
  expect([events.length, entries]).toEqual([3, expect.arrayContaining([{ action: 'user.sessions_revoked', details: { ended: 3 } }])])
})

test('revoking all other sessions leaves the current one', async () => {
  const user = await aUser(server)
  const others = [await anotherSession(user), await anotherSession(user)]
  const answer = await user.request('POST', '/api/auth/revoke-other-sessions')
  expect([answer.status, answer.text]).toEqual([200, '{"status":true}'])
  expect(await Promise.all([user, ...others].map(isAlive))).toEqual([true, false, false])
  const { events, entries } = await recordsOf(user)
  expect([events.length, entries]).toEqual([2, expect.arrayContaining([{ action: 'user.other_sessions_revoked', details: { ended: 2 } }])])
})

test.each([
  ['GET', 'list-sessions'],
  ['POST', 'revoke-session'],
  ['POST', 'revoke-sessions'],
  ['POST', 'revoke-other-sessions'],
] as const)('%s %s without a session is 401 with an empty body', async (method, path) => {
  const answer = await server.request(method, `/api/auth/${path}`, method === 'POST' ? { body: { token: 'x' } } : {})
  expect([answer.status, answer.text]).toEqual([401, ''])
})

test('an invalid body is refused before authentication', async () => {
  const answer = await server.request('POST', '/api/auth/revoke-session', { body: { token: 7 } })
  expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('concurrent requests are looked up in one statement and each gets its own session', async () => {
  const users = [await aUser(server), await aUser(server), await aUser(server)]
  const headers = users.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const answers = await Promise.all(
    [...headers, ...headers, { authorization: `Bearer ${'u'.repeat(32)}` }].map((each) =>
      server.request('GET', '/api/auth/get-session', { headers: each }),
    ),
  )
  expect(answers.map(({ json }) => json?.user.id)).toEqual([...users, ...users].map(({ id }) => id).concat([undefined as never]))
  expect(answers.reduce((sum, { roundTrips }) => sum + roundTrips, 0)).toBeLessThan(answers.length)
})
