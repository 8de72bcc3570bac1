// The published client against the running server: each call about the user's own account, and each of its declared refusals.
import { afterAll, expect, test } from 'vitest'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { linkTo } from '#test/support/emails.ts'
import { CookieJar, publishedClient } from '#test/support/published-client.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const NEW_PASSWORD = 'another horse and battery'
const opened: { readonly server: TestServer; readonly baseURL: string }[] = []
afterAll(() => Promise.all(opened.map(({ server }) => server.close())))

async function serverWith(settings: Record<string, string> = {}) {
  const server = await testServer({ settings })
  const app = { server, baseURL: await server.listen() }
  opened.push(app)
  return app
}

const defaultApp = await serverWith()

function aBrowser(app = defaultApp) {
  const jar = new CookieJar(app.server.settings.BASE_URL)
  return { jar, client: publishedClient(app.baseURL, jar), app }
}

async function signedUp(fields: Record<string, unknown> = {}, app = defaultApp) {
  const browser = aBrowser(app)
  const email = uniqueEmail()
  const { data, error } = await browser.client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD, ...fields })
  expect(error).toBeNull()
  return { ...browser, email, id: data.user.id as string, token: data.token as string }
}

/** The token in the newest email. */
async function mailedToken(app: typeof defaultApp, email: string, template: string): Promise<string> {
  const link = new URL(await linkTo(app.server, email, template), app.baseURL)
  return link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? ''
}

/** A refusal as the client returns it. The code is derived from the sentence. */
function refused(status: number, statusText: string, message: string) {
  const code = message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '')
  return { data: null, error: { status, statusText, code, message } }
}
const badRequest = (message: string) => refused(400, 'BAD_REQUEST', message)
const unprocessable = (message: string) => refused(422, 'UNPROCESSABLE_ENTITY', message)
const UNAUTHENTICATED = { data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } }
const INVALID_BODY = { status: 400, statusText: '400', code: 'VALIDATION_ERROR', message: 'Invalid body parameters' }

test('a user signs in by username, and a wrong or invalid username is refused', async () => {
  const username = `Ann.${uniqueEmail().slice(0, 8)}`
  const { email } = await signedUp({ username })
  const { client, jar } = aBrowser()
  const { data, error } = await client.signIn.username({ username: username.toUpperCase(), password: PASSWORD, rememberMe: false })
  expect([error, data]).toEqual([
    null,
    { token: expect.stringMatching(/^\w{32}$/), redirect: false, user: expect.objectContaining({ email }) },
  ])
  expect(data.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username, createdAt: expect.any(Date) })
  expect(jar.cookies.has('better-auth.dont_remember')).toBe(true)
  expect((await client.getSession()).data.user.email).toBe(email)
  const wrong = refused(401, 'UNAUTHORIZED', 'invalid username or password')
  for (const input of [
    { username, password: 'x' },
    { username: 'nobody.here', password: PASSWORD },
    { username: '', password: '' },
  ]) {
    expect(await client.signIn.username(input)).toEqual(wrong)
  }
  for (const [name, message] of [
    ['ab', 'username is too short'],
    ['a'.repeat(31), 'username is too long'],
    ['ann lee', 'username is invalid'],
  ] as const) {
    expect(await client.signIn.username({ username: name, password: PASSWORD })).toEqual(unprocessable(message))
  }
})

test('sign-up and sign-in refuse disabled passwords, unverified emails and banned users', async () => {
  const off = await serverWith({ EMAIL_AND_PASSWORD_DISABLED: 'true' })
  const { client } = aBrowser(off)
  const input = { name: 'Ann', email: uniqueEmail(), username: 'ann.lee', password: PASSWORD }
  expect(await client.signUp.email(input)).toEqual(badRequest('Email and password sign up is not enabled'))
  expect(await client.signIn.email(input)).toEqual(badRequest('Email and password is not enabled'))
  expect(await client.signIn.username(input)).toEqual(badRequest('Email and password is not enabled'))
  const strict = await serverWith({ REQUIRE_EMAIL_VERIFICATION: 'true' })
  const username = uniqueEmail().slice(0, 9)
  const { client: unverified, email, token } = await signedUp({ username }, strict)
  expect(token).toBeNull()
  expect(await unverified.signIn.email({ email, password: PASSWORD })).toEqual(refused(403, 'FORBIDDEN', 'Email not verified'))
  const byName = await unverified.signIn.username({ username, password: PASSWORD })
  expect(byName).toEqual(refused(403, 'FORBIDDEN', 'email not verified'))
  expect((await unverified.signIn.username({ username, password: 'x' })).error.status).toBe(401)
  const banned = await signedUp()
  await defaultApp.server.platform.database.db.updateTable('users').set({ is_banned: true }).where('id', '=', banned.id).execute()
  expect((await banned.client.signIn.email({ email: banned.email, password: PASSWORD })).error).toEqual({
    status: 403,
    statusText: 'FORBIDDEN',
    code: 'BANNED_USER',
    message: 'You have been banned from this application. Please contact support if you believe this is an error.',
  })
})

