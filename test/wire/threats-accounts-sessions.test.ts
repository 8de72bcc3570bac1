// Attacks on sessions: fixation, forgery and reuse. Revocations and changes apply at once, also where a cookie contains a cached session.
import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { invalidateCachedSessions } from '#identity/sessions/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { linkTo, redirectParameter } from '#test/support/emails.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const NEW_PASSWORD = 'another horse and battery'
const server = await testServer({ settings: { REVOKE_SESSIONS_ON_PASSWORD_RESET: 'true', SERVICE_TOKEN: 'the-token-of-the-service' } })
const opened: TestServer[] = [server]
afterAll(() => Promise.all(opened.map((each) => each.close())))
// A cached session from the millisecond of a change is not trusted; on PostgreSQL clocks may differ by some seconds.
beforeEach(() => server.clock.advance(10))

const getSession = (cookie: string) => server.request('GET', '/api/auth/get-session', { headers: { cookie } })
const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  server.request('POST', '/api/auth/sign-in/email', { body: { email, password }, headers })

/** The cookies of a browser with a valid cached session, which answers without the database. */
async function browserOf({ cookie }: Pick<TestUser, 'cookie'>): Promise<string> {
  await getSession(cookie)
  await server.platform.database.ping()
  await getSession(cookie)
  server.clock.advance(10)
  const [token = ''] = cookie.split('; ')
  const cookies = `${token}; ${cookieHeader(await getSession(token))}`
  expect((await getSession(cookies)).roundTrips).toBe(0)
  return cookies
}

describe('a session', () => {
  test('that an attacker planted in a browser is replaced at sign-in', async () => {
    const [attacker, victim] = [await aUser(server), await aUser(server)]
    const answer = await signIn(victim.email, PASSWORD, { cookie: attacker.cookie, origin: server.settings.BASE_URL })
    expect(answer.json.token).not.toBe(attacker.token)
    const own = cookieHeader(answer)
    expect([(await getSession(own)).json.user.id, (await getSession(attacker.cookie)).json.user.id]).toEqual([victim.id, attacker.id])
  })

  test('gets a new token at every sign-in, and at a password change that revokes the others', async () => {
    const user = await aUser(server)
    const again = (await signIn(user.email, PASSWORD, { cookie: user.cookie, origin: server.settings.BASE_URL })).json.token
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }
    const changed = (await user.request('POST', '/api/auth/change-password', { body })).json.token
    expect(new Set([user.token, again, changed]).size).toBe(3)
    for (const token of [user.token, again]) {
      const answer = await server.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${token}` } })
      expect(answer.json).toBeNull()
    }
  })

  test('is not accepted from a cookie with a forged signature', async () => {
    const user = await aUser(server)
    const value = decodeURIComponent(/session_token=([^;]+)/.exec(user.cookie)?.[1] ?? '')
    const [token = '', signature = ''] = value.split('.')
    const signed = (secret: string, text = token) => `${text}.${createHmac('sha256', secret).update(text).digest('base64')}`
    const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
    const another = `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`
    const forged = [
      ...[token, `${token}.`, `.${signature}`, `${token}.${flipped}`, `${token}.${signature.slice(0, -1)}`, `${token}.${'A'.repeat(43)}=`],
      ...['', 'better-auth-secret-123456789', 'secret', 'undefined', 'null'].map((secret) => signed(secret)),
      ...[`${another}.${signature}`, `${token.toLowerCase()}.${signature}`, `${token}.${signature}.${signature}`],
    ]
    for (const each of forged) {
      const answer = await getSession(`better-auth.session_token=${encodeURIComponent(each)}`)
      expect([each, answer.status, answer.text]).toEqual([each, 200, 'null'])
    }
    expect((await getSession(`better-auth.session_token=${encodeURIComponent(value)}`)).json.user.id).toBe(user.id)
  })

  test('is not accepted for the digest of its token, nor for other tokens of the user', async () => {
    const user = await aUser(server)
    const { secrets } = server.platform
    const device = /device=([^;.]+)/.exec(user.cookie)?.[1] ?? ''
    for (const token of [secrets.digest(user.token), device, user.id, 'the-token-of-the-service']) {
      const answer = await server.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${token}` } })
      expect([answer.status, answer.text]).toEqual([200, 'null'])
    }
  })
})

/** Opens the link of the newest email in the browser of the user. */
async function openMailed(user: TestUser, template: string) {
  return user.request('GET', await linkTo(server, user.email, template))
}

const asUser = (user: TestUser, call: string, body: object) => user.request('POST', `/api/auth/${call}`, { body })

async function resetPassword({ email }: TestUser): Promise<void> {
  await server.request('POST', '/api/auth/forget-password', { body: { email, redirectTo: '/new' } })
  const token = redirectParameter(await server.request('GET', await linkTo(server, email, 'reset-password')), 'token')
  const answer = await server.request('POST', '/api/auth/reset-password', { body: { token, newPassword: NEW_PASSWORD } })
  expect(answer.status).toBe(200)
}

const updateUser = (user: TestUser, columns: object) =>
  server.platform.database.transaction(async (tx: Tx) => {
    await tx.updateTable('users').set(columns).where('id', '=', user.id).execute()
    invalidateCachedSessions(tx, server.platform, { userId: user.id })
  })

