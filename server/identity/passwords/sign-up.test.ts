import { afterAll, expect, test } from 'vitest'
import { aUser, cookieHeader, newAddress, PASSWORD } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const made = await testServer({ settings })
  opened.push(made)
  return made
}

function signUp(body: unknown, at = server) {
  return at.request('POST', '/api/auth/sign-up/email', { body })
}

const name = 'Ann Lee'

test('signing up answers the token and the person, and sets the session cookie for seven days', async () => {
  const email = newAddress()
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
  expect(answer.messages).toBe(2)
})

test('an https address gives the cookies the secure prefix and attribute, another prefix is obeyed', async () => {
  const secure = await serverWith({ BASE_URL: 'https://id.example.test', COOKIE_PREFIX: 'shop' })
  const answer = await signUp({ name, email: newAddress(), password: PASSWORD }, secure)
  expect([...answer.cookies.keys()].every((name) => name.startsWith('__Secure-shop.'))).toBe(true)
  expect([...answer.cookies.values()][0]).toContain('; HttpOnly; Secure; SameSite=Lax')
  const session = await secure.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user.name).toBe(name)
})

test('the address is kept in lower case, and one account has it whatever its case', async () => {
  const email = newAddress()
  const first = await signUp({ name, email: email.toUpperCase(), password: PASSWORD })
  expect(first.json.user.email).toBe(email)
  const second = await signUp({ name, email: email.replace('example', 'EXAMPLE'), password: PASSWORD })
  expect([second.status, second.json]).toEqual([422, { code: 'USER_ALREADY_EXISTS', message: 'User already exists' }])
})

test('roles, bans and verified addresses in the body are ignored', async () => {
  const smuggled = { role: 'admin', banned: true, emailVerified: true, id: crypto.randomUUID() }
  const answer = await signUp({ name, email: newAddress(), password: PASSWORD, ...smuggled })
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user).toMatchObject({ role: 'user', banned: null, emailVerified: false })
  expect(session.json.user.id).not.toBe(smuggled.id)
})

test('a user name is kept in lower case and shown as it was written', async () => {
  const username = `Ann.${newAddress().slice(0, 8)}`
  const answer = await signUp({ name, email: newAddress(), password: PASSWORD, username })
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username })
  const taken = await signUp({ name, email: newAddress(), password: PASSWORD, username: username.toUpperCase() })
  const message = 'username is already taken. please try another.'
  expect([taken.status, taken.json]).toEqual([422, { code: 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER', message }])
})

const good = { name, password: PASSWORD }
test.each([
  ['nothing', {}, 400, 'Invalid email'],
  ['no address', { ...good }, 400, 'Invalid email'],
  ['something that is no address', { ...good, email: 'ann' }, 400, 'Invalid email'],
  ['an address that looks like another', { ...good, email: 'аnn@example.test' }, 400, 'Invalid email'],
  ['a short password', { ...good, email: 'a@b.test', password: 'seven77' }, 400, 'Password too short'],
  ['a long password', { ...good, email: 'a@b.test', password: 'x'.repeat(129) }, 400, 'Password too long'],
  ['no name', { password: PASSWORD, email: 'nameless@b.test' }, 422, 'Failed to create user'],
  ['a short user name', { ...good, email: 'a@b.test', username: 'ab' }, 422, 'username is too short'],
  ['a long user name', { ...good, email: 'a@b.test', username: 'a'.repeat(31) }, 422, 'username is too long'],
  ['a user name with a space', { ...good, email: 'a@b.test', username: 'a b c' }, 422, 'username is invalid'],
  ['a bad user name and a bad address', { ...good, email: 'bad', username: 'ab' }, 422, 'username is too short'],
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
])('a wrong %s names the field', async (path, body, message) => {
  const answer = await signUp(body)
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({ code: 'VALIDATION_ERROR', message: 'Invalid body parameters', errors: [{ path, message }] })
})

test('of several sign-ups of one address at once one succeeds and the others are told', async () => {
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 4 }, () => signUp({ name, email, password: PASSWORD })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422])
  const refused = answers.filter((answer) => answer.status === 422)
  expect(new Set(refused.map((answer) => answer.json.message))).toEqual(new Set(['User already exists']))
})

