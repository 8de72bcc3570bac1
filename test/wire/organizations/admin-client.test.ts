// The published adminClient against the running server: each call of those who run the platform, and each refusal that it declares.
import { afterAll, expect, test } from 'vitest'
import { createAdministrator } from '#identity/passwords/index.ts'
import { newAddress, newSlug, PASSWORD } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { administratorCalls, callsOf, Jar, publishedClient } from '#test/support/published-client.ts'
import { testServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
// A database of its own: lists and the last administrator are about everybody there is.
const server = await testServer({ database: await ownDatabase() })
const baseURL = await server.listen()
afterAll(() => server.close())

const aBrowser = () => {
  const jar = new Jar(server.settings.BASE_URL)
  const client = publishedClient(baseURL, jar)
  return { jar, client, ...callsOf(client.admin, administratorCalls) }
}

async function somebody(name = 'Ann Lee') {
  const browser = aBrowser()
  const email = newAddress()
  const { data } = await browser.client.signUp.email({ name, email, password: PASSWORD })
  return { ...browser, email, id: data.user.id as string, token: data.token as string }
}

async function anAdministrator() {
  const person = await somebody('Grace Hopper')
  await createAdministrator(server.platform, { email: person.email, name: 'Grace Hopper', password: null, now: server.clock.now() })
  await person.client.signIn.email({ email: person.email, password: PASSWORD })
  return person
}

/** A refusal as the client hands it on. The code follows from the sentence. */
function refused(status: number, message: string) {
  const statusText = { 400: 'BAD_REQUEST', 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status]
  const code = message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '')
  return { data: null, error: { status, statusText, code, message } }
}
const NOBODY = { data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } }
const INVALID = { data: null, error: { status: 400, statusText: '400', code: 'VALIDATION_ERROR' } }
const done = (data: unknown) => ({ data, error: null })
const banned = {
  ...refused(403, 'You have been banned from this application. Please contact support if you believe this is an error.').error,
  code: 'BANNED_USER',
}

const boss = await anAdministrator()

/** A person as administrators see them. */
const shown = (person: { readonly id: string; readonly email: string }) => ({
  ...{ id: person.id, name: 'Ann Lee', email: person.email, emailVerified: false, image: null, role: 'user' },
  ...{ banned: null, banReason: null, banExpires: null, createdAt: expect.any(Date), updatedAt: expect.any(Date) },
})

test('people are listed page by page, searched, filtered and sorted', async () => {
  const name = `Ann ${newSlug()}`
  const [first, second] = [await somebody(`${name} A`), await somebody(`${name} B`)]
  const all = await boss.listUsers({ query: {} })
  expect([Object.keys(all.data).sort(), all.error]).toEqual([['total', 'users'], null])
  const query = { searchValue: name, searchField: 'name', searchOperator: 'starts_with', sortBy: 'name', sortDirection: 'desc' }
  const found = await boss.listUsers({ query: { ...query, limit: 1, offset: 1 } })
  expect(found).toMatchObject(done({ users: [{ id: first.id, createdAt: expect.any(Date) }], total: 2, limit: 1, offset: 1 }))
  const filter = { filterField: 'email', filterOperator: 'eq', filterValue: second.email }
  expect((await boss.listUsers({ query: filter })).data).toMatchObject({ users: [{ id: second.id }], total: 1 })
  for (const wrong of [{ limit: 'all' }, { sortBy: 'password' }, { searchField: 'id' }, { filterField: 'role', filterOperator: 'like' }])
    expect(await boss.listUsers({ query: { ...wrong, filterValue: 'a' } })).toMatchObject(INVALID)
})

test('a person is made with roles and a few fields, and signs in', async () => {
  const email = newAddress()
  const data = { emailVerified: true, image: 'https://pictures.test/a.png', banned: true, id: UNKNOWN }
  const made = await boss.createUser({ email: email.toUpperCase(), password: PASSWORD, name: 'Ann Lee', role: ['user'], data })
  const { id, ...rest } = shown({ id: UNKNOWN, email })
  expect(made).toMatchObject(done({ user: { ...rest, emailVerified: true, image: data.image } }))
  expect(made.data.user.id).not.toBe(id)
  expect((await aBrowser().client.signIn.email({ email, password: PASSWORD })).error).toBeNull()
  const asked = { email: newAddress(), password: PASSWORD, name: 'Ann' }
  expect(await boss.createUser({ ...asked, email })).toEqual(refused(400, 'User already exists'))
  expect(await boss.createUser({ ...asked, role: 'king' })).toEqual(refused(400, 'Unknown role'))
  expect(await boss.createUser({ ...asked, email: 'nobody' })).toEqual(refused(400, 'Invalid email'))
  expect(await boss.createUser({ email })).toMatchObject(INVALID)
})

