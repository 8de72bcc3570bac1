import { afterAll, describe, expect, test } from 'vitest'
import { findSession } from '#identity/sessions/index.ts'
import { aUser, cookieHeader, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { emailsTo, emailTo, ledOnWith, linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { changeAddress } from './actions/change-address.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const made = await testServer({ settings })
  opened.push(made)
  return made
}

/** Somebody whose address is proven. */
async function aProvenPerson(at = server): Promise<TestUser> {
  const person = await aUser(at)
  await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', person.id).execute()
  const answer = await at.request('POST', '/api/auth/sign-in/email', { body: { email: person.email, password: PASSWORD } })
  const cookie = cookieHeader(answer)
  return {
    ...person,
    cookie,
    token: answer.json.token,
    request: (method, url, sent = {}) => at.request(method, url, { ...sent, headers: { cookie, ...sent.headers } }),
  }
}

function change(person: Pick<TestUser, 'request'>, newEmail: unknown, callbackURL?: string) {
  return person.request('POST', '/api/auth/change-email', { body: { newEmail, ...(callbackURL !== undefined && { callbackURL }) } })
}

async function storedOf({ id }: TestUser) {
  return db.selectFrom('users').select(['email', 'is_email_verified as isProven']).where('id', '=', id).executeTakeFirstOrThrow()
}

test('a session that ends before the address is written gives the account no other', async () => {
  const person = await aUser(server)
  const now = server.clock.now()
  const found = await findSession(server.platform, { token: person.token, now })
  if (!found) throw new Error('The session is gone.')
  const caller = { kind: 'user', via: 'cookie', ...found, memberships: [], scopes: new Map() } as const
  const { transaction } = server.platform.database
  const request = {
    id: 'late',
    method: 'POST',
    path: '/',
    address: '192.0.2.1',
    userAgent: null,
    headers: {},
    cookies: new Map(),
    language: 'en',
  } as const
  await person.request('POST', '/api/auth/revoke-sessions', { body: {} })
  const late = changeAddress(server.platform, { newEmail: newAddress(), callbackURL: undefined, caller, request, now, transaction })
  await expect(late).rejects.toMatchObject({ status: 401 })
  expect((await storedOf(person)).email).toBe(person.email)
})

describe('an address that is not proven', () => {
  test('is changed at once, the cookie sent again, and the new one asked to be proven', async () => {
    const person = await aUser(server)
    const to = newAddress()
    const answer = await change(person, to.toUpperCase(), '/account/email')
    expect([answer.status, answer.text, answer.cookies.has('better-auth.session_token')]).toEqual([200, '{"status":true}', true])
    expect(await storedOf(person)).toEqual({ email: to, isProven: false })
    expect((await person.request('GET', '/api/auth/get-session')).json.user.email).toBe(to)
    expect((await emailTo(server, to)).text).toContain(`The address of your account was changed to ${to}`)
    expect(await emailsTo(server, person.email)).toEqual([])
    const opened = await server.request('GET', await linkTo(server, to))
    expect([opened.headers['location'], (await storedOf(person)).isProven]).toEqual(['/account/email', true])
  })
})

describe('a proven address', () => {
  test('is changed once its owner has opened the link mailed to it, signed in', async () => {
    const person = await aProvenPerson()
    const to = newAddress()
    const answer = await change(person, to, '/account/email')
    expect([answer.text, answer.cookies.size]).toEqual(['{"status":true}', 0])
    expect(await storedOf(person)).toEqual({ email: person.email, isProven: true })
    expect(await emailsTo(server, to)).toEqual([])
    const letter = await emailTo(server, person.email, 'change-email')
    expect(letter.text).toContain(`from ${person.email} to ${to}`)
    const opened = await person.request('GET', await linkTo(server, person.email, 'change-email'))
    expect([opened.status, opened.headers['location']]).toEqual([302, '/account/email'])
    expect(opened.cookies.has('better-auth.session_token')).toBe(true)
    expect(await storedOf(person)).toEqual({ email: to, isProven: false })
    expect((await person.request('GET', '/api/auth/get-session')).json.user).toMatchObject({ email: to, emailVerified: false })
    await server.request('GET', await linkTo(server, to))
    expect((await storedOf(person)).isProven).toBe(true)
  })

  test('without a callbackURL the changed person is answered; other sessions stay', async () => {
    const person = await aProvenPerson()
    const other = await server.request('POST', '/api/auth/sign-in/email', { body: { email: person.email, password: PASSWORD } })
    const to = newAddress()
    await change(person, to)
    const link = (await linkTo(server, person.email, 'change-email')).replace(/&callbackURL=.*$/, '')
    const answer = await person.request('GET', link)
    expect(answer.json).toMatchObject({ status: true, user: { id: person.id, email: to, emailVerified: false } })
    const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(other) } })
    expect(session.json.user.email).toBe(to)
  })

  test('is not changed by a link opened by nobody, by somebody else, or in a borrowed session', async () => {
    const [person, other] = [await aProvenPerson(), await aUser(server)]
    await change(person, newAddress())
    const link = `${(await linkTo(server, person.email, 'change-email')).replace(/&callbackURL=.*$/, '')}&callbackURL=/x`
    expect(ledOnWith(await server.request('GET', link), 'error')).toBe('unauthorized')
    expect(ledOnWith(await other.request('GET', link), 'error')).toBe('unauthorized')
    await db.updateTable('sessions').set({ impersonated_by: other.id }).where('user_id', '=', person.id).execute()
    const borrowed = await server.request('GET', link, { headers: { authorization: `Bearer ${person.token}` } })
    expect(ledOnWith(borrowed, 'error')).toBe('unauthorized')
    expect((await storedOf(person)).email).toBe(person.email)
  })

  test('is changed once by fifty openings at once', async () => {
    const person = await aProvenPerson()
    const to = newAddress()
    await change(person, to)
    const link = await linkTo(server, person.email, 'change-email')
    const answers = await Promise.all(Array.from({ length: 50 }, () => person.request('GET', link)))
    expect(answers.filter((answer) => ledOnWith(answer, 'error') === null)).toHaveLength(1)
    expect(await storedOf(person)).toEqual({ email: to, isProven: false })
    expect(await emailsTo(server, to)).toHaveLength(1)
  })

  test('is changed by the newest link only, and not after the password became another', async () => {
    const person = await aProvenPerson()
    await change(person, newAddress())
    const older = await linkTo(server, person.email, 'change-email')
    const to = newAddress()
    await change(person, to)
    expect(ledOnWith(await person.request('GET', older), 'error')).toBe('invalid_token')
    const letters = await emailsTo(server, person.email)
    const newer = letters.find(({ text }) => text.includes(to))
    const body = { currentPassword: PASSWORD, newPassword: 'a quite different phrase' }
    expect((await person.request('POST', '/api/auth/change-password', { body })).status).toBe(200)
    const [link = ''] = /\/api\/auth\/\S+/.exec(newer?.text ?? '') ?? []
    expect(ledOnWith(await person.request('GET', link), 'error')).toBe('invalid_token')
    expect((await storedOf(person)).email).toBe(person.email)
  })

  test('is not changed to one that somebody took meanwhile', async () => {
    const person = await aProvenPerson()
    const to = newAddress()
    await change(person, to)
    await aUser(server, { email: to })
    const answer = await person.request('GET', await linkTo(server, person.email, 'change-email'))
    expect([ledOnWith(answer, 'error'), (await storedOf(person)).email]).toEqual(['invalid_token', person.email])
  })
})

