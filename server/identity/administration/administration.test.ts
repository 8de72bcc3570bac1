import { afterAll, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/argon2.ts'
import type { PasswordHasher } from '#platform/crypto/passwords.ts'
import { anAdministrator, anOrganization, aUser, cookieHeader, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailTo } from '#test/support/emails.ts'
import { testServer } from '#test/support/server.ts'

/** A gate before password hashing: while it is closed, requests wait, so that other requests run between their start and their end. */
const gate = { isClosed: false, reached: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() }
const behindGate =
  <Args extends unknown[], T>(work: (...result: Args) => Promise<T>) =>
  async (...result: Args): Promise<T> => {
    if (gate.isClosed) {
      gate.reached.resolve()
      await gate.opened.promise
    }
    return work(...result)
  }
const { hash, verify } = createPasswords()
const passwords: PasswordHasher = { hash: behindGate(hash), verify: behindGate(verify) }
const server = await testServer({ database: await ownDatabase(), passwords })
afterAll(() => server.close())
const { db } = server.platform.database
const boss = await anAdministrator(server)
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Sends a request as an administrator, or as the given user. */
function post(call: string, body: unknown, as: Pick<TestUser, 'request'> = boss) {
  return as.request('POST', call, { body })
}

const signIn = (email: string, password: string = PASSWORD) =>
  server.request('POST', '/api/auth/sign-in/email', { body: { email, password } })
const sessionOf = async (unknownUser: TestUser) => (await unknownUser.request('GET', '/api/auth/get-session')).json
const entriesOf = (userId: string) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'target', 'details'])
    .where('user_id', '=', userId)
    .orderBy('happened_at')
    .execute()
/** Expects an audit entry of a user; entries of the same instant have no order. */
const expectEntry = async (userId: string, entry: object) => {
  expect(
    (await entriesOf(userId)).map((entry) => ({ ...entry, actor: { id: 'id' in entry.actor ? entry.actor.id : null } })),
  ).toContainEqual(expect.objectContaining(entry))
}

const unknownUser = { userId: UNKNOWN }
const refused: readonly (readonly [call: string, body: unknown, message: string])[] = [
  ['/api/auth/admin/create-user', { email: uniqueEmail(), password: PASSWORD, name: 'X' }, 'You are not allowed to create users'],
  ['/api/auth/admin/set-role', { ...unknownUser, role: 'admin' }, 'You are not allowed to change users role'],
  ['/api/auth/admin/ban-user', unknownUser, 'You are not allowed to ban users'],
  ['/api/auth/admin/unban-user', unknownUser, 'You are not allowed to ban users'],
  ['/api/auth/admin/impersonate-user', unknownUser, 'You are not allowed to impersonate users'],
  ['/api/auth/admin/list-user-sessions', unknownUser, 'You are not allowed to list users sessions'],
  ['/api/auth/admin/revoke-user-session', { sessionToken: 'x' }, 'You are not allowed to revoke users sessions'],
  ['/api/auth/admin/revoke-user-sessions', unknownUser, 'You are not allowed to revoke users sessions'],
  ['/api/auth/admin/remove-user', unknownUser, 'You are not allowed to delete users'],
  ['/api/auth/admin/set-user-password', { ...unknownUser, newPassword: PASSWORD }, 'You are not allowed to set users password'],
]

test.each(refused)('%s is for administrators', async (call, body, message) => {
  const ordinary = await aUser(server)
  const answer = await post(call, body, ordinary)
  expect([answer.status, answer.json.message]).toEqual([403, message])
  const anonymous = await server.request('POST', call, { body })
  expect([anonymous.status, anonymous.text]).toEqual([401, ''])
})

test.each([
  ['list-users', 'You are not allowed to list users'],
  [`get-user?userId=${UNKNOWN}`, 'You are not allowed to list users'],
  ['list-sessions', 'You are not allowed to list users sessions'],
])('GET %s is for administrators', async (call, message) => {
  const answer = await (await aUser(server)).request('GET', `/api/auth/admin/${call}`)
  expect([answer.status, answer.json.message]).toEqual([403, message])
})

