import { afterAll, describe, expect, test } from 'vitest'
import { insertLink, listAccounts } from '#identity/accounts/index.ts'
import { createPasswords } from '#platform/crypto/argon2.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { RESET_SEAL, sendResetEmail } from './actions/send-reset-email.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

const NEWER = 'a quite different phrase'

function forget(email: string, at = server, redirectTo?: string) {
  return at.request('POST', '/api/auth/forget-password', { body: { email, ...(redirectTo !== undefined && { redirectTo }) } })
}

function reset(body: unknown, at = server, query = '') {
  return at.request('POST', query ? `/api/auth/reset-password?${query}` : '/api/auth/reset-password', { body })
}

function verify({ id }: Pick<TestUser, 'id'>) {
  return db.updateTable('users').set({ is_email_verified: true }).where('id', '=', id).execute()
}

function signIn(email: string, password: string, at = server) {
  return at.request('POST', '/api/auth/sign-in/email', { body: { email, password } })
}

/** Requests a reset link, opens it and returns the token of its redirect. */
async function tokenOf(user: Pick<TestUser, 'email'>, at = server): Promise<string> {
  await forget(user.email, at)
  const answer = await at.request('GET', await linkTo(at, user.email, 'reset-password'))
  return redirectParameter(answer, 'token') ?? ''
}