describe('a change is refused', () => {
  test('to the same address, to one in use, and to what is none', async () => {
    const [person, other] = [await aUser(server), await aUser(server)]
    const same = await change(person, person.email.toUpperCase())
    expect([same.status, same.json]).toEqual([400, { code: 'EMAIL_IS_THE_SAME', message: 'Email is the same' }])
    const taken = await change(person, other.email.toUpperCase())
    expect([taken.status, taken.json]).toEqual([400, { code: 'COULDNT_UPDATE_YOUR_EMAIL', message: "Couldn't update your email" }])
    for (const none of ['ann', 'аnn@example.test', 7, undefined]) {
      expect((await change(person, none)).json).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'newEmail' }] })
    }
  })

  test('without a session, with a callbackURL that leads away, and for somebody who acts for another', async () => {
    const nobody = await server.request('POST', '/api/auth/change-email', { body: { newEmail: newAddress() } })
    expect([nobody.status, nobody.text]).toEqual([401, ''])
    const [person, administrator] = [await aUser(server), await aUser(server)]
    expect((await change(person, newAddress(), 'javascript:alert(1)')).json.message).toBe('Invalid callbackURL')
    await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', person.id).execute()
    const headers = { authorization: `Bearer ${person.token}` }
    const borrowed = await server.request('POST', '/api/auth/change-email', { headers, body: { newEmail: newAddress() } })
    expect([borrowed.status, borrowed.json.message]).toEqual([403, 'You are acting for somebody else'])
  })

  test('where it is switched off, and of a proven address where no mail is sent', async () => {
    const closed = await serverWith({ CHANGE_EMAIL_DISABLED: 'true' })
    expect((await change(await aUser(closed), newAddress())).json.message).toBe('Change email is disabled')
    const mute = await serverWith({ VERIFICATION_EMAIL_DISABLED: 'true' })
    expect((await change(await aProvenPerson(mute), newAddress())).json.message).toBe("Verification email isn't enabled")
    const person = await aUser(mute)
    const to = newAddress()
    expect((await change(person, to)).json).toEqual({ status: true })
    expect([(await storedOf(person)).email, await emailsTo(mute, to)]).toEqual([to, []])
  })

  test('after ten answers that told of an address, and after ten changes', async () => {
    const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const taken = (await aUser(server)).email
    const statusesOf = async (person: TestUser, address: () => string) => {
      const statuses: number[] = []
      for (let turn = 0; turn < 11; turn += 1) {
        limited.clock.advance(11)
        statuses.push((await change(person, address())).status)
      }
      return statuses
    }
    expect(await statusesOf(await aUser(limited), () => taken)).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    limited.clock.advance(3601)
    expect(await statusesOf(await aUser(limited), newAddress)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('of many at once to one address one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => aUser(server)))
    const to = newAddress()
    const answers = await Promise.all(people.map((person) => change(person, to)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
  })
})

test('what was done is on record', async () => {
  const person = await aProvenPerson()
  const to = newAddress()
  await change(person, to)
  await person.request('GET', await linkTo(server, person.email, 'change-email'))
  const entries = await db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', person.id).execute()
  expect(entries).toContainEqual({ action: 'user.email_change_asked', details: { to } })
  expect(entries).toContainEqual({ action: 'user.email_changed', details: { from: person.email, to } })
  const facts = await db
    .selectFrom('facts')
    .select('payload')
    .where('name', '=', 'user.updated')
    .where('resource_id', '=', person.id)
    .execute()
  expect(facts).toMatchObject([{ payload: { email: to, emailVerified: false } }])
})
