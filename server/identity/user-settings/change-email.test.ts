import { afterAll, describe, expect, test } from 'vitest'
import { findSession } from '#identity/sessions/index.ts'
import { aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { changeEmail } from './actions/change-email.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

/** A user with a verified email. */
async function aVerifiedUser(at = server): Promise<TestUser> {
  const user = await aUser(at)
  await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', user.id).execute()
  const answer = await at.request('POST', '/api/auth/sign-in/email', { body: { email: user.email, password: PASSWORD } })
  const cookie = cookieHeader(answer)
  return {
    ...user,
    cookie,
    token: answer.json.token,
    request: (method, url, sent = {}) => at.request(method, url, { ...sent, headers: { cookie, ...sent.headers } }),
  }
}

function change(user: Pick<TestUser, 'request'>, newEmail: unknown, callbackURL?: string) {
  return user.request('POST', '/api/auth/change-email', { body: { newEmail, ...(callbackURL !== undefined && { callbackURL }) } })
}

async function storedOf({ id }: TestUser) {
  return db.selectFrom('users').select(['email', 'is_email_verified as isVerified']).where('id', '=', id).executeTakeFirstOrThrow()
}

test('a session that is revoked before the new email is written does not change the email', async () => {
  const user = await aUser(server)
  const now = server.clock.now()
  const found = await findSession(server.platform, { token: user.token, now })
  if (!found) throw new Error('The session does not exist.')
  const caller = { kind: 'user', via: 'cookie', ...found, scopes: new Map() } as const
  const { transaction } = server.platform.database
  const request = {
    id: 'late',
    method: 'POST',
    path: '/',
    ipAddress: '192.0.2.1',
    userAgent: null,
    headers: {},
    cookies: new Map(),
    language: 'en',
    buyerLanguage: 'en',
  } as const
  await user.request('POST', '/api/auth/revoke-sessions', { body: {} })
  const late = changeEmail(server.platform, { newEmail: uniqueEmail(), callbackURL: undefined, caller, request, now, transaction })
  await expect(late).rejects.toMatchObject({ status: 401 })
  expect((await storedOf(user)).email).toBe(user.email)
})

describe('an unverified email', () => {
  test('is changed at once; the cookie is sent again and a verification link is mailed to the new email', async () => {
    const user = await aUser(server)
    const to = uniqueEmail()
    const answer = await change(user, to.toUpperCase(), '/account/email')
    expect([answer.status, answer.text, answer.cookies.has('better-auth.session_token')]).toEqual([200, '{"status":true}', true])
    expect(await storedOf(user)).toEqual({ email: to, isVerified: false })
    expect((await user.request('GET', '/api/auth/get-session')).json.user.email).toBe(to)
    expect((await emailTo(server, to)).text).toContain(`Your account’s e-mail address was changed to ${to}.`)
    expect(await emailsTo(server, user.email)).toEqual([])
    const opened = await server.request('GET', await linkTo(server, to))
    expect([opened.headers['location'], (await storedOf(user)).isVerified]).toEqual(['/account/email', true])
  })
})

describe('a verified email', () => {
  test('is changed when its signed-in owner opens the link mailed to it', async () => {
    const user = await aVerifiedUser()
    const to = uniqueEmail()
    const answer = await change(user, to, '/account/email')
    expect([answer.text, answer.cookies.size]).toEqual(['{"status":true}', 0])
    expect(await storedOf(user)).toEqual({ email: user.email, isVerified: true })
    expect(await emailsTo(server, to)).toEqual([])
    const email = await emailTo(server, user.email, 'change-email')
    expect(email.text).toContain(`from ${user.email} to ${to}`)
    const opened = await user.request('GET', await linkTo(server, user.email, 'change-email'))
    expect([opened.status, opened.headers['location']]).toEqual([302, '/account/email'])
    expect(opened.cookies.has('better-auth.session_token')).toBe(true)
    expect(await storedOf(user)).toEqual({ email: to, isVerified: false })
    expect((await user.request('GET', '/api/auth/get-session')).json.user).toMatchObject({ email: to, emailVerified: false })
    await server.request('GET', await linkTo(server, to))
    expect((await storedOf(user)).isVerified).toBe(true)
  })

  test('is changed by a link without callbackURL, which answers the changed user; other sessions stay', async () => {
    const user = await aVerifiedUser()
    const other = await server.request('POST', '/api/auth/sign-in/email', { body: { email: user.email, password: PASSWORD } })
    const to = uniqueEmail()
    await change(user, to)
    const link = (await linkTo(server, user.email, 'change-email')).replace(/&callbackURL=.*$/, '')
    const answer = await user.request('GET', link)
    expect(answer.json).toMatchObject({ status: true, user: { id: user.id, email: to, emailVerified: false } })
    const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(other) } })
    expect(session.json.user.email).toBe(to)
  })

  test('is not changed by a link that is opened anonymously, by another user, or in an impersonation session', async () => {
    const [user, other] = [await aVerifiedUser(), await aUser(server)]
    await change(user, uniqueEmail())
    const link = `${(await linkTo(server, user.email, 'change-email')).replace(/&callbackURL=.*$/, '')}&callbackURL=/x`
    expect(redirectParameter(await server.request('GET', link), 'error')).toBe('unauthorized')
    expect(redirectParameter(await other.request('GET', link), 'error')).toBe('unauthorized')
    await db.updateTable('sessions').set({ impersonated_by: other.id }).where('user_id', '=', user.id).execute()
    const impersonating = await server.request('GET', link, { headers: { authorization: `Bearer ${user.token}` } })
    expect(redirectParameter(impersonating, 'error')).toBe('unauthorized')
    expect((await storedOf(user)).email).toBe(user.email)
  })

  test('is changed once when the link is opened fifty times concurrently', async () => {
    const user = await aVerifiedUser()
    const to = uniqueEmail()
    await change(user, to)
    const link = await linkTo(server, user.email, 'change-email')
    const answers = await Promise.all(Array.from({ length: 50 }, () => user.request('GET', link)))
    expect(answers.filter((answer) => redirectParameter(answer, 'error') === null)).toHaveLength(1)
    expect(await storedOf(user)).toEqual({ email: to, isVerified: false })
    expect(await emailsTo(server, to)).toHaveLength(1)
  })

  test('is changed by the newest link only, and not after the password was changed', async () => {
    const user = await aVerifiedUser()
    await change(user, uniqueEmail())
    const older = await linkTo(server, user.email, 'change-email')
    const to = uniqueEmail()
    await change(user, to)
    expect(redirectParameter(await user.request('GET', older), 'error')).toBe('invalid_token')
    const emails = await emailsTo(server, user.email)
    const newer = emails.find(({ text }) => text.includes(to))
    const body = { currentPassword: PASSWORD, newPassword: 'a quite different phrase' }
    expect((await user.request('POST', '/api/auth/change-password', { body })).status).toBe(200)
    const [link = ''] = /\/api\/auth\/\S+/.exec(newer?.text ?? '') ?? []
    expect(redirectParameter(await user.request('GET', link), 'error')).toBe('invalid_token')
    expect((await storedOf(user)).email).toBe(user.email)
  })

  test('is not changed to an email that another user took meanwhile', async () => {
    const user = await aVerifiedUser()
    const to = uniqueEmail()
    await change(user, to)
    await aUser(server, { email: to })
    const answer = await user.request('GET', await linkTo(server, user.email, 'change-email'))
    expect([redirectParameter(answer, 'error'), (await storedOf(user)).email]).toEqual(['invalid_token', user.email])
  })
})

