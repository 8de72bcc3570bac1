// The published adminClient against the running server: each call of an administrator, and each of its declared refusals.
import { afterAll, expect, test } from 'vitest'
import { createAdministrator } from '#identity/passwords/index.ts'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { administratorCalls, CookieJar, callsOf, publishedClient } from '#test/support/published-client.ts'
import { testServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
// A database of its own: lists and the last administrator depend on all users.
const server = await testServer({ database: await ownDatabase() })
const baseURL = await server.listen()
afterAll(() => server.close())

const aBrowser = () => {
  const jar = new CookieJar(server.settings.BASE_URL)
  const client = publishedClient(baseURL, jar)
  return { jar, client, ...callsOf(client.admin, administratorCalls) }
}

async function signedUpUser(name = 'Ann Lee') {
  const browser = aBrowser()
  const email = uniqueEmail()
  const { data } = await browser.client.signUp.email({ name, email, password: PASSWORD })
  return { ...browser, email, id: data.user.id as string, token: data.token as string }
}

async function anAdministrator() {
  const user = await signedUpUser('Grace Hopper')
  await createAdministrator(server.platform, { email: user.email, name: 'Grace Hopper', password: null, now: server.clock.now() })
  await user.client.signIn.email({ email: user.email, password: PASSWORD })
  return user
}

/** A refusal as the client returns it. The code is derived from the sentence. */
function refused(status: number, message: string) {
  const statusText = { 400: 'BAD_REQUEST', 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status]
  const code = message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '')
  return { data: null, error: { status, statusText, code, message } }
}
const UNAUTHENTICATED = { data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } }
const INVALID = { data: null, error: { status: 400, statusText: '400', code: 'VALIDATION_ERROR' } }
const done = (data: unknown) => ({ data, error: null })
const banned = {
  ...refused(403, 'You have been banned from this application. Please contact support if you believe this is an error.').error,
  code: 'BANNED_USER',
}

const administrator = await anAdministrator()

/** A user as administrators see them. */
const adminView = (user: { readonly id: string; readonly email: string }) => ({
  id: user.id,
  name: 'Ann Lee',
  email: user.email,
  emailVerified: false,
  image: null,
  role: 'user',
  banned: null,
  banReason: null,
  banExpires: null,
  createdAt: expect.any(Date),
  updatedAt: expect.any(Date),
})

test('users are listed page by page, searched, filtered and sorted', async () => {
  const name = `Ann ${newSlug()}`
  const [first, second] = [await signedUpUser(`${name} A`), await signedUpUser(`${name} B`)]
  const all = await administrator.listUsers({ query: {} })
  expect([Object.keys(all.data).sort(), all.error]).toEqual([['total', 'users'], null])
  const query = { searchValue: name, searchField: 'name', searchOperator: 'starts_with', sortBy: 'name', sortDirection: 'desc' }
  const found = await administrator.listUsers({ query: { ...query, limit: 1, offset: 1 } })
  expect(found).toMatchObject(done({ users: [{ id: first.id, createdAt: expect.any(Date) }], total: 2, limit: 1, offset: 1 }))
  const filter = { filterField: 'email', filterOperator: 'eq', filterValue: second.email }
  expect((await administrator.listUsers({ query: filter })).data).toMatchObject({ users: [{ id: second.id }], total: 1 })
  for (const wrong of [{ limit: 'all' }, { sortBy: 'password' }, { searchField: 'id' }, { filterField: 'role', filterOperator: 'like' }])
    expect(await administrator.listUsers({ query: { ...wrong, filterValue: 'a' } })).toMatchObject(INVALID)
})

test('an administrator creates a user with roles and further fields, and the user signs in', async () => {
  const email = uniqueEmail()
  const data = { emailVerified: true, image: 'https://pictures.test/a.png', banned: true, id: UNKNOWN }
  const created = await administrator.createUser({ email: email.toUpperCase(), password: PASSWORD, name: 'Ann Lee', role: ['user'], data })
  const { id, ...rest } = adminView({ id: UNKNOWN, email })
  expect(created).toMatchObject(done({ user: { ...rest, emailVerified: true, image: data.image } }))
  expect(created.data.user.id).not.toBe(id)
  expect((await aBrowser().client.signIn.email({ email, password: PASSWORD })).error).toBeNull()
  const input = { email: uniqueEmail(), password: PASSWORD, name: 'Ann' }
  expect(await administrator.createUser({ ...input, email })).toEqual(refused(400, 'User already exists'))
  expect(await administrator.createUser({ ...input, role: 'king' })).toEqual(refused(400, 'Unknown role'))
  expect(await administrator.createUser({ ...input, email: 'nobody' })).toEqual(refused(400, 'Invalid email'))
  expect(await administrator.createUser({ email })).toMatchObject(INVALID)
})