test('roles are given and taken, but not the last administrator’s', async () => {
  const person = await somebody()
  const given = await boss.setRole({ userId: person.id, role: ['user', 'admin'] })
  expect(given).toMatchObject(done({ user: { id: person.id, role: 'user,admin' } }))
  expect((await person.client.getSession()).data).toBeNull()
  expect((await boss.setRole({ userId: person.id, role: 'user' })).data.user.role).toBe('user')
  expect(await boss.setRole({ userId: UNKNOWN, role: 'user' })).toEqual(done({ user: null }))
  expect(await boss.setRole({ userId: person.id, role: 'owner' })).toEqual(refused(400, 'Unknown role'))
  const last = refused(400, 'The platform needs an administrator')
  expect(await boss.setRole({ userId: boss.id, role: 'user' })).toEqual(last)
  expect(await boss.removeUser({ userId: boss.id })).toEqual(last)
  expect(await boss.setRole({ userId: 'x', role: 'user' })).toEqual(done({ user: null }))
  expect(await boss.impersonateUser({ userId: 'x' })).toEqual(refused(404, 'User not found'))
})

test('who is banned is out at once, told so, and in again when it is over or lifted', async () => {
  const person = await somebody()
  const until = new Date(server.clock.now().getTime() + 3_600_000)
  const answer = await boss.banUser({ userId: person.id, banReason: 'Spam', banExpiresIn: 3600 })
  expect(answer).toMatchObject(done({ user: { id: person.id, banned: true, banReason: 'Spam', banExpires: until } }))
  expect(await person.client.getSession()).toEqual(done(null))
  const signIn = () => person.client.signIn.email({ email: person.email, password: PASSWORD })
  expect((await signIn()).error).toEqual(banned)
  expect((await boss.impersonateUser({ userId: person.id })).error).toEqual(banned)
  const free = { banned: false, banReason: null, banExpires: null }
  expect(await boss.unbanUser({ userId: person.id })).toMatchObject(done({ user: { id: person.id, ...free } }))
  expect((await signIn()).error).toBeNull()
  const plain = await boss.banUser({ userId: person.id })
  expect(plain.data.user).toMatchObject({ banned: true, banReason: 'No reason', banExpires: null })
  expect(await boss.banUser({ userId: boss.id })).toEqual(refused(400, 'You cannot ban yourself'))
  for (const call of [boss.banUser, boss.unbanUser]) expect(await call({ userId: UNKNOWN })).toEqual(refused(404, 'User not found'))
  expect(await boss.banUser({ userId: person.id, banExpiresIn: 0 })).toMatchObject(INVALID)
})

test('a session is borrowed, marked, closed to what is the person’s alone, and given back', async () => {
  const [grace, person] = [await anAdministrator(), await somebody()]
  const own = grace.jar.cookies.get('better-auth.session_token')
  const borrowed = await grace.impersonateUser({ userId: person.id })
  const expiresAt = new Date(server.clock.now().getTime() + 3_600_000)
  const session = { userId: person.id, impersonatedBy: grace.id, expiresAt }
  expect(borrowed).toMatchObject(done({ session, user: shown(person) }))
  expect([...grace.jar.cookies.keys()]).toEqual(expect.arrayContaining(['admin_session', 'better-auth.dont_remember']))
  expect((await grace.client.getSession()).data).toMatchObject({ session, user: { id: person.id } })
  const { changePassword, changeEmail, deleteUser } = grace.client
  const newPassword = 'another horse and battery'
  for (const call of [
    changePassword({ currentPassword: PASSWORD, newPassword }),
    changeEmail({ newEmail: newAddress() }),
    deleteUser({ password: PASSWORD }),
  ])
    expect((await call).error.status).toBe(403)
  expect(await grace.listUsers({ query: {} })).toEqual(refused(403, 'You are not allowed to list users'))
  const back = await grace.stopImpersonating()
  expect(back).toMatchObject(done({ session: { userId: grace.id, impersonatedBy: null }, user: { id: grace.id, role: 'admin' } }))
  expect([grace.jar.cookies.get('better-auth.session_token'), grace.jar.cookies.has('admin_session')]).toEqual([own, false])
  expect(await grace.stopImpersonating()).toEqual(refused(400, 'You are not impersonating anyone'))
  expect(await grace.impersonateUser({ userId: boss.id })).toEqual(refused(403, 'Administrators cannot be impersonated'))
  expect(await grace.impersonateUser({ userId: UNKNOWN })).toEqual(refused(404, 'User not found'))
  await grace.impersonateUser({ userId: person.id })
  grace.jar.cookies.delete('admin_session')
  const lost = { status: 500, code: 'FAILED_TO_FIND_ADMIN_SESSION', message: 'Failed to find admin session' }
  expect((await grace.stopImpersonating()).error).toMatchObject(lost)
  await boss.revokeUserSessions({ userId: grace.id })
  expect(await grace.stopImpersonating()).toEqual(NOBODY)
  await boss.removeUser({ userId: grace.id })
})