test('sign-up refuses invalid emails, passwords and names', async () => {
  const { client } = aBrowser()
  const input = { name: 'Ann', email: uniqueEmail(), password: PASSWORD }
  expect(await client.signUp.email({ ...input, email: 'ann' })).toEqual(badRequest('Invalid email'))
  expect(await client.signUp.email({ ...input, password: '1234567' })).toEqual(badRequest('Password too short'))
  expect(await client.signUp.email({ ...input, password: 'x'.repeat(129) })).toEqual(badRequest('Password too long'))
  expect(await client.signUp.email({ ...input, password: 'password123' })).toMatchObject({
    error: { status: 400, code: 'PASSWORD_TOO_COMMON' },
  })
  expect(await client.signUp.email({ ...input, name: undefined })).toEqual(unprocessable('Failed to create user'))
  expect((await client.signUp.email({ ...input, password: undefined })).error.status).toBe(400)
  expect(await client.getSession()).toEqual({ data: null, error: null })
})

test('sessions are listed with their dates and revoked one by one, all others, and all', async () => {
  const { client, email, token, id } = await signedUp()
  const other = aBrowser()
  const { data: signedIn } = await other.client.signIn.email({ email, password: PASSWORD })
  const { data: sessions } = await client.listSessions()
  expect(sessions.map((each: { token: string }) => each.token).sort()).toEqual([token, signedIn.token].sort())
  const [first] = sessions
  for (const name of ['createdAt', 'updatedAt', 'expiresAt']) expect(first[name]).toBeInstanceOf(Date)
  expect(first).toMatchObject({ userId: id, ipAddress: '127.0.0.1', activeOrganizationId: null, impersonatedBy: null })
  expect(await client.revokeSession({ token: 'unknown' })).toEqual(badRequest('Session not found'))
  expect(await (await signedUp()).client.revokeSession({ token })).toEqual(UNAUTHENTICATED)
  expect((await client.revokeSession({ token: 7 })).error).toMatchObject(INVALID_BODY)
  expect(await client.revokeSession({ token: signedIn.token })).toEqual({ data: { status: true }, error: null })
  expect(await other.client.getSession()).toEqual({ data: null, error: null })
  await other.client.signIn.email({ email, password: PASSWORD })
  expect(await client.revokeOtherSessions()).toEqual({ data: { status: true }, error: null })
  expect([(await other.client.getSession()).data, (await client.getSession()).data.session.token]).toEqual([null, token])
  expect(await client.revokeSessions()).toEqual({ data: { status: true }, error: null })
  expect(await client.getSession()).toEqual({ data: null, error: null })
  for (const call of ['listSessions', 'revokeSessions', 'revokeOtherSessions', 'listAccounts'] as const) {
    expect([call, await client[call]()]).toEqual([call, UNAUTHENTICATED])
  }
  expect(await client.signOut()).toEqual(badRequest('Failed to get session'))
})

test('the mailed link verifies an email, and changes a verified one', async () => {
  const { client, email } = await signedUp()
  expect(await client.sendVerificationEmail({ email: uniqueEmail() })).toEqual(badRequest('User not found'))
  expect((await client.sendVerificationEmail({ email: 'ann' })).error).toMatchObject(INVALID_BODY)
  expect(await client.sendVerificationEmail({ email, callbackURL: '/verified' })).toEqual({ data: { status: true }, error: null })
  const token = await mailedToken(defaultApp, email, 'verification')
  expect(await client.verifyEmail({ query: { token: 'x' } })).toEqual(refused(401, 'UNAUTHORIZED', 'invalid_token'))
  expect(await client.verifyEmail({ query: { token } })).toEqual({ data: { status: true, user: null }, error: null })
  expect((await client.getSession()).data.user.emailVerified).toBe(true)
  const newEmail = uniqueEmail()
  expect(await client.changeEmail({ newEmail: email })).toEqual(badRequest('Email is the same'))
  const { email: taken } = await signedUp()
  expect(await client.changeEmail({ newEmail: taken })).toEqual(badRequest("Couldn't update your email"))
  expect(await client.changeEmail({ newEmail, callbackURL: '/account' })).toEqual({ data: { status: true }, error: null })
  const change = await mailedToken(defaultApp, email, 'change-email')
  expect(await aBrowser().client.verifyEmail({ query: { token: change } })).toEqual(refused(401, 'UNAUTHORIZED', 'unauthorized'))
  const { data } = await client.verifyEmail({ query: { token: change } })
  expect(data).toMatchObject({ status: true, user: { email: newEmail, emailVerified: false, updatedAt: expect.any(Date) } })
  expect((await client.getSession()).data.user.email).toBe(newEmail)
  const gone = await client.verifyEmail({ query: { token: change } })
  expect(gone).toEqual(refused(401, 'UNAUTHORIZED', 'user_not_found'))
  defaultApp.server.clock.advance(1)
  await client.sendVerificationEmail({ email: newEmail })
  const late = await mailedToken(defaultApp, newEmail, 'verification')
  defaultApp.server.clock.advance(3601)
  expect(await client.verifyEmail({ query: { token: late } })).toEqual(refused(401, 'UNAUTHORIZED', 'token_expired'))
  expect(await aBrowser().client.changeEmail({ newEmail })).toEqual(UNAUTHENTICATED)
})

