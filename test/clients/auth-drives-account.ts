// The effect of each held call about a user's own account, in every version of the client.
import { expect } from 'vitest'
import { aBrowser, aProviderUser } from '#test/support/a-browser.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { linkTo } from '#test/support/emails.ts'
import type { FakeProvider } from '#test/support/fake-provider.ts'
import type { HeldAuthCall } from './auth-calls.ts'
import type { AnyClient, Scene, SignedUp } from './auth-client.ts'

/** Drives one call and asserts its answers. */
export type Drive = (scene: Scene, fake: FakeProvider) => Promise<void>

type AccountCall = Exclude<HeldAuthCall, `organization.${string}` | `admin.${string}` | `use${string}`>

const NEW_PASSWORD = 'another long passphrase'
const DONE = { status: true }

const user = (email: string) =>
  expect.objectContaining({ email, name: 'Ann Lee', emailVerified: expect.any(Boolean), createdAt: expect.any(Date) })
const answered = (data: unknown) => expect.objectContaining({ data, error: null })
/** The token in the newest link of a template. */
const tokenIn = async ({ server }: Scene, email: string, template: string) => {
  const link = new URL(await linkTo(server, email, template), server.settings.BASE_URL)
  return link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? ''
}
const emailOf = async ({ client }: { readonly client: AnyClient }) => (await client.getSession()).data?.user.email