describe('a change of the email is refused', () => {
  test('for the same email, for one in use, and for an invalid one', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const same = await change(user, user.email.toUpperCase())
    expect([same.status, same.json]).toEqual([400, { code: 'EMAIL_IS_THE_SAME', message: 'Email is the same' }])
    const taken = await change(user, other.email.toUpperCase())
    expect([taken.status, taken.json]).toEqual([400, { code: 'COULDNT_UPDATE_YOUR_EMAIL', message: "Couldn't update your email" }])
    for (const none of ['ann', 'аnn@example.test', 7, undefined]) {
      expect((await change(user, none)).json).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ path: 'newEmail' }] })
    }
  })

  test('without a session, with a callbackURL of another site, and in an impersonation session', async () => {
    const anonymous = await server.request('POST', '/api/auth/change-email', { body: { newEmail: uniqueEmail() } })
    expect([anonymous.status, anonymous.text]).toEqual([401, ''])
    const [user, administrator] = [await aUser(server), await aUser(server)]
    expect((await change(user, uniqueEmail(), 'javascript:alert(1)')).json.message).toBe('Invalid callbackURL')
    await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', user.id).execute()
    const headers = { authorization: `Bearer ${user.token}` }
    const impersonating = await server.request('POST', '/api/auth/change-email', { headers, body: { newEmail: uniqueEmail() } })
    expect([impersonating.status, impersonating.json.message]).toEqual([403, 'You are acting for somebody else'])
  })

  test('if it is disabled, and for a verified email if verification emails are disabled', async () => {
    const closed = await serverWith({ CHANGE_EMAIL_DISABLED: 'true' })
    expect((await change(await aUser(closed), uniqueEmail())).json.message).toBe('Change email is disabled')
    const mute = await serverWith({ VERIFICATION_EMAIL_DISABLED: 'true' })
    expect((await change(await aVerifiedUser(mute), uniqueEmail())).json.message).toBe("Verification email isn't enabled")
    const user = await aUser(mute)
    const to = uniqueEmail()
    expect((await change(user, to)).json).toEqual({ status: true })
    expect([(await storedOf(user)).email, await emailsTo(mute, to)]).toEqual([to, []])
  })

  test('after ten answers that disclosed an email in use, and after ten changes', async () => {
    const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const taken = (await aUser(server)).email
    const statusesOf = async (user: TestUser, newEmail: () => string) => {
      const statuses: number[] = []
      for (let turn = 0; turn < 11; turn += 1) {
        limited.clock.advance(11)
        statuses.push((await change(user, newEmail())).status)
      }
      return statuses
    }
    expect(await statusesOf(await aUser(limited), () => taken)).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    limited.clock.advance(3601)
    expect(await statusesOf(await aUser(limited), uniqueEmail)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('for all but one of ten concurrent changes to the same email', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => aUser(server)))
    const to = uniqueEmail()
    const answers = await Promise.all(users.map((user) => change(user, to)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
  })
})

test('a change of the email is in the audit log and emitted as an event', async () => {
  const user = await aVerifiedUser()
  const to = uniqueEmail()
  await change(user, to)
  await user.request('GET', await linkTo(server, user.email, 'change-email'))
  const entries = await db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', user.id).execute()
  expect(entries).toContainEqual({ action: 'user.email_change_asked', details: { to } })
  expect(entries).toContainEqual({ action: 'user.email_changed', details: { from: user.email, to } })
  const events = await db
    .selectFrom('domain_events')
    .select('payload')
    .where('name', '=', 'user.updated')
    .where('resource_id', '=', user.id)
    .execute()
  expect(events).toMatchObject([{ payload: { email: to, emailVerified: false } }])
})