describe('requesting a reset link', () => {
  test.each(['/api/auth/forget-password', '/api/auth/request-password-reset'])(
    'by %s gets the same response and the same statements for every email',
    async (path) => {
      const { email } = await aUser(server)
      const requestLink = (to: string) => server.request('POST', path, { body: { email: to, redirectTo: '/reset-password' } })
      const answers = [await requestLink(email), await requestLink(uniqueEmail()), await requestLink(email.toUpperCase())]
      for (const answer of answers) {
        expect([answer.status, answer.text, answer.roundTrips, answer.statements]).toEqual([
          200,
          '{"status":true}',
          answers[0]?.roundTrips,
          answers[0]?.statements,
        ])
      }
    },
  )

  test('sends an email only if a user has the email', async () => {
    const { email } = await aUser(server)
    const unknown = uniqueEmail()
    await forget(email)
    await forget(unknown)
    const received = await emailTo(server, email)
    expect([received.subject, received.headers['X-Guildhall-Template']]).toEqual(['Reset your password', 'reset-password'])
    expect(received.html).toContain('/api/auth/reset-password/')
    expect(await emailsTo(server, unknown)).toEqual([])
  })

  test.each([
    [undefined, '/reset-password'],
    ['', '/reset-password'],
    ['/chosen?a=1&b=2', '/chosen?a=1&b=2'],
    ['http://localhost:3000/there', 'http://localhost:3000/there'],
  ])('with redirectTo %j sends a link with the callbackURL %s', async (redirectTo, target) => {
    const { email } = await aUser(server)
    await forget(email, server, redirectTo)
    const link = await linkTo(server, email)
    expect(link).toMatch(/^\/api\/auth\/reset-password\/[A-Za-z0-9]{24}\?callbackURL=/)
    expect(link.endsWith(`?callbackURL=${encodeURIComponent(target)}`)).toBe(true)
  })

  test('with a redirectTo of an untrusted origin is refused', async () => {
    const answer = await forget(uniqueEmail(), server, 'https://evil.test')
    expect([answer.status, answer.json.message]).toEqual([403, 'Invalid redirectURL'])
  })

  test.each([
    [{}, 'Required'],
    [{ email: 'ann' }, 'Invalid email'],
    [{ email: 7 }, 'Expected string, received number'],
  ])('with the body %j is refused', async (body, message) => {
    const answer = await server.request('POST', '/api/auth/forget-password', { body })
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: 'VALIDATION_ERROR', message: 'Invalid body parameters', errors: [{ path: 'email', message }] },
    ])
  })

  test('is refused when RESET_PASSWORD_DISABLED is set', async () => {
    const closed = await serverWith({ RESET_PASSWORD_DISABLED: 'true' })
    const answer = await forget(uniqueEmail(), closed)
    expect([answer.status, answer.json.message]).toEqual([400, "Reset password isn't enabled"])
  })

  test('sends no email above the recipient limit, and is refused above the network limit', async () => {
    const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const requestLink = (email: string, network: string) =>
      limited.request('POST', '/api/auth/forget-password', { body: { email }, headers: { 'x-forwarded-for': network } })
    const { email } = await aUser(limited)
    for (let turn = 0; turn < 13; turn += 1) {
      const answer = await requestLink(email, `198.51.${turn}.1`)
      expect([answer.status, answer.text]).toEqual([200, '{"status":true}'])
      limited.clock.advance(1)
    }
    expect(await emailsTo(limited, email)).toHaveLength(10)
    for (let turn = 0; turn < 100; turn += 1) {
      expect((await requestLink(uniqueEmail(), '198.18.7.7')).status).toBe(200)
      limited.clock.advance(11)
    }
    const last = await requestLink(uniqueEmail(), '198.18.7.8')
    expect([last.status, last.json.message]).toEqual([429, 'Too many requests. Please try again later.'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

describe('an emailed reset link', () => {
  test('redirects with its token whenever it is opened, and stays valid', async () => {
    const { email } = await aUser(server)
    await forget(email, server, '/chosen?a=1')
    const link = await linkTo(server, email)
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await server.request('GET', link)
      expect([answer.status, answer.headers['location']]).toEqual([
        302,
        expect.stringMatching(/^http:\/\/localhost:3000\/chosen\?a=1&token=[A-Za-z0-9]{24}$/),
      ])
    }
    expect((await server.request('HEAD', link)).status).toBe(404)
  })

  test('that is unknown, expired or replaced by a newer one redirects with an error', async () => {
    const limited = await serverWith({ RESET_TOKEN_EXPIRES_IN: '60' })
    const { email } = await aUser(limited)
    await forget(email, limited)
    const older = await linkTo(limited, email)
    limited.clock.advance(1)
    await forget(email, limited)
    const newer = await linkTo(limited, email)
    expect(newer).not.toBe(older)
    const wrong = '/api/auth/reset-password/aaaaaaaaaaaaaaaaaaaaaaaa?callbackURL=/reset-password'
    const errors = async (link: string) => redirectParameter(await limited.request('GET', link), 'error')
    expect([await errors(wrong), await errors(older), await errors(newer)]).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN', null])
    limited.clock.advance(60)
    expect(await errors(newer)).toBe('INVALID_TOKEN')
  })

  test.each(['x', '%F0%9F%92%A9', "'%20or%201=1--", '..%2f..%2fetc', 'x'.repeat(400)])(
    'with the token %s redirects with an error',
    async (token) => {
      const answer = await server.request('GET', `/api/auth/reset-password/${token}?callbackURL=/reset-password`)
      expect([answer.status, redirectParameter(answer, 'error')]).toEqual([302, 'INVALID_TOKEN'])
    },
  )

  test.each(['%00', '%', '%zz', '%ED%A0%80', 'x'.repeat(600)])('with the token %s is refused as malformed', async (token) => {
    const answer = await server.request('GET', `/api/auth/reset-password/${token}?callbackURL=/reset-password`)
    expect([400, 404, 414]).toContain(answer.status)
  })

  test('is refused with a callbackURL of an untrusted origin or without one', async () => {
    const link = '/api/auth/reset-password/aaaaaaaaaaaaaaaaaaaaaaaa'
    const away = await server.request('GET', `${link}?callbackURL=https://localhost:3000.evil.test`)
    expect([away.status, away.json.message]).toEqual([403, 'Invalid callbackURL'])
    expect((await server.request('GET', link)).json).toMatchObject({ code: 'VALIDATION_ERROR', message: 'Invalid query parameters' })
    const nowhere = await server.request('GET', `${link}?callbackURL=`)
    expect(nowhere.headers['location']).toBe('http://localhost:3000/api/auth/error?error=INVALID_TOKEN')
  })
})

describe('resetting a password', () => {
  test('replaces the password once and notifies the user', async () => {
    const user = await aUser(server)
    await verify(user)
    const token = await tokenOf(user)
    const answer = await reset({ newPassword: NEWER, token })
    expect([answer.status, answer.text, answer.cookies.size]).toEqual([200, '{"status":true}', 0])
    expect((await signIn(user.email, PASSWORD)).status).toBe(401)
    expect((await signIn(user.email, NEWER)).status).toBe(200)
    expect((await emailTo(server, user.email, 'password-changed')).text).toContain('with a link sent to this e-mail address')
    const again = await reset({ newPassword: 'yet another phrase', token })
    expect([again.status, again.json]).toEqual([400, { code: 'INVALID_TOKEN', message: 'invalid token' }])
  })

  test('accepts the token in the query', async () => {
    const user = await aUser(server)
    expect((await reset({ newPassword: NEWER }, server, `token=${await tokenOf(user)}`)).json).toEqual({ status: true })
  })

  test.each([
    ['no token', { newPassword: NEWER }, 'invalid token'],
    ['an empty token', { newPassword: NEWER, token: '' }, 'invalid token'],
    ['an unknown token', { newPassword: NEWER, token: 'x'.repeat(24) }, 'invalid token'],
    ['no password', { token: 'x' }, 'Invalid body parameters'],
  ])('with %s is refused', async (_, body, message) => {
    const answer = await reset(body)
    expect([answer.status, answer.json.message]).toEqual([400, message])
  })

  test('to one that is too short or too long does not redeem the token', async () => {
    const user = await aUser(server)
    const token = await tokenOf(user)
    expect((await reset({ newPassword: 'short', token })).json.message).toBe('Password too short')
    expect((await reset({ newPassword: 'x'.repeat(129), token })).json.message).toBe('Password too long')
    expect((await reset({ newPassword: NEWER, token })).status).toBe(200)
  })

  test('creates a password account for a user without a sign-in method', async () => {
    const user = await aUser(server)
    await db.deleteFrom('accounts').where('user_id', '=', user.id).execute()
    expect((await reset({ newPassword: NEWER, token: await tokenOf(user) })).status).toBe(200)
    expect((await signIn(user.email, NEWER)).status).toBe(200)
  })

  test('succeeds once of fifty concurrent requests with one token', async () => {
    // On a busy machine the usual queue of hashes would refuse some.
    const patient = await testServer({ passwords: createPasswords({ waitMs: 60_000 }) })
    opened.push(patient)
    const user = await aUser(server)
    const token = await tokenOf(user)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => reset({ newPassword: `phrase number ${at}`, token }, patient)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49)
    const at = answers.findIndex(({ status }) => status === 200)
    expect((await signIn(user.email, `phrase number ${at}`)).status).toBe(200)
  })

  test.each([
    ['false', 'keeps the sessions', true],
    ['true', 'revokes every session', false],
  ])('with REVOKE_SESSIONS_ON_PASSWORD_RESET %s %s', async (flag, _, stays) => {
    const at = await serverWith({ REVOKE_SESSIONS_ON_PASSWORD_RESET: flag })
    const user = await aUser(at)
    await verify(user)
    expect((await reset({ newPassword: NEWER, token: await tokenOf(user, at) }, at)).status).toBe(200)
    const session = await at.request('GET', '/api/auth/get-session', { headers: { cookie: user.cookie } })
    expect(session.json !== null).toBe(stays)
  })

  test('invalidates every link that was emailed before', async () => {
    const user = await aUser(server)
    await server.request('POST', '/api/auth/send-verification-email', { body: { email: user.email } })
    const link = await linkTo(server, user.email)
    await reset({ newPassword: NEWER, token: await tokenOf(user) })
    expect(redirectParameter(await server.request('GET', link), 'error')).toBe('invalid_token')
  })
})

describe('the stored data of a reset', () => {
  test('contains neither the token nor the password, but audit entries', async () => {
    const user = await aUser(server)
    await forget(user.email)
    const jobs = JSON.stringify(await db.selectFrom('jobs').select('payload').execute())
    const token = redirectParameter(await server.request('GET', await linkTo(server, user.email)), 'token') ?? ''
    const rows = await db.selectFrom('verifications').select(['value', 'details', 'identifier']).where('user_id', '=', user.id).execute()
    expect(rows).toEqual([{ value: expect.stringMatching(/^[0-9a-f]{64}$/), details: {}, identifier: `reset-password:${user.id}` }])
    expect([token.length, (jobs + JSON.stringify(rows)).includes(token)]).toEqual([24, false])
    await reset({ newPassword: NEWER, token })
    const entries = await db.selectFrom('audit_entries').select('action').where('user_id', '=', user.id).orderBy('id').execute()
    const actions = entries.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['user.password_reset_asked', 'user.password_reset']))
  })
})

