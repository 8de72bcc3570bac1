import { afterAll, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/argon2.ts'
import type { Passwords } from '#platform/crypto/passwords.ts'
import { anAdministrator, anOrganization, aUser, cookieHeader, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailTo } from '#test/support/emails.ts'
import { testServer } from '#test/support/server.ts'

/** The door before the hashing of passwords: while it is shut, whoever comes waits, and others act between their request and its end. */
const door = { isShut: false, arrived: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() }
const behindDoor =
  <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
  async (...given: Given): Promise<T> => {
    if (door.isShut) {
      door.arrived.resolve()
      await door.opened.promise
    }
    return work(...given)
  }
const { hash, verify } = createPasswords()
const passwords: Passwords = { hash: behindDoor(hash), verify: behindDoor(verify) }
const server = await testServer({ database: await ownDatabase(), passwords })
afterAll(() => server.close())
const { db } = server.platform.database
const boss = await anAdministrator(server)
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Asks as an administrator, or as whoever is given. */
function post(call: string, body: unknown, as: Pick<TestUser, 'request'> = boss) {
  return as.request('POST', call, { body })
}

const signIn = (email: string, password: string = PASSWORD) =>
  server.request('POST', '/api/auth/sign-in/email', { body: { email, password } })
const sessionOf = async (person: TestUser) => (await person.request('GET', '/api/auth/get-session')).json
const entriesOf = (userId: string) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'target', 'details'])
    .where('user_id', '=', userId)
    .orderBy('happened_at')
    .execute()
/** What was written down about somebody; of one instant nobody knows the order. */
const expectAct = async (userId: string, act: object) => {
  expect(
    (await entriesOf(userId)).map((entry) => ({ ...entry, actor: { id: 'id' in entry.actor ? entry.actor.id : null } })),
  ).toContainEqual(expect.objectContaining(act))
}

const person = { userId: UNKNOWN }
const refused: readonly (readonly [call: string, body: unknown, message: string])[] = [
  ['/api/auth/admin/create-user', { email: newAddress(), password: PASSWORD, name: 'X' }, 'You are not allowed to create users'],
  ['/api/auth/admin/set-role', { ...person, role: 'admin' }, 'You are not allowed to change users role'],
  ['/api/auth/admin/ban-user', person, 'You are not allowed to ban users'],
  ['/api/auth/admin/unban-user', person, 'You are not allowed to ban users'],
  ['/api/auth/admin/impersonate-user', person, 'You are not allowed to impersonate users'],
  ['/api/auth/admin/list-user-sessions', person, 'You are not allowed to list users sessions'],
  ['/api/auth/admin/revoke-user-session', { sessionToken: 'x' }, 'You are not allowed to revoke users sessions'],
  ['/api/auth/admin/revoke-user-sessions', person, 'You are not allowed to revoke users sessions'],
  ['/api/auth/admin/remove-user', person, 'You are not allowed to delete users'],
  ['/api/auth/admin/set-user-password', { ...person, newPassword: PASSWORD }, 'You are not allowed to set users password'],
]

test.each(refused)('%s is for administrators', async (call, body, message) => {
  const ordinary = await aUser(server)
  const answer = await post(call, body, ordinary)
  expect([answer.status, answer.json.message]).toEqual([403, message])
  const nobody = await server.request('POST', call, { body })
  expect([nobody.status, nobody.text]).toEqual([401, ''])
})

test.each([
  ['list-users', 'You are not allowed to list users'],
  [`get-user?userId=${UNKNOWN}`, 'You are not allowed to list users'],
  ['list-sessions', 'You are not allowed to list users sessions'],
])('GET %s is for administrators', async (call, message) => {
  const answer = await (await aUser(server)).request('GET', `/api/auth/admin/${call}`)
  expect([answer.status, answer.json.message]).toEqual([403, message])
})

test('a person is made with a role and known fields alone, and signs in with the password they were given', async () => {
  const email = newAddress()
  const data = { username: `u${email.slice(0, 6)}`, emailVerified: true, banned: true, id: UNKNOWN }
  const made = await post('/api/auth/admin/create-user', {
    email: email.toUpperCase(),
    password: 'short',
    name: 'Bea',
    role: ['user'],
    data,
  })
  expect([made.status, made.json.user]).toEqual([
    200,
    expect.objectContaining({ email, name: 'Bea', role: 'user', emailVerified: true, username: data.username, banned: null }),
  ])
  expect(made.json.user.id).not.toBe(UNKNOWN)
  expect((await signIn(email, 'short')).status).toBe(200)
  await expectAct(made.json.user.id, { action: 'user.created', actor: { id: boss.id } })
})