test('a user is created with a role and known fields only, and signs in with the given password', async () => {
  const email = uniqueEmail()
  const data = { username: `u${email.slice(0, 6)}`, emailVerified: true, banned: true, id: UNKNOWN }
  const created = await post('/api/auth/admin/create-user', {
    email: email.toUpperCase(),
    password: 'short',
    name: 'Bea',
    role: ['user'],
    data,
  })
  expect([created.status, created.json.user]).toEqual([
    200,
    expect.objectContaining({ email, name: 'Bea', role: 'user', emailVerified: true, username: data.username, banned: null }),
  ])
  expect(created.json.user.id).not.toBe(UNKNOWN)
  expect((await signIn(email, 'short')).status).toBe(200)
  await expectEntry(created.json.user.id, { action: 'user.created', actor: { id: boss.id } })
})

test.each([
  ['an email in use', () => ({ email: boss.email }), 400, 'User already exists'],
  ['an invalid email', () => ({ email: 'nobody' }), 400, 'Invalid email'],
  ['an unknown role', () => ({ role: 'root' }), 400, 'Unknown role'],
  ['no role at all', () => ({ role: ' , ' }), 400, 'Unknown role'],
  ['an empty role beside another', () => ({ role: 'user,,' }), 400, 'Unknown role'],
  ['a role with white space', () => ({ role: 'admin\n' }), 400, 'Unknown role'],
  ['a user name that is too short', () => ({ data: { username: 'no' } }), 422, 'username is too short'],
  ['no password', () => ({ password: undefined }), 400, 'Invalid body parameters'],
])('no user is created with %s', async (_, wrong, status, message) => {
  const answer = await post('/api/auth/admin/create-user', { email: uniqueEmail(), password: PASSWORD, name: 'Bea', ...wrong() })
  expect([answer.status, answer.json.message]).toEqual([status, message])
})

test('a role is granted and revoked; a new administrator signs in again', async () => {
  const bea = await aUser(server)
  const result = await post('/api/auth/admin/set-role', { userId: bea.id, role: ['user', 'admin'] })
  expect([result.status, result.json.user.role]).toEqual([200, 'user,admin'])
  expect(await sessionOf(bea)).toBeNull()
  const cookie = cookieHeader(await signIn(bea.email))
  const list = () => server.request('GET', '/api/auth/admin/list-users', { headers: { cookie } })
  expect((await list()).status).toBe(200)
  expect((await post('/api/auth/admin/set-role', { userId: bea.id, role: 'user' })).json.user.role).toBe('user')
  expect((await list()).status).toBe(403)
  await expectEntry(bea.id, { action: 'user.role_set', details: { from: 'user,admin', to: 'user' } })
})

test.each(['root', '', 'admin,root', ['admin', 'owner']])('the role %j is refused and changes nothing', async (role) => {
  const bea = await aUser(server)
  const answer = await post('/api/auth/admin/set-role', { userId: bea.id, role })
  expect([answer.status, answer.json.code]).toEqual([400, 'UNKNOWN_ROLE'])
  expect((await sessionOf(bea)).user.role).toBe('user')
})

test('set-role of an unknown user answers null', async () => {
  const answer = await post('/api/auth/admin/set-role', { userId: UNKNOWN, role: 'user' })
  expect([answer.status, answer.json]).toEqual([200, { user: null }])
})

test('a ban revokes every session at once, reports its reason, and holds until it expires', async () => {
  const bea = await aUser(server)
  expect((await sessionOf(bea)).user.id).toBe(bea.id)
  const banned = await post('/api/auth/admin/ban-user', { userId: bea.id, banReason: 'Spam', banExpiresIn: 3600 })
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  expect(banned.json.user).toMatchObject({ banned: true, banReason: 'Spam', banExpires: until })
  expect(await sessionOf(bea)).toBeNull()
  const refusedNow = await signIn(bea.email)
  expect([refusedNow.status, refusedNow.json.code]).toEqual([403, 'BANNED_USER'])
  await expectEntry(bea.id, { action: 'user.banned', details: { reason: 'Spam', until } })
  server.clock.advance(3600)
  expect((await signIn(bea.email)).status).toBe(200)
})