test('an existing session stays valid after a reset that revokes no sessions', async () => {
  const user = await aUser(server)
  await verify(user)
  const second = await signIn(user.email, PASSWORD)
  await reset({ newPassword: NEWER, token: await tokenOf(user) })
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(second) } })
  expect(session.json.user.email).toBe(user.email)
})

test('a retried reset job does not make a used link valid again', async () => {
  const { email } = await aUser(server)
  const { platform, clock } = server
  const token = `${uniqueEmail()}aaaaaaaaaaaaaaaaaaaaaaaa`.replace(/[^a-z0-9]/g, '').slice(0, 24)
  const request = { id: 'retried', address: '192.0.2.1', userAgent: null }
  const resetRequest = { email, token, target: '/reset-password', requestedAt: clock.now().toISOString(), request }
  const sealed = platform.secrets.seal(RESET_SEAL, JSON.stringify(resetRequest))
  await sendResetEmail(platform, sealed, token)
  await sendResetEmail(platform, sealed, token)
  clock.advance(1)
  expect((await reset({ newPassword: NEWER, token })).status).toBe(200)
  await sendResetEmail(platform, sealed, token)
  expect((await reset({ newPassword: 'a stranger’s phrase', token })).json.message).toBe('invalid token')
  expect((await signIn(email, NEWER)).status).toBe(200)
})