test('an administrator changes roles, but not that of the last administrator', async () => {
  const user = await signedUpUser()
  const updated = await administrator.setRole({ userId: user.id, role: ['user', 'admin'] })
  expect(updated).toMatchObject(done({ user: { id: user.id, role: 'user,admin' } }))
  expect((await user.client.getSession()).data).toBeNull()
  expect((await administrator.setRole({ userId: user.id, role: 'user' })).data.user.role).toBe('user')
  expect(await administrator.setRole({ userId: UNKNOWN, role: 'user' })).toEqual(done({ user: null }))
  expect(await administrator.setRole({ userId: user.id, role: 'owner' })).toEqual(refused(400, 'Unknown role'))
  const last = refused(400, 'The platform needs an administrator')
  expect(await administrator.setRole({ userId: administrator.id, role: 'user' })).toEqual(last)
  expect(await administrator.removeUser({ userId: administrator.id })).toEqual(last)
  expect(await administrator.setRole({ userId: 'x', role: 'user' })).toEqual(done({ user: null }))
  expect(await administrator.impersonateUser({ userId: 'x' })).toEqual(refused(404, 'User not found'))
})

test('a banned user is signed out at once, gets the reason at sign-in, and signs in again after the ban is lifted', async () => {
  const user = await signedUpUser()
  const until = new Date(server.clock.now().getTime() + 3_600_000)
  const answer = await administrator.banUser({ userId: user.id, banReason: 'Spam', banExpiresIn: 3600 })
  expect(answer).toMatchObject(done({ user: { id: user.id, banned: true, banReason: 'Spam', banExpires: until } }))
  expect(await user.client.getSession()).toEqual(done(null))
  const signIn = () => user.client.signIn.email({ email: user.email, password: PASSWORD })
  expect((await signIn()).error).toEqual(banned)
  expect((await administrator.impersonateUser({ userId: user.id })).error).toEqual(banned)
  const free = { banned: false, banReason: null, banExpires: null }
  expect(await administrator.unbanUser({ userId: user.id })).toMatchObject(done({ user: { id: user.id, ...free } }))
  expect((await signIn()).error).toBeNull()
  const plain = await administrator.banUser({ userId: user.id })
  expect(plain.data.user).toMatchObject({ banned: true, banReason: 'No reason', banExpires: null })
  expect(await administrator.banUser({ userId: administrator.id })).toEqual(refused(400, 'You cannot ban yourself'))
  for (const call of [administrator.banUser, administrator.unbanUser])
    expect(await call({ userId: UNKNOWN })).toEqual(refused(404, 'User not found'))
  expect(await administrator.banUser({ userId: user.id, banExpiresIn: 0 })).toMatchObject(INVALID)
})

test('an impersonation session is marked, refuses account changes, and ends with stopImpersonating', async () => {
  const [impersonator, user] = [await anAdministrator(), await signedUpUser()]
  const own = impersonator.jar.cookies.get('better-auth.session_token')
  const impersonated = await impersonator.impersonateUser({ userId: user.id })
  const expiresAt = new Date(server.clock.now().getTime() + 3_600_000)
  const session = { userId: user.id, impersonatedBy: impersonator.id, expiresAt }
  expect(impersonated).toMatchObject(done({ session, user: adminView(user) }))
  expect([...impersonator.jar.cookies.keys()]).toEqual(expect.arrayContaining(['admin_session', 'better-auth.dont_remember']))
  expect((await impersonator.client.getSession()).data).toMatchObject({ session, user: { id: user.id } })
  const { changePassword, changeEmail, deleteUser } = impersonator.client
  const newPassword = 'another horse and battery'
  for (const call of [
    changePassword({ currentPassword: PASSWORD, newPassword }),
    changeEmail({ newEmail: uniqueEmail() }),
    deleteUser({ password: PASSWORD }),
  ])
    expect((await call).error.status).toBe(403)
  expect(await impersonator.listUsers({ query: {} })).toEqual(refused(403, 'You are not allowed to list users'))
  const back = await impersonator.stopImpersonating()
  expect(back).toMatchObject(
    done({ session: { userId: impersonator.id, impersonatedBy: null }, user: { id: impersonator.id, role: 'admin' } }),
  )
  expect([impersonator.jar.cookies.get('better-auth.session_token'), impersonator.jar.cookies.has('admin_session')]).toEqual([own, false])
  expect(await impersonator.stopImpersonating()).toEqual(refused(400, 'You are not impersonating anyone'))
  expect(await impersonator.impersonateUser({ userId: administrator.id })).toEqual(refused(403, 'Administrators cannot be impersonated'))
  expect(await impersonator.impersonateUser({ userId: UNKNOWN })).toEqual(refused(404, 'User not found'))
  await impersonator.impersonateUser({ userId: user.id })
  impersonator.jar.cookies.delete('admin_session')
  const lost = { status: 500, code: 'FAILED_TO_FIND_ADMIN_SESSION', message: 'Failed to find admin session' }
  expect((await impersonator.stopImpersonating()).error).toMatchObject(lost)
  await administrator.revokeUserSessions({ userId: impersonator.id })
  expect(await impersonator.stopImpersonating()).toEqual(UNAUTHENTICATED)
  await administrator.removeUser({ userId: impersonator.id })
})

