import { afterAll, expect, test } from 'vitest'
import { tagOf } from '#locales/tag.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { emailTo, ledOnWith, linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const SERVICE_TOKEN = 'a-token-of-the-service-that-nobody-else-knows'
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const made = await testServer({ settings })
  opened.push(made)
  return made
}

const NEWER = 'a quite different phrase'
const right = { currentPassword: PASSWORD, newPassword: NEWER }

function change(person: Pick<TestUser, 'request'>, body: unknown) {
  return person.request('POST', '/api/auth/change-password', { body })
}

function signIn(email: string, password: string, at = server) {
  return at.request('POST', '/api/auth/sign-in/email', { body: { email, password } })
}

async function actionsOf(person: TestUser): Promise<string[]> {
  const entries = await db.selectFrom('audit_entries').select('action').where('user_id', '=', person.id).execute()
  return entries.map(({ action }) => action)
}

test('a password is changed by who knows the present one; every session stays', async () => {
  const person = await aUser(server)
  const other = await signIn(person.email, PASSWORD)
  const answer = await change(person, right)
  expect([answer.status, answer.json.token, answer.json.user.id, answer.cookies.size]).toEqual([200, null, person.id, 0])
  expect(Object.keys(answer.json)).toEqual(['token', 'user'])
  expect((await signIn(person.email, PASSWORD)).status).toBe(401)
  expect((await signIn(person.email, NEWER)).status).toBe(200)
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(other) } })
  expect(session.json.user.id).toBe(person.id)
  const today = new Intl.DateTimeFormat(tagOf('en'), { dateStyle: 'long', timeZone: 'UTC' }).format(server.clock.now())
  expect((await emailTo(server, person.email, 'password-changed')).text).toContain(`was changed on ${today}`)
  expect(await actionsOf(person)).toContain('user.password_changed')
})

test('with revokeOtherSessions every session ends and a new one begins', async () => {
  const person = await aUser(server)
  const other = await signIn(person.email, PASSWORD)
  const answer = await change(person, { ...right, revokeOtherSessions: true })
  expect(answer.json.token).toMatch(/^[A-Za-z0-9]{32}$/)
  for (const cookie of [person.cookie, cookieHeader(other)]) {
    expect((await server.request('GET', '/api/auth/get-session', { headers: { cookie } })).json).toBeNull()
  }
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect([session.json.user.id, session.json.session.token]).toEqual([person.id, answer.json.token])
})

test('a bearer is given its new token and no cookie', async () => {
  const person = await aUser(server)
  const headers = { authorization: `Bearer ${person.token}` }
  const answer = await server.request('POST', '/api/auth/change-password', { headers, body: { ...right, revokeOtherSessions: true } })
  expect([answer.json.token === person.token, answer.cookies.size]).toEqual([false, 0])
})

test.each([
  ['a wrong present password', { ...right, currentPassword: 'something else' }, 400, 'Invalid password'],
  ['one that is too short', { ...right, newPassword: 'short' }, 400, 'Password too short'],
  ['one that is too long', { ...right, newPassword: 'x'.repeat(129) }, 400, 'Password too long'],
  ['no present password', { newPassword: NEWER }, 400, 'Invalid body parameters'],
  ['a text for revokeOtherSessions', { ...right, revokeOtherSessions: 'yes' }, 400, 'Invalid body parameters'],
])('%s is refused', async (_, body, status, message) => {
  const person = await aUser(server)
  const answer = await change(person, body)
  expect([answer.status, answer.json.message]).toEqual([status, message])
  expect((await signIn(person.email, PASSWORD)).status).toBe(200)
})

test('without a session the answer is an empty 401; an account without a password is told so', async () => {
  const nobody = await server.request('POST', '/api/auth/change-password', { body: right })
  expect([nobody.status, nobody.text]).toEqual([401, ''])
  const person = await aUser(server)
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', person.id).execute()
  const answer = await change(person, right)
  expect([answer.status, answer.json.message]).toEqual([400, 'Credential account not found'])
})

test('somebody who acts for another may not change their password', async () => {
  const [person, administrator] = [await aUser(server), await aUser(server)]
  await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', person.id).execute()
  const answer = await server.request('POST', '/api/auth/change-password', {
    headers: { authorization: `Bearer ${person.token}` },
    body: right,
  })
  expect([answer.status, answer.json.code]).toEqual([403, 'YOU_ARE_ACTING_FOR_SOMEBODY_ELSE'])
})