/** A user with an account at GitLab, and the id of its row. */
async function linked(scene: Scene, fake: FakeProvider): Promise<SignedUp & { readonly accountId: string }> {
  const account = await scene.signedUp()
  const cookie = [...account.jar.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await aBrowser(scene.server, fake, cookie).link('gitlab', { user: aProviderUser() })
  const { data } = await account.client.listAccounts()
  return { ...account, accountId: data.find(({ providerId }: { providerId: string }) => providerId === 'gitlab').id }
}

async function requestReset(scene: Scene, call: 'forgetPassword' | 'requestPasswordReset'): Promise<void> {
  const { client, email } = await scene.signedUp()
  expect(await client[call]({ email, redirectTo: '/new-password' })).toEqual(answered(expect.objectContaining(DONE)))
  expect(await tokenIn(scene, email, 'reset-password')).toMatch(/^\w{24}$/)
  expect(await client[call]({ email: uniqueEmail() })).toEqual(answered(expect.objectContaining(DONE)))
}

export const accountDrives: Readonly<Record<AccountCall, Drive>> = {
  'signUp.email': async (scene) => {
    const { client } = scene.browser()
    const email = uniqueEmail()
    const username = `Ann_${email.slice(0, 8)}`
    const { data, error } = await client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD, username })
    expect([error, data]).toEqual([null, { token: expect.stringMatching(/^\w{32}$/), user: user(email) }])
    expect((await client.getSession()).data.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username })
    const again = await scene.browser().client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD })
    expect(again.error).toMatchObject({ status: 422, code: 'USER_ALREADY_EXISTS' })
  },
  'signIn.email': async (scene) => {
    const { email } = await scene.signedUp()
    const { client } = scene.browser()
    const wrong = await client.signIn.email({ email, password: 'not this one' })
    expect(wrong).toMatchObject({ data: null, error: { status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' } })
    const { data } = await client.signIn.email({ email, password: PASSWORD, rememberMe: false })
    expect(data).toMatchObject({ redirect: false, token: expect.any(String), user: { email } })
    expect(await emailOf({ client })).toBe(email)
  },
  'signIn.username': async (scene) => {
    const { client, email } = await scene.signedUp()
    const username = `ann_${email.slice(0, 8)}`
    await client.updateUser({ username })
    const other = scene.browser()
    expect((await other.client.signIn.username({ username, password: PASSWORD })).data).toMatchObject({ user: { email, username } })
    expect(await emailOf(other)).toBe(email)
  },
  'signIn.social': async (scene) => {
    const { data } = await scene.browser().client.signIn.social({ provider: 'gitlab', callbackURL: '/welcome', disableRedirect: true })
    expect(data).toMatchObject({ redirect: false, url: expect.stringMatching(/[?&]state=[\w-]{32}/) })
    const missing = await scene.browser().client.signIn.social({ provider: 'vk' })
    expect(missing.error).toMatchObject({ status: 404, message: 'Provider not found' })
  },
  signOut: async (scene) => {
    const { client } = await scene.signedUp()
    expect((await client.signOut()).data).toMatchObject({ success: true })
    expect(await client.getSession()).toMatchObject({ data: null, error: null })
  },
  getSession: async (scene) => {
    const { client, email, id, token } = await scene.signedUp()
    const { data } = await client.getSession()
    expect(data.user).toEqual(user(email))
    expect(data.session).toMatchObject({ token, userId: id, expiresAt: expect.any(Date), activeOrganizationId: null })
    expect((await client.getSession({ query: { disableCookieCache: true } })).data.session.token).toBe(token)
    expect(await scene.browser().client.getSession()).toMatchObject({ data: null, error: null })
  },
  listSessions: async (scene) => {
    const { client, token } = await scene.signedUp()
    expect((await client.listSessions()).data).toMatchObject([{ token, expiresAt: expect.any(Date), userAgent: expect.any(String) }])
    expect((await scene.browser().client.listSessions()).error.status).toBe(401)
  },
  revokeSession: async (scene) => {
    const { client, email } = await scene.signedUp()
    const other = scene.browser()
    const { data } = await other.client.signIn.email({ email, password: PASSWORD })
    expect(await client.revokeSession({ token: data.token })).toEqual(answered(DONE))
    expect(await emailOf(other)).toBeUndefined()
    expect(await emailOf({ client })).toBe(email)
  },
  revokeSessions: async (scene) => {
    const account = await scene.signedUp()
    expect(await account.client.revokeSessions()).toEqual(answered(DONE))
    expect(await emailOf(account)).toBeUndefined()
  },
  revokeOtherSessions: async (scene) => {
    const account = await scene.signedUp()
    const other = scene.browser()
    await other.client.signIn.email({ email: account.email, password: PASSWORD })
    expect(await account.client.revokeOtherSessions()).toEqual(answered(DONE))
    expect([await emailOf(account), await emailOf(other)]).toEqual([account.email, undefined])
  },
  sendVerificationEmail: async (scene) => {
    const { client, email } = await scene.signedUp()
    expect(await client.sendVerificationEmail({ email, callbackURL: '/welcome' })).toEqual(answered(DONE))
    expect(await tokenIn(scene, email, 'verification')).not.toBe('')
  },
  verifyEmail: async (scene) => {
    const { client, email } = await scene.signedUp()
    await client.sendVerificationEmail({ email })
    const token = await tokenIn(scene, email, 'verification')
    expect((await client.verifyEmail({ query: { token } })).data).toEqual({ status: true, user: null })
    expect((await client.getSession()).data.user.emailVerified).toBe(true)
    expect((await client.verifyEmail({ query: { token: 'nothing' } })).error).toMatchObject({ status: 401, message: 'invalid_token' })
  },
  changeEmail: async (scene) => {
    const account = await scene.signedUp()
    const newEmail = uniqueEmail()
    expect(await account.client.changeEmail({ newEmail })).toEqual(answered(DONE))
    expect(await emailOf(account)).toBe(newEmail)
  },
  forgetPassword: (scene) => requestReset(scene, 'forgetPassword'),
  requestPasswordReset: (scene) => requestReset(scene, 'requestPasswordReset'),
  resetPassword: async (scene) => {
    const { client, email } = await scene.signedUp()
    await client[scene.isOldest ? 'forgetPassword' : 'requestPasswordReset']({ email })
    const token = await tokenIn(scene, email, 'reset-password')
    expect(await client.resetPassword({ newPassword: NEW_PASSWORD, token })).toEqual(answered(DONE))
    expect((await client.resetPassword({ newPassword: NEW_PASSWORD, token })).error).toMatchObject({
      status: 400,
      message: 'invalid token',
    })
    expect((await scene.browser().client.signIn.email({ email, password: NEW_PASSWORD })).data.user.email).toBe(email)
  },
  changePassword: async (scene) => {
    const { client, email, token } = await scene.signedUp()
    const wrong = await client.changePassword({ currentPassword: 'not this one', newPassword: NEW_PASSWORD })
    expect(wrong.error).toMatchObject({ status: 400, message: 'Invalid password' })
    const { data } = await client.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true })
    expect(data).toEqual({ token: expect.stringMatching(/^\w{32}$/), user: user(email) })
    expect(data.token).not.toBe(token)
    expect((await scene.browser().client.signIn.email({ email, password: NEW_PASSWORD })).error).toBeNull()
  },
  updateUser: async (scene) => {
    const { client } = await scene.signedUp()
    expect(await client.updateUser({ name: 'Ada', image: null })).toEqual(answered(DONE))
    expect((await client.getSession()).data.user).toMatchObject({ name: 'Ada', image: null })
    expect((await client.updateUser({ email: uniqueEmail() })).error).toMatchObject({ status: 400 })
  },
  deleteUser: async (scene) => {
    const { client, email } = await scene.signedUp()
    expect((await client.deleteUser({ password: 'not this one' })).error).toMatchObject({ status: 400, message: 'Invalid password' })
    expect((await client.deleteUser({ password: PASSWORD })).data).toMatchObject({ success: true, message: 'Verification email sent' })
    expect(await emailOf({ client })).toBe(email)
  },
  'deleteUser.callback': async (scene) => {
    const { client, email } = await scene.signedUp()
    await client.deleteUser()
    const token = await tokenIn(scene, email, 'delete-account')
    expect((await client.deleteUser.callback({ query: { token } })).data).toMatchObject({ success: true, message: 'User deleted' })
    expect((await scene.browser().client.signIn.email({ email, password: PASSWORD })).error.status).toBe(401)
  },
  isUsernameAvailable: async (scene) => {
    const { client, email } = await scene.signedUp()
    const username = `ann_${email.slice(0, 8)}`
    expect((await client.isUsernameAvailable({ username })).data).toEqual({ available: true })
    await client.updateUser({ username })
    expect((await client.isUsernameAvailable({ username })).data).toEqual({ available: false })
    expect((await client.isUsernameAvailable({ username: 'a b' })).error).toMatchObject({ status: 422 })
  },
  listAccounts: async (scene) => {
    const { client, id } = await scene.signedUp()
    const times = { id: expect.any(String), createdAt: expect.any(Date), updatedAt: expect.any(Date) }
    const credential = { accountId: id, userId: id, provider: 'credential', providerId: 'credential', scopes: [] }
    expect((await client.listAccounts()).data).toEqual([{ ...times, ...credential }])
  },
  linkSocial: async (scene) => {
    const { client } = await scene.signedUp()
    const { data } = await client.linkSocial({ provider: 'gitlab', callbackURL: '/account', disableRedirect: true })
    expect(data).toMatchObject({ redirect: false, url: expect.stringMatching(/[?&]state=[\w-]{32}/) })
  },
  unlinkAccount: async (scene, fake) => {
    const { client, accountId } = await linked(scene, fake)
    const selected = scene.isOldest ? { providerId: 'gitlab' } : { accountId }
    expect(await client.unlinkAccount(selected)).toEqual(answered(DONE))
    expect((await client.listAccounts()).data).toHaveLength(1)
    expect((await client.unlinkAccount(selected)).error).toMatchObject({ status: 400, message: "You can't unlink your last account" })
  },
  getAccessToken: async (scene, fake) => {
    const { client, accountId } = await linked(scene, fake)
    const { data } = await client.getAccessToken(scene.isOldest ? { providerId: 'gitlab' } : { accountId })
    expect(data).toMatchObject({ accessToken: expect.any(String), accessTokenExpiresAt: expect.any(Date), scopes: expect.any(Array) })
  },
  refreshToken: async (scene, fake) => {
    const { client, accountId } = await linked(scene, fake)
    const selected = scene.isOldest ? { providerId: 'gitlab' } : { accountId }
    const before = (await client.getAccessToken(selected)).data
    const { data } = await client.refreshToken(selected)
    expect(data).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String), providerId: 'gitlab', accountId })
    expect(data.accessToken).not.toBe(before.accessToken)
  },
  accountInfo: async (scene, fake) => {
    const { client, accountId } = await linked(scene, fake)
    const { data } = await client.accountInfo({ query: { accountId } })
    expect(data.account).toEqual({ id: accountId, providerId: 'gitlab', accountId: data.user.id })
    expect(data.user).toMatchObject({ email: expect.any(String), emailVerified: expect.any(Boolean) })
  },
}
