// The published client against the running server: each call about one's own account, and each refusal that it declares.
import { afterAll, expect, test } from 'vitest'
import { newAddress, PASSWORD } from '#test/support/a-user.ts'
import { linkTo } from '#test/support/emails.ts'
import { Jar, publishedClient } from '#test/support/published-client.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const NEW_PASSWORD = 'another horse and battery'
const opened: { readonly server: TestServer; readonly baseURL: string }[] = []
afterAll(() => Promise.all(opened.map(({ server }) => server.close())))

async function houseWith(settings: Record<string, string> = {}) {
  const server = await testServer({ settings })
  const house = { server, baseURL: await server.listen() }
  opened.push(house)
  return house
}

const usual = await houseWith()

function aBrowser(house = usual) {
  const jar = new Jar(house.server.settings.BASE_URL)
  return { jar, client: publishedClient(house.baseURL, jar), house }
}

async function signedUp(wishes: Record<string, unknown> = {}, house = usual) {
  const browser = aBrowser(house)
  const email = newAddress()
  const { data, error } = await browser.client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD, ...wishes })
  expect(error).toBeNull()
  return { ...browser, email, id: data.user.id as string, token: data.token as string }
}

/** The token of the letter that was mailed last. */
async function mailed(house: typeof usual, address: string, template: string): Promise<string> {
  const link = new URL(await linkTo(house.server, address, template), house.baseURL)
  return link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? ''
}

/** A refusal as the client hands it on. The code follows from the sentence. */
function refused(status: number, statusText: string, message: string) {
  const code = message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '')
  return { data: null, error: { status, statusText, code, message } }
}
const badRequest = (message: string) => refused(400, 'BAD_REQUEST', message)
const unprocessable = (message: string) => refused(422, 'UNPROCESSABLE_ENTITY', message)
const NOBODY = { data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } }
const INVALID_BODY = { status: 400, statusText: '400', code: 'VALIDATION_ERROR', message: 'Invalid body parameters' }

test('sign-in by user name', async () => {
  const username = `Ann.${newAddress().slice(0, 8)}`
  const { email } = await signedUp({ username })
  const { client, jar } = aBrowser()
  const { data, error } = await client.signIn.username({ username: username.toUpperCase(), password: PASSWORD, rememberMe: false })
  expect([error, data]).toEqual([null, { token: expect.stringMatching(/^\w{32}$/), user: expect.objectContaining({ email }) }])
  expect(data.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username, createdAt: expect.any(Date) })
  expect(jar.cookies.has('better-auth.dont_remember')).toBe(true)
  expect((await client.getSession()).data.user.email).toBe(email)
  const wrong = refused(401, 'UNAUTHORIZED', 'invalid username or password')
  for (const given of [
    { username, password: 'x' },
    { username: 'nobody.here', password: PASSWORD },
    { username: '', password: '' },
  ]) {
    expect(await client.signIn.username(given)).toEqual(wrong)
  }
  for (const [name, message] of [
    ['ab', 'username is too short'],
    ['a'.repeat(31), 'username is too long'],
    ['ann lee', 'username is invalid'],
  ] as const) {
    expect(await client.signIn.username({ username: name, password: PASSWORD })).toEqual(unprocessable(message))
  }
})

