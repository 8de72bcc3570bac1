import { afterAll, expect, test } from 'vitest'
import { UNICODE_LOCAL_PART } from '#kernel/emails/email.ts'
import { aUser, cookieHeader, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

function signUp(body: unknown, at = server) {
  return at.request('POST', '/api/auth/sign-up/email', { body })
}

const name = 'Ann Lee'

test('signing up answers the token and the user, and sets the session cookie for seven days', async () => {
  const email = uniqueEmail()
  const answer = await signUp({ name, email, password: PASSWORD })
  const at = server.clock.now().toISOString()
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    user: { id: expect.any(String), email, name, image: null, emailVerified: false, createdAt: at, updatedAt: at },
  })
  const signature = server.platform.secrets.signCookie(answer.json.token)
  const value = encodeURIComponent(`${answer.json.token}.${signature}`)
  expect(answer.cookies.get('better-auth.session_token')).toBe(
    `better-auth.session_token=${value}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
  )
  expect(answer.cookies.get('better-auth.device')).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(answer.roundTrips).toBe(2)
})

test('an https base URL makes the cookies secure, and COOKIE_PREFIX changes their prefix', async () => {
  const secure = await serverWith({ BASE_URL: 'https://id.example.test', COOKIE_PREFIX: 'shop' })
  const answer = await signUp({ name, email: uniqueEmail(), password: PASSWORD }, secure)
  expect([...answer.cookies.keys()].every((name) => name.startsWith('__Secure-shop.'))).toBe(true)
  expect([...answer.cookies.values()][0]).toContain('; HttpOnly; Secure; SameSite=Lax')
  const session = await secure.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user.name).toBe(name)
})

test('an email is stored in lower case and is unique in any case', async () => {
  const email = uniqueEmail()
  const first = await signUp({ name, email: email.toUpperCase(), password: PASSWORD })
  expect(first.json.user.email).toBe(email)
  const second = await signUp({ name, email: email.replace('example', 'EXAMPLE'), password: PASSWORD })
  expect([second.status, second.json]).toEqual([422, { code: 'USER_ALREADY_EXISTS', message: 'User already exists' }])
})

test('role, ban, emailVerified and id in the body are ignored', async () => {
  const smuggled = { role: 'admin', banned: true, emailVerified: true, id: crypto.randomUUID() }
  const answer = await signUp({ name, email: uniqueEmail(), password: PASSWORD, ...smuggled })
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user).toMatchObject({ role: 'user', banned: null, emailVerified: false })
  expect(session.json.user.id).not.toBe(smuggled.id)
})

test('a user name is stored in lower case and displayed as written', async () => {
  const username = `Ann.${uniqueEmail().slice(0, 8)}`
  const answer = await signUp({ name, email: uniqueEmail(), password: PASSWORD, username })
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username })
  const taken = await signUp({ name, email: uniqueEmail(), password: PASSWORD, username: username.toUpperCase() })
  const message = 'username is already taken. please try another.'
  expect([taken.status, taken.json]).toEqual([422, { code: 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER', message }])
})

const good = { name, password: PASSWORD }
test.each([
  ['an empty body', {}, 400, 'Invalid email'],
  ['no email', { ...good }, 400, 'Invalid email'],
  ['an invalid email', { ...good, email: 'ann' }, 400, 'Invalid email'],
  ['a look-alike email', { ...good, email: 'аnn@example.test' }, 400, UNICODE_LOCAL_PART],
  ['a short password', { ...good, email: 'a@b.test', password: 'seven77' }, 400, 'Password too short'],
  ['a long password', { ...good, email: 'a@b.test', password: 'x'.repeat(129) }, 400, 'Password too long'],
  ['no name', { password: PASSWORD, email: 'nameless@b.test' }, 422, 'Failed to create user'],
  ['a short user name', { ...good, email: 'a@b.test', username: 'ab' }, 422, 'username is too short'],
  ['a long user name', { ...good, email: 'a@b.test', username: 'a'.repeat(31) }, 422, 'username is too long'],
  ['a user name with a space', { ...good, email: 'a@b.test', username: 'a b c' }, 422, 'username is invalid'],
  ['an invalid user name and an invalid email', { ...good, email: 'bad', username: 'ab' }, 422, 'username is too short'],
])('signing up with %s is refused', async (_, body, status, message) => {
  const answer = await signUp(body)
  expect([answer.status, answer.json.message]).toEqual([status, message])
  expect(answer.cookies.size).toBe(0)
})

test.each([
  ['email', { ...good, email: 5 }, 'Expected string, received number'],
  ['password', { ...good, email: 'a@b.test', password: undefined }, 'Required'],
  ['password', { ...good, email: 'a@b.test', password: {} }, 'Expected string, received object'],
  ['name', { ...good, email: 'a@b.test', name: ['x'] }, 'Expected string, received array'],
])('an invalid %s is refused with the name of the field', async (path, body, message) => {
  const answer = await signUp(body)
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({ code: 'VALIDATION_ERROR', message: 'Invalid body parameters', errors: [{ path, message }] })
})

test('of several concurrent sign-ups with one email one succeeds and the others are refused', async () => {
  const email = uniqueEmail()
  const answers = await Promise.all(Array.from({ length: 4 }, () => signUp({ name, email, password: PASSWORD })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422])
  const refused = answers.filter((answer) => answer.status === 422)
  expect(new Set(refused.map((answer) => answer.json.message))).toEqual(new Set(['User already exists']))
})

test('of several concurrent sign-ups with one user name one succeeds', async () => {
  const username = uniqueEmail().slice(0, 12)
  const answers = await Promise.all(Array.from({ length: 3 }, () => signUp({ name, email: uniqueEmail(), password: PASSWORD, username })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
})

test.each([
  ['REQUIRE_EMAIL_VERIFICATION', 'the verification email is counted too'],
  ['AUTO_SIGN_IN_DISABLED', 'signing up does not sign in'],
])('with %s (%s) signing up answers no token, sets no cookie and takes two round trips', async (setting) => {
  const strict = await serverWith({ [setting]: 'true', RATE_LIMIT_ENABLED: 'true' })
  const answer = await signUp({ name, email: uniqueEmail(), password: PASSWORD }, strict)
  expect([answer.status, answer.json.token, answer.cookies.size, answer.roundTrips]).toEqual([200, null, 0, 2])
})

test('an empty displayUsername defaults to the user name', async () => {
  const username = `Ada${uniqueEmail().slice(0, 8)}`
  const answer = await signUp({ name, email: uniqueEmail(), password: PASSWORD, username, displayUsername: '' })
  const { json } = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect([json.user.username, json.user.displayUsername]).toEqual([username.toLowerCase(), username])
})

test.each(['SIGN_UP_DISABLED', 'EMAIL_AND_PASSWORD_DISABLED'])('with %s signing up is refused', async (setting) => {
  const closed = await serverWith({ [setting]: 'true' })
  const answer = await signUp({ name, email: uniqueEmail(), password: PASSWORD }, closed)
  expect([answer.status, answer.json.message]).toEqual([400, 'Email and password sign up is not enabled'])
})

test('a callbackURL of an untrusted origin is refused before the user is created', async () => {
  const email = uniqueEmail()
  const answer = await signUp({ name, email, password: PASSWORD, callbackURL: 'https://evil.test/' })
  expect([answer.status, answer.json.message]).toEqual([403, 'Invalid callbackURL'])
  expect((await signUp({ name, email, password: PASSWORD })).status).toBe(200)
})

test('a sign-up with the bootstrap email creates a verified administrator only while none exists', async () => {
  const email = uniqueEmail()
  const bootstrapped = await serverWith({ BOOTSTRAP_ADMIN_EMAIL: email.toUpperCase() })
  const { db } = bootstrapped.platform.database
  await db.updateTable('users').set({ role: 'user' }).where('role', 'like', '%admin%').execute()
  const user = await aUser(bootstrapped, { email })
  const session = await user.request('GET', '/api/auth/get-session')
  expect(session.json.user).toMatchObject({ role: 'admin', emailVerified: true })
  const later = uniqueEmail()
  const second = await serverWith({ BOOTSTRAP_ADMIN_EMAIL: later })
  const other = await (await aUser(second, { email: later })).request('GET', '/api/auth/get-session')
  expect(other.json.user).toMatchObject({ role: 'user', emailVerified: false })
})

test('after ten disclosures that an email exists a network is refused for an hour', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const ipAddress = '203.0.113.9'
  const signUpAs = (email: string) => {
    limited.clock.advance(11)
    return limited.request('POST', '/api/auth/sign-up/email', { body: { name, email, password: PASSWORD }, ipAddress })
  }
  for (let turn = 0; turn < 10; turn += 1) expect((await signUpAs(email)).status).toBe(422)
  const fresh = uniqueEmail()
  const refused = await signUpAs(fresh)
  expect([refused.status, refused.json]).toEqual([429, { message: 'Too many requests. Please try again later.' }])
  expect(Number(refused.headers['x-retry-after'])).toBeGreaterThan(3000)
  limited.clock.advance(3601)
  expect((await signUpAs(fresh)).status).toBe(200)
})

test('a sign-up with rememberMe false begins a session that ends with the browser', async () => {
  const body = { name: 'Ann', email: uniqueEmail(), password: PASSWORD, rememberMe: false }
  const answer = await server.request('POST', '/api/auth/sign-up/email', { body })
  expect(answer.cookies.has('better-auth.dont_remember')).toBe(true)
  expect(answer.cookies.get('better-auth.session_token')).not.toMatch(/Max-Age/)
})
