import { scryptSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import { aUser, cookieHeader, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { findUserWithPassword, stillIs } from './reads.ts'

const server = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const made = await testServer({ settings })
  opened.push(made)
  return made
}

function signIn(body: unknown, at = server, from = '127.0.0.1') {
  return at.request('POST', '/api/auth/sign-in/email', { body, from })
}

const { db } = server.platform.database

async function storedPassword(person: TestUser): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('password').where('user_id', '=', person.id).executeTakeFirstOrThrow()
  return row.password
}

async function ban(person: TestUser, expires: Date | null): Promise<void> {
  await db.updateTable('users').set({ is_banned: true, ban_reason: 'spam', ban_expires_at: expires }).where('id', '=', person.id).execute()
}

test('signing in answers redirect, token and person, and sets the cookie', async () => {
  const { email } = await aUser(server)
  const answer = await signIn({ email: email.toUpperCase(), password: PASSWORD })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.json)).toEqual(['redirect', 'token', 'user'])
  expect(answer.json).toMatchObject({ redirect: false, token: expect.stringMatching(/^[A-Za-z0-9]{32}$/), user: { email } })
  expect(answer.cookies.get('better-auth.session_token')).toContain('; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax')
})

test('a callbackURL is handed back with the wish to go there', async () => {
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

test('rememberMe false gives a session of the browser alone, for a day', async () => {
  const { email } = await aUser(server)
  const answer = await signIn({ email, password: PASSWORD, rememberMe: false })
  const line = (name: string) => answer.cookies.get(`better-auth.${name}`)
  expect(line('session_token')).toMatch(/^better-auth\.session_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(line('dont_remember')).toMatch(/^better-auth\.dont_remember=true\.[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  const life = Date.parse(session.json.session.expiresAt) - server.clock.now().getTime()
  expect(life).toBe(86_400_000)
})

test('an unknown address, a wrong password and an account without one get the same answer', async () => {
  const { email } = await aUser(server)
  const bare = await aUser(server)
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', bare.id).execute()
  const answers = [
    await signIn({ email: newAddress(), password: PASSWORD }),
    await signIn({ email, password: 'something else' }),
    await signIn({ email, password: '' }),
    await signIn({ email: bare.email, password: PASSWORD }),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.text]).toEqual([401, '{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid email or password"}'])
    expect(answer.cookies.size).toBe(0)
    expect(answer.messages).toBe(answers[0]?.messages)
  }
})

test('failures and successes are on record, without the password', async () => {
  const { email, id } = await aUser(server)
  await signIn({ email, password: 'a very wrong guess' })
  await signIn({ email, password: PASSWORD })
  const entries = await db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', id).orderBy('id').execute()
  expect(entries.map((entry) => entry.action).sort()).toEqual(['user.sign_in_failed', 'user.signed_in', 'user.signed_in', 'user.signed_up'])
  expect(JSON.stringify(entries)).not.toContain('wrong guess')
})

test.each([
  ['an address that is none', { email: 'ann', password: 'x' }, 400, 'INVALID_EMAIL'],
  ['no password', { email: 'a@b.test' }, 400, 'VALIDATION_ERROR'],
  ['nothing', {}, 400, 'VALIDATION_ERROR'],
  ['a list for a password', { email: 'a@b.test', password: ['x'] }, 400, 'VALIDATION_ERROR'],
  ['a text for rememberMe', { email: 'a@b.test', password: 'x', rememberMe: 'no' }, 400, 'VALIDATION_ERROR'],
])('signing in with %s is refused', async (_, body, status, code) => {
  const answer = await signIn(body)
  expect([answer.status, answer.json.code]).toEqual([status, code])
})

test('a form is read as well', async () => {
  const { email } = await aUser(server)
  const body = new URLSearchParams({ email, password: PASSWORD }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.request('POST', '/api/auth/sign-in/email', { body, headers })).json.user.email).toBe(email)
})

test('with EMAIL_AND_PASSWORD_DISABLED nobody signs in', async () => {
  const closed = await serverWith({ EMAIL_AND_PASSWORD_DISABLED: 'true' })
  const answer = await signIn({ email: 'a@b.test', password: PASSWORD }, closed)
  expect([answer.status, answer.json.message]).toEqual([400, 'Email and password is not enabled'])
})

test('an unproven address is told only to who knows the password', async () => {
  const strict = await serverWith({ REQUIRE_EMAIL_VERIFICATION: 'true' })
  const { email, id } = await aUser(server)
  const wrong = await signIn({ email, password: 'something else' }, strict)
  expect(wrong.json.message).toBe('Invalid email or password')
  const right = await signIn({ email, password: PASSWORD }, strict)
  expect([right.status, right.json]).toEqual([403, { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' }])
  await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', id).execute()
  expect((await signIn({ email, password: PASSWORD }, strict)).status).toBe(200)
})

test('a ban that holds lets nobody in; one that is over is lifted', async () => {
  const person = await aUser(server)
  await ban(person, null)
  const refused = await signIn({ email: person.email, password: PASSWORD })
  expect([refused.status, refused.json.code]).toEqual([403, 'BANNED_USER'])
  expect(refused.json.message).toMatch(/^You have been banned from this application\./)
  await ban(person, server.clock.now())
  const answer = await signIn({ email: person.email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(answer) } })
  expect(session.json.user).toMatchObject({ banned: false, banReason: null, banExpires: null })
})

test('an imported password signs in once and is then kept in the present form', async () => {
  const person = await aUser(server)
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync(PASSWORD.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }).toString('hex')
  await db
    .updateTable('accounts')
    .set({ password: `${salt}:${key}` })
    .where('user_id', '=', person.id)
    .execute()
  expect((await signIn({ email: person.email, password: 'wrong one' })).status).toBe(401)
  expect((await signIn({ email: person.email, password: PASSWORD })).status).toBe(200)
  expect(await storedPassword(person)).toMatch(/^\$argon2id\$/)
  expect((await signIn({ email: person.email, password: PASSWORD })).status).toBe(200)
})

test('an imported password that is given several times at once signs in each time', async () => {
  const person = await aUser(server)
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync(PASSWORD.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }).toString('hex')
  await db
    .updateTable('accounts')
    .set({ password: `${salt}:${key}` })
    .where('user_id', '=', person.id)
    .execute()
  const answers = await Promise.all(Array.from({ length: 3 }, () => signIn({ email: person.email, password: PASSWORD })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await storedPassword(person)).toMatch(/^\$argon2id\$/)
})

test('a password that was changed for another while it was checked is wrong', async () => {
  const person = await aUser(server)
  const { passwords } = server.platform
  const other = await passwords.hash('quite another one')
  const changing = {
    ...passwords,
    verify: async (...given: Parameters<typeof passwords.verify>) => {
      await db.updateTable('accounts').set({ password: other }).where('user_id', '=', person.id).execute()
      return passwords.verify(...given)
    },
  }
  const house = await testServer({ passwords: changing })
  opened.push(house)
  const answer = await signIn({ email: person.email, password: PASSWORD }, house)
  expect([answer.status, answer.json.message, answer.cookies.size]).toEqual([401, 'Invalid email or password', 0])
})

test('signing in is two messages, a wrong password too, and nothing is hashed inside a transaction', async () => {
  const { email } = await aUser(server)
  for (const password of [PASSWORD, 'something else']) {
    const answer = await signIn({ email, password })
    expect([answer.messages, answer.texts.filter((text) => /^\s*begin/.test(text))]).toEqual([2, []])
  }
})

test('with limits on it is two messages as well', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  expect((await signIn({ email, password: PASSWORD }, limited, '203.0.113.80')).messages).toBe(2)
})

test('guesses from one network are stopped after ten; the owner elsewhere still gets in', async () => {
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

test('a right password makes its network’s count begin anew', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  for (let round = 0; round < 15; round += 1) {
    limited.clock.advance(11)
    expect((await signIn({ email, password: PASSWORD }, limited, '192.0.2.8')).status).toBe(200)
  }
})

test('a password changed while the old one was checked lets nobody in', async () => {
  const person = await aUser(server)
  const known = await findUserWithPassword(db, person.id)
  if (!known) throw new Error('The person is gone.')
  const enter = () => batchStatements(db, async () => 'in', stillIs(known))
  expect(await enter()).toBe('in')
  await db.updateTable('accounts').set({ password: 'another hash' }).where('user_id', '=', person.id).execute()
  await expect(enter()).rejects.toBeInstanceOf(GuardFailed)
})

test('a person who changes while their password is checked is let in as they are now', async () => {
  const person = await aUser(server)
  const known = await findUserWithPassword(db, person.id)
  if (!known) throw new Error('The person is gone.')
  const rename = db
    .updateTable('users')
    .set({ name: 'Changed', updated_at: new Date(0) })
    .where('id', '=', person.id)
  // Between the two messages of a sign-in lies the check of the password.
  const { passwords } = server.platform
  const changing = {
    ...passwords,
    verify: async (...given: Parameters<typeof passwords.verify>) => {
      await rename.execute()
      return passwords.verify(...given)
    },
  }
  const house = await testServer({ passwords: changing })
  opened.push(house)
  const answer = await signIn({ email: person.email, password: PASSWORD }, house)
  expect([answer.status, answer.json.user.name]).toEqual([200, 'Changed'])
})

test('a browser in which the person has signed in before is let in while others guess', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const attempt = (password: string, from: string, cookie = '') => {
    limited.clock.advance(11)
    return limited.request('POST', '/api/auth/sign-in/email', {
      body: { email, password },
      from,
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
  // It may guess no more than ten times itself.
  for (let guess = 0; guess < 10; guess += 1) expect((await attempt(`guess ${guess}`, '203.0.113.5', device)).status).toBe(401)
  expect((await attempt(PASSWORD, '203.0.113.5', device)).status).toBe(429)
})

test('a made-up device is nobody’s', async () => {
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
        from: '203.0.113.6',
        headers: { cookie, origin: limited.settings.BASE_URL },
      })
    }
    limited.clock.advance(11)
    const answer = await limited.request('POST', '/api/auth/sign-in/email', {
      body: { email, password: PASSWORD },
      from: '203.0.113.6',
      headers: { cookie, origin: limited.settings.BASE_URL },
    })
    expect(answer.status).toBe(429)
  }
})

test('an account’s own count is not spent by a network that is refused', async () => {
  const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true' })
  const { email } = await aUser(server)
  const attempt = (password: string, from: string) => {
    limited.clock.advance(4)
    return signIn({ email, password }, limited, from)
  }
  for (let guess = 0; guess < 120; guess += 1) await attempt(`guess ${guess}`, '203.0.113.7')
  expect((await attempt(PASSWORD, '198.51.100.4')).status).toBe(200)
})

test('signing in by a user name answers its person with it', async () => {
  const username = `Ann.${newAddress().slice(0, 8)}`
  const email = newAddress()
  await server.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ann', email, password: PASSWORD, username } })
  const by = (body: unknown) => server.request('POST', '/api/auth/sign-in/username', { body })
  const answer = await by({ username: username.toUpperCase(), password: PASSWORD })
  expect(answer.json).toMatchObject({
    token: expect.any(String),
    user: { email, username: username.toLowerCase(), displayUsername: username },
  })
  expect(answer.messages).toBe(2)
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
  const unproven = await strict.request('POST', '/api/auth/sign-in/username', { body: { username, password: PASSWORD } })
  expect([unproven.status, unproven.json.message]).toEqual([403, 'email not verified'])
  const closed = await serverWith({ EMAIL_AND_PASSWORD_DISABLED: 'true' })
  expect((await closed.request('POST', '/api/auth/sign-in/username', { body: { username, password: PASSWORD } })).status).toBe(400)
})