test('what is switched off, unproven or banned is told in sign-up and sign-in', async () => {
  const off = await houseWith({ EMAIL_AND_PASSWORD_DISABLED: 'true' })
  const { client } = aBrowser(off)
  const given = { name: 'Ann', email: newAddress(), username: 'ann.lee', password: PASSWORD }
  expect(await client.signUp.email(given)).toEqual(badRequest('Email and password sign up is not enabled'))
  expect(await client.signIn.email(given)).toEqual(badRequest('Email and password is not enabled'))
  expect(await client.signIn.username(given)).toEqual(badRequest('Email and password is not enabled'))
  const strict = await houseWith({ REQUIRE_EMAIL_VERIFICATION: 'true' })
  const username = newAddress().slice(0, 9)
  const { client: unproven, email, token } = await signedUp({ username }, strict)
  expect(token).toBeNull()
  expect(await unproven.signIn.email({ email, password: PASSWORD })).toEqual(refused(403, 'FORBIDDEN', 'Email not verified'))
  const byName = await unproven.signIn.username({ username, password: PASSWORD })
  expect(byName).toEqual(refused(403, 'FORBIDDEN', 'email not verified'))
  expect((await unproven.signIn.username({ username, password: 'x' })).error.status).toBe(401)
  const banned = await signedUp()
  await usual.server.platform.database.db.updateTable('users').set({ is_banned: true }).where('id', '=', banned.id).execute()
  expect((await banned.client.signIn.email({ email: banned.email, password: PASSWORD })).error).toEqual({
    status: 403,
    statusText: 'FORBIDDEN',
    code: 'BANNED_USER',
    message: 'You have been banned from this application. Please contact support if you believe this is an error.',
  })
})

test('what sign-up refuses', async () => {
  const { client } = aBrowser()
  const given = { name: 'Ann', email: newAddress(), password: PASSWORD }
  expect(await client.signUp.email({ ...given, email: 'ann' })).toEqual(badRequest('Invalid email'))
  expect(await client.signUp.email({ ...given, password: '1234567' })).toEqual(badRequest('Password too short'))
  expect(await client.signUp.email({ ...given, password: 'x'.repeat(129) })).toEqual(badRequest('Password too long'))
  expect(await client.signUp.email({ ...given, password: 'password123' })).toMatchObject({
    error: { status: 400, code: 'PASSWORD_TOO_COMMON' },
  })
  expect(await client.signUp.email({ ...given, name: undefined })).toEqual(unprocessable('Failed to create user'))
  expect((await client.signUp.email({ ...given, password: undefined })).error.status).toBe(400)
  expect(await client.getSession()).toEqual({ data: null, error: null })
})

test('sessions are listed with their dates and ended one by one, all others, and all', async () => {
  const { client, email, token, id } = await signedUp()
  const other = aBrowser()
  const { data: begun } = await other.client.signIn.email({ email, password: PASSWORD })
  const { data: sessions } = await client.listSessions()
  expect(sessions.map((each: { token: string }) => each.token).sort()).toEqual([token, begun.token].sort())
  const [first] = sessions
  for (const name of ['createdAt', 'updatedAt', 'expiresAt']) expect(first[name]).toBeInstanceOf(Date)
  expect(first).toMatchObject({ userId: id, ipAddress: '127.0.0.1', activeOrganizationId: null, impersonatedBy: null })
  expect(await client.revokeSession({ token: 'unknown' })).toEqual(badRequest('Session not found'))
  expect(await (await signedUp()).client.revokeSession({ token })).toEqual(NOBODY)
  expect((await client.revokeSession({ token: 7 })).error).toMatchObject(INVALID_BODY)
  expect(await client.revokeSession({ token: begun.token })).toEqual({ data: { status: true }, error: null })
  expect(await other.client.getSession()).toEqual({ data: null, error: null })
  await other.client.signIn.email({ email, password: PASSWORD })
  expect(await client.revokeOtherSessions()).toEqual({ data: { status: true }, error: null })
  expect([(await other.client.getSession()).data, (await client.getSession()).data.session.token]).toEqual([null, token])
  expect(await client.revokeSessions()).toEqual({ data: { status: true }, error: null })
  expect(await client.getSession()).toEqual({ data: null, error: null })
  for (const call of ['listSessions', 'revokeSessions', 'revokeOtherSessions', 'listAccounts'] as const) {
    expect([call, await client[call]()]).toEqual([call, NOBODY])
  }
  expect(await client.signOut()).toEqual(badRequest('Failed to get session'))
})