test.each([
  ['an address that is taken', () => ({ email: boss.email }), 400, 'User already exists'],
  ['what is no address', () => ({ email: 'nobody' }), 400, 'Invalid email'],
  ['a role that nobody knows', () => ({ role: 'root' }), 400, 'Unknown role'],
  ['no role at all', () => ({ role: ' , ' }), 400, 'Unknown role'],
  ['a user name that is too short', () => ({ data: { username: 'no' } }), 422, 'username is too short'],
  ['no password', () => ({ password: undefined }), 400, 'Invalid body parameters'],
])('nobody is made with %s', async (_, wrong, status, message) => {
  const answer = await post('/api/auth/admin/create-user', { email: newAddress(), password: PASSWORD, name: 'Bea', ...wrong() })
  expect([answer.status, answer.json.message]).toEqual([status, message])
})

test('a role is given and taken; whoever comes to administer signs in anew', async () => {
  const bea = await aUser(server)
  const given = await post('/api/auth/admin/set-role', { userId: bea.id, role: ['user', 'admin'] })
  expect([given.status, given.json.user.role]).toEqual([200, 'user,admin'])
  expect(await sessionOf(bea)).toBeNull()
  const cookie = cookieHeader(await signIn(bea.email))
  const list = () => server.request('GET', '/api/auth/admin/list-users', { headers: { cookie } })
  expect((await list()).status).toBe(200)
  expect((await post('/api/auth/admin/set-role', { userId: bea.id, role: 'user' })).json.user.role).toBe('user')
  expect((await list()).status).toBe(403)
  await expectAct(bea.id, { action: 'user.role_set', details: { from: 'user,admin', to: 'user' } })
})

test.each(['root', '', 'admin,root', ['admin', 'owner']])('the role %j is refused and nothing is changed', async (role) => {
  const bea = await aUser(server)
  const answer = await post('/api/auth/admin/set-role', { userId: bea.id, role })
  expect([answer.status, answer.json.code]).toEqual([400, 'UNKNOWN_ROLE'])
  expect((await sessionOf(bea)).user.role).toBe('user')
})

test('the role of nobody is null', async () => {
  const answer = await post('/api/auth/admin/set-role', { userId: UNKNOWN, role: 'user' })
  expect([answer.status, answer.json]).toEqual([200, { user: null }])
})

test('a ban ends every session at once, says why, and holds until it is over', async () => {
  const bea = await aUser(server)
  expect((await sessionOf(bea)).user.id).toBe(bea.id)
  const banned = await post('/api/auth/admin/ban-user', { userId: bea.id, banReason: 'Spam', banExpiresIn: 3600 })
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  expect(banned.json.user).toMatchObject({ banned: true, banReason: 'Spam', banExpires: until })
  expect(await sessionOf(bea)).toBeNull()
  const refusedNow = await signIn(bea.email)
  expect([refusedNow.status, refusedNow.json.code]).toEqual([403, 'BANNED_USER'])
  await expectAct(bea.id, { action: 'user.banned', details: { reason: 'Spam', until } })
  server.clock.advance(3600)
  expect((await signIn(bea.email)).status).toBe(200)
})

test('a ban without words or end says so, and is lifted', async () => {
  const bea = await aUser(server)
  expect((await post('/api/auth/admin/ban-user', { userId: bea.id })).json.user).toMatchObject({
    banned: true,
    banReason: 'No reason',
    banExpires: null,
  })
  expect((await post('/api/auth/admin/unban-user', { userId: bea.id })).json.user).toMatchObject({ banned: false, banReason: null })
  expect((await signIn(bea.email)).status).toBe(200)
})

test.each(['ban-user', 'unban-user', 'impersonate-user', 'remove-user'])('%s: nobody has that id', async (call) => {
  const answer = await post(`/api/auth/admin/${call}`, person)
  expect([answer.status, answer.json.message]).toEqual([404, 'User not found'])
})

test('nobody bans themselves', async () => {
  for (const userId of [boss.id, boss.id.toUpperCase()]) {
    const answer = await post('/api/auth/admin/ban-user', { userId })
    expect([answer.status, answer.json.message]).toEqual([400, 'You cannot ban yourself'])
  }
})

test('sessions are listed without what lets anybody in, and ended by the name that they have there, or by their token', async () => {
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
  await expectAct(bea.id, { action: 'session.revoked', actor: { id: boss.id }, target: { type: 'session', id: left.id } })
})

