import { afterAll, expect, test } from 'vitest'
import { aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

// A server of its own: its clock is moved.
const server: TestServer = await testServer()
afterAll(() => server.close())

const { db } = server.platform.database

interface Stay {
  readonly token: string
  readonly cookie: string
}

async function anotherSession(person: TestUser, rememberMe = true): Promise<Stay> {
  const body = { email: person.email, password: PASSWORD, rememberMe }
  const answer = await server.request('POST', '/api/auth/sign-in/email', { body, headers: { 'user-agent': 'Another Browser' } })
  return { token: answer.json.token, cookie: cookieHeader(answer) }
}

const tokensOf = async (person: TestUser): Promise<string[]> => {
  const answer = await server.request('GET', '/api/auth/list-sessions', { headers: { authorization: `Bearer ${person.token}` } })
  return answer.json?.map(({ token }: Stay) => token) ?? []
}

const isAlive = async ({ token }: Pick<Stay, 'token'>): Promise<boolean> =>
  (await server.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${token}` } })).json !== null

const toldOf = async (person: TestUser) => {
  const [entries, facts] = await Promise.all([
    db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', person.id).execute(),
    db.selectFrom('facts').select(['payload']).where('name', '=', 'session.ended').orderBy('position').execute(),
  ])
  const own = facts.map(({ payload }) => payload as { id: string; userId: string }).filter(({ userId }) => userId === person.id)
  return { entries, facts: own }
}

test('list-sessions shows where one is signed in, the last sign-in first, with the tokens', async () => {
  const person = await aUser(server)
  server.clock.advance(1)
  const other = await anotherSession(person)
  const answer = await person.request('GET', '/api/auth/list-sessions')
  expect([answer.status, answer.messages, answer.json.length]).toEqual([200, 2, 2])
  expect(answer.json[0]).toEqual({
    id: expect.any(String),
    token: other.token,
    userId: person.id,
    expiresAt: new Date(server.clock.now().getTime() + 604_800_000).toISOString(),
    ipAddress: '127.0.0.1',
    userAgent: 'Another Browser',
    createdAt: server.clock.now().toISOString(),
    updatedAt: server.clock.now().toISOString(),
    activeOrganizationId: null,
    impersonatedBy: null,
    lastSeenAt: server.clock.now().toISOString(),
  })
  expect(answer.json[1].token).toBe(person.token)
})

test('sessions that are over or borrowed by an administrator are left out, and everybody else’s', async () => {
  const [person, administrator] = [await aUser(server), await aUser(server)]
  const over = await anotherSession(person, false)
  const borrowed = await anotherSession(person)
  await db
    .updateTable('sessions')
    .set({ impersonated_by: administrator.id })
    .where('token_digest', '=', server.platform.secrets.digest(borrowed.token))
    .execute()
  expect((await tokensOf(person)).sort()).toEqual([person.token, over.token].sort())
  server.clock.advance(86_400)
  expect(await tokensOf(person)).toEqual([person.token])
})

test('a session whose token cannot be opened any more is listed all the same', async () => {
  const person = await aUser(server)
  await db.updateTable('sessions').set({ sealed_token: 'v1.0.x' }).where('user_id', '=', person.id).execute()
  expect(await tokensOf(person)).toEqual([''])
})

test('revoking one session ends it and no other, in three messages, and is told and on record', async () => {
  const person = await aUser(server)
  const other = await anotherSession(person)
  const answer = await person.request('POST', '/api/auth/revoke-session', { body: { token: other.token } })
  expect([answer.status, answer.text, answer.cookies.size, answer.messages]).toEqual([200, '{"status":true}', 0, 3])
  expect([await isAlive(other), await isAlive(person)]).toEqual([false, true])
  const { facts, entries } = await toldOf(person)
  expect([facts.length, entries.filter(({ action }) => action === 'session.revoked').length]).toEqual([1, 1])
  expect(JSON.stringify(facts)).not.toContain(other.token)
})

test('signing out costs two messages', async () => {
  const person = await aUser(server)
  expect((await person.request('POST', '/api/auth/sign-out')).messages).toBe(2)
  expect((await toldOf(person)).facts).toHaveLength(1)
})

test('a token of no session is not found; one of somebody else is refused without a word', async () => {
  const [person, stranger] = [await aUser(server), await aUser(server)]
  const unknown = await person.request('POST', '/api/auth/revoke-session', { body: { token: 'u'.repeat(32) } })
  expect([unknown.status, unknown.json]).toEqual([400, { code: 'SESSION_NOT_FOUND', message: 'Session not found' }])
  const foreign = await person.request('POST', '/api/auth/revoke-session', { body: { token: stranger.token } })
  expect([foreign.status, foreign.text, await isAlive(stranger)]).toEqual([401, '', true])
})

test('of several revocations of one session at once, one ends it', async () => {
  const person = await aUser(server)
  const other = await anotherSession(person)
  const answers = await Promise.all(
    [1, 2, 3].map(() => person.request('POST', '/api/auth/revoke-session', { body: { token: other.token } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const { facts, entries } = await toldOf(person)
  expect([facts.length, entries.filter(({ action }) => action === 'session.revoked').length]).toEqual([1, 1])
})

test('revoking all sessions ends the present one too and clears no cookie', async () => {
  const [person, stranger] = [await aUser(server), await aUser(server)]
  const others = [await anotherSession(person), await anotherSession(person)]
  const answer = await person.request('POST', '/api/auth/revoke-sessions')
  expect([answer.status, answer.text, answer.cookies.size]).toEqual([200, '{"status":true}', 0])
  expect(await Promise.all([person, ...others, stranger].map(isAlive))).toEqual([false, false, false, true])
  const { facts, entries } = await toldOf(person)
  expect([facts.length, entries]).toEqual([3, expect.arrayContaining([{ action: 'user.sessions_revoked', details: { ended: 3 } }])])
})

test('revoking all others leaves the present one', async () => {
  const person = await aUser(server)
  const others = [await anotherSession(person), await anotherSession(person)]
  const answer = await person.request('POST', '/api/auth/revoke-other-sessions')
  expect([answer.status, answer.text]).toEqual([200, '{"status":true}'])
  expect(await Promise.all([person, ...others].map(isAlive))).toEqual([true, false, false])
  const { facts, entries } = await toldOf(person)
  expect([facts.length, entries]).toEqual([2, expect.arrayContaining([{ action: 'user.other_sessions_revoked', details: { ended: 2 } }])])
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

test('a body that is not right is told of before a session is asked for', async () => {
  const answer = await server.request('POST', '/api/auth/revoke-session', { body: { token: 7 } })
  expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('many requests at once are looked up in one statement, each with its own answer', async () => {
  const people = [await aUser(server), await aUser(server), await aUser(server)]
  const headers = people.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const answers = await Promise.all(
    [...headers, ...headers, { authorization: `Bearer ${'u'.repeat(32)}` }].map((each) =>
      server.request('GET', '/api/auth/get-session', { headers: each }),
    ),
  )
  expect(answers.map(({ json }) => json?.user.id)).toEqual([...people, ...people].map(({ id }) => id).concat([undefined as never]))
  expect(answers.reduce((sum, { messages }) => sum + messages, 0)).toBeLessThan(answers.length)
})
