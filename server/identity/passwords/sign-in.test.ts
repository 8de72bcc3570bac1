import { scryptSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { findUserWithPassword, unchangedGuard } from './reads.ts'

const server = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

function signIn(body: unknown, at = server, ipAddress = '127.0.0.1') {
  return at.request('POST', '/api/auth/sign-in/email', { body, ipAddress })
}

const { db } = server.platform.database

async function storedPassword(user: TestUser): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('password').where('user_id', '=', user.id).executeTakeFirstOrThrow()
  return row.password
}

async function ban(user: TestUser, expires: Date | null): Promise<void> {
  await db.updateTable('users').set({ is_banned: true, ban_reason: 'spam', ban_expires_at: expires }).where('id', '=', user.id).execute()
}

test('signing in answers redirect, token and user, and sets the cookie', async () => {
  const { email } = await aUser(server)
  const answer = await signIn({ email: email.toUpperCase(), password: PASSWORD })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.json)).toEqual(['redirect', 'token', 'user'])
  expect(answer.json).toMatchObject({ redirect: false, token: expect.stringMatching(/^[A-Za-z0-9]{32}$/), user: { email } })
  expect(answer.cookies.get('better-auth.session_token')).toContain('; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax')
})

test('a callbackURL is returned with redirect true', async () => {
  const { email } = await aUser(server)
  const answer = await signIn({ email, password: PASSWORD, callbackURL: '/dashboard' })
  expect(answer.json).toMatchObject({ redirect: true, url: '/dashboard' })
  const away = await signIn({ email, password: PASSWORD, callbackURL: 'https://evil.test' })
  expect([away.status, away.json.message]).toEqual([403, 'Invalid callbackURL'])
})

test('every sign-in has a token of its own', async () => {
  const { email, token } = await aUser(server)
  const first = await signIn({ email, password: PASSWORD })
  const second = await signIn({ email, password: PASSWORD })
  expect(new Set([token, first.json.token, second.json.token]).size).toBe(3)
})

test('rememberMe false creates a session that ends with the browser and lasts at most a day', async () => {
  const { email } = await aUser(server)
  const answer = await signIn({ email, password: PASSWORD, rememberMe: false })
  const line = (name: string) => answer.cookies.get(`better-auth.${name}`)
  expect(line('session_token')).toMatch(/^better-auth\.session_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(line('dont_remember')).toMatch(/^better-auth\.dont_remember=true\.[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  const life = Date.parse(session.json.session.expiresAt) - server.clock.now().getTime()
  expect(life).toBe(86_400_000)
})

test('an unknown email, a wrong password and an account without a password get the same response', async () => {
  const { email } = await aUser(server)
  const bare = await aUser(server)
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', bare.id).execute()
  const answers = [
    await signIn({ email: uniqueEmail(), password: PASSWORD }),
    await signIn({ email, password: 'something else' }),
    await signIn({ email, password: '' }),
    await signIn({ email: bare.email, password: PASSWORD }),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.text]).toEqual([401, '{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid email or password"}'])
    expect(answer.cookies.size).toBe(0)
    expect(answer.roundTrips).toBe(answers[0]?.roundTrips)
  }
})

test('failed and successful sign-ins are in the audit log without the password', async () => {
  const { email, id } = await aUser(server)
  await signIn({ email, password: 'a very wrong guess' })
  await signIn({ email, password: PASSWORD })
  const entries = await db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', id).orderBy('id').execute()
  expect(entries.map((entry) => entry.action).sort()).toEqual(['user.sign_in_failed', 'user.signed_in', 'user.signed_in', 'user.signed_up'])
  expect(JSON.stringify(entries)).not.toContain('wrong guess')
})

test.each([
  ['an invalid email', { email: 'ann', password: 'x' }, 400, 'INVALID_EMAIL'],
  ['no password', { email: 'a@b.test' }, 400, 'VALIDATION_ERROR'],
  ['an empty body', {}, 400, 'VALIDATION_ERROR'],
  ['a list as password', { email: 'a@b.test', password: ['x'] }, 400, 'VALIDATION_ERROR'],
  ['a text as rememberMe', { email: 'a@b.test', password: 'x', rememberMe: 'no' }, 400, 'VALIDATION_ERROR'],
])('signing in with %s is refused', async (_, body, status, code) => {
  const answer = await signIn(body)
  expect([answer.status, answer.json.code]).toEqual([status, code])
})

test('signing in accepts a form', async () => {
  const { email } = await aUser(server)
  const body = new URLSearchParams({ email, password: PASSWORD }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.request('POST', '/api/auth/sign-in/email', { body, headers })).json.user.email).toBe(email)
})

test('with EMAIL_AND_PASSWORD_DISABLED signing in is refused', async () => {
  const closed = await serverWith({ EMAIL_AND_PASSWORD_DISABLED: 'true' })
  const answer = await signIn({ email: 'a@b.test', password: PASSWORD }, closed)
  expect([answer.status, answer.json.message]).toEqual([400, 'Email and password is not enabled'])
})