test('disabled email verification, email change, password reset and account deletion are refused', async () => {
  const settings = { VERIFICATION_EMAIL_DISABLED: 'true', CHANGE_EMAIL_DISABLED: 'true', RESET_PASSWORD_DISABLED: 'true' }
  const off = await serverWith({ ...settings, DELETE_USER_DISABLED: 'true' })
  const { client, email } = await signedUp({}, off)
  expect(await client.sendVerificationEmail({ email })).toEqual(badRequest("Verification email isn't enabled"))
  expect(await client.changeEmail({ newEmail: uniqueEmail() })).toEqual(badRequest('Change email is disabled'))
  expect(await client.forgetPassword({ email })).toEqual(badRequest("Reset password isn't enabled"))
  expect(await client.deleteUser()).toEqual({ data: null, error: { status: 404, statusText: 'NOT_FOUND' } })
  const withoutVerification = await serverWith({ VERIFICATION_EMAIL_DISABLED: 'true' })
  const verified = await signedUp({}, withoutVerification)
  await withoutVerification.server.platform.database.db
    .updateTable('users')
    .set({ is_email_verified: true })
    .where('id', '=', verified.id)
    .execute()
  expect(await verified.client.changeEmail({ newEmail: uniqueEmail() })).toEqual(badRequest("Verification email isn't enabled"))
})

test('the mailed link resets a forgotten password', async () => {
  const { email } = await signedUp()
  const { client, jar } = aBrowser()
  expect((await client.forgetPassword({ email: 'ann' })).error).toMatchObject(INVALID_BODY)
  const foreign = await client.forgetPassword({ email, redirectTo: 'https://evil.test/' })
  expect(foreign).toEqual(refused(403, 'FORBIDDEN', 'Invalid redirectURL'))
  for (const each of [uniqueEmail(), email]) {
    expect(await client.forgetPassword({ email: each, redirectTo: '/new' })).toEqual({ data: { status: true }, error: null })
  }
  const link = await linkTo(defaultApp.server, email, 'reset-password')
  const redirected = await jar.fetch(`${defaultApp.baseURL}${link}`)
  const token = new URL(redirected.headers.get('location') ?? '').searchParams.get('token')
  expect([redirected.status, redirected.headers.get('location')]).toEqual([302, `http://localhost:3000/new?token=${token}`])
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD })).toEqual(badRequest('invalid token'))
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD, token: 'x' })).toEqual(badRequest('invalid token'))
  expect(await client.resetPassword({ newPassword: '1234567', token })).toEqual(badRequest('Password too short'))
  expect(await client.resetPassword({ newPassword: 'x'.repeat(129), token })).toEqual(badRequest('Password too long'))
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD, token })).toEqual({ data: { status: true }, error: null })
  expect(await client.resetPassword({ newPassword: NEW_PASSWORD, token })).toEqual(badRequest('invalid token'))
  expect((await client.signIn.email({ email, password: PASSWORD })).error.status).toBe(401)
  expect((await client.signIn.email({ email, password: NEW_PASSWORD })).error).toBeNull()
  const again = await jar.fetch(`${defaultApp.baseURL}${link}`)
  expect(again.headers.get('location')).toBe('http://localhost:3000/new?error=INVALID_TOKEN')
})

test('a password change needs the current password, and creates a new session when it revokes all others', async () => {
  const { client, email, jar } = await signedUp()
  const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect(await client.changePassword({ ...input, currentPassword: 'x' })).toEqual(badRequest('Invalid password'))
  expect(await client.changePassword({ ...input, newPassword: '1234567' })).toEqual(badRequest('Password too short'))
  expect(await client.changePassword({ ...input, newPassword: 'x'.repeat(129) })).toEqual(badRequest('Password too long'))
  expect((await client.changePassword({ newPassword: NEW_PASSWORD })).error).toMatchObject(INVALID_BODY)
  const { data, error } = await client.changePassword(input)
  expect([error, data]).toEqual([null, { token: null, user: expect.objectContaining({ email, createdAt: expect.any(Date) }) }])
  const before = jar.cookies.get('better-auth.session_token')
  const other = aBrowser()
  await other.client.signIn.email({ email, password: NEW_PASSWORD })
  const back = { currentPassword: NEW_PASSWORD, newPassword: PASSWORD, revokeOtherSessions: true }
  const { data: renewed } = await client.changePassword(back)
  expect(renewed.token).toMatch(/^\w{32}$/)
  expect(jar.cookies.get('better-auth.session_token')).not.toBe(before)
  expect([(await client.getSession()).data.session.token, (await other.client.getSession()).data]).toEqual([renewed.token, null])
  expect(await other.client.changePassword(input)).toEqual(UNAUTHENTICATED)
})