test('an address is proven by the mailed link, and changed by it once it is proven', async () => {
  const { client, email } = await signedUp()
  expect(await client.sendVerificationEmail({ email: newAddress() })).toEqual(badRequest('User not found'))
  expect((await client.sendVerificationEmail({ email: 'ann' })).error).toMatchObject(INVALID_BODY)
  expect(await client.sendVerificationEmail({ email, callbackURL: '/proven' })).toEqual({ data: { status: true }, error: null })
  const token = await mailed(usual, email, 'verification')
  expect(await client.verifyEmail({ query: { token: 'x' } })).toEqual(refused(401, 'UNAUTHORIZED', 'invalid_token'))
  expect(await client.verifyEmail({ query: { token } })).toEqual({ data: { status: true, user: null }, error: null })
  expect((await client.getSession()).data.user.emailVerified).toBe(true)
  const newEmail = newAddress()
  expect(await client.changeEmail({ newEmail: email })).toEqual(badRequest('Email is the same'))
  const { email: taken } = await signedUp()
  expect(await client.changeEmail({ newEmail: taken })).toEqual(badRequest("Couldn't update your email"))
  expect(await client.changeEmail({ newEmail, callbackURL: '/account' })).toEqual({ data: { status: true }, error: null })
  const change = await mailed(usual, email, 'change-email')
  expect(await aBrowser().client.verifyEmail({ query: { token: change } })).toEqual(refused(401, 'UNAUTHORIZED', 'unauthorized'))
  const { data } = await client.verifyEmail({ query: { token: change } })
  expect(data).toMatchObject({ status: true, user: { email: newEmail, emailVerified: false, updatedAt: expect.any(Date) } })
  expect((await client.getSession()).data.user.email).toBe(newEmail)
  const gone = await client.verifyEmail({ query: { token: change } })
  expect(gone).toEqual(refused(401, 'UNAUTHORIZED', 'user_not_found'))
  usual.server.clock.advance(1)
  await client.sendVerificationEmail({ email: newEmail })
  const late = await mailed(usual, newEmail, 'verification')
  usual.server.clock.advance(3601)
  expect(await client.verifyEmail({ query: { token: late } })).toEqual(refused(401, 'UNAUTHORIZED', 'token_expired'))
  expect(await aBrowser().client.changeEmail({ newEmail })).toEqual(NOBODY)
})

test('mail about addresses that is switched off is refused', async () => {
  const settings = { VERIFICATION_EMAIL_DISABLED: 'true', CHANGE_EMAIL_DISABLED: 'true', RESET_PASSWORD_DISABLED: 'true' }
  const off = await houseWith({ ...settings, DELETE_USER_DISABLED: 'true' })
  const { client, email } = await signedUp({}, off)
  expect(await client.sendVerificationEmail({ email })).toEqual(badRequest("Verification email isn't enabled"))
  expect(await client.changeEmail({ newEmail: newAddress() })).toEqual(badRequest('Change email is disabled'))
  expect(await client.forgetPassword({ email })).toEqual(badRequest("Reset password isn't enabled"))
  expect(await client.deleteUser()).toEqual({ data: null, error: { status: 404, statusText: 'NOT_FOUND' } })
  const half = await houseWith({ VERIFICATION_EMAIL_DISABLED: 'true' })
  const proven = await signedUp({}, half)
  await half.server.platform.database.db.updateTable('users').set({ is_email_verified: true }).where('id', '=', proven.id).execute()
  expect(await proven.client.changeEmail({ newEmail: newAddress() })).toEqual(badRequest("Verification email isn't enabled"))
})

