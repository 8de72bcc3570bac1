// Attacks on sessions: fixed, forged and kept ones; what ends or changes is over at once, whatever copy a browser holds.
import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { noteChanged } from '#identity/sessions/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { aUser, cookieHeader, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ledOnWith, linkTo } from '#test/support/emails.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const NEW_PASSWORD = 'another horse and battery'
const server = await testServer({ settings: { REVOKE_SESSIONS_ON_PASSWORD_RESET: 'true', SERVICE_TOKEN: 'the-token-of-the-service' } })
const opened: TestServer[] = [server]
afterAll(() => Promise.all(opened.map((each) => each.close())))
// Copies from the millisecond in which something changed are not believed; on PostgreSQL clocks may be some seconds apart.
beforeEach(() => server.clock.advance(10))

const getSession = (cookie: string) => server.request('GET', '/api/auth/get-session', { headers: { cookie } })
const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  server.request('POST', '/api/auth/sign-in/email', { body: { email, password }, headers })

/** The cookies of a browser in which the person has been for a while: their copy answers. */
async function browserOf({ cookie }: Pick<TestUser, 'cookie'>): Promise<string> {
  await getSession(cookie)
  await server.platform.database.ping()
  await getSession(cookie)
  server.clock.advance(10)
  const [token = ''] = cookie.split('; ')
  const kept = `${token}; ${cookieHeader(await getSession(token))}`
  expect((await getSession(kept)).messages).toBe(0)
  return kept
}