test('an administrator lists and revokes sessions, one or all', async () => {
  const user = await signedUpUser()
  const other = aBrowser()
  await other.client.signIn.email({ email: user.email, password: PASSWORD })
  const { data } = await administrator.listUserSessions({ userId: user.id })
  const times = { createdAt: expect.any(Date), updatedAt: expect.any(Date), expiresAt: expect.any(Date) }
  const each = expect.objectContaining({ userId: user.id, ipAddress: '127.0.0.1', impersonatedBy: null, ...times })
  expect(data).toEqual({ sessions: [each, each] })
  expect(await administrator.revokeUserSession({ sessionToken: user.token })).toEqual(done({ success: true }))
  expect([(await user.client.getSession()).data, (await other.client.getSession()).data?.user.id]).toEqual([null, user.id])
  expect(await administrator.revokeUserSessions({ userId: user.id })).toEqual(done({ success: true }))
  expect((await other.client.getSession()).data).toBeNull()
  expect(await administrator.listUserSessions({ userId: user.id })).toEqual(done({ sessions: [] }))
})

test('an administrator sets a password, and removes a user unless they are the only owner of an organization', async () => {
  const user = await signedUpUser()
  const newPassword = 'another horse and battery'
  expect(await administrator.setUserPassword({ userId: user.id, newPassword })).toEqual(done({ status: true }))
  const signIn = (password: string) => user.client.signIn.email({ email: user.email, password })
  expect([(await signIn(PASSWORD)).error?.status, (await signIn(newPassword)).error]).toEqual([401, null])
  const created = await user.client.organization.create({ name: 'Byron', slug: newSlug() })
  const { error } = await administrator.removeUser({ userId: user.id })
  expect([error.status, error.message]).toEqual([400, 'This person is the only owner of Byron'])
  await user.client.organization.delete({ organizationId: created.data.id })
  expect(await administrator.removeUser({ userId: user.id })).toEqual(done({ success: true }))
  expect(await administrator.removeUser({ userId: user.id })).toEqual(refused(404, 'User not found'))
  expect((await signIn(newPassword)).error.status).toBe(401)
})

test('every user may query their permissions, and only administrators may use administrative calls', async () => {
  const user = await signedUpUser()
  const input = { permissions: { user: ['ban', 'list'], session: ['revoke'] } }
  expect(await administrator.hasPermission(input)).toEqual(done({ error: null, success: true }))
  expect(await user.hasPermission({ ...input, userId: administrator.id, role: 'admin' })).toEqual(done({ error: null, success: false }))
  expect(await administrator.hasPermission({ permission: input.permissions })).toEqual(done({ error: null, success: true }))
  expect(await administrator.hasPermission({ ...input, permission: input.permissions })).toMatchObject(INVALID)
  const body = { userId: administrator.id, role: 'admin', sessionToken: administrator.token, newPassword: PASSWORD, email: uniqueEmail() }
  const refusals = {
    listUsers: 'list users',
    createUser: 'create users',
    setRole: 'change users role',
    banUser: 'ban users',
    unbanUser: 'ban users',
    impersonateUser: 'impersonate users',
    listUserSessions: 'list users sessions',
    revokeUserSession: 'revoke users sessions',
    revokeUserSessions: 'revoke users sessions',
    removeUser: 'delete users',
    setUserPassword: 'set users password',
  } as const
  const anonymous = aBrowser()
  for (const [name, what] of Object.entries(refusals) as [keyof typeof refusals, string][]) {
    const callInput = name === 'listUsers' ? { query: {} } : { ...body, password: PASSWORD, name: 'Ann' }
    expect([name, await user[name](callInput)]).toEqual([name, refused(403, `You are not allowed to ${what}`)])
    expect([name, await anonymous[name](callInput)]).toEqual([name, UNAUTHENTICATED])
  }
  expect(await anonymous.stopImpersonating()).toEqual(UNAUTHENTICATED)
  expect(await anonymous.hasPermission(input)).toEqual(UNAUTHENTICATED)
  expect((await administrator.client.getSession()).data.user).toMatchObject({ id: administrator.id, role: 'admin', banned: null })
})