test('all sessions of a person end at once', async () => {
  const bea = await aUser(server)
  await signIn(bea.email)
  expect((await post('/api/auth/admin/revoke-user-sessions', { userId: bea.id })).json).toEqual({ success: true })
  expect(await sessionOf(bea)).toBeNull()
  await expectAct(bea.id, { action: 'user.sessions_revoked', details: { ended: 2 } })
})

test('a password that was given takes the place of the other, ends the sessions and is told by mail', async () => {
  const bea = await aUser(server)
  expect((await post('/api/auth/admin/set-user-password', { userId: bea.id, newPassword: 'given by us' })).json).toEqual({ status: true })
  expect(await sessionOf(bea)).toBeNull()
  expect([(await signIn(bea.email)).status, (await signIn(bea.email, 'given by us')).status]).toEqual([401, 200])
  await server.drain()
  expect(await emailTo(server, bea.email, 'password-changed')).toBeTruthy()
})

test('nothing happens to whoever has no password', async () => {
  const bea = await aUser(server)
  await server.platform.database.transaction((tx) => tx.deleteFrom('accounts').where('user_id', '=', bea.id).execute())
  expect((await post('/api/auth/admin/set-user-password', { userId: bea.id, newPassword: PASSWORD })).json).toEqual({ status: true })
  expect([(await signIn(bea.email)).status, (await sessionOf(bea)).user.id]).toEqual([401, bea.id])
})

test('a person is removed with all that is theirs, but not the only owner of an organization', async () => {
  const { owner, name } = await anOrganization(server)
  const refusedNow = await post('/api/auth/admin/remove-user', { userId: owner.id })
  expect([refusedNow.status, refusedNow.json]).toEqual([
    400,
    { code: 'THIS_PERSON_IS_THE_ONLY_OWNER_OF_ORGANIZATION', message: `This person is the only owner of ${name}` },
  ])
  const bea = await aUser(server)
  expect((await post('/api/auth/admin/remove-user', { userId: bea.id })).json).toEqual({ success: true })
  expect(await sessionOf(bea)).toBeNull()
  await expectAct(bea.id, { action: 'user.deleted', actor: { id: boss.id } })
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
  'has-permission asks for exactly one: %j',
  async (body) => {
    const answer = await post('/api/auth/admin/has-permission', body)
    expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
  },
)

test('one person is shown with their ways in, memberships and sessions', async () => {
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

test('sessions of the whole platform are read page by page, and those that were borrowed apart', async () => {
  const bea = await aUser(server)
  await post('/api/auth/admin/impersonate-user', { userId: bea.id })
  const list = async (query: string) => (await boss.request('GET', `/api/auth/admin/list-sessions?${query}`)).json
  const borrowed = await list(`userId=${bea.id}&impersonated=true`)
  expect(borrowed.sessions).toMatchObject([{ userId: bea.id, impersonatedBy: boss.id, user: { email: bea.email } }])
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
  ['makes an administrator', '/api/auth/admin/create-user', { email: newAddress(), name: 'A', password: PASSWORD, role: 'admin' }, 403],
  ['gives a password', '/api/auth/admin/set-user-password', { userId: boss.id, newPassword: 'of a stranger' }, 403],
  // Their sessions ended as they came to administer: they may be the only one who does by now.
  ['leaves', '/api/auth/delete-user', { password: PASSWORD }, 401],
])('whoever %s has still to be who they were once it was hashed', async (_, call, body, status) => {
  const isLeaving = status === 401
  const other = await (isLeaving ? aUser : anAdministrator)(server)
  Object.assign(door, { isShut: true, arrived: Promise.withResolvers(), opened: Promise.withResolvers() })
  const late = post(call, body, other)
  await door.arrived.promise
  expect((await post('/api/auth/admin/set-role', { userId: other.id, role: isLeaving ? 'admin' : 'user' })).status).toBe(200)
  door.isShut = false
  door.opened.resolve()
  expect((await late).status).toBe(status)
})

test('whoever ceases to administer while they borrow sessions keeps none of them', async () => {
  const [other, { id: userId }] = [await anAdministrator(server), await aUser(server)]
  const borrow = () => post('/api/auth/admin/impersonate-user', { userId }, other)
  await Promise.all([post('/api/auth/admin/set-role', { userId: other.id, role: 'user' }), borrow(), borrow(), borrow()])
  expect(await db.selectFrom('sessions').select('id').where('impersonated_by', '=', other.id).execute()).toEqual([])
})