describe('a session', () => {
  test('that an attacker put into a browser is not the one that a sign-in goes on with', async () => {
    const [attacker, victim] = [await aUser(server), await aUser(server)]
    const answer = await signIn(victim.email, PASSWORD, { cookie: attacker.cookie, origin: server.settings.BASE_URL })
    expect(answer.json.token).not.toBe(attacker.token)
    const own = cookieHeader(answer)
    expect([(await getSession(own)).json.user.id, (await getSession(attacker.cookie)).json.user.id]).toEqual([victim.id, attacker.id])
  })

  test('is named by a new token after every sign-in, and after a password change that ends the others', async () => {
    const person = await aUser(server)
    const again = (await signIn(person.email, PASSWORD, { cookie: person.cookie, origin: server.settings.BASE_URL })).json.token
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }
    const changed = (await person.request('POST', '/api/auth/change-password', { body })).json.token
    expect(new Set([person.token, again, changed]).size).toBe(3)
    for (const token of [person.token, again]) {
      const answer = await server.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${token}` } })
      expect(answer.json).toBeNull()
    }
  })

  test('is no one’s by a cookie that was not signed here', async () => {
    const person = await aUser(server)
    const value = decodeURIComponent(/session_token=([^;]+)/.exec(person.cookie)?.[1] ?? '')
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
    expect((await getSession(`better-auth.session_token=${encodeURIComponent(value)}`)).json.user.id).toBe(person.id)
  })

  test('is not had by the digest of its token, nor by other tokens of the person', async () => {
    const person = await aUser(server)
    const { secrets } = server.platform
    const device = /device=([^;.]+)/.exec(person.cookie)?.[1] ?? ''
    for (const token of [secrets.digest(person.token), device, person.id, 'the-token-of-the-service']) {
      const answer = await server.request('GET', '/api/auth/get-session', { headers: { authorization: `Bearer ${token}` } })
      expect([answer.status, answer.text]).toEqual([200, 'null'])
    }
  })
})

/** Reads the link of the newest letter and opens it in the browser of the person. */
async function openMailed(person: TestUser, template: string) {
  return person.request('GET', await linkTo(server, person.email, template))
}

const asPerson = (person: TestUser, call: string, body: object) => person.request('POST', `/api/auth/${call}`, { body })

async function resetPassword({ email }: TestUser): Promise<void> {
  await server.request('POST', '/api/auth/forget-password', { body: { email, redirectTo: '/new' } })
  const token = ledOnWith(await server.request('GET', await linkTo(server, email, 'reset-password')), 'token')
  const answer = await server.request('POST', '/api/auth/reset-password', { body: { token, newPassword: NEW_PASSWORD } })
  expect(answer.status).toBe(200)
}

const written = (person: TestUser, columns: object) =>
  server.platform.database.transaction(async (tx: Tx) => {
    await tx.updateTable('users').set(columns).where('id', '=', person.id).execute()
    noteChanged(tx, server.platform, { userId: person.id })
  })

describe('with the copy in its cookie a browser is told at once', () => {
  const ends: readonly (readonly [string, (person: TestUser) => Promise<unknown>])[] = [
    [
      'that all sessions ended with a changed password',
      async (person) =>
        asPerson(person, 'change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true }),
    ],
    ['that all sessions ended with a forgotten password', resetPassword],
    ['that the account is deleted', (person) => asPerson(person, 'delete-user', { password: PASSWORD })],
    [
      'that the person is gone from the database',
      (person) =>
        server.platform.database.transaction(async (tx: Tx) => {
          await tx.deleteFrom('users').where('id', '=', person.id).execute()
          noteChanged(tx, server.platform, { userId: person.id })
        }),
    ],
  ]

  test.each(ends)('%s', async (_, act) => {
    const person = await aUser(server)
    const kept = await browserOf(person)
    await act(person)
    expect((await getSession(kept)).text).toBe('null')
    const acting = await server.request('POST', '/api/auth/update-user', { headers: { cookie: kept }, body: { name: 'Ada' } })
    expect(acting.status).toBe(401)
  })

  const changes: readonly (readonly [string, (person: TestUser) => Promise<unknown>, object])[] = [
    ['of another name', (person) => asPerson(person, 'update-user', { name: 'Ada Lovelace' }), { name: 'Ada Lovelace' }],
    ['of another role', (person) => written(person, { role: 'admin' }), { role: 'admin' }],
    ['of a ban', (person) => written(person, { is_banned: true, ban_reason: 'spam' }), { banned: true, banReason: 'spam' }],
    ['of another address', (person) => asPerson(person, 'change-email', { newEmail: `new-${person.email}` }), { emailVerified: false }],
    [
      'of a proven address',
      async (person) => {
        await asPerson(person, 'send-verification-email', { email: person.email })
        return openMailed(person, 'verification')
      },
      { emailVerified: true },
    ],
  ]

  test.each(changes)('%s', async (_, act, shown) => {
    const person = await aUser(server)
    const kept = await browserOf(person)
    const before = await getSession(kept)
    await act(person)
    const after = await getSession(kept)
    expect(after.text).not.toBe(before.text)
    expect(after.json.user).toMatchObject(shown)
  })

  test('of no more sessions of somebody who is banned: they can begin none', async () => {
    const person = await aUser(server)
    await written(person, { is_banned: true })
    expect((await signIn(person.email)).json.code).toBe('BANNED_USER')
  })
})

describe('a server call', () => {
  const as = (headers: Record<string, string>, body: object) => server.request('POST', '/api/auth/set-password', { headers, body })

  test('is not there for whoever has not the token of the service', async () => {
    const person = await aUser(server)
    const body = { newPassword: NEW_PASSWORD, userId: person.id }
    for (const headers of [
      {},
      { cookie: person.cookie },
      { authorization: `Bearer ${person.token}` },
      { authorization: 'Bearer the-token-of-the-servicex' },
      { authorization: 'Bearer the-token-of-the-service', cookie: person.cookie },
      { authorization: 'Bearer the-token-of-the-service', cookie: 'a=b' },
      { 'x-service-token': 'the-token-of-the-service' },
    ])
      expect([headers, (await as(headers as Record<string, string>, body)).status]).toEqual([headers, 404])
    const none = await testServer()
    opened.push(none)
    for (const token of ['', 'undefined', 'null']) {
      const answer = await none.request('POST', '/api/auth/set-password', { headers: { authorization: `Bearer ${token}` }, body })
      expect(answer.status).toBe(404)
    }
  })

  test('has no session: what asks for one stays closed to it', async () => {
    const headers = { authorization: 'Bearer the-token-of-the-service' }
    for (const call of ['list-sessions', 'list-accounts']) {
      expect((await server.request('GET', `/api/auth/${call}`, { headers })).status).toBe(401)
    }
  })
})

test('an id of somebody else in a body acts on nobody else', async () => {
  const [attacker, victim] = [await aUser(server), await aUser(server)]
  const ids = { userId: victim.id, id: victim.id, user: { id: victim.id }, user_id: victim.id }
  const calls: readonly (readonly [string, object])[] = [
    ['update-user', { name: 'Taken over' }],
    ['change-email', { newEmail: newAddress() }],
    ['change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
    ['revoke-other-sessions', {}],
    ['unlink-account', { providerId: 'credential', accountId: victim.id }],
    ['revoke-session', { token: victim.token }],
    ['revoke-sessions', {}],
  ]
  const before = (await getSession(victim.cookie)).text
  for (const [call, body] of calls) await asPerson(attacker, call, { ...body, ...ids })
  const cookie = cookieHeader(await signIn((await getSession(attacker.cookie)).json?.user.email ?? attacker.email, NEW_PASSWORD))
  await server.request('POST', '/api/auth/delete-user', { headers: { cookie }, body: { ...ids } })
  server.clock.advance(61)
  const after = (await getSession(victim.cookie)).text
  expect(after).toBe(before)
  expect((await signIn(victim.email)).status).toBe(200)
})

test('what asks for a fresh session counts from the sign-in, however often the session was renewed or changed', async () => {
  const person = await aUser(server)
  for (let day = 0; day < 3; day += 1) {
    server.clock.advance(86_400)
    expect((await getSession(person.cookie.split('; ')[0] ?? '')).json.user.id).toBe(person.id)
    await asPerson(person, 'update-user', { name: `Ada ${day}` })
  }
  expect((await asPerson(person, 'unlink-account', { providerId: 'credential' })).json.message).toBe('Session is not fresh')
  expect((await asPerson(person, 'delete-user', {})).json.message).toBe('Session expired. Re-authenticate to perform this action.')
})
