// Attacks on identities: privileges, duplicate accounts, account enumeration, unusual values, passwords, the hashing queue, the audit log.
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/argon2.ts'
import { aUser, cookieHeader, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

const post = (call: string, body: unknown, at = server) => at.request('POST', `/api/auth/${call}`, { body })
const newUser = (fields: object = {}) => ({ name: 'Ada Byron', email: uniqueEmail(), password: PASSWORD, ...fields })

test('fields that give privileges are ignored at sign-up and in the profile', async () => {
  const own = { role: 'admin', isAdmin: true, banned: false, banReason: 'none', banExpires: 0, emailVerified: true, email_verified: true }
  const greedy = { ...own, is_email_verified: true, id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', userId: 'x', createdAt: 0, credits: 9 }
  const created = await post('sign-up/email', newUser(greedy))
  const headers = { cookie: cookieHeader(created) }
  for (const body of [
    greedy,
    { ...greedy, role: ['admin'] },
    { ...greedy, user: { role: 'admin' } },
    `{"__proto__":${JSON.stringify(greedy)}}`,
  ]) {
    const sent = { headers: { ...headers, 'content-type': 'application/json' }, body }
    expect([200, 400]).toContain((await server.request('POST', '/api/auth/update-user', sent)).status)
    const { user } = (await server.request('GET', '/api/auth/get-session', { headers })).json
    expect(user).toMatchObject({
      id: created.json.user.id,
      role: 'user',
      banned: null,
      banReason: null,
      banExpires: null,
      emailVerified: false,
    })
  }
})

describe('an email or username belongs to one account', () => {
  test.each([
    ['capitals', (email: string) => email.toUpperCase(), 422],
    ['a space before it', (email: string) => ` ${email}`, 400],
    ['a line break after it', (email: string) => `${email}\n`, 400],
    ['a NUL', (email: string) => email.replace('@', '\u0000@'), 400],
    ['a soft hyphen', (email: string) => email.replace('@', '\u00ad@'), 400],
    ['a character of no width', (email: string) => email.replace('@', '\u200b@'), 400],
    ['full-width letters', (email: string) => email.replace(/^./, (first) => String.fromCharCode(first.charCodeAt(0) + 0xfee0)), 400],
    ['a full-width at sign', (email: string) => email.replace('@', '\uff20'), 400],
    ['an ideographic stop', (email: string) => email.replace('.test', '\u3002test'), 400],
  ])('also when the email is written with %s', async (_, spell, status) => {
    const { email } = await aUser(server, { email: `a${uniqueEmail()}` })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from users`.execute(db)
    expect((await post('sign-up/email', newUser({ email: spell(email) }))).status).toBe(status)
    expect((await sql`select count(*)::int as count from users`.execute(db)).rows).toEqual(rows)
  })

  test('also when the username is written in capitals, and look-alike usernames are invalid', async () => {
    const username = `a${uniqueEmail().slice(0, 9)}`
    expect((await post('sign-up/email', newUser({ username }))).status).toBe(200)
    expect((await post('sign-up/email', newUser({ username: username.toUpperCase() }))).status).toBe(422)
    for (const lookAlike of [
      username.replace('a', '\u0430'),
      `${username}\u200b`,
      `${username} `,
      `${username}\u0000`,
      username.replace('a', '\uff41'),
    ])
      expect([400, 422]).toContain((await post('sign-up/email', newUser({ username: lookAlike }))).status)
  })

  test('of twenty concurrent sign-ups with one username one succeeds', async () => {
    const username = `a${uniqueEmail().slice(0, 9)}`
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('sign-up/email', newUser({ username }))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(Array(19).fill(422))
  })
})

describe('the existence of an account is not revealed', () => {
  const calls: readonly (readonly [string, (email: string) => object])[] = [
    ['sign-in/email', (email) => ({ email, password: 'not the password' })],
    ['forget-password', (email) => ({ email, redirectTo: '/new' })],
    ['request-password-reset', (email) => ({ email })],
  ]

  test.each(calls)('by %s: text, status, headers and round trips are the same', async (call, bodyOf) => {
    const { email } = await aUser(server)
    const unused = uniqueEmail()
    const answers = [await post(call, bodyOf(email)), await post(call, bodyOf(unused)), await post(call, bodyOf(email.toUpperCase()))]
    const comparable = answers.map(({ status, text, headers, roundTrips, statements, cookies }) => {
      const { date: _, 'x-request-id': __, ...rest } = headers
      return { status, text, rest, roundTrips, statements, cookies: cookies.size }
    })
    expect(comparable[1]).toEqual(comparable[0])
    expect(comparable[2]).toEqual(comparable[0])
  })

  test('by sign-in/username: text, status and round trips are the same', async () => {
    const username = `a${uniqueEmail().slice(0, 9)}`
    await post('sign-up/email', newUser({ username }))
    const [known, unknown] = [username, `b${username.slice(1)}`].map((each) => ({ username: each, password: 'not the password' }))
    const answers = [await post('sign-in/username', known), await post('sign-in/username', unknown)]
    const comparable = answers.map(({ status, text, roundTrips, statements }) => ({ status, text, roundTrips, statements }))
    expect(comparable[1]).toEqual(comparable[0])
  })

  test('by a required email verification, unless the password is correct', async () => {
    const strict = await serverWith({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    const body = newUser()
    await post('sign-up/email', body, strict)
    const wrong = await post('sign-in/email', { ...body, password: 'not the password' }, strict)
    const unknown = await post('sign-in/email', { ...body, email: uniqueEmail() }, strict)
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
    expect(await emailsTo(strict, body.email)).toHaveLength(1)
  })

  test('by the hashing of a password, which is verified for an unknown email as well', async () => {
    const { passwords } = server.platform
    const checked: string[] = []
    const counting = await testServer({
      passwords: { hash: passwords.hash, verify: (...input) => passwords.verify(...input).finally(() => checked.push(input[0])) },
    })
    opened.push(counting)
    for (const email of [uniqueEmail(), (await aUser(counting)).email]) await post('sign-in/email', { email, password: 'x' }, counting)
    expect(checked).toHaveLength(2)
  })
})

test('values of other types are refused with 400', async () => {
  const { cookie } = await aUser(server)
  const odd: readonly unknown[] = [null, 7, true, [], ['x'], {}, { $ne: '' }, { toString: 'x' }, [PASSWORD]]
  const calls: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['sign-in/email', { email: uniqueEmail(), password: PASSWORD }, 'email'],
    ['sign-in/email', { email: uniqueEmail(), password: PASSWORD }, 'password'],
    ['sign-in/username', { username: 'ada', password: PASSWORD }, 'username'],
    ['sign-up/email', newUser(), 'email'],
    ['sign-up/email', newUser(), 'password'],
    ['forget-password', { email: uniqueEmail() }, 'email'],
    ['reset-password', { newPassword: PASSWORD, token: 'x' }, 'token'],
    ['change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }, 'newPassword'],
    ['change-email', { newEmail: uniqueEmail() }, 'newEmail'],
    ['revoke-session', { token: 'x' }, 'token'],
    ['delete-user', { token: 'x' }, 'token'],
  ]
  for (const [call, body, field] of calls) {
    for (const value of odd) {
      const answer = await server.request('POST', `/api/auth/${call}`, { body: { ...body, [field]: value }, headers: { cookie } })
      expect([call, field, value, answer.status]).toEqual([call, field, value, 400])
    }
  }
})

describe('a password', () => {
  const signIn = (email: string, password: string) => post('sign-in/email', { email, password }).then(({ status }) => status)

  test('is compared up to its last character', async () => {
    const longPasswordServer = await serverWith({ MAX_PASSWORD_LENGTH: '1024' })
    for (const [at, password] of [
      [server, 'p'.repeat(128)],
      [longPasswordServer, 'p'.repeat(1024)],
      [server, '\u{1f600}'.repeat(128)],
    ] as const) {
      const body = newUser({ password })
      expect((await post('sign-up/email', body, at)).status).toBe(200)
      expect((await post('sign-in/email', body, at)).status).toBe(200)
      const [cut, other] = [[...password].slice(0, -1).join(''), `${[...password].slice(0, -1).join('')}q`]
      for (const near of [cut, other]) expect((await post('sign-in/email', { ...body, password: near }, at)).status).toBe(401)
    }
    expect((await post('sign-up/email', newUser({ password: 'p'.repeat(129) }))).json.code).toBe('PASSWORD_TOO_LONG')
    expect((await post('sign-up/email', newUser({ password: '\u{1f600}'.repeat(7) }))).json.code).toBe('PASSWORD_TOO_SHORT')
  })

  test('is normalized to one Unicode form; case and spaces matter', async () => {
    const password = 'caf\u00e9 n\u00ba \ufb01ve \u212b'
    const { email } = (await post('sign-up/email', newUser({ password }))).json.user
    for (const same of [password, password.normalize('NFD'), password.normalize('NFKC'), password.normalize('NFKD')])
      expect(await signIn(email, same)).toBe(200)
    for (const other of [password.toUpperCase(), ` ${password}`, `${password} `, password.replace('\u00e9', 'e')])
      expect(await signIn(email, other)).toBe(401)
  })

  test('with a NUL or an unpaired surrogate is refused and not truncated', async () => {
    const { email } = await aUser(server)
    for (const bad of [`${PASSWORD}\u0000`, `${PASSWORD}\u0000more`, `\u0000${PASSWORD}`, `${PASSWORD}\ud800`]) {
      expect((await post('sign-up/email', newUser({ password: bad }))).status).toBe(400)
      expect(await signIn(email, bad)).toBe(400)
    }
  })

  test('of a megabyte is refused without hashing', async () => {
    const { email } = await aUser(server)
    const long = 'p'.repeat(900_000)
    expect((await post('sign-up/email', newUser({ password: long }))).status).toBe(413)
    expect(await signIn(email, long)).toBe(413)
    const shorter = long.slice(0, 60_000)
    expect((await post('sign-up/email', newUser({ password: shorter }))).status).toBe(400)
    expect([400, 401]).toContain(await signIn(email, shorter))
  })
})

test('during a hundred concurrent sign-ins get-session answers, and each sign-in gets 200, or 503 with the time to wait', async () => {
  const slowServer = await testServer({ passwords: createPasswords({ atOnce: 1, waiting: 20 }) })
  opened.push(slowServer)
  const { email, cookie } = await aUser(slowServer)
  const done: number[] = []
  const signIns = Array.from({ length: 100 }, () =>
    post('sign-in/email', { email, password: PASSWORD }, slowServer).finally(() => done.push(1)),
  )
  const session = await slowServer.request('GET', '/api/auth/get-session?disableCookieCache=true', { headers: { cookie } })
  expect([session.status, session.json.user.email, done.length < 100]).toEqual([200, email, true])
  const answers = await Promise.all(signIns)
  const busy = answers.filter(({ status }) => status === 503)
  for (const { headers, json } of busy) expect([Number(headers['retry-after']) > 0, json.code.length > 0]).toEqual([true, true])
  expect(answers.filter(({ status }) => status === 200).length + busy.length).toBe(100)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.length).toBeLessThan(100)
})

describe('the audit log and emails', () => {
  async function actionsOf(userId: string): Promise<string[]> {
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where user_id = ${userId}::uuid order by happened_at, id`.execute(db)
    return rows.map(({ action }) => action)
  }

  test('record every security event of an account', async () => {
    const app = await testServer()
    opened.push(app)
    const user = await aUser(app)
    const { email, id } = user
    const step = (call: string, body: object, method: 'GET' | 'POST' = 'POST') => {
      app.clock.advance(1)
      return user.request(method, method === 'GET' ? call : `/api/auth/${call}`, method === 'GET' ? {} : { body })
    }
    await step('sign-in/email', { email, password: 'not the password' })
    const { token } = (await step('sign-in/email', { email, password: PASSWORD })).json
    await step('revoke-session', { token })
    await step('revoke-other-sessions', {})
    await step('update-user', { name: 'Ada' })
    await step('change-password', { currentPassword: 'wrong one', newPassword: `${PASSWORD}!` })
    await step('change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` })
    await step('send-verification-email', { email })
    await step(await linkTo(app, email, 'verification'), {}, 'GET')
    const newEmail = uniqueEmail()
    await step('change-email', { newEmail })
    await step(await linkTo(app, email, 'change-email'), {}, 'GET')
    await step(await linkTo(app, newEmail, 'verification'), {}, 'GET')
    await step('forget-password', { email: newEmail, redirectTo: '/new' })
    const link = await step(await linkTo(app, newEmail, 'reset-password'), {}, 'GET')
    await step('reset-password', { token: redirectParameter(link, 'token'), newPassword: PASSWORD })
    await step('delete-user', { password: 'not the password' })
    await step('delete-user', { password: PASSWORD })
    expect((await actionsOf(id)).filter((action) => action !== 'user.signed_up')).toEqual([
      'user.signed_in',
      'user.sign_in_failed',
      'user.signed_in',
      'session.revoked',
      'user.other_sessions_revoked',
      'user.updated',
      'user.password_change_failed',
      'user.password_changed',
      'user.verification_asked',
      'user.email_verified',
      'user.email_change_asked',
      'user.email_changed',
      'user.email_verified',
      'user.password_reset_asked',
      'user.password_reset',
      'user.deletion_failed',
      'user.deleted',
    ])
  })

  test('cannot be forged with line breaks in input', async () => {
    const { email } = await aUser(server, { name: 'Ada\r\nBcc: all@evil.test' })
    await post('forget-password', { email, redirectTo: '/new' })
    const mail = await emailTo(server, email, 'reset-password')
    expect(Object.values(mail.headers).join('\n')).not.toMatch(/bcc:/i)
    expect(Object.values(mail.headers).some((value) => /[\r\n]/.test(value))).toBe(false)
  })
})
