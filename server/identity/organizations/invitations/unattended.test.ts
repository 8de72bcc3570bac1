// An email that was verified by a link that was opened without a session of the account: a mail scanner is enough for that.
import { afterAll, expect, test } from 'vitest'
import { insertLink } from '#identity/accounts/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aProviderUser } from '#test/support/a-browser.ts'
import { anOrganization, aUser, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, testServer } from '#test/support/server.ts'

const clock = movableClock(START)
const fake = await fakeProvider({ now: () => clock.now() })
const server = await testServer({ settings: fake.settings, clock })
afterAll(async () => {
  await server.close()
  await fake.close()
})
const BASE = '/api/auth/organization'

type Opener = 'scanner' | 'user'

/** A user who signed up with an address; each of `openers` opens the link that verifies it. */
async function verified(...openers: readonly Opener[]): Promise<TestUser> {
  const email = uniqueEmail()
  const user = await aUser(server, { email })
  await user.request('POST', '/api/auth/send-verification-email', { body: { email } })
  const link = await linkTo(server, email, 'verification')
  for (const opener of openers) await (opener === 'user' ? user : server).request('GET', link)
  expect((await user.request('GET', '/api/auth/get-session')).json.user.emailVerified).toBe(true)
  return user
}

/** The same with an invitation to the address. */
async function invited(opener: Opener) {
  const user = await verified(opener)
  const { email } = user
  const { owner } = await anOrganization(server)
  const { json } = await owner.request('POST', `${BASE}/invite-member`, { body: { email, role: 'member' } })
  return { user, email, id: json.id as string }
}

const accept = (user: TestUser, invitationId: string, secret?: string) =>
  user.request('POST', `${BASE}/accept-invitation`, { body: { invitationId, secret } })

test('a user whose address a scanner has verified joins nothing without the secret that was mailed to it', async () => {
  const { user, email, id } = await invited('scanner')
  for (const [method, path, body] of [
    ['POST', `${BASE}/accept-invitation`, { invitationId: id }],
    ['POST', `${BASE}/reject-invitation`, { invitationId: id }],
    ['GET', `${BASE}/get-invitation?id=${id}`, undefined],
  ] as const) {
    const answer = await user.request(method, path, body && { body })
    expect([answer.status, answer.json.message]).toEqual([403, 'Email not verified'])
  }
  expect((await user.request('GET', `${BASE}/list-user-invitations`)).json).toEqual([])
  const [, secret] = /\/invitations\/[\w-]+\?secret=(\w+)/.exec((await emailTo(server, email, 'invitation')).text) ?? []
  expect((await accept(user, id, secret)).status).toBe(200)
  // The reader of the mail has shown themselves: the next invitation needs no secret.
  const { owner } = await anOrganization(server)
  const next = (await owner.request('POST', `${BASE}/invite-member`, { body: { email, role: 'member' } })).json
  expect((await user.request('GET', `${BASE}/list-user-invitations`)).json).toHaveLength(1)
  expect((await accept(user, next.id)).status).toBe(200)
})

test('an address that was verified in a session of the account accepts an invitation by its id', async () => {
  const { user, id } = await invited('user')
  expect((await user.request('GET', `${BASE}/list-user-invitations`)).json).toHaveLength(1)
  expect((await accept(user, id)).status).toBe(200)
})

/** Links an account of GitHub to a user, as a user who is signed in can. */
const linkGithub = ({ id: userId }: TestUser) =>
  server.platform.database.transaction((tx) =>
    insertLink(tx, server.platform.secrets, {
      userId,
      providerId: 'github',
      accountId: `of ${userId}`,
      now: server.clock.now(),
      tokens: { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null, scopes: [] },
    }),
  )
const providersOf = async (userId: string) =>
  (await server.platform.database.db.selectFrom('accounts').select('provider_id').where('user_id', '=', userId).execute())
    .map(({ provider_id }) => provider_id)
    .toSorted()
const isSignedIn = async (user: TestUser) => (await user.request('GET', '/api/auth/get-session')).json !== null
const templatesTo = async (email: string) => (await emailsTo(server, email)).map(({ headers }) => headers['X-Guildhall-Template'])

/** The owner of the mailbox sets a new password. */
async function reset({ email }: TestUser): Promise<void> {
  await server.request('POST', '/api/auth/forget-password', { body: { email } })
  const opened = await server.request('GET', await linkTo(server, email, 'reset-password'))
  const body = { newPassword: 'a phrase of the owner', token: redirectParameter(opened, 'token') }
  expect((await server.request('POST', '/api/auth/reset-password', { body })).status).toBe(200)
}

test('a reset by the owner of an address that a scanner has verified removes what was left in the account, once', async () => {
  const squatter = await verified('scanner')
  await linkGithub(squatter)
  await reset(squatter)
  expect([await providersOf(squatter.id), await isSignedIn(squatter)]).toEqual([['credential'], false])
  expect(await templatesTo(squatter.email)).toContain('account-secured')
  expect((await emailTo(server, squatter.email, 'account-secured')).text).toContain('with their API tokens')
  // The owner has verified the address: what they link stays.
  await linkGithub(squatter)
  await reset(squatter)
  expect(await providersOf(squatter.id)).toEqual(['credential', 'github'])
})

test.each([[['user']], [['scanner', 'user']]] as const)(
  'a reset of an address whose link was opened by %j keeps linked providers',
  async (openers) => {
    const user = await verified(...openers)
    await linkGithub(user)
    await reset(user)
    expect(await providersOf(user.id)).toEqual(['credential', 'github'])
    expect(await templatesTo(user.email)).not.toContain('account-secured')
  },
)

test('a provider sign-in of the owner of an address that a scanner has verified removes what was left in the account', async () => {
  const squatter = await verified('scanner')
  await linkGithub(squatter)
  const owner = aBrowser(server, fake)
  await owner.signIn('google', { user: aProviderUser({ email: squatter.email, isVerified: true }) })
  expect((await owner.session()).user).toMatchObject({ id: squatter.id, emailVerified: true })
  expect([await providersOf(squatter.id), await isSignedIn(squatter)]).toEqual([['google'], false])
  const byPassword = await server.request('POST', '/api/auth/sign-in/email', { body: { email: squatter.email, password: PASSWORD } })
  expect(byPassword.status).toBe(401)
  expect(await templatesTo(squatter.email)).toContain('account-secured')
})

test('a provider sign-in of a user who has opened the link removes nothing', async () => {
  const user = await verified('user')
  await linkGithub(user)
  await aBrowser(server, fake).signIn('google', { user: aProviderUser({ email: user.email, isVerified: true }) })
  expect([await providersOf(user.id), await isSignedIn(user)]).toEqual([['credential', 'github', 'google'], true])
})