test.each([
  ['a verified', true, ['credential', 'github']],
  ['an unverified', false, ['credential']],
])('a reset of a user with %s email keeps provider links and sessions only if it was verified', async (_, isVerified, providers) => {
  const user = await aUser(server)
  await db.updateTable('users').set({ is_email_verified: isVerified }).where('id', '=', user.id).execute()
  const tokens = {
    accessToken: null,
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    scopes: [],
  }
  const link = { userId: user.id, providerId: 'github', accountId: `of ${user.id}`, tokens, now: server.clock.now() }
  await server.platform.database.transaction((tx) => insertLink(tx, server.platform.secrets, link))
  expect((await reset({ newPassword: NEWER, token: await tokenOf(user) })).status).toBe(200)
  const accounts = await listAccounts(db, user.id)
  expect(accounts.map(({ providerId }) => providerId).sort()).toEqual(providers)
  // A session that remained after the reset of an unverified email could change the email and take the account back.
  expect((await user.request('POST', '/api/auth/change-email', { body: { newEmail: uniqueEmail() } })).status).toBe(isVerified ? 200 : 401)
})

describe('a reset of a user with an unverified email', () => {
  test('verifies the email, and reports what was removed instead of a changed password', async () => {
    const strict = await serverWith({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    const user = await aUser(server)
    expect((await signIn(user.email, PASSWORD, strict)).status).toBe(403)
    expect((await reset({ newPassword: NEWER, token: await tokenOf(user) })).status).toBe(200)
    const signedIn = await signIn(user.email, NEWER, strict)
    expect([signedIn.status, signedIn.json.user.emailVerified]).toEqual([200, true])
    const templates = (await emailsTo(server, user.email)).map(({ headers }) => headers['X-Guildhall-Template'])
    expect([templates.includes('account-secured'), templates.includes('password-changed')]).toEqual([true, false])
    const { text } = await emailTo(server, user.email, 'account-secured')
    expect(text).toContain('with a link sent to')
    expect(text).toContain('API tokens')
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute()
    expect(entries.filter(({ action }) => /reset$|verified$/.test(action))).toEqual([
      { action: 'user.password_reset', details: { sessions_ended: true, links_removed: 0 } },
      { action: 'user.email_verified', details: { via: 'password_reset' } },
    ])
  })

  test('does not happen by a link that was mailed to an earlier email', async () => {
    const user = await aUser(server)
    const token = await tokenOf(user)
    const newEmail = uniqueEmail()
    expect((await user.request('POST', '/api/auth/change-email', { body: { newEmail } })).status).toBe(200)
    expect((await reset({ newPassword: NEWER, token })).json.message).toBe('invalid token')
    expect((await user.request('GET', '/api/auth/get-session')).json.user).toMatchObject({ email: newEmail, emailVerified: false })
  })
})