test('only a client with the correct password learns that the email is unverified', async () => {
  const strict = await serverWith({ REQUIRE_EMAIL_VERIFICATION: 'true' })
  const { email, id } = await aUser(server)
  const wrong = await signIn({ email, password: 'something else' }, strict)
  expect(wrong.json.message).toBe('Invalid email or password')
  const right = await signIn({ email, password: PASSWORD }, strict)
  expect([right.status, right.json]).toEqual([403, { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' }])
  await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', id).execute()
  expect((await signIn({ email, password: PASSWORD }, strict)).status).toBe(200)
})

test('an active ban refuses a sign-in, and an expired ban is lifted', async () => {
  const user = await aUser(server)
  await ban(user, null)
  const refused = await signIn({ email: user.email, password: PASSWORD })
  expect([refused.status, refused.json.code]).toEqual([403, 'BANNED_USER'])
  expect(refused.json.message).toMatch(/^You have been banned from this application\./)
  await ban(user, server.clock.now())
  const answer = await signIn({ email: user.email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user).toMatchObject({ banned: false, banReason: null, banExpires: null })
})

test('an imported password is rehashed in the current form at the first sign-in', async () => {
  const user = await aUser(server)
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync(PASSWORD.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }).toString('hex')
  await db
    .updateTable('accounts')
    .set({ password: `${salt}:${key}` })
    .where('user_id', '=', user.id)
    .execute()
  expect((await signIn({ email: user.email, password: 'wrong one' })).status).toBe(401)
  expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(200)
  expect(await storedPassword(user)).toMatch(/^\$argon2id\$/)
  expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(200)
})

test('concurrent sign-ins with an imported password all succeed', async () => {
  const user = await aUser(server)
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync(PASSWORD.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }).toString('hex')
  await db
    .updateTable('accounts')
    .set({ password: `${salt}:${key}` })
    .where('user_id', '=', user.id)
    .execute()
  const answers = await Promise.all(Array.from({ length: 3 }, () => signIn({ email: user.email, password: PASSWORD })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await storedPassword(user)).toMatch(/^\$argon2id\$/)
})

test('a password that is changed while it is verified is refused', async () => {
  const user = await aUser(server)
  const { passwords } = server.platform
  const other = await passwords.hash('quite another one')
  const changing = {
    hash: passwords.hash,
    verify: async (...args: Parameters<typeof passwords.verify>) => {
      await db.updateTable('accounts').set({ password: other }).where('user_id', '=', user.id).execute()
      return passwords.verify(...args)
    },
  }
  const changingServer = await testServer({ passwords: changing })
  opened.push(changingServer)
  const answer = await signIn({ email: user.email, password: PASSWORD }, changingServer)
  expect([answer.status, answer.json.message, answer.cookies.size]).toEqual([401, 'Invalid email or password', 0])
})

test('signing in takes two round trips, with a wrong password too, and hashes nothing inside a transaction', async () => {
  const { email } = await aUser(server)
  for (const password of [PASSWORD, 'something else']) {
    const answer = await signIn({ email, password })
    expect([answer.roundTrips, answer.statements.filter((text) => /^\s*begin/.test(text))]).toEqual([2, []])
  }
})

test('signing in with rate limits takes two round trips', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  expect((await signIn({ email, password: PASSWORD }, limited, '203.0.113.80')).roundTrips).toBe(2)
})

test('guesses from one network are refused after ten, and the owner can sign in from another network', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const attempt = (password: string, from: string) => {
    limited.clock.advance(11)
    return signIn({ email, password }, limited, from)
  }
  for (let guess = 0; guess < 10; guess += 1) expect((await attempt(`guess ${guess}`, '203.0.113.5')).status).toBe(401)
  const stopped = await attempt(PASSWORD, '203.0.113.77')
  expect([stopped.status, stopped.json]).toEqual([429, { message: 'Too many requests. Please try again later.' }])
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(500)
  expect((await attempt(PASSWORD, '198.51.100.1')).status).toBe(200)
  limited.clock.advance(601)
  expect((await attempt(PASSWORD, '203.0.113.5')).status).toBe(200)
})

test('a correct password resets the guess count of its network', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  for (let round = 0; round < 15; round += 1) {
    limited.clock.advance(11)
    expect((await signIn({ email, password: PASSWORD }, limited, '192.0.2.8')).status).toBe(200)
  }
})

test('the guard of a sign-in fails after the password was changed', async () => {
  const user = await aUser(server)
  const found = await findUserWithPassword(db, user.id)
  if (!found) throw new Error('The user does not exist.')
  const write = () => batchStatements(db, async () => 'written', unchangedGuard(found))
  expect(await write()).toBe('written')
  await db.updateTable('accounts').set({ password: 'another hash' }).where('user_id', '=', user.id).execute()
  await expect(write()).rejects.toBeInstanceOf(GuardFailed)
})