test('a forgotten password is replaced by the mailed link', async () => {
  const { email } = await signedUp()
  const { client, jar } = aBrowser()
  expect((await client.forgetPassword({ email: 'ann' })).error).toMatchObject(INVALID_BODY)
  const away = await client.forgetPassword({ email, redirectTo: 'https://evil.test/' })
  expect(away).toEqual(refused(403, 'FORBIDDEN', 'Invalid redirectURL'))
  for (const each of [newAddress(), email]) {
    expect(await client.forgetPassword({ email: each, redirectTo: '/new' })).toEqual({ data: { status: true }, error: null })
  }
  const link = await linkTo(usual.server, email, 'reset-password')
  const led = await jar.fetch(`${usual.baseURL}${link}`)
  const token = new URL(led.headers.get('location') ?? '').searchParams.get('token')
  expect([led.status, led.headers.get('location')]).toEqual([302, `http://localhost:3000/new?token=${token}`])
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD })).toEqual(badRequest('invalid token'))
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD, token: 'x' })).toEqual(badRequest('invalid token'))
  expect(await client.resetPassword({ newPassword: '1234567', token })).toEqual(badRequest('Password too short'))
  expect(await client.resetPassword({ newPassword: 'x'.repeat(129), token })).toEqual(badRequest('Password too long'))
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD, token })).toEqual({ data: { status: true }, error: null })
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD, token })).toEqual(badRequest('invalid token'))
  expect((await client.signIn.email({ email, password: PASSWORD })).error.status).toBe(401)
  expect((await client.signIn.email({ email, password: NEW_PASSWORD })).error).toBeNull()
  const again = await jar.fetch(`${usual.baseURL}${link}`)
  expect(again.headers.get('location')).toBe('http://localhost:3000/new?error=INVALID_TOKEN')
})

test('a password is changed by who knows it, with a new session where all others are to end', async () => {
  const { client, email, jar } = await signedUp()
  const given = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect(await client.changePassword({ ...given, currentPassword: 'x' })).toEqual(badRequest('Invalid password'))
  expect(await client.changePassword({ ...given, newPassword: '1234567' })).toEqual(badRequest('Password too short'))
  expect(await client.changePassword({ ...given, newPassword: 'x'.repeat(129) })).toEqual(badRequest('Password too long'))
  expect((await client.changePassword({ newPassword: NEW_PASSWORD })).error).toMatchObject(INVALID_BODY)
  const { data, error } = await client.changePassword(given)
  expect([error, data]).toEqual([null, { token: null, user: expect.objectContaining({ email, createdAt: expect.any(Date) }) }])
  const before = jar.cookies.get('better-auth.session_token')
  const other = aBrowser()
  await other.client.signIn.email({ email, password: NEW_PASSWORD })
  const back = { currentPassword: NEW_PASSWORD, newPassword: PASSWORD, revokeOtherSessions: true }
  const { data: renewed } = await client.changePassword(back)
  expect(renewed.token).toMatch(/^\w{32}$/)
  expect(jar.cookies.get('better-auth.session_token')).not.toBe(before)
  expect([(await client.getSession()).data.session.token, (await other.client.getSession()).data]).toEqual([renewed.token, null])
  expect(await other.client.changePassword(given)).toEqual(NOBODY)
})

