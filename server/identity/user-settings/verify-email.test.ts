import { afterAll, describe, expect, test } from 'vitest'
import { aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo, emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { sharedServer, type TestAnswer, type TestRequest, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

function send(email: string, at = server, callbackURL?: string): Promise<TestAnswer> {
  const body = { email, ...(callbackURL !== undefined && { callbackURL }) }
  return at.request('POST', '/api/auth/send-verification-email', { body })
}

/** Requests a link to the user's email and returns it without its callbackURL. */
async function linkOf({ email }: Pick<TestUser, 'email'>, at = server): Promise<string> {
  expect((await send(email, at)).json).toEqual({ status: true })
  return (await linkTo(at, email, 'verification')).replace(/&callbackURL=.*$/, '')
}

async function isVerified({ id }: TestUser): Promise<boolean> {
  const row = await db.selectFrom('users').select('is_email_verified').where('id', '=', id).executeTakeFirstOrThrow()
  return row.is_email_verified
}

const outcomeOf = (answer: TestAnswer) => [answer.status, answer.json.message]

describe('a request for a verification link', () => {
  test('mails the link, also if the email is verified', async () => {
    const user = await aUser(server)
    await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', user.id).execute()
    expect((await send(user.email.toUpperCase())).json).toEqual({ status: true })
    const email = await emailTo(server, user.email)
    expect([email.subject, email.headers['X-Guildhall-Template']]).toEqual(['Confirm your e-mail address', 'verification'])
    expect(email.text).toContain('http://localhost:3000/api/auth/verify-email?token=')
  })

  test.each([
    [undefined, '/'],
    ['', '/'],
    ['/welcome?from=mail&x=1', '/welcome?from=mail&x=1'],
  ])('with callbackURL %j mails a link that redirects to %s', async (callbackURL, target) => {
    const { email } = await aUser(server)
    await send(email, server, callbackURL)
    expect((await linkTo(server, email)).endsWith(`&callbackURL=${encodeURIComponent(target)}`)).toBe(true)
  })

  test('for an email that no user has is answered with an error and mails nothing', async () => {
    const email = uniqueEmail()
    const answer = await send(email)
    expect([answer.status, answer.json]).toEqual([400, { code: 'USER_NOT_FOUND', message: 'User not found' }])
    expect(await emailsTo(server, email)).toEqual([])
  })

  test.each([[{}], [{ email: 'ann' }], [{ email: null }]])('with body %j is refused', async (body) => {
    const answer = await server.request('POST', '/api/auth/send-verification-email', { body })
    expect([answer.status, answer.json.code, answer.json.errors[0].path]).toEqual([400, 'VALIDATION_ERROR', 'email'])
  })

  test('with a callbackURL of another site, or if verification emails are disabled, is refused', async () => {
    expect(outcomeOf(await send(uniqueEmail(), server, '//evil.test'))).toEqual([403, 'Invalid callbackURL'])
    const closed = await serverWith({ VERIFICATION_EMAIL_DISABLED: 'true' })
    expect(outcomeOf(await send(uniqueEmail(), closed))).toEqual([400, "Verification email isn't enabled"])
  })

  test('is rate-limited per network and per email, whether a user has it or not', async () => {
    const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const sendFrom = (email: string, network: string) =>
      limited.request('POST', '/api/auth/send-verification-email', { body: { email }, headers: { 'x-forwarded-for': network } })
    for (const email of [(await aUser(server)).email, uniqueEmail()]) {
      const statuses = []
      for (let turn = 0; turn < 11; turn += 1) statuses.push((await sendFrom(email, `198.51.${turn}.${email.length}`)).status)
      expect([new Set(statuses.slice(0, 10)).size, statuses[10]]).toEqual([1, 429])
      limited.clock.advance(3601)
    }
    const statuses = []
    for (let turn = 0; turn < 11; turn += 1) statuses.push((await sendFrom(uniqueEmail(), '198.18.5.5')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})

describe('a verification link', () => {
  test('verifies the email; opened again it answers the same and changes nothing', async () => {
    const user = await aUser(server)
    const link = await linkOf(user)
    expect(await isVerified(user)).toBe(false)
    const first = await server.request('GET', link)
    expect([first.status, first.text, first.cookies.size]).toEqual([200, '{"status":true,"user":null}', 0])
    expect(await isVerified(user)).toBe(true)
    await db.updateTable('users').set({ is_email_verified: false }).where('id', '=', user.id).execute()
    const again = await server.request('GET', link)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await isVerified(user)).toBe(false)
  })

  test('redirects to its callbackURL', async () => {
    const user = await aUser(server)
    const answer = await server.request('GET', `${await linkOf(user)}&callbackURL=%2Fwelcome%3Fa%3D1`)
    expect([answer.status, answer.headers['location']]).toEqual([302, '/welcome?a=1'])
    expect(await isVerified(user)).toBe(true)
  })

  test('answers HEAD with 404 and verifies nothing', async () => {
    const user = await aUser(server)
    expect((await server.request('HEAD', await linkOf(user))).status).toBe(404)
    expect(await isVerified(user)).toBe(false)
  })

  test('opened fifty times concurrently verifies the email once, and all get the same answer', async () => {
    const user = await aUser(server)
    const link = await linkOf(user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.request('GET', link)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"status":true,"user":null}']))
    const entries = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('user_id', '=', user.id)
      .where('action', '=', 'user.email_verified')
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('updates the cached session at once', async () => {
    const user = await aUser(server)
    const link = await linkOf(user)
    expect((await user.request('GET', '/api/auth/get-session')).json.user.emailVerified).toBe(false)
    await server.request('GET', link)
    expect((await user.request('GET', '/api/auth/get-session')).json.user.emailVerified).toBe(true)
  })
})

describe('a verification link does nothing', () => {
  const faults = async (link: string, at = server) => {
    const plain = await at.request('GET', link)
    const redirected = await at.request('GET', `${link}&callbackURL=/verify-email`)
    const further = await at.request('GET', `${link}&callbackURL=%2Fverify-email%3Fa%3D1`)
    expect([redirected.status, further.status]).toEqual([302, 302])
    const error = redirectParameter(redirected, 'error')
    expect(further.headers['location']).toBe(`/verify-email?a=1&error=${error}`)
    expect([plain.status, plain.json]).toEqual([401, { code: String(error).toUpperCase(), message: error }])
    return error
  }

  test('after it expired', async () => {
    const brief = await serverWith({ VERIFICATION_TOKEN_EXPIRES_IN: '60' })
    const user = await aUser(brief)
    const link = await linkOf(user, brief)
    brief.clock.advance(59)
    expect((await brief.request('GET', link)).status).toBe(200)
    brief.clock.advance(1)
    expect(await faults(link, brief)).toBe('token_expired')
  })

  test.each([
    ['with a malformed token', 'x'],
    ['with a forged token', 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFAYi50ZXN0In0.'],
  ])('%s', async (_, token) => {
    expect(await faults(`/api/auth/verify-email?token=${token}`)).toBe('invalid_token')
  })

  test('after a newer one was mailed', async () => {
    const user = await aUser(server)
    const older = await linkOf(user)
    await send(user.email)
    expect(await faults(older)).toBe('invalid_token')
  })

  test('after the password was changed', async () => {
    const user = await aUser(server)
    const link = await linkOf(user)
    const body = { currentPassword: PASSWORD, newPassword: 'a quite different phrase' }
    expect((await user.request('POST', '/api/auth/change-password', { body })).status).toBe(200)
    expect(await faults(link)).toBe('invalid_token')
  })

  test('after the email was changed, neither for its user nor for the next user of the email', async () => {
    const user = await aUser(server)
    const link = await linkOf(user)
    expect((await user.request('POST', '/api/auth/change-email', { body: { newEmail: uniqueEmail() } })).status).toBe(200)
    expect(await faults(link)).toBe('user_not_found')
    await aUser(server, { email: user.email })
    expect(await faults(link)).toBe('invalid_token')
  })

  test('with a callbackURL of another site, or without a token', async () => {
    const away = await server.request('GET', '/api/auth/verify-email?token=x&callbackURL=https://localhost:3000@evil.test')
    expect(outcomeOf(away)).toEqual([403, 'Invalid callbackURL'])
    expect(outcomeOf(await server.request('GET', '/api/auth/verify-email'))).toEqual([400, 'Invalid query parameters'])
  })
})

describe('with AUTO_SIGN_IN_AFTER_VERIFICATION', () => {
  test('only the first opening of a link signs in', async () => {
    const at = await serverWith({ AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' })
    const user = await aUser(at)
    const link = await linkOf(user, at)
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.request('GET', link)))
    const begun = answers.filter(({ cookies }) => cookies.size > 0)
    expect([answers.every(({ status }) => status === 200), begun.length]).toEqual([true, 1])
    const [first] = begun
    const session = first && (await at.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(first) } }))
    expect(session?.json.user).toMatchObject({ id: user.id, emailVerified: true })
  })

  test('a user who is signed in keeps their session and gets its cookie again', async () => {
    const at = await serverWith({ AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' })
    const user = await aUser(at)
    const answer = await user.request('GET', `${await linkOf(user, at)}&callbackURL=/welcome`)
    expect([answer.status, answer.cookies.has('better-auth.session_token')]).toEqual([302, true])
    const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
    expect(sessions).toHaveLength(1)
  })

  test('a banned user verifies the email and is not signed in', async () => {
    const at = await serverWith({ AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' })
    const user = await aUser(at)
    await db.updateTable('users').set({ is_banned: true }).where('id', '=', user.id).execute()
    const answer = await at.request('GET', await linkOf(user, at))
    expect([answer.status, answer.cookies.size, await isVerified(user)]).toEqual([200, 0, true])
  })
})

test('in production the bootstrap email makes an administrator when it is verified, and not before', async () => {
  const boss = uniqueEmail()
  const at = await testServer({
    database: await ownDatabase(),
    settings: {
      NODE_ENV: 'production',
      BASE_URL: 'https://guildhall.test',
      AUTH_SECRET: 'qJ7vLw2nXc9RtZ4mBk8sHf3dPy6gTa5u',
      SMTP_URL: 'smtp://127.0.0.1:9',
      BOOTSTRAP_ADMIN_EMAIL: boss,
    },
  })
  opened.push(at)
  const user = await aUser(at, { email: boss })
  const roleOf = async () => {
    const users = at.platform.database.db.selectFrom('users').select('role').where('id', '=', user.id)
    return (await users.executeTakeFirstOrThrow()).role
  }
  expect(await roleOf()).toBe('user')
  let newCookie = ''
  // The email is not sent: its link is read from the waiting job.
  const open = async (sent: TestRequest) => {
    await at.platform.database.db.deleteFrom('jobs').execute()
    await send(boss, at)
    const job = await at.platform.database.db.selectFrom('jobs').select('payload').executeTakeFirstOrThrow()
    const { values } = JSON.parse(at.platform.secrets.open('letter', (job.payload as { sealed: string }).sealed))
    const { pathname, search } = new URL(values.url)
    const answer = await at.request('GET', pathname + search, sent)
    expect(answer.headers['location']).toBe('/')
    newCookie = cookieHeader(answer)
    return roleOf()
  }
  const { cookie } = user
  expect(await open({ ipAddress: '192.0.2.7' })).toBe('user')
  expect(await open({ ipAddress: '192.0.2.7', headers: { cookie } })).toBe('admin')
  // Earlier sessions do not become sessions of an administrator; this browser got a new one.
  const sessions = at.platform.database.db.selectFrom('sessions').select('user_agent').where('user_id', '=', user.id)
  expect(await sessions.execute()).toHaveLength(1)
  expect((await at.request('GET', '/api/auth/get-session', { headers: { cookie } })).text).toBe('null')
  expect((await at.request('GET', '/api/auth/get-session', { headers: { cookie: newCookie } })).json.user.role).toBe('admin')
  await at.platform.database.db.updateTable('users').set({ role: 'user' }).where('id', '=', user.id).execute()
  expect(await open({ ipAddress: '127.0.0.1' })).toBe('admin')
})
