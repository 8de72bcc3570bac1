import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anOrganization, aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { noteChanged } from './actions/note-changed.ts'
import { writeSeen } from './actions/note-seen.ts'

// A server of its own: its clock is moved.
const server: TestServer = await testServer()
afterAll(() => server.close())

const { db } = server.platform.database
const CACHE = 'better-auth.session_data'

// Copies from the millisecond in which something changed are not believed, and each test begins in a later one, as in life. On
// PostgreSQL the clocks of other instances may be some seconds off.
beforeEach(() => server.clock.advance(10))

function getSession(cookie: string, query = '') {
  return server.request('GET', `/api/auth/get-session${query}`, { headers: { cookie } })
}

/** The cookies of a browser in which the person has been for a while. */
async function browserOf(person: Pick<TestUser, 'cookie'>): Promise<string> {
  // The first look of a process at any copy begins to listen for changes.
  await getSession(person.cookie)
  await server.platform.database.ping()
  await getSession(person.cookie)
  server.clock.advance(10)
  const [token] = person.cookie.split('; ')
  return `${token}; ${cookieHeader(await getSession(token ?? ''))}`
}

interface Envelope {
  readonly session: { readonly user: object }
  readonly expiresAt: number
  readonly signature?: string
}

/** The same cookies with what the copy says changed by `change`. */
function edited(cookie: string, change: (envelope: Envelope) => unknown): string {
  const [, value = ''] = /session_data=([^;]+)/.exec(cookie) ?? []
  const envelope = JSON.parse(Buffer.from(value, 'base64url').toString())
  return cookie.replace(value, Buffer.from(JSON.stringify(change(envelope))).toString('base64url'))
}

test('the copy answers for a minute without a message to the database, and just as the store does', async () => {
  const cookie = await browserOf(await aUser(server))
  const [stored, copied] = [await getSession(cookie, '?disableCookieCache=true'), await getSession(cookie)]
  expect([stored.messages, copied.messages, copied.cookies.size]).toEqual([1, 0, 0])
  expect(copied.text).toBe(stored.text)
  server.clock.advance(59)
  expect((await getSession(cookie)).messages).toBe(0)
  server.clock.advance(1)
  const later = await getSession(cookie)
  expect([later.messages, later.cookies.get(CACHE)]).toEqual([1, expect.stringContaining('; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')])
})

test('the copy has the published form and a signature over its parts', async () => {
  const person = await aUser(server)
  const [, value = ''] = /session_data=([^;]+)/.exec(person.cookie) ?? []
  expect(value).toMatch(/^[\w-]{1,4093}$/)
  const { session, expiresAt, signature, ...rest } = JSON.parse(Buffer.from(value, 'base64url').toString())
  expect(rest).toEqual({})
  expect(session).toMatchObject({ session: { token: person.token }, user: { id: person.id } })
  expect(expiresAt).toBe(server.clock.now().getTime() + 60_000)
  const expected = server.platform.secrets.signCookie(JSON.stringify({ ...session, expiresAt }))
  expect(signature).toBe(Buffer.from(expected, 'base64').toString('base64url'))
})

test.each([
  [
    'another name',
    (envelope: Envelope) => ({ ...envelope, session: { ...envelope.session, user: { ...envelope.session.user, role: 'admin' } } }),
  ],
  ['a longer life', (envelope: Envelope) => ({ ...envelope, expiresAt: envelope.expiresAt + 1 })],
  ['no signature', ({ signature: _, ...envelope }: Envelope) => envelope],
  ['an empty signature', (envelope: Envelope) => ({ ...envelope, signature: '' })],
  ['a signature that is no text', (envelope: Envelope) => ({ ...envelope, signature: { length: 43 } })],
  ['nothing in it', () => ({})],
  ['a list in it', () => []],
])('a copy that was edited to have %s is answered null and forgotten', async (_, change) => {
  const cookie = await browserOf(await aUser(server))
  const answer = await getSession(edited(cookie, change))
  expect([answer.status, answer.text, answer.messages]).toEqual([200, 'null', 0])
  expect([...answer.cookies.values()]).toEqual([`${CACHE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`])
})

test.each(['x', '%00', 'bnVsbA', 'MQ', '{}', 'a'.repeat(5000)])(
  'rubbish in place of a copy (%s) leaves the store to answer',
  async (rubbish) => {
    const person = await aUser(server)
    const cookie = `${(await browserOf(person)).split('; ')[0]}; ${CACHE}=${rubbish}`
    const answer = await getSession(cookie)
    expect([answer.json.user.id, answer.messages, answer.cookies.has(CACHE)]).toEqual([person.id, 1, true])
  },
)

test("somebody else's copy, and one of another session, do not answer", async () => {
  const [one, other] = [await aUser(server), await aUser(server)]
  const [own, foreign] = [await browserOf(one), await browserOf(other)]
  const mixed = `${own.split('; ')[0]}; ${foreign.split('; ')[1]}`
  const answer = await getSession(mixed)
  expect([answer.json.user.id, answer.messages]).toEqual([one.id, 1])
  const alone = await getSession(foreign.split('; ')[1] ?? '')
  expect([alone.text, alone.cookies.size]).toEqual(['null', 0])
})