test('a ban without reason and end has defaults, and can be lifted', async () => {
  const bea = await aUser(server)
  expect((await post('/api/auth/admin/ban-user', { userId: bea.id })).json.user).toMatchObject({
    banned: true,
    banReason: 'No reason',
    banExpires: null,
  })
  expect((await post('/api/auth/admin/unban-user', { userId: bea.id })).json.user).toMatchObject({ banned: false, banReason: null })
  expect((await signIn(bea.email)).status).toBe(200)
})

test.each(['ban-user', 'unban-user', 'impersonate-user', 'remove-user'])('%s refuses an unknown user id', async (call) => {
  const answer = await post(`/api/auth/admin/${call}`, unknownUser)
  expect([answer.status, answer.json.message]).toEqual([404, 'User not found'])
})

test('an administrator cannot ban themselves', async () => {
  for (const userId of [boss.id, boss.id.toUpperCase()]) {
    const answer = await post('/api/auth/admin/ban-user', { userId })
    expect([answer.status, answer.json.message]).toEqual([400, 'You cannot ban yourself'])
  }
})

test('sessions are listed with handles instead of tokens, and can be revoked by handle or by token', async () => {
  const bea = await aUser(server)
  const elsewhere = await signIn(bea.email)
  const list = async () => (await post('/api/auth/admin/list-user-sessions', { userId: bea.id })).json.sessions
  const sessions: { id: string; token: string }[] = await list()
  expect(sessions).toHaveLength(2)
  for (const { token } of sessions) {
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect((await server.request('GET', '/api/auth/list-sessions', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  }
  expect((await post('/api/auth/admin/revoke-user-session', { sessionToken: elsewhere.json.token })).json).toEqual({ success: true })
  const [left, ...rest] = await list()
  expect(rest).toEqual([])
  await post('/api/auth/admin/revoke-user-session', { sessionToken: left.token })
  expect(await sessionOf(bea)).toBeNull()
  expect((await post('/api/auth/admin/revoke-user-session', { sessionToken: left.token })).json).toEqual({ success: true })
  await expectEntry(bea.id, { action: 'session.revoked', actor: { id: boss.id }, target: { type: 'session', id: left.id } })
})

test('all sessions of a user are revoked at once', async () => {
  const bea = await aUser(server)
  await signIn(bea.email)
  expect((await post('/api/auth/admin/revoke-user-sessions', { userId: bea.id })).json).toEqual({ success: true })
  expect(await sessionOf(bea)).toBeNull()
  await expectEntry(bea.id, { action: 'user.sessions_revoked', details: { ended: 2 } })
})

test('set-user-password replaces the password, revokes the sessions and notifies the user by email', async () => {
  const bea = await aUser(server)
  expect((await post('/api/auth/admin/set-user-password', { userId: bea.id, newPassword: 'given by us' })).json).toEqual({ status: true })
  expect(await sessionOf(bea)).toBeNull()
  expect([(await signIn(bea.email)).status, (await signIn(bea.email, 'given by us')).status]).toEqual([401, 200])
  await server.drain()
  expect(await emailTo(server, bea.email, 'password-changed')).toBeTruthy()
})

test('set-user-password does nothing for a user without a password', async () => {
  const bea = await aUser(server)
  await server.platform.database.transaction((tx) => tx.deleteFrom('accounts').where('user_id', '=', bea.id).execute())
  expect((await post('/api/auth/admin/set-user-password', { userId: bea.id, newPassword: PASSWORD })).json).toEqual({ status: true })
  expect([(await signIn(bea.email)).status, (await sessionOf(bea)).user.id]).toEqual([401, bea.id])
})

test('a user is deleted with everything that belongs to them, but not the only owner of an organization', async () => {
  const { owner, name } = await anOrganization(server)
  const refusedNow = await post('/api/auth/admin/remove-user', { userId: owner.id })
  expect([refusedNow.status, refusedNow.json]).toEqual([
    400,
    { code: 'THIS_PERSON_IS_THE_ONLY_OWNER_OF_ORGANIZATION', message: `This person is the only owner of ${name}` },
  ])
  const bea = await aUser(server)
  expect((await post('/api/auth/admin/remove-user', { userId: bea.id })).json).toEqual({ success: true })
  expect(await sessionOf(bea)).toBeNull()
  await expectEntry(bea.id, { action: 'user.deleted', actor: { id: boss.id } })
})

test.each([
  [{ permissions: { user: ['ban', 'delete'], session: ['list'] } }, true, false],
  [{ permission: { user: ['create'] } }, true, false],
  [{ permission: { user: ['fly'] } }, false, false],
  [{ permission: { planet: ['create'] } }, false, false],
  [{ permission: {} }, false, false],
  [{ permission: { user: ['create'] }, role: 'admin', userId: boss.id }, true, false],
])('has-permission %j', async (body, administrator, ordinary) => {
  expect((await post('/api/auth/admin/has-permission', body)).json).toEqual({ error: null, success: administrator })
  expect((await post('/api/auth/admin/has-permission', body, await aUser(server))).json).toEqual({ error: null, success: ordinary })
})

test.each([{}, { permission: { user: ['ban'] }, permissions: { user: ['ban'] } }])(
  'has-permission needs exactly one of permission and permissions: %j',
  async (body) => {
    const answer = await post('/api/auth/admin/has-permission', body)
    expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
  },
)

test('get-user returns a user with their sign-in methods, memberships and sessions', async () => {
  const { owner, id, slug } = await anOrganization(server)
  const answer = await boss.request('GET', `/api/auth/admin/get-user?userId=${owner.id}`)
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({
    user: { id: owner.id },
    accounts: [{ provider: 'credential' }],
    memberships: [{ organizationId: id, slug, role: 'owner' }],
    sessions: [{ userId: owner.id, activeOrganizationId: id }],
  })
  expect((await boss.request('GET', `/api/auth/admin/get-user?userId=${UNKNOWN}`)).status).toBe(404)
})

test('sessions of the platform are listed page by page, and can be filtered by impersonation', async () => {
  const bea = await aUser(server)
  await post('/api/auth/admin/impersonate-user', { userId: bea.id })
  const list = async (query: string) => (await boss.request('GET', `/api/auth/admin/list-sessions?${query}`)).json
  const impersonations = await list(`userId=${bea.id}&impersonated=true`)
  expect(impersonations.sessions).toMatchObject([{ userId: bea.id, impersonatedBy: boss.id, user: { email: bea.email } }])
  expect((await list(`userId=${bea.id}&impersonated=false`)).sessions).toHaveLength(1)
  const seen: string[] = []
  let before: string | null = null
  do {
    const page: { sessions: { id: string }[]; nextBefore: string | null } = await list(`limit=7${before ? `&before=${before}` : ''}`)
    seen.push(...page.sessions.map(({ id }) => id))
    before = page.nextBefore
  } while (before)
  const { rows } = { rows: await db.selectFrom('sessions').select('id').where('expires_at', '>', server.clock.now()).execute() }
  expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)))
  expect(seen).toHaveLength(rows.length)
})

