import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anOrganization, aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { invalidateCachedSessions } from './actions/invalidate-cached-sessions.ts'
import { writeLastSeen } from './actions/record-last-seen.ts'

// A server of its own: its clock is moved.
const server: TestServer = await testServer()
afterAll(() => server.close())

const { db } = server.platform.database
const CACHE = 'better-auth.session_data'

// A cached session from the millisecond of a change is invalid, so each test starts in a later one. On PostgreSQL the clocks of
// other instances may be some seconds off.
beforeEach(() => server.clock.advance(10))

function getSession(cookie: string, query = '') {
  return server.request('GET', `/api/auth/get-session${query}`, { headers: { cookie } })
}

/** The cookies of a browser with a current cached session. */
async function browserOf(user: Pick<TestUser, 'cookie'>): Promise<string> {
  const [token] = user.cookie.split('; ')
  let cookie = ''
  // The first check of a cached session starts to listen for changes. Until the process listens, each check reads the database.
  await expect
    .poll(async () => {
      await getSession(user.cookie)
      server.clock.advance(10)
      cookie = `${token}; ${cookieHeader(await getSession(token ?? ''))}`
      return (await getSession(cookie)).roundTrips
    })
    .toBe(0)
  return cookie
}

interface Envelope {
  readonly session: { readonly user: object }
  readonly expiresAt: number
  readonly signature?: string
}

/** The same cookies with the cached session changed by `change`. */
function edited(cookie: string, change: (envelope: Envelope) => unknown): string {
  const [, value = ''] = /session_data=([^;]+)/.exec(cookie) ?? []
  const envelope = JSON.parse(Buffer.from(value, 'base64url').toString())
  return cookie.replace(value, Buffer.from(JSON.stringify(change(envelope))).toString('base64url'))
}

test('the cached session answers for a minute without a round trip, exactly as the database does', async () => {
  const cookie = await browserOf(await aUser(server))
  const [stored, cached] = [await getSession(cookie, '?disableCookieCache=true'), await getSession(cookie)]
  expect([stored.roundTrips, cached.roundTrips, cached.cookies.size]).toEqual([1, 0, 0])
  expect(cached.text).toBe(stored.text)
  server.clock.advance(59)
  expect((await getSession(cookie)).roundTrips).toBe(0)
  server.clock.advance(1)
  const later = await getSession(cookie)
  expect([later.roundTrips, later.cookies.get(CACHE)]).toEqual([1, expect.stringContaining('; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')])
})

test('the cached session has the published form and a signature over its parts', async () => {
  const user = await aUser(server)
  const [, value = ''] = /session_data=([^;]+)/.exec(user.cookie) ?? []
  expect(value).toMatch(/^[\w-]{1,4093}$/)
  const { session, expiresAt, signature, ...rest } = JSON.parse(Buffer.from(value, 'base64url').toString())
  expect(rest).toEqual({})
  expect(session).toMatchObject({ session: { token: user.token }, user: { id: user.id } })
  expect(expiresAt).toBe(server.clock.now().getTime() + 60_000)
  const expected = server.platform.secrets.signCookie(JSON.stringify({ ...session, expiresAt }))
  expect(signature).toBe(Buffer.from(expected, 'base64').toString('base64url'))
})

test.each([
  [
    'another role',
    (envelope: Envelope) => ({ ...envelope, session: { ...envelope.session, user: { ...envelope.session.user, role: 'admin' } } }),
  ],
  ['a longer lifetime', (envelope: Envelope) => ({ ...envelope, expiresAt: envelope.expiresAt + 1 })],
  ['no signature', ({ signature: _, ...envelope }: Envelope) => envelope],
  ['an empty signature', (envelope: Envelope) => ({ ...envelope, signature: '' })],
  ['a signature that is not a string', (envelope: Envelope) => ({ ...envelope, signature: { length: 43 } })],
  ['no content', () => ({})],
  ['a list as content', () => []],
])('a cached session that was edited to have %s is answered with null and cleared', async (_, change) => {
  const cookie = await browserOf(await aUser(server))
  const answer = await getSession(edited(cookie, change))
  expect([answer.status, answer.text, answer.roundTrips]).toEqual([200, 'null', 0])
  expect([...answer.cookies.values()]).toEqual([`${CACHE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`])
})

test.each(['x', '%00', 'bnVsbA', 'MQ', '{}', 'a'.repeat(5000)])(
  'with an undecodable cached session (%s) the database is read',
  async (value) => {
    const user = await aUser(server)
    const cookie = `${(await browserOf(user)).split('; ')[0]}; ${CACHE}=${value}`
    const answer = await getSession(cookie)
    expect([answer.json.user.id, answer.roundTrips, answer.cookies.has(CACHE)]).toEqual([user.id, 1, true])
  },
)

test('a cached session of another user or without its session cookie is not used', async () => {
  const [one, other] = [await aUser(server), await aUser(server)]
  const [own, foreign] = [await browserOf(one), await browserOf(other)]
  const mixed = `${own.split('; ')[0]}; ${foreign.split('; ')[1]}`
  const answer = await getSession(mixed)
  expect([answer.json.user.id, answer.roundTrips]).toEqual([one.id, 1])
  const alone = await getSession(foreign.split('; ')[1] ?? '')
  expect([alone.text, alone.cookies.size]).toEqual(['null', 0])
})