test('a bearer is never answered from a copy', async () => {
  const person = await aUser(server)
  const headers = { cookie: await browserOf(person), authorization: `Bearer ${person.token}` }
  const answer = await server.request('GET', '/api/auth/get-session', { headers })
  expect([answer.json.user.id, answer.messages, answer.cookies.size]).toEqual([person.id, 1, 0])
})

test('a copy too long for a cookie is not made; the store answers each time', async () => {
  const person = await aUser(server)
  await browserOf(person)
  await server.platform.database.transaction(async (tx) => {
    await tx
      .updateTable('users')
      .set({ image: `https://pictures.test/${'i'.repeat(4000)}` })
      .where('id', '=', person.id)
      .execute()
  })
  for (const cookie of [person.cookie, person.cookie.split('; ')[0] ?? '']) {
    const answer = await getSession(cookie, '?disableCookieCache=true')
    const forgotten = cookie.includes(CACHE) ? [`${CACHE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`] : []
    expect([answer.json.user.id, [...answer.cookies.values()]]).toEqual([person.id, forgotten])
  }
})

test('with the cache off no copy is made or looked at', async () => {
  const off = await testServer({ settings: { SESSION_COOKIE_CACHE: 'false' }, clock: server.clock })
  const person = await aUser(server)
  const answer = await off.request('GET', '/api/auth/get-session', { headers: { cookie: await browserOf(person) } })
  expect([answer.json.user.id, answer.messages, answer.cookies.get(CACHE)]).toEqual([person.id, 1, expect.stringContaining('; Max-Age=0;')])
  await off.close()
})

test('a copy signed under the secret before this one is good as long as that secret is named', async () => {
  const person = await aUser(server)
  const cookie = await browserOf(person)
  const rotated = { AUTH_SECRET: 'another secret that is long enough to be one', AUTH_SECRET_PREVIOUS: server.settings.AUTH_SECRET ?? '' }
  const next = await testServer({ settings: rotated, clock: server.clock })
  const answer = await next.request('GET', '/api/auth/get-session', { headers: { cookie } })
  expect([answer.json.user.id, answer.messages]).toEqual([person.id, 0])
  await next.close()
  const forgetful = await testServer({ settings: { AUTH_SECRET: rotated.AUTH_SECRET }, clock: server.clock })
  expect((await forgetful.request('GET', '/api/auth/get-session', { headers: { cookie } })).text).toBe('null')
  await forgetful.close()
})

function rename({ id }: TestUser): Promise<void> {
  return server.platform.database.transaction(async (tx) => {
    await tx.updateTable('users').set({ name: 'Ada Lovelace' }).where('id', '=', id).execute()
    noteChanged(tx, server.platform, { userId: id })
  })
}

/** Each way in which a session ends or changes. */
const ways: readonly (readonly [string, (person: TestUser) => Promise<unknown>, boolean])[] = [
  ['signing out', (person) => person.request('POST', '/api/auth/sign-out'), true],
  ['revoking it', (person) => person.request('POST', '/api/auth/revoke-session', { body: { token: person.token } }), true],
  ['revoking all', (person) => person.request('POST', '/api/auth/revoke-sessions'), true],
  [
    'revoking all others from elsewhere',
    async (person) => {
      const body = { email: person.email, password: PASSWORD }
      const cookie = cookieHeader(await server.request('POST', '/api/auth/sign-in/email', { body }))
      return person.request('POST', '/api/auth/revoke-other-sessions', { headers: { cookie } })
    },
    true,
  ],
  ['a change of the person', rename, false],
  ['making an organization active', (person) => anOrganization(server, person), false],
]

test.each(ways)('%s is seen at once although the browser still has its copy', async (_, act, isEnd) => {
  const person = await aUser(server)
  const cookie = await browserOf(person)
  const before = await getSession(cookie)
  expect(before.messages).toBe(0)
  await act(person)
  const after = await getSession(cookie)
  const stored = await getSession(cookie.split('; ')[0] ?? '')
  expect([after.messages, after.text === before.text, after.text]).toEqual([1, false, stored.text])
  expect(after.json === null).toBe(isEnd)
})

test('when a session was last seen is kept in mind, shown at once and written with others', async () => {
  const person = await aUser(server)
  const cookie = await browserOf(person)
  server.clock.advance(30)
  expect((await getSession(cookie)).messages).toBe(0)
  const stored = () => sql<{ at: Date }>`select last_seen_at as at from sessions where user_id = ${person.id}::uuid`.execute(db)
  const now = server.clock.now()
  expect((await stored()).rows[0]?.at.getTime()).toBeLessThan(now.getTime())
  const [listed] = (await person.request('GET', '/api/auth/list-sessions')).json
  expect(listed.lastSeenAt).toBe(now.toISOString())
  await writeSeen(server.platform)
  expect((await stored()).rows[0]?.at).toEqual(now)
})

test('what is kept in mind of last uses is written when a server stops gently', async () => {
  const person = await aUser(server)
  server.clock.advance(30)
  const stopping = await testServer({ clock: server.clock })
  await stopping.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${person.token}` } })
  await stopping.close()
  const row = await db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', person.id).executeTakeFirst()
  expect(row?.last_seen_at).toEqual(server.clock.now())
})