test('sessions are listed and ended, one or all', async () => {
  const person = await somebody()
  const other = aBrowser()
  await other.client.signIn.email({ email: person.email, password: PASSWORD })
  const { data } = await boss.listUserSessions({ userId: person.id })
  const times = { createdAt: expect.any(Date), updatedAt: expect.any(Date), expiresAt: expect.any(Date) }
  const each = expect.objectContaining({ userId: person.id, ipAddress: '127.0.0.1', impersonatedBy: null, ...times })
  expect(data).toEqual({ sessions: [each, each] })
  expect(await boss.revokeUserSession({ sessionToken: person.token })).toEqual(done({ success: true }))
  expect([(await person.client.getSession()).data, (await other.client.getSession()).data?.user.id]).toEqual([null, person.id])
  expect(await boss.revokeUserSessions({ userId: person.id })).toEqual(done({ success: true }))
  expect((await other.client.getSession()).data).toBeNull()
  expect(await boss.listUserSessions({ userId: person.id })).toEqual(done({ sessions: [] }))
})

test('a password is replaced, and a person is removed unless they alone own an organization', async () => {
  const person = await somebody()
  const newPassword = 'another horse and battery'
  expect(await boss.setUserPassword({ userId: person.id, newPassword })).toEqual(done({ status: true }))
  const signIn = (password: string) => person.client.signIn.email({ email: person.email, password })
  expect([(await signIn(PASSWORD)).error?.status, (await signIn(newPassword)).error]).toEqual([401, null])
  const made = await person.client.organization.create({ name: 'Byron', slug: newSlug() })
  const { error } = await boss.removeUser({ userId: person.id })
  expect([error.status, error.message]).toEqual([400, 'This person is the only owner of Byron'])
  await person.client.organization.delete({ organizationId: made.data.id })
  expect(await boss.removeUser({ userId: person.id })).toEqual(done({ success: true }))
  expect(await boss.removeUser({ userId: person.id })).toEqual(refused(404, 'User not found'))
  expect((await signIn(newPassword)).error.status).toBe(401)
})

test('everybody may ask what they may, and nobody but administrators may do it', async () => {
  const person = await somebody()
  const asked = { permissions: { user: ['ban', 'list'], session: ['revoke'] } }
  expect(await boss.hasPermission(asked)).toEqual(done({ error: null, success: true }))
  expect(await person.hasPermission({ ...asked, userId: boss.id, role: 'admin' })).toEqual(done({ error: null, success: false }))
  expect(await boss.hasPermission({ permission: asked.permissions })).toEqual(done({ error: null, success: true }))
  expect(await boss.hasPermission({ ...asked, permission: asked.permissions })).toMatchObject(INVALID)
  const body = { userId: boss.id, role: 'admin', sessionToken: boss.token, newPassword: PASSWORD, email: newAddress() }
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
  const nobody = aBrowser()
  for (const [name, what] of Object.entries(refusals) as [keyof typeof refusals, string][]) {
    const given = name === 'listUsers' ? { query: {} } : { ...body, password: PASSWORD, name: 'Ann' }
    expect([name, await person[name](given)]).toEqual([name, refused(403, `You are not allowed to ${what}`)])
    expect([name, await nobody[name](given)]).toEqual([name, NOBODY])
  }
  expect(await nobody.stopImpersonating()).toEqual(NOBODY)
  expect(await nobody.hasPermission(asked)).toEqual(NOBODY)
  expect((await boss.client.getSession()).data.user).toMatchObject({ id: boss.id, role: 'admin', banned: null })
})