test('guesses of the present password are counted with those of signing in', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const person = await aUser(limited)
  const answers: number[] = []
  for (let turn = 0; turn < 11; turn += 1) {
    limited.clock.advance(11)
    answers.push((await change(person, { ...right, currentPassword: `guess ${turn}` })).status)
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  limited.clock.advance(11)
  const fromTheSameBrowser = await person.request('POST', '/api/auth/sign-in/email', { body: { email: person.email, password: PASSWORD } })
  expect(fromTheSameBrowser.status).toBe(429)
  expect(await actionsOf(person)).toContain('user.password_change_failed')
})

test('of two changes at once that prove the same password one is refused', async () => {
  const person = await aUser(server)
  const answers = await Promise.all(
    ['first of two phrases', 'second of two phrases'].map((newPassword) => change(person, { ...right, newPassword })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a change ends the links that were mailed before', async () => {
  const person = await aUser(server)
  await server.request('POST', '/api/auth/forget-password', { body: { email: person.email } })
  const link = await linkTo(server, person.email)
  await change(person, right)
  expect(ledOnWith(await server.request('GET', link), 'error')).toBe('INVALID_TOKEN')
})

test('a server call gives a person without a password their first one', async () => {
  const called = await serverWith({ SERVICE_TOKEN })
  const person = await aUser(called)
  await db.deleteFrom('accounts').where('user_id', '=', person.id).execute()
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const set = (body: unknown) => called.request('POST', '/api/auth/set-password', { headers, body })
  expect((await set({ newPassword: NEWER })).json.message).toBe('Either userId or session is required')
  expect((await set({ newPassword: 'short', userId: person.id })).json.message).toBe('Password too short')
  expect((await set({ newPassword: NEWER, userId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22' })).json.message).toBe('User not found')
  expect((await set({ newPassword: NEWER, userId: person.id })).json).toEqual({ status: true })
  const again = await set({ newPassword: 'another phrase', userId: person.id })
  expect([again.status, again.json]).toEqual([400, { code: 'USER_ALREADY_HAS_A_PASSWORD', message: 'user already has a password' }])
  expect((await signIn(person.email, NEWER, called)).status).toBe(200)
  const entries = await db.selectFrom('audit_entries').select(['action', 'actor']).where('user_id', '=', person.id).execute()
  expect(entries).toContainEqual({ action: 'user.password_set', actor: { type: 'service' } })
})

test('of fifty server calls at once one sets the password', async () => {
  const called = await serverWith({ SERVICE_TOKEN })
  const person = await aUser(called)
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', person.id).execute()
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      called.request('POST', '/api/auth/set-password', { headers, body: { newPassword: `phrase number ${at}`, userId: person.id } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each([
  ['nobody', SERVICE_TOKEN, {}],
  ['a wrong token', SERVICE_TOKEN, { authorization: 'Bearer something else' }],
  ['the token beside a cookie', SERVICE_TOKEN, { authorization: `Bearer ${SERVICE_TOKEN}`, cookie: 'a=b' }],
  ['an empty token where none is set', '', { authorization: 'Bearer ' }],
])('for %s there is no set-password', async (_, token, headers) => {
  const called = await serverWith(token ? { SERVICE_TOKEN: token } : {})
  for (const body of [{ newPassword: NEWER, userId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22' }, {}]) {
    const answer = await called.request('POST', '/api/auth/set-password', { headers: headers as Record<string, string>, body })
    expect([answer.status, answer.text]).toEqual([404, ''])
  }
})

test('for a signed-in person there is no set-password, and a server call is nobody elsewhere', async () => {
  const called = await serverWith({ SERVICE_TOKEN })
  const person = await aUser(called)
  const own = await person.request('POST', '/api/auth/set-password', { body: { newPassword: NEWER } })
  expect([own.status, own.text]).toEqual([404, ''])
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const elsewhere = await called.request('POST', '/api/auth/change-password', { headers, body: right })
  expect([elsewhere.status, elsewhere.text]).toEqual([401, ''])
})

test('a session that ends while its password is checked changes nothing, and none takes its place', async () => {
  const person = await aUser(server)
  const { passwords } = server.platform
  const ending = {
    ...passwords,
    verify: async (...given: Parameters<typeof passwords.verify>) => {
      await person.request('POST', '/api/auth/revoke-sessions', { body: {} })
      return passwords.verify(...given)
    },
  }
  const house = await testServer({ passwords: ending })
  opened.push(house)
  const headers = { cookie: person.cookie, origin: house.settings.BASE_URL }
  const late = await house.request('POST', '/api/auth/change-password', { body: { ...right, revokeOtherSessions: true }, headers })
  expect([late.status, late.cookies.size]).toEqual([401, 0])
  expect((await signIn(person.email, PASSWORD)).status).toBe(200)
})