test('a user who changes while the password is verified signs in with the current fields', async () => {
  const user = await aUser(server)
  const found = await findUserWithPassword(db, user.id)
  if (!found) throw new Error('The user does not exist.')
  const rename = db
    .updateTable('users')
    .set({ name: 'Changed', updated_at: new Date(0) })
    .where('id', '=', user.id)
  // The password is verified between the two round trips of a sign-in.
  const { passwords } = server.platform
  const changing = {
    hash: passwords.hash,
    verify: async (...args: Parameters<typeof passwords.verify>) => {
      await rename.execute()
      return passwords.verify(...args)
    },
  }
  const changingServer = await testServer({ passwords: changing })
  opened.push(changingServer)
  const answer = await signIn({ email: user.email, password: PASSWORD }, changingServer)
  expect([answer.status, answer.json.user.name]).toEqual([200, 'Changed'])
})

test('a known browser can sign in while another browser guesses', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const attempt = (password: string, ipAddress: string, cookie = '') => {
    limited.clock.advance(11)
    return limited.request('POST', '/api/auth/sign-in/email', {
      body: { email, password },
      ipAddress,
      headers: { cookie, origin: limited.settings.BASE_URL },
    })
  }
  const device =
    cookieHeader(await attempt(PASSWORD, '192.0.2.1'))
      .split('; ')
      .find((pair) => pair.includes('.device=')) ?? ''
  expect(device).not.toBe('')
  for (let guess = 0; guess < 11; guess += 1) await attempt(`guess ${guess}`, '203.0.113.5')
  expect((await attempt(PASSWORD, '203.0.113.5')).status).toBe(429)
  expect((await attempt(PASSWORD, '203.0.113.5', device)).status).toBe(200)
  // Its own guesses are limited to ten.
  for (let guess = 0; guess < 10; guess += 1) expect((await attempt(`guess ${guess}`, '203.0.113.5', device)).status).toBe(401)
  expect((await attempt(PASSWORD, '203.0.113.5', device)).status).toBe(429)
})

test('a forged device cookie and the device cookie of another user do not count as known', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const forged = `better-auth.device=${'a'.repeat(32)}.${'b'.repeat(44)}`
  const other = await aUser(server)
  const others = other.cookie.split('; ').find((pair) => pair.includes('.device=')) ?? ''
  for (const cookie of [forged, others]) {
    for (let guess = 0; guess < 10; guess += 1) {
      limited.clock.advance(11)
      await limited.request('POST', '/api/auth/sign-in/email', {
        body: { email, password: 'x' },
        ipAddress: '203.0.113.6',
        headers: { cookie, origin: limited.settings.BASE_URL },
      })
    }
    limited.clock.advance(11)
    const answer = await limited.request('POST', '/api/auth/sign-in/email', {
      body: { email, password: PASSWORD },
      ipAddress: '203.0.113.6',
      headers: { cookie, origin: limited.settings.BASE_URL },
    })
    expect(answer.status).toBe(429)
  }
})

test('a refused network does not use up the guess limit of the account', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const attempt = (password: string, from: string) => {
    limited.clock.advance(4)
    return signIn({ email, password }, limited, from)
  }
  for (let guess = 0; guess < 120; guess += 1) await attempt(`guess ${guess}`, '203.0.113.7')
  expect((await attempt(PASSWORD, '198.51.100.4')).status).toBe(200)
})

test('signing in by user name answers the user with the user name', async () => {
  const username = `Ann.${uniqueEmail().slice(0, 8)}`
  const email = uniqueEmail()
  await server.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ann', email, password: PASSWORD, username } })
  const by = (body: unknown) => server.request('POST', '/api/auth/sign-in/username', { body })
  const answer = await by({ username: username.toUpperCase(), password: PASSWORD })
  expect(answer.json).toMatchObject({
    token: expect.any(String),
    user: { email, username: username.toLowerCase(), displayUsername: username },
  })
  expect(answer.roundTrips).toBe(2)
  expect(answer.cookies.has('better-auth.session_token')).toBe(true)
  const wrong = [
    { username, password: 'wrong one' },
    { username: 'nobody.here', password: PASSWORD },
    { username: '', password: PASSWORD },
    { username, password: '' },
  ]
  for (const body of wrong) {
    const refused = await by(body)
    expect([refused.status, refused.json.message]).toEqual([401, 'invalid username or password'])
  }
  expect((await by({ username: 'ab', password: PASSWORD })).json.message).toBe('username is too short')
  expect((await by({ username: 'a'.repeat(31), password: PASSWORD })).json.message).toBe('username is too long')
  expect((await by({ username: 'a b c', password: PASSWORD })).json.message).toBe('username is invalid')
  const strict = await serverWith({ REQUIRE_EMAIL_VERIFICATION: 'true' })
  const unverified = await strict.request('POST', '/api/auth/sign-in/username', { body: { username, password: PASSWORD } })
  expect([unverified.status, unverified.json.message]).toEqual([403, 'email not verified'])
  const closed = await serverWith({ EMAIL_AND_PASSWORD_DISABLED: 'true' })
  expect((await closed.request('POST', '/api/auth/sign-in/username', { body: { username, password: PASSWORD } })).status).toBe(400)
})