test('of several sign-ups with one user name at once one succeeds', async () => {
  const username = newAddress().slice(0, 12)
  const answers = await Promise.all(Array.from({ length: 3 }, () => signUp({ name, email: newAddress(), password: PASSWORD, username })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
})

test.each([
  ['REQUIRE_EMAIL_VERIFICATION', 'addresses must be proven: the letter is counted too'],
  ['AUTO_SIGN_IN_DISABLED', 'signing up does not sign in'],
])('with %s (%s) the token is null, no cookie is set, and it is two messages', async (setting) => {
  const strict = await serverWith({ [setting]: 'true', RATE_LIMIT_ENABLED: 'true' })
  const answer = await signUp({ name, email: newAddress(), password: PASSWORD }, strict)
  expect([answer.status, answer.json.token, answer.cookies.size, answer.messages]).toEqual([200, null, 0, 2])
})

test('whoever leaves the shown user name empty is shown by their user name', async () => {
  const username = `Ada${newAddress().slice(0, 8)}`
  const answer = await signUp({ name, email: newAddress(), password: PASSWORD, username, displayUsername: '' })
  const { json } = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect([json.user.username, json.user.displayUsername]).toEqual([username.toLowerCase(), username])
})

test.each(['SIGN_UP_DISABLED', 'EMAIL_AND_PASSWORD_DISABLED'])('with %s nobody signs up', async (setting) => {
  const closed = await serverWith({ [setting]: 'true' })
  const answer = await signUp({ name, email: newAddress(), password: PASSWORD }, closed)
  expect([answer.status, answer.json.message]).toEqual([400, 'Email and password sign up is not enabled'])
})

test('a callbackURL that leads away is refused before anything is made', async () => {
  const email = newAddress()
  const answer = await signUp({ name, email, password: PASSWORD, callbackURL: 'https://evil.test/' })
  expect([answer.status, answer.json.message]).toEqual([403, 'Invalid callbackURL'])
  expect((await signUp({ name, email, password: PASSWORD })).status).toBe(200)
})

test('the bootstrap address becomes a verified administrator while there is none, and nobody after', async () => {
  const email = newAddress()
  const house = await serverWith({ BOOTSTRAP_ADMIN_EMAIL: email.toUpperCase() })
  const { db } = house.platform.database
  await db.updateTable('users').set({ role: 'user' }).where('role', 'like', '%admin%').execute()
  const person = await aUser(house, { email })
  const session = await person.request('GET', '/api/auth/get-session')
  expect(session.json.user).toMatchObject({ role: 'admin', emailVerified: true })
  const later = newAddress()
  const second = await serverWith({ BOOTSTRAP_ADMIN_EMAIL: later })
  const other = await (await aUser(second, { email: later })).request('GET', '/api/auth/get-session')
  expect(other.json.user).toMatchObject({ role: 'user', emailVerified: false })
})

test('whoever was told ten times that addresses exist is told nothing more for an hour', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const from = '203.0.113.9'
  const ask = (address: string) => {
    limited.clock.advance(11)
    return limited.request('POST', '/api/auth/sign-up/email', { body: { name, email: address, password: PASSWORD }, from })
  }
  for (let told = 0; told < 10; told += 1) expect((await ask(email)).status).toBe(422)
  const fresh = newAddress()
  const refused = await ask(fresh)
  expect([refused.status, refused.json]).toEqual([429, { message: 'Too many requests. Please try again later.' }])
  expect(Number(refused.headers['x-retry-after'])).toBeGreaterThan(3000)
  limited.clock.advance(3601)
  expect((await ask(fresh)).status).toBe(200)
})
