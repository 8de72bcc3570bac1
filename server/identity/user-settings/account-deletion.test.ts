import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { anAdministrator, anOrganization, aUser, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings, clock: server.clock })
  opened.push(created)
  return created
}

const deleteAccount = (user: TestUser, body: unknown, at = server) =>
  at.request('POST', '/api/auth/delete-user', { body, headers: { cookie: user.cookie, origin: at.settings.BASE_URL } })
const exists = async ({ id }: TestUser) => (await db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1
const DELETED = { success: true, message: 'User deleted', isDeleted: true }

test('an account is deleted with its sessions and sign-in methods, and its cookies are cleared; the audit log stays', async () => {
  const user = await aUser(server)
  const answer = await deleteAccount(user, { password: PASSWORD })
  expect([answer.status, answer.json]).toEqual([200, DELETED])
  expect([...answer.cookies.values()].filter((line) => line.includes('Max-Age=0'))).toHaveLength(3)
  expect(await exists(user)).toBe(false)
  expect((await user.request('GET', '/api/auth/get-session')).text).toBe('null')
  const again = await server.request('POST', '/api/auth/sign-in/email', { body: { email: user.email, password: PASSWORD } })
  expect(again.status).toBe(401)
  const entries = await db.selectFrom('audit_entries').select('action').where('user_id', '=', user.id).execute()
  expect(entries.map(({ action }) => action)).toContain('user.deleted')
})

test('a fresh session is enough; a stale one needs the password', async () => {
  const [fresh, stale] = [await aUser(server), await aUser(server)]
  expect((await deleteAccount(fresh, {})).json).toEqual(DELETED)
  server.clock.advance(86_401)
  const refused = await deleteAccount(stale, {})
  expect([refused.status, refused.json.message]).toEqual([400, 'Session expired. Re-authenticate to perform this action.'])
  expect(await exists(stale)).toBe(true)
  const easy = await serverWith({ SESSION_FRESH_AGE: '0' })
  const another = await aUser(server)
  server.clock.advance(86_401)
  expect((await deleteAccount(another, {}, easy)).json).toEqual(DELETED)
  expect((await deleteAccount(stale, { password: PASSWORD })).json).toEqual(DELETED)
})

test('a wrong password and an account without one are refused', async () => {
  const user = await aUser(server)
  const wrong = await deleteAccount(user, { password: 'something else' })
  expect([wrong.status, wrong.json.message]).toEqual([400, 'Invalid password'])
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', user.id).execute()
  const passwordless = await deleteAccount(user, { password: PASSWORD })
  expect([passwordless.status, passwordless.json.message]).toEqual([400, 'Credential account not found'])
  expect(await exists(user)).toBe(true)
})

test('with DELETE_USER_VERIFICATION the mailed link deletes once, in a session of its own user', async () => {
  const mailed = await serverWith({ DELETE_USER_VERIFICATION: 'true' })
  const [user, other] = [await aUser(server), await aUser(server)]
  for (const body of [{}, { password: PASSWORD }]) {
    // So that the second email is the newer one in the inbox too.
    server.clock.advance(1)
    const answer = await deleteAccount(user, { ...body, callbackURL: '/goodbye' }, mailed)
    expect(answer.json).toEqual({ success: true, message: 'Verification email sent', isDeleted: false })
    await mailed.drain()
  }
  expect(await exists(user)).toBe(true)
  const link = new URL(await linkTo(mailed, user.email), mailed.settings.BASE_URL)
  expect(link.searchParams.get('token')).toMatch(/^[a-z0-9]{32}$/)
  const open = (as?: TestUser) => mailed.request('GET', link.pathname + link.search, { headers: as ? { cookie: as.cookie } : {} })
  const anonymous = await open()
  expect([anonymous.status, anonymous.json.message]).toEqual([404, 'Failed to get user info'])
  const foreign = await open(other)
  expect([foreign.status, foreign.json.message]).toEqual([404, 'invalid token'])
  const answer = await open(user)
  expect([answer.status, answer.headers['location']]).toEqual([302, `${server.settings.BASE_URL}/goodbye`])
  expect(await exists(user)).toBe(false)
  expect(await exists(other)).toBe(true)
})

test('a mailed token works by POST as well, until it expires or a newer one is mailed', async () => {
  const mailed = await serverWith({ DELETE_USER_VERIFICATION: 'true', DELETE_TOKEN_EXPIRES_IN: '60' })
  const user = await aUser(server)
  const tokenOf = async () => {
    server.clock.advance(1)
    await deleteAccount(user, {}, mailed)
    return new URL(await linkTo(mailed, user.email), mailed.settings.BASE_URL).searchParams.get('token')
  }
  const [older, newer] = [await tokenOf(), await tokenOf()]
  const refused = await deleteAccount(user, { token: older }, mailed)
  expect([refused.status, refused.json.message]).toEqual([404, 'invalid token'])
  server.clock.advance(61)
  expect((await deleteAccount(user, { token: newer }, mailed)).status).toBe(404)
  expect((await deleteAccount(user, { token: await tokenOf() }, mailed)).json).toEqual(DELETED)
})

test('the only owner of an organization cannot be deleted; one of two owners can', async () => {
  const { owner, id } = await anOrganization(server)
  const refused = await deleteAccount(owner, { password: PASSWORD })
  expect([refused.status, refused.json.message]).toEqual([400, 'You cannot leave the organization as the only owner'])
  expect(await exists(owner)).toBe(true)
  const second = await aUser(server, { email: uniqueEmail() })
  const now = server.clock.now()
  await db
    .insertInto('members')
    .values({ organization_id: id, id: crypto.randomUUID(), user_id: second.id, role: 'admin,owner', created_at: now })
    .execute()
  const answers = await Promise.all([deleteAccount(owner, {}), deleteAccount(second, {})])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('with DELETE_USER_DISABLED the endpoint does not exist', async () => {
  const closed = await serverWith({ DELETE_USER_DISABLED: 'true' })
  const user = await aUser(server)
  const answer = await deleteAccount(user, { password: PASSWORD }, closed)
  expect([answer.status, answer.text]).toEqual([404, ''])
  const link = await closed.request('GET', '/api/auth/delete-user/callback?token=x', { headers: { cookie: user.cookie } })
  expect([link.status, link.text]).toEqual([404, ''])
  expect((await server.request('POST', '/api/auth/delete-user', { body: {} })).status).toBe(401)
})

test('an account cannot be deleted in an impersonation session', async () => {
  const [user, administrator] = [await aUser(server), await aUser(server)]
  await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', user.id).execute()
  const headers = { authorization: `Bearer ${user.token}` }
  const posted = await server.request('POST', '/api/auth/delete-user', { headers, body: { password: PASSWORD } })
  const opened = await server.request('GET', '/api/auth/delete-user/callback?token=unknown', { headers })
  for (const answer of [posted, opened]) expect([answer.status, answer.json.message]).toEqual([403, 'You are acting for somebody else'])
  expect(await exists(user)).toBe(true)
})

test('a request that runs while its user is deleted succeeds or gets an empty 401', async () => {
  const requests = [
    ['update-user', { name: 'Still here' }],
    ['organization/create', { name: 'Left', slug: `left-${uniqueEmail().slice(0, 8)}` }],
  ] as const
  for (const [path, body] of requests) {
    const user = await aUser(server)
    const [deletion, other] = await Promise.all([deleteAccount(user, {}), user.request('POST', `/api/auth/${path}`, { body })])
    // In either order: a request that came before the deletion succeeded.
    expect([
      [200, 200],
      [200, 401],
      [400, 200],
    ]).toContainEqual([deletion.status, other.status])
    if (other.status === 401) expect(other.text).toBe('')
  }
})

interface StoredEntry {
  readonly action: string
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** The entries that name the user, their email or another text, in any column. */
const entriesNaming = async (text: string): Promise<StoredEntry[]> => {
  const found = await sql<StoredEntry>`
    select action, ip_address, user_agent, details from audit_entries where to_jsonb(audit_entries)::text like ${`%${text}%`} order by id`
  return (await found.execute(db)).rows
}

describe('the audit log after an account was deleted', () => {
  const origin = { ipAddress: '198.51.100.23', headers: { 'user-agent': 'A browser' } }
  const signIn = (email: string, password: string) =>
    server.request('POST', '/api/auth/sign-in/email', { ...origin, body: { email, password } })

  test('keeps what was done under the id of the user, without email addresses, IP addresses and browsers', async () => {
    const user = await aUser(server)
    await signIn(user.email, 'not their password')
    const changed = { action: 'user.email_changed', organizationId: null, userId: user.id, caller: { kind: 'anonymous' } } as const
    const details = { from: uniqueEmail(), to: user.email, via: 'a link' }
    await server.platform.database.transaction((tx) => server.platform.audit.append(tx, { ...changed, details, now: server.clock.now() }))
    expect((await entriesNaming(user.email)).length).toBeGreaterThan(1)
    expect((await deleteAccount(user, { password: PASSWORD })).json).toEqual(DELETED)
    expect([await entriesNaming(user.email), await entriesNaming(details.from)]).toEqual([[], []])
    const entries = await entriesNaming(user.id)
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'user.deleted',
      'user.email_changed',
      'user.sign_in_failed',
      'user.signed_in',
      'user.signed_up',
    ])
    for (const entry of entries) expect([entry.ip_address, entry.user_agent]).toEqual([null, null])
    expect(entries.find(({ action }) => action === 'user.email_changed')?.details).toEqual({ via: 'a link' })
  })

  test('keeps the IP address of an administrator who deletes the account', async () => {
    const [boss, user] = [await anAdministrator(server), await aUser(server)]
    await boss.request('POST', '/api/auth/admin/ban-user', { body: { userId: user.id, banReason: `wrote to ${user.email}` } })
    await boss.request('POST', '/api/auth/admin/remove-user', { body: { userId: user.id } })
    const entries = await entriesNaming(user.id)
    const of = (name: string) => entries.find(({ action }) => action === name)
    expect(of('user.banned')).toMatchObject({ ip_address: '127.0.0.1', details: { until: null } })
    expect(of('user.banned')?.details).not.toHaveProperty('reason')
    expect(of('user.deleted')).toMatchObject({ ip_address: '127.0.0.1' })
    expect(of('user.signed_up')).toMatchObject({ ip_address: null })
  })

  test.each([
    ['loses a verified email in the entries of organizations', true, 0],
    ['keeps an email that was never verified in the entries of organizations: it may be another person’s', false, 1],
  ])('%s', async (_, isVerified, left) => {
    const [{ id, owner }, user] = [await anOrganization(server), await aUser(server)]
    await sql`update users set is_email_verified = ${isVerified} where id = ${user.id}::uuid`.execute(db)
    const body = { email: user.email, role: 'member', organizationId: id }
    expect((await owner.request('POST', '/api/auth/organization/invite-member', { body })).status).toBe(200)
    expect((await deleteAccount(user, { password: PASSWORD })).json).toEqual(DELETED)
    expect(await entriesNaming(user.email)).toHaveLength(left)
    const [invited] = (await entriesNaming(id)).filter(({ action }) => action === 'member.invited' || action.startsWith('invitation.'))
    expect(invited).toMatchObject({ ip_address: '127.0.0.1', details: { role: 'member' } })
  })
})