test('a user updates their profile, and lists and unlinks sign-in methods', async () => {
  const { client, id } = await signedUp()
  const username = uniqueEmail().slice(0, 10)
  const input = { name: 'Ann Other', image: '/ann.png', username: username.toUpperCase(), role: 'admin', banned: true, emailVerified: true }
  expect(await client.updateUser(input)).toEqual({ data: { status: true }, error: null })
  const { user } = (await client.getSession()).data
  expect(user).toMatchObject({ name: 'Ann Other', image: '/ann.png', username, displayUsername: username.toUpperCase() })
  expect(user).toMatchObject({ role: 'user', emailVerified: false, banned: null })
  expect(await client.updateUser({ image: null })).toEqual({ data: { status: true }, error: null })
  expect((await client.getSession()).data.user.image).toBeNull()
  expect(await client.updateUser({ email: uniqueEmail() })).toEqual(badRequest('Email can not be updated'))
  expect(await client.updateUser({ username: 'ab' })).toEqual(unprocessable('username is too short'))
  expect(await client.updateUser({ username: 'a'.repeat(31) })).toEqual(unprocessable('username is too long'))
  expect(await client.updateUser({ username: 'ann lee' })).toEqual(unprocessable('username is invalid'))
  const taken = unprocessable('username is already taken. please try another.')
  expect(await (await signedUp()).client.updateUser({ username })).toEqual(taken)
  expect((await client.updateUser({ name: 7 })).error).toMatchObject(INVALID_BODY)
  expect(await aBrowser().client.updateUser({ name: 'Ann' })).toEqual(UNAUTHENTICATED)
  const { data: accounts } = await client.listAccounts()
  const dates = { createdAt: expect.any(Date), updatedAt: expect.any(Date) }
  const own = { provider: 'credential', providerId: 'credential', accountId: id, userId: id }
  expect(accounts).toEqual([{ id: expect.any(String), ...own, scopes: [], ...dates }])
  expect(await client.unlinkAccount({ providerId: 'credential' })).toEqual(badRequest("You can't unlink your last account"))
  const loose = await serverWith({ ALLOW_UNLINKING_ALL: 'true' })
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

test('an account is deleted with the password, with a fresh session and by the mailed link', async () => {
  const one = await signedUp()
  expect(await one.client.deleteUser({ password: 'x' })).toEqual(badRequest('Invalid password'))
  expect(await one.client.deleteUser({ token: 'x' })).toEqual(refused(404, 'NOT_FOUND', 'invalid token'))
  const gone = { data: { success: true, message: 'User deleted', isDeleted: true }, error: null }
  expect(await one.client.deleteUser({ password: PASSWORD })).toEqual(gone)
  expect([...one.jar.cookies.keys()]).toEqual(['better-auth.device'])
  expect((await one.client.signIn.email({ email: one.email, password: PASSWORD })).error.status).toBe(401)
  const fresh = await signedUp()
  expect(await fresh.client.deleteUser()).toEqual(gone)
  const stale = await signedUp()
  defaultApp.server.clock.advance(86_401)
  expect(await stale.client.deleteUser()).toEqual(badRequest('Session expired. Re-authenticate to perform this action.'))
  const careful = await serverWith({ DELETE_USER_VERIFICATION: 'true' })
  const requested = await signedUp({}, careful)
  const sent = { data: { success: true, message: 'Verification email sent', isDeleted: false }, error: null }
  expect(await requested.client.deleteUser({ callbackURL: '/goodbye' })).toEqual(sent)
  const link = `${careful.baseURL}${await linkTo(careful.server, requested.email, 'delete-account')}`
  const stranger = aBrowser(careful)
  const anonymous = await stranger.jar.fetch(link)
  expect([anonymous.status, anonymous.statusText, await anonymous.json()]).toEqual([
    404,
    'NOT_FOUND',
    { code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' },
  ])
  const redirected = await requested.jar.fetch(link)
  expect([redirected.status, redirected.headers.get('location')]).toEqual([302, 'http://localhost:3000/goodbye'])
  expect([(await requested.client.getSession()).data, requested.jar.cookies.size]).toEqual([null, 1])
  expect(await requested.client.deleteUser()).toEqual(UNAUTHENTICATED)
})