test('one’s own profile and ways in', async () => {
  const { client, id } = await signedUp()
  const username = newAddress().slice(0, 10)
  const given = { name: 'Ann Other', image: '/ann.png', username: username.toUpperCase(), role: 'admin', banned: true, emailVerified: true }
  expect(await client.updateUser(given)).toEqual({ data: { status: true }, error: null })
  const { user } = (await client.getSession()).data
  expect(user).toMatchObject({ name: 'Ann Other', image: '/ann.png', username, displayUsername: username.toUpperCase() })
  expect(user).toMatchObject({ role: 'user', emailVerified: false, banned: null })
  expect(await client.updateUser({ image: null })).toEqual({ data: { status: true }, error: null })
  expect((await client.getSession()).data.user.image).toBeNull()
  expect(await client.updateUser({ email: newAddress() })).toEqual(badRequest('Email can not be updated'))
  expect(await client.updateUser({ username: 'ab' })).toEqual(unprocessable('username is too short'))
  expect(await client.updateUser({ username: 'a'.repeat(31) })).toEqual(unprocessable('username is too long'))
  expect(await client.updateUser({ username: 'ann lee' })).toEqual(unprocessable('username is invalid'))
  const taken = unprocessable('username is already taken. please try another.')
  expect(await (await signedUp()).client.updateUser({ username })).toEqual(taken)
  expect((await client.updateUser({ name: 7 })).error).toMatchObject(INVALID_BODY)
  expect(await aBrowser().client.updateUser({ name: 'Ann' })).toEqual(NOBODY)
  const { data: ways } = await client.listAccounts()
  const dates = { createdAt: expect.any(Date), updatedAt: expect.any(Date) }
  expect(ways).toEqual([{ id: expect.any(String), provider: 'credential', accountId: id, scopes: [], ...dates }])
  expect(await client.unlinkAccount({ providerId: 'credential' })).toEqual(badRequest("You can't unlink your last account"))
  const loose = await houseWith({ ALLOW_UNLINKING_ALL: 'true' })
  const last = await signedUp({}, loose)
  expect(await last.client.unlinkAccount({ providerId: 'github' })).toEqual(badRequest('Account not found'))
  loose.server.clock.advance(86_401)
  const stale = await last.client.unlinkAccount({ providerId: 'credential' })
  expect(stale).toEqual(refused(403, 'FORBIDDEN', 'Session is not fresh'))
  await last.client.signIn.email({ email: last.email, password: PASSWORD })
  expect(await last.client.unlinkAccount({ providerId: 'credential' })).toEqual({ data: { status: true }, error: null })
  const changing = await last.client.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
  expect(changing).toEqual(badRequest('Credential account not found'))
  expect(await last.client.deleteUser({ password: PASSWORD })).toEqual(badRequest('Credential account not found'))
})

test('an account is deleted by a password, by a fresh session and by mail', async () => {
  const one = await signedUp()
  expect(await one.client.deleteUser({ password: 'x' })).toEqual(badRequest('Invalid password'))
  expect(await one.client.deleteUser({ token: 'x' })).toEqual(refused(404, 'NOT_FOUND', 'invalid token'))
  const gone = { data: { success: true, message: 'User deleted' }, error: null }
  expect(await one.client.deleteUser({ password: PASSWORD })).toEqual(gone)
  expect([...one.jar.cookies.keys()]).toEqual(['better-auth.device'])
  expect((await one.client.signIn.email({ email: one.email, password: PASSWORD })).error.status).toBe(401)
  const fresh = await signedUp()
  expect(await fresh.client.deleteUser()).toEqual(gone)
  const stale = await signedUp()
  usual.server.clock.advance(86_401)
  expect(await stale.client.deleteUser()).toEqual(badRequest('Session expired. Re-authenticate to perform this action.'))
  const careful = await houseWith({ DELETE_USER_VERIFICATION: 'true' })
  const asked = await signedUp({}, careful)
  const sent = { data: { success: true, message: 'Verification email sent' }, error: null }
  expect(await asked.client.deleteUser({ callbackURL: '/goodbye' })).toEqual(sent)
  const link = `${careful.baseURL}${await linkTo(careful.server, asked.email, 'delete-account')}`
  const stranger = aBrowser(careful)
  const nobody = await stranger.jar.fetch(link)
  expect([nobody.status, nobody.statusText, await nobody.json()]).toEqual([
    404,
    'NOT_FOUND',
    { code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' },
  ])
  const led = await asked.jar.fetch(link)
  expect([led.status, led.headers.get('location')]).toEqual([302, 'http://localhost:3000/goodbye'])
  expect([(await asked.client.getSession()).data, asked.jar.cookies.size]).toEqual([null, 1])
  expect(await asked.client.deleteUser()).toEqual(NOBODY)
})
