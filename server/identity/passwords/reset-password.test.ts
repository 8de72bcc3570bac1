import { afterAll, describe, expect, test } from 'vitest'
import { insertLink, listAccounts } from '#identity/accounts/index.ts'
import { aUser, cookieHeader, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { emailsTo, emailTo, ledOnWith, linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { mailReset, RESET_SEAL } from './actions/mail-reset.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const made = await testServer({ settings })
  opened.push(made)
  return made
}

const NEWER = 'a quite different phrase'

function forget(email: string, at = server, redirectTo?: string) {
  return at.request('POST', '/api/auth/forget-password', { body: { email, ...(redirectTo !== undefined && { redirectTo }) } })
}

function reset(body: unknown, at = server, query = '') {
  return at.request('POST', query ? `/api/auth/reset-password?${query}` : '/api/auth/reset-password', { body })
}

function signIn(email: string, password: string, at = server) {
  return at.request('POST', '/api/auth/sign-in/email', { body: { email, password } })
}

/** Asks for a link, opens it and gives the token that it leads on with. */
async function tokenOf(person: Pick<TestUser, 'email'>, at = server): Promise<string> {
  await forget(person.email, at)
  const answer = await at.request('GET', await linkTo(at, person.email, 'reset-password'))
  return ledOnWith(answer, 'token') ?? ''
}

describe('asking for a link', () => {
  test.each(['/api/auth/forget-password', '/api/auth/request-password-reset'])(
    '%s answers everybody alike and costs the same',
    async (path) => {
      const { email } = await aUser(server)
      const ask = (address: string) => server.request('POST', path, { body: { email: address, redirectTo: '/reset-password' } })
      const answers = [await ask(email), await ask(newAddress()), await ask(email.toUpperCase())]
      for (const answer of answers) {
        expect([answer.status, answer.text, answer.messages, answer.texts]).toEqual([
          200,
          '{"status":true}',
          answers[0]?.messages,
          answers[0]?.texts,
        ])
      }
    },
  )

  test('mails whoever has the address, and nobody else', async () => {
    const { email } = await aUser(server)
    const unknown = newAddress()
    await forget(email)
    await forget(unknown)
    const letter = await emailTo(server, email)
    expect([letter.subject, letter.headers['X-Guildhall-Template']]).toEqual(['Choose a new password', 'reset-password'])
    expect(letter.html).toContain('/api/auth/reset-password/')
    expect(await emailsTo(server, unknown)).toEqual([])
  })

  test.each([
    [undefined, '/reset-password'],
    ['', '/reset-password'],
    ['/chosen?a=1&b=2', '/chosen?a=1&b=2'],
    ['http://localhost:3000/there', 'http://localhost:3000/there'],
  ])('with redirectTo %j the link leads to %s', async (redirectTo, target) => {
    const { email } = await aUser(server)
    await forget(email, server, redirectTo)
    const link = await linkTo(server, email)
    expect(link).toMatch(/^\/api\/auth\/reset-password\/[A-Za-z0-9]{24}\?callbackURL=/)
    expect(link.endsWith(`?callbackURL=${encodeURIComponent(target)}`)).toBe(true)
  })

  test('with a redirectTo that leads away is refused', async () => {
    const answer = await forget(newAddress(), server, 'https://evil.test')
    expect([answer.status, answer.json.message]).toEqual([403, 'Invalid redirectURL'])
  })

  test.each([
    [{}, 'Required'],
    [{ email: 'ann' }, 'Invalid email'],
    [{ email: 7 }, 'Expected string, received number'],
  ])('with %j is refused', async (body, message) => {
    const answer = await server.request('POST', '/api/auth/forget-password', { body })
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: 'VALIDATION_ERROR', message: 'Invalid body parameters', errors: [{ path: 'email', message }] },
    ])
  })

  test('is refused where it is switched off', async () => {
    const closed = await serverWith({ RESET_PASSWORD_DISABLED: 'true' })
    const answer = await forget(newAddress(), closed)
    expect([answer.status, answer.json.message]).toEqual([400, "Reset password isn't enabled"])
  })

  test('too often for one address mails nothing more, in silence; too often from one network is told', async () => {
    const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const ask = (email: string, network: string) =>
      limited.request('POST', '/api/auth/forget-password', { body: { email }, headers: { 'x-forwarded-for': network } })
    const { email } = await aUser(limited)
    for (let turn = 0; turn < 13; turn += 1) {
      const answer = await ask(email, `198.51.${turn}.1`)
      expect([answer.status, answer.text]).toEqual([200, '{"status":true}'])
      limited.clock.advance(1)
    }
    expect(await emailsTo(limited, email)).toHaveLength(10)
    for (let turn = 0; turn < 100; turn += 1) {
      expect((await ask(newAddress(), '198.18.7.7')).status).toBe(200)
      limited.clock.advance(11)
    }
    const last = await ask(newAddress(), '198.18.7.8')
    expect([last.status, last.json.message]).toEqual([429, 'Too many requests. Please try again later.'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

describe('the mailed link', () => {
  test('leads on with its token as often as it is opened, and is not spent by that', async () => {
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

  test('that is unknown, over or replaced by a newer one leads on with an error', async () => {
    const limited = await serverWith({ RESET_TOKEN_EXPIRES_IN: '60' })
    const { email } = await aUser(limited)
    await forget(email, limited)
    const older = await linkTo(limited, email)
    limited.clock.advance(1)
    await forget(email, limited)
    const newer = await linkTo(limited, email)
    expect(newer).not.toBe(older)
    const wrong = '/api/auth/reset-password/aaaaaaaaaaaaaaaaaaaaaaaa?callbackURL=/reset-password'
    const errors = async (link: string) => ledOnWith(await limited.request('GET', link), 'error')
    expect([await errors(wrong), await errors(older), await errors(newer)]).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN', null])
    limited.clock.advance(60)
    expect(await errors(newer)).toBe('INVALID_TOKEN')
  })

  test.each(['x', '%F0%9F%92%A9', "'%20or%201=1--", '..%2f..%2fetc', 'x'.repeat(400)])(
    'whose token is %s leads on with an error',
    async (token) => {
      const answer = await server.request('GET', `/api/auth/reset-password/${token}?callbackURL=/reset-password`)
      expect([answer.status, ledOnWith(answer, 'error')]).toEqual([302, 'INVALID_TOKEN'])
    },
  )

  test.each(['%00', '%', '%zz', '%ED%A0%80', 'x'.repeat(600)])('whose token is %s cannot be read', async (token) => {
    const answer = await server.request('GET', `/api/auth/reset-password/${token}?callbackURL=/reset-password`)
    expect([400, 404, 414]).toContain(answer.status)
  })

  test('may not lead away, and says where it leads', async () => {
    const link = '/api/auth/reset-password/aaaaaaaaaaaaaaaaaaaaaaaa'
    const away = await server.request('GET', `${link}?callbackURL=https://localhost:3000.evil.test`)
    expect([away.status, away.json.message]).toEqual([403, 'Invalid callbackURL'])
    expect((await server.request('GET', link)).json).toMatchObject({ code: 'VALIDATION_ERROR', message: 'Invalid query parameters' })
    const nowhere = await server.request('GET', `${link}?callbackURL=`)
    expect(nowhere.headers['location']).toBe('http://localhost:3000/api/auth/error?error=INVALID_TOKEN')
  })
})

describe('a new password', () => {
  test('replaces the forgotten one, once, and its owner is told', async () => {
    const person = await aUser(server)
    const token = await tokenOf(person)
    const answer = await reset({ newPassword: NEWER, token })
    expect([answer.status, answer.text, answer.cookies.size]).toEqual([200, '{"status":true}', 0])
    expect((await signIn(person.email, PASSWORD)).status).toBe(401)
    expect((await signIn(person.email, NEWER)).status).toBe(200)
    expect((await emailTo(server, person.email, 'password-changed')).text).toContain('by a link mailed to this address')
    const again = await reset({ newPassword: 'yet another phrase', token })
    expect([again.status, again.json]).toEqual([400, { code: 'INVALID_TOKEN', message: 'invalid token' }])
  })

  test('is taken with the token in the query as well', async () => {
    const person = await aUser(server)
    expect((await reset({ newPassword: NEWER }, server, `token=${await tokenOf(person)}`)).json).toEqual({ status: true })
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

  test('that is too short or too long leaves the token as it was', async () => {
    const person = await aUser(server)
    const token = await tokenOf(person)
    expect((await reset({ newPassword: 'short', token })).json.message).toBe('Password too short')
    expect((await reset({ newPassword: 'x'.repeat(129), token })).json.message).toBe('Password too long')
    expect((await reset({ newPassword: NEWER, token })).status).toBe(200)
  })

  test('makes a way in for a person who had none', async () => {
    const person = await aUser(server)
    await db.deleteFrom('accounts').where('user_id', '=', person.id).execute()
    expect((await reset({ newPassword: NEWER, token: await tokenOf(person) })).status).toBe(200)
    expect((await signIn(person.email, NEWER)).status).toBe(200)
  })

  test('of fifty at once with one token is taken once', async () => {
    const person = await aUser(server)
    const token = await tokenOf(person)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => reset({ newPassword: `phrase number ${at}`, token })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49)
    const at = answers.findIndex(({ status }) => status === 200)
    expect((await signIn(person.email, `phrase number ${at}`)).status).toBe(200)
  })

  test.each([
    ['false', 'leaves sessions', true],
    ['true', 'ends every session', false],
  ])('with REVOKE_SESSIONS_ON_PASSWORD_RESET %s %s', async (flag, _, stays) => {
    const at = await serverWith({ REVOKE_SESSIONS_ON_PASSWORD_RESET: flag })
    const person = await aUser(at)
    await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', person.id).execute()
    expect((await reset({ newPassword: NEWER, token: await tokenOf(person, at) }, at)).status).toBe(200)
    const session = await at.request('GET', '/api/auth/get-session', { headers: { cookie: person.cookie } })
    expect(session.json !== null).toBe(stays)
  })

  test('ends every link that was mailed before', async () => {
    const person = await aUser(server)
    await server.request('POST', '/api/auth/send-verification-email', { body: { email: person.email } })
    const link = await linkTo(server, person.email)
    await reset({ newPassword: NEWER, token: await tokenOf(person) })
    expect(ledOnWith(await server.request('GET', link), 'error')).toBe('invalid_token')
  })
})

describe('at rest', () => {
  test('neither the token nor the password stands in a table, and what was done is on record', async () => {
    const person = await aUser(server)
    await forget(person.email)
    const ordered = JSON.stringify(await db.selectFrom('jobs').select('payload').execute())
    const token = ledOnWith(await server.request('GET', await linkTo(server, person.email)), 'token') ?? ''
    const rows = await db.selectFrom('verifications').select(['value', 'details', 'identifier']).where('user_id', '=', person.id).execute()
    expect(rows).toEqual([{ value: expect.stringMatching(/^[0-9a-f]{64}$/), details: {}, identifier: `reset-password:${person.id}` }])
    expect([token.length, (ordered + JSON.stringify(rows)).includes(token)]).toEqual([24, false])
    await reset({ newPassword: NEWER, token })
    const entries = await db.selectFrom('audit_entries').select('action').where('user_id', '=', person.id).orderBy('id').execute()
    const actions = entries.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['user.password_reset_asked', 'user.password_reset']))
  })
})

test('a session begun before keeps its cookie after a reset that ends none', async () => {
  const person = await aUser(server)
  await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', person.id).execute()
  const second = await signIn(person.email, PASSWORD)
  await reset({ newPassword: NEWER, token: await tokenOf(person) })
  const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(second) } })
  expect(session.json.user.email).toBe(person.email)
})

test('an order that is worked twice brings no link back that was used, and makes none for a password that is newer', async () => {
  const { email } = await aUser(server)
  const { platform, clock } = server
  const token = `${newAddress()}aaaaaaaaaaaaaaaaaaaaaaaa`.replace(/[^a-z0-9]/g, '').slice(0, 24)
  const request = { id: 'order', address: '192.0.2.1', userAgent: null }
  const asked = { email, token, target: '/reset-password', askedAt: clock.now().toISOString(), request }
  const sealed = platform.secrets.seal(RESET_SEAL, JSON.stringify(asked))
  await mailReset(platform, sealed, token)
  await mailReset(platform, sealed, token)
  clock.advance(1)
  expect((await reset({ newPassword: NEWER, token })).status).toBe(200)
  await mailReset(platform, sealed, token)
  expect((await reset({ newPassword: 'a stranger’s phrase', token })).json.message).toBe('invalid token')
  expect((await signIn(email, NEWER)).status).toBe(200)
})

test.each([
  ['was proven before', true, ['credential', 'github']],
  ['nobody had proven', false, ['credential']],
])('who replaces a password at an address that %s keeps these ways in, and sessions only where it was', async (_, isProven, ways) => {
  const person = await aUser(server)
  await db.updateTable('users').set({ is_email_verified: isProven }).where('id', '=', person.id).execute()
  const tokens = {
    accessToken: null,
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    scopes: [],
  }
  const link = { userId: person.id, providerId: 'github', accountId: `of ${person.id}`, tokens, now: server.clock.now() }
  await server.platform.database.transaction((tx) => insertLink(tx, server.platform.secrets, link))
  expect((await reset({ newPassword: NEWER, token: await tokenOf(person) })).status).toBe(200)
  const kept = await listAccounts(db, person.id)
  expect(kept.map(({ providerId }) => providerId).sort()).toEqual(ways)
  // Whoever is still signed in at an unproven address could change it, and take the account back.
  expect((await person.request('POST', '/api/auth/change-email', { body: { newEmail: newAddress() } })).status).toBe(isProven ? 200 : 401)
})