test('a bearer request is never answered from the cookie cache', async () => {
  const user = await aUser(server)
  const headers = { cookie: await browserOf(user), authorization: `Bearer ${user.token}` }
  const answer = await server.request('GET', '/api/auth/get-session', { headers })
  expect([answer.json.user.id, answer.roundTrips, answer.cookies.size]).toEqual([user.id, 1, 0])
})

test('a session that is too long for a cookie is not cached, and every request reads the database', async () => {
  const user = await aUser(server)
  await browserOf(user)
  await server.platform.database.transaction(async (tx) => {
    await tx
      .updateTable('users')
      .set({ image: `https://pictures.test/${'i'.repeat(4000)}` })
      .where('id', '=', user.id)
      .execute()
  })
  for (const cookie of [user.cookie, user.cookie.split('; ')[0] ?? '']) {
    const answer = await getSession(cookie, '?disableCookieCache=true')
    const cleared = cookie.includes(CACHE) ? [`${CACHE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`] : []
    expect([answer.json.user.id, [...answer.cookies.values()]]).toEqual([user.id, cleared])
  }
})

test('with the cache disabled no cached session is created or used', async () => {
  const off = await testServer({ settings: { SESSION_COOKIE_CACHE: 'false' }, clock: server.clock })
  const user = await aUser(server)
  const answer = await off.request('GET', '/api/auth/get-session', { headers: { cookie: await browserOf(user) } })
  expect([answer.json.user.id, answer.roundTrips, answer.cookies.get(CACHE)]).toEqual([user.id, 1, expect.stringContaining('; Max-Age=0;')])
  await off.close()
})

test('a cached session signed with the previous secret is valid while that secret is configured', async () => {
  const user = await aUser(server)
  const cookie = await browserOf(user)
  const rotated = { AUTH_SECRET: 'another secret that is long enough to be one', AUTH_SECRET_PREVIOUS: server.settings.AUTH_SECRET ?? '' }
  const next = await testServer({ settings: rotated, clock: server.clock })
  const answer = await next.request('GET', '/api/auth/get-session', { headers: { cookie } })
  expect([answer.json.user.id, answer.roundTrips]).toEqual([user.id, 0])
  await next.close()
  const withoutPrevious = await testServer({ settings: { AUTH_SECRET: rotated.AUTH_SECRET }, clock: server.clock })
  expect((await withoutPrevious.request('GET', '/api/auth/get-session', { headers: { cookie } })).text).toBe('null')
  await withoutPrevious.close()
})

function rename({ id }: TestUser): Promise<void> {
  return server.platform.database.transaction(async (tx) => {
    await tx.updateTable('users').set({ name: 'Ada Lovelace' }).where('id', '=', id).execute()
    invalidateCachedSessions(tx, server.platform, { userId: id })
  })
}

/** The operations that end or change a session. */
const operations: readonly (readonly [string, (user: TestUser) => Promise<unknown>, boolean])[] = [
  ['signing out', (user) => user.request('POST', '/api/auth/sign-out'), true],
  ['revoking the session', (user) => user.request('POST', '/api/auth/revoke-session', { body: { token: user.token } }), true],
  ['revoking all sessions', (user) => user.request('POST', '/api/auth/revoke-sessions'), true],
  [
    'revoking all other sessions in another browser',
    async (user) => {
      const body = { email: user.email, password: PASSWORD }
      const cookie = cookieHeader(await server.request('POST', '/api/auth/sign-in/email', { body }))
      return user.request('POST', '/api/auth/revoke-other-sessions', { headers: { cookie } })
    },
    true,
  ],
  ['a change of the user', rename, false],
  ['activating an organization', (user) => anOrganization(server, user), false],
]

test.each(operations)('%s takes effect immediately although the browser still has its cached session', async (_, operate, isEnd) => {
  const user = await aUser(server)
  const cookie = await browserOf(user)
  const before = await getSession(cookie)
  expect(before.roundTrips).toBe(0)
  await operate(user)
  const after = await getSession(cookie)
  const stored = await getSession(cookie.split('; ')[0] ?? '')
  expect([after.roundTrips, after.text === before.text, after.text]).toEqual([1, false, stored.text])
  expect(after.json === null).toBe(isEnd)
})

test('the last use of a session is recorded in memory, listed immediately and written later', async () => {
  const user = await aUser(server)
  const cookie = await browserOf(user)
  server.clock.advance(30)
  expect((await getSession(cookie)).roundTrips).toBe(0)
  const stored = () => sql<{ at: Date }>`select last_seen_at as at from sessions where user_id = ${user.id}::uuid`.execute(db)
  const now = server.clock.now()
  expect((await stored()).rows[0]?.at.getTime()).toBeLessThan(now.getTime())
  const [listed] = (await user.request('GET', '/api/auth/list-sessions')).json
  expect(listed.lastSeenAt).toBe(now.toISOString())
  await writeLastSeen(server.platform)
  expect((await stored()).rows[0]?.at).toEqual(now)
})

test('pending last uses are written when a server shuts down gracefully', async () => {
  const user = await aUser(server)
  server.clock.advance(30)
  const stopping = await testServer({ clock: server.clock })
  await stopping.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${user.token}` } })
  await stopping.close()
  const row = await db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', user.id).executeTakeFirst()
  expect(row?.last_seen_at).toEqual(server.clock.now())
})
