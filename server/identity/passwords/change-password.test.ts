import { afterAll, expect, test } from 'vitest'
import { tagOf } from '#locales/tag.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const SERVICE_TOKEN = 'a-token-of-the-service-that-nobody-else-knows'
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

const NEWER = 'a quite different phrase'
const right = { currentPassword: PASSWORD, newPassword: NEWER }

function change(user: Pick<TestUser, 'request'>, body: unknown) {
  return user.request('POST', '/api/auth/change-password', { body })
}

function signIn(email: string, password: string, at = server) {
  return at.request('POST', '/api/auth/sign-in/email', { body: { email, password } })
}

async function actionsOf(user: TestUser): Promise<string[]> {
  const entries = await db.selectFrom('audit_entries').select('action').where('user_id', '=', user.id).execute()
  return entries.map(({ action }) => action)
}

test('changing a password with the current one keeps every session', async () => {
  const user = await aUser(server)
  const other = await signIn(user.email, PASSWORD)
  const answer = await change(user, right)
  expect([answer.status, answer.json.token, answer.json.user.id, answer.cookies.size]).toEqual([200, null, user.id, 0])
  expect(Object.keys(answer.json)).toEqual(['token', 'user'])
  expect((await signIn(user.email, PASSWORD)).status).toBe(401)
  expect((await signIn(user.email, NEWER)).status).toBe(200)
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(other) } })
  expect(session.json.user.id).toBe(user.id)
  const today = new Intl.DateTimeFormat(tagOf('en'), { dateStyle: 'long', timeZone: 'UTC' }).format(server.clock.now())
  expect((await emailTo(server, user.email, 'password-changed')).text).toContain(`was changed on ${today}`)
  expect(await actionsOf(user)).toContain('user.password_changed')
})

test('with revokeOtherSessions every session is revoked and a new one is created', async () => {
  const user = await aUser(server)
  const other = await signIn(user.email, PASSWORD)
  const answer = await change(user, { ...right, revokeOtherSessions: true })
  expect(answer.json.token).toMatch(/^[A-Za-z0-9]{32}$/)
  for (const cookie of [user.cookie, cookieHeader(other)]) {
    expect((await server.request('GET', '/api/auth/get-session', { headers: { cookie } })).json).toBeNull()
  }
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect([session.json.user.id, session.json.session.token]).toEqual([user.id, answer.json.token])
})

test('a bearer request receives the new token and no cookie', async () => {
  const user = await aUser(server)
  const headers = { authorization: `Bearer ${user.token}` }
  const answer = await server.request('POST', '/api/auth/change-password', { headers, body: { ...right, revokeOtherSessions: true } })
  expect([answer.json.token === user.token, answer.cookies.size]).toEqual([false, 0])
})

test.each([
  ['a wrong current password', { ...right, currentPassword: 'something else' }, 400, 'Invalid password'],
  ['a new password that is too short', { ...right, newPassword: 'short' }, 400, 'Password too short'],
  ['a new password that is too long', { ...right, newPassword: 'x'.repeat(129) }, 400, 'Password too long'],
  ['no current password', { newPassword: NEWER }, 400, 'Invalid body parameters'],
  ['a text as revokeOtherSessions', { ...right, revokeOtherSessions: 'yes' }, 400, 'Invalid body parameters'],
])('changing a password with %s is refused', async (_, body, status, message) => {
  const user = await aUser(server)
  const answer = await change(user, body)
  expect([answer.status, answer.json.message]).toEqual([status, message])
  expect((await signIn(user.email, PASSWORD)).status).toBe(200)
})

test('changing a password without a session is an empty 401, and without a password account is refused', async () => {
  const anonymous = await server.request('POST', '/api/auth/change-password', { body: right })
  expect([anonymous.status, anonymous.text]).toEqual([401, ''])
  const user = await aUser(server)
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', user.id).execute()
  const answer = await change(user, right)
  expect([answer.status, answer.json.message]).toEqual([400, 'Credential account not found'])
})

test('an impersonating administrator cannot change the password', async () => {
  const [user, administrator] = [await aUser(server), await aUser(server)]
  await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', user.id).execute()
  const answer = await server.request('POST', '/api/auth/change-password', {
    headers: { authorization: `Bearer ${user.token}` },
    body: right,
  })
  expect([answer.status, answer.json.code]).toEqual([403, 'YOU_ARE_ACTING_FOR_SOMEBODY_ELSE'])
})