test.each([
  ['creates an administrator', '/api/auth/admin/create-user', { email: uniqueEmail(), name: 'A', password: PASSWORD, role: 'admin' }, 403],
  ['sets a password', '/api/auth/admin/set-user-password', { userId: boss.id, newPassword: 'of a stranger' }, 403],
  // The promotion revoked their sessions: they may be the only administrator by now.
  ['deletes their account', '/api/auth/delete-user', { password: PASSWORD }, 401],
])('a user who %s must still be authorized after the password was hashed', async (_, call, body, status) => {
  const isDeletion = status === 401
  const other = await (isDeletion ? aUser : anAdministrator)(server)
  Object.assign(gate, { isClosed: true, reached: Promise.withResolvers(), opened: Promise.withResolvers() })
  const late = post(call, body, other)
  await gate.reached.promise
  expect((await post('/api/auth/admin/set-role', { userId: other.id, role: isDeletion ? 'admin' : 'user' })).status).toBe(200)
  gate.isClosed = false
  gate.opened.resolve()
  expect((await late).status).toBe(status)
})

test('an administrator who is demoted during concurrent impersonations keeps none of the sessions', async () => {
  const [other, { id: userId }] = [await anAdministrator(server), await aUser(server)]
  const impersonate = () => post('/api/auth/admin/impersonate-user', { userId }, other)
  await Promise.all([post('/api/auth/admin/set-role', { userId: other.id, role: 'user' }), impersonate(), impersonate(), impersonate()])
  expect(await db.selectFrom('sessions').select('id').where('impersonated_by', '=', other.id).execute()).toEqual([])
})