describe('a browser with a cached session in its cookie learns at once', () => {
  const revocations: readonly (readonly [string, (user: TestUser) => Promise<unknown>])[] = [
    [
      'that all sessions ended with a changed password',
      async (user) => asUser(user, 'change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }),
    ],
    ['that all sessions ended with a forgotten password', resetPassword],
    ['that the account is deleted', (user) => asUser(user, 'delete-user', { password: PASSWORD })],
    [
      'that the user was deleted from the database',
      (user) =>
        server.platform.database.transaction(async (tx: Tx) => {
          await tx.deleteFrom('users').where('id', '=', user.id).execute()
          invalidateCachedSessions(tx, server.platform, { userId: user.id })
        }),
    ],
  ]

  test.each(revocations)('%s', async (_, apply) => {
    const user = await aUser(server)
    const cookies = await browserOf(user)
    await apply(user)
    expect((await getSession(cookies)).text).toBe('null')
    const update = await server.request('POST', '/api/auth/update-user', { headers: { cookie: cookies }, body: { name: 'Ada' } })
    expect(update.status).toBe(401)
  })

  const changes: readonly (readonly [string, (user: TestUser) => Promise<unknown>, object])[] = [
    ['a new name', (user) => asUser(user, 'update-user', { name: 'Ada Lovelace' }), { name: 'Ada Lovelace' }],
    ['a new role', (user) => updateUser(user, { role: 'admin' }), { role: 'admin' }],
    ['a ban', (user) => updateUser(user, { is_banned: true, ban_reason: 'spam' }), { banned: true, banReason: 'spam' }],
    ['a new email', (user) => asUser(user, 'change-email', { newEmail: `new-${user.email}` }), { emailVerified: false }],
    [
      'a verified email',
      async (user) => {
        await asUser(user, 'send-verification-email', { email: user.email })
        return openMailed(user, 'verification')
      },
      { emailVerified: true },
    ],
  ]

  test.each(changes)('%s', async (_, apply, expected) => {
    const user = await aUser(server)
    const cookies = await browserOf(user)
    const before = await getSession(cookies)
    await apply(user)
    const after = await getSession(cookies)
    expect(after.text).not.toBe(before.text)
    expect(after.json.user).toMatchObject(expected)
  })

  test('a ban, which also refuses further sign-ins', async () => {
    const user = await aUser(server)
    await updateUser(user, { is_banned: true })
    expect((await signIn(user.email)).json.code).toBe('BANNED_USER')
  })
})

describe('a server call', () => {
  const as = (headers: Record<string, string>, body: object) => server.request('POST', '/api/auth/set-password', { headers, body })

  test('gets 404 without the service token', async () => {
    const user = await aUser(server)
    const body = { newPassword: NEW_PASSWORD, userId: user.id }
    for (const headers of [
      {},
      { cookie: user.cookie },
      { authorization: `Bearer ${user.token}` },
      { authorization: 'Bearer the-token-of-the-servicex' },
      { authorization: 'Bearer the-token-of-the-service', cookie: user.cookie },
      { authorization: 'Bearer the-token-of-the-service', cookie: 'a=b' },
      { 'x-service-token': 'the-token-of-the-service' },
    ])
      expect([headers, (await as(headers as Record<string, string>, body)).status]).toEqual([headers, 404])
    const withoutService = await testServer()
    opened.push(withoutService)
    for (const token of ['', 'undefined', 'null']) {
      const answer = await withoutService.request('POST', '/api/auth/set-password', { headers: { authorization: `Bearer ${token}` }, body })
      expect(answer.status).toBe(404)
    }
  })

  test('has no session: operations that need one refuse it', async () => {
    const headers = { authorization: 'Bearer the-token-of-the-service' }
    for (const call of ['list-sessions', 'list-accounts']) {
      expect((await server.request('GET', `/api/auth/${call}`, { headers })).status).toBe(401)
    }
  })
})

test('the id of another user in a body has no effect on that user', async () => {
  const [attacker, victim] = [await aUser(server), await aUser(server)]
  const ids = { userId: victim.id, id: victim.id, user: { id: victim.id }, user_id: victim.id }
  const calls: readonly (readonly [string, object])[] = [
    ['update-user', { name: 'Taken over' }],
    ['change-email', { newEmail: uniqueEmail() }],
    ['change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
    ['revoke-other-sessions', {}],
    ['unlink-account', { providerId: 'credential', accountId: victim.id }],
    ['revoke-session', { token: victim.token }],
    ['revoke-sessions', {}],
  ]
  const before = (await getSession(victim.cookie)).text
  for (const [call, body] of calls) await asUser(attacker, call, { ...body, ...ids })
  const cookie = cookieHeader(await signIn((await getSession(attacker.cookie)).json?.user.email ?? attacker.email, NEW_PASSWORD))
  await server.request('POST', '/api/auth/delete-user', { headers: { cookie }, body: { ...ids } })
  server.clock.advance(61)
  const after = (await getSession(victim.cookie)).text
  expect(after).toBe(before)
  expect((await signIn(victim.email)).status).toBe(200)
})

test('the freshness of a session counts from the sign-in, not from its renewals or changes', async () => {
  const user = await aUser(server)
  for (let day = 0; day < 3; day += 1) {
    server.clock.advance(86_400)
    expect((await getSession(user.cookie.split('; ')[0] ?? '')).json.user.id).toBe(user.id)
    await asUser(user, 'update-user', { name: `Ada ${day}` })
  }
  expect((await asUser(user, 'unlink-account', { providerId: 'credential' })).json.message).toBe('Session is not fresh')
  expect((await asUser(user, 'delete-user', {})).json.message).toBe('Session expired. Re-authenticate to perform this action.')
})