test('guesses of the current password share the limit of signing in', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const user = await aUser(limited)
  const answers: number[] = []
  for (let turn = 0; turn < 11; turn += 1) {
    limited.clock.advance(11)
    answers.push((await change(user, { ...right, currentPassword: `guess ${turn}` })).status)
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  limited.clock.advance(11)
  const fromTheSameBrowser = await user.request('POST', '/api/auth/sign-in/email', { body: { email: user.email, password: PASSWORD } })
  expect(fromTheSameBrowser.status).toBe(429)
  expect(await actionsOf(user)).toContain('user.password_change_failed')
})

test('of two concurrent changes with the same current password one is refused', async () => {
  const user = await aUser(server)
  const answers = await Promise.all(
    ['first of two phrases', 'second of two phrases'].map((newPassword) => change(user, { ...right, newPassword })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('changing a password invalidates the links that were emailed before', async () => {
  const user = await aUser(server)
  await server.request('POST', '/api/auth/forget-password', { body: { email: user.email } })
  const link = await linkTo(server, user.email)
  await change(user, right)
  expect(redirectParameter(await server.request('GET', link), 'error')).toBe('INVALID_TOKEN')
})

test('a server call sets the first password of a user', async () => {
  const called = await serverWith({ SERVICE_TOKEN })
  const user = await aUser(called)
  await db.deleteFrom('accounts').where('user_id', '=', user.id).execute()
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const set = (body: unknown) => called.request('POST', '/api/auth/set-password', { headers, body })
  expect((await set({ newPassword: NEWER })).json.message).toBe('Either userId or session is required')
  expect((await set({ newPassword: 'short', userId: user.id })).json.message).toBe('Password too short')
  expect((await set({ newPassword: NEWER, userId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22' })).json.message).toBe('User not found')
  expect((await set({ newPassword: NEWER, userId: user.id })).json).toEqual({ status: true })
  const again = await set({ newPassword: 'another phrase', userId: user.id })
  expect([again.status, again.json]).toEqual([400, { code: 'USER_ALREADY_HAS_A_PASSWORD', message: 'user already has a password' }])
  expect((await signIn(user.email, NEWER, called)).status).toBe(200)
  const entries = await db.selectFrom('audit_entries').select(['action', 'actor']).where('user_id', '=', user.id).execute()
  expect(entries).toContainEqual({ action: 'user.password_set', actor: { type: 'service' } })
})

test('of fifty concurrent server calls one sets the password', async () => {
  const called = await serverWith({ SERVICE_TOKEN })
  const user = await aUser(called)
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', user.id).execute()
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      called.request('POST', '/api/auth/set-password', { headers, body: { newPassword: `phrase number ${at}`, userId: user.id } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each([
  ['no token', SERVICE_TOKEN, {}],
  ['a wrong token', SERVICE_TOKEN, { authorization: 'Bearer something else' }],
  ['the token beside a cookie', SERVICE_TOKEN, { authorization: `Bearer ${SERVICE_TOKEN}`, cookie: 'a=b' }],
  ['an empty token when none is configured', '', { authorization: 'Bearer ' }],
])('set-password with %s is not found', async (_, token, headers) => {
  const called = await serverWith(token ? { SERVICE_TOKEN: token } : {})
  for (const body of [{ newPassword: NEWER, userId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22' }, {}]) {
    const answer = await called.request('POST', '/api/auth/set-password', { headers: headers as Record<string, string>, body })
    expect([answer.status, answer.text]).toEqual([404, ''])
  }
})

test('set-password is not found for a signed-in user, and the service token authenticates no other endpoint', async () => {
  const called = await serverWith({ SERVICE_TOKEN })
  const user = await aUser(called)
  const own = await user.request('POST', '/api/auth/set-password', { body: { newPassword: NEWER } })
  expect([own.status, own.text]).toEqual([404, ''])
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const elsewhere = await called.request('POST', '/api/auth/change-password', { headers, body: right })
  expect([elsewhere.status, elsewhere.text]).toEqual([401, ''])
})

test('a session that is revoked while the password is verified changes nothing and is not replaced', async () => {
  const user = await aUser(server)
  const { passwords } = server.platform
  const revoking = {
    hash: passwords.hash,
    verify: async (...args: Parameters<typeof passwords.verify>) => {
      await user.request('POST', '/api/auth/revoke-sessions', { body: {} })
      return passwords.verify(...args)
    },
  }
  const revokingServer = await testServer({ passwords: revoking })
  opened.push(revokingServer)
  const headers = { cookie: user.cookie, origin: revokingServer.settings.BASE_URL }
  const late = await revokingServer.request('POST', '/api/auth/change-password', { body: { ...right, revokeOtherSessions: true }, headers })
  expect([late.status, late.cookies.size]).toEqual([401, 0])
  expect((await signIn(user.email, PASSWORD)).status).toBe(200)
})
