import { afterAll, beforeEach, expect, test } from 'vitest'
import { configuredProvider } from '#identity/providers/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aProviderUser } from '#test/support/a-browser.ts'
import { aUser, type TestUser } from '#test/support/a-user.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, testServer } from '#test/support/server.ts'
import { linkAccount } from './actions/link-account.ts'

const clock = movableClock(START)
const fake = await fakeProvider({ now: () => clock.now() })
const server = await testServer({
  settings: { ...fake.settings, ACCOUNT_LINKING_DISABLED: 'true', GITHUB_DISABLE_SIGN_UP: 'true' },
  clock,
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(() => fake.reset())

const { db } = server.platform.database
const at = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['location']
const RESTART = `${server.settings.BASE_URL}/api/auth/error?error=please_restart_the_process`
const body = { callbackURL: '/account/connections', errorCallbackURL: '/link-account' }
const accountsOf = async (user: TestUser): Promise<{ provider: string; accountId: string; scopes: string[] }[]> =>
  (await user.request('GET', '/api/auth/list-accounts')).json
const isLink = ({ provider }: { readonly provider: string }) => provider !== 'credential'
const linksOf = async (user: TestUser) => (await accountsOf(user)).filter(isLink).map(({ provider, accountId }) => [provider, accountId])
const asBrowser = (user: TestUser) => aBrowser(server, fake, user.cookie)

test('a signed-in user links an account with any email, also if linking by email and sign-up are disabled', async () => {
  const user = await aUser(server)
  const stranger = aProviderUser({ isVerified: false })
  const answer = await user.request('POST', '/api/auth/link-social', { body: { provider: 'github', scopes: ['repo'], ...body } })
  expect(answer.json).toEqual({ url: expect.stringContaining('repo'), redirect: true })
  const browser = asBrowser(user)
  expect(at(await browser.link('github', { user: stranger, body: { ...body, scopes: ['repo'] } }))).toBe('/account/connections')
  expect(await linksOf(user)).toEqual([['github', stranger.id]])
  expect((await accountsOf(user)).find(isLink)?.scopes).toContain('repo')
  const other = aBrowser(server, fake)
  expect(at(await other.signIn('github', { user: stranger }))).toBe(server.settings.BASE_URL)
  expect((await other.session()).user).toMatchObject({ id: user.id, email: user.email, emailVerified: false, name: user.name })
  const done = await db
    .selectFrom('audit_entries')
    .select('details')
    .where('user_id', '=', user.id)
    .where('action', '=', 'user.account_linked')
    .execute()
  expect(done.map(({ details }) => details)).toEqual([{ provider: 'github' }])
})

test('an account that is linked again gets the new tokens, and is recorded once', async () => {
  const user = await aUser(server)
  const stranger = aProviderUser()
  const link = async () => at(await asBrowser(user).link('google', { user: stranger, body }))
  const tokenOf = async () =>
    (await user.request('POST', '/api/auth/get-access-token', { body: { providerId: 'google' } })).json.accessToken
  expect(await link()).toBe('/account/connections')
  const before = await tokenOf()
  expect(await link()).toBe('/account/connections')
  expect(await tokenOf()).not.toBe(before)
  expect(await linksOf(user)).toHaveLength(1)
})

test('an account of another user cannot be linked', async () => {
  const [owner, other] = [await aUser(server), await aUser(server)]
  const stranger = aProviderUser()
  await asBrowser(owner).link('github', { user: stranger, body })
  const answer = await asBrowser(other).link('github', { user: stranger, body })
  expect(at(answer)).toBe('/link-account?error=account_already_linked_to_different_user')
  expect([await linksOf(owner), await linksOf(other)]).toEqual([[['github', stranger.id]], []])
})

test('one of two users who link the same account concurrently succeeds', async () => {
  const users = [await aUser(server), await aUser(server)]
  const stranger = aProviderUser()
  const backs = await Promise.all(
    users.map(async (user) => {
      const browser = asBrowser(user)
      return [browser, await browser.redirectToProvider('github', { user: stranger, body, isLinking: true })] as const
    }),
  )
  const answers = await Promise.all(backs.map(([browser, back]) => browser.followCallback(back)))
  expect(answers.map(at).sort()).toEqual(['/account/connections', '/link-account?error=account_already_linked_to_different_user'])
})

test('a callback links only in the session that started the linking', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const browser = asBrowser(user)
  const leave = () => browser.redirectToProvider('github', { user: aProviderUser(), body, isLinking: true })
  const stateOf = () =>
    browser
      .cookie()
      .split('; ')
      .find((pair) => pair.includes('.state=')) ?? ''
  const [first, second, third, fourth] = [await leave(), await leave(), await leave(), await leave()]
  // A session of another user, no session, and a later session of the same user.
  for (const [back, cookie] of [
    [first, `${other.cookie}; ${stateOf()}`],
    [second, stateOf()],
  ] as const)
    expect(at(await aBrowser(server, fake, cookie).followCallback(back))).toBe(RESTART)
  const again = await server.request('POST', '/api/auth/sign-in/email', {
    body: { email: user.email, password: 'correct horse battery' },
  })
  const later = [...again.cookies.values()].map((line) => line.split(';', 1)[0]).join('; ')
  expect(at(await aBrowser(server, fake, `${later}; ${stateOf()}`).followCallback(third))).toBe(RESTART)
  expect(at(await browser.followCallback(fourth))).toBe('/account/connections')
  expect([await linksOf(user), await linksOf(other)]).toEqual([[expect.anything()], []])
})

test('a revoked session cannot link', async () => {
  const user = await aUser(server)
  const browser = asBrowser(user)
  const back = await browser.redirectToProvider('github', { user: aProviderUser(), body, isLinking: true })
  await browser.request('POST', '/api/auth/sign-out')
  expect(at(await browser.followCallback(back))).toBe(RESTART)
  expect(await db.selectFrom('accounts').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
})

test('a session that is revoked during the request to the provider cannot link', async () => {
  const user = await aUser(server)
  const { session } = (await user.request('GET', '/api/auth/get-session')).json
  await user.request('POST', '/api/auth/sign-out')
  const { id: accountId } = aProviderUser()
  const provider = configuredProvider(server.platform, 'github')
  if (!provider) throw new Error('GitHub is not configured.')
  const linking = linkAccount(server.platform, {
    userId: user.id,
    sessionId: session.id,
    provider,
    providerUser: { accountId, email: null, emailVerified: false, name: 'Ada', image: null },
    tokens: { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null, scopes: [] },
    caller: { kind: 'anonymous' },
    request: {
      id: '',
      method: 'GET',
      path: '',
      ipAddress: '',
      userAgent: null,
      headers: {},
      cookies: new Map(),
      language: 'en',
      buyerLanguage: 'en',
    },
    now: clock.now(),
  })
  await expect(linking).rejects.toThrow('please_restart_the_process')
  expect(await db.selectFrom('accounts').select('id').where('account_id', '=', accountId).execute()).toEqual([])
})

test('an app with a bearer token links in a browser without a session', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const headers = { authorization: `Bearer ${user.token}` }
  const start = async () => {
    const answer = await server.request('POST', '/api/auth/link-social', { headers, body: { provider: 'github', ...body } })
    const cookie = answer.cookies.get('better-auth.state')?.split(';', 1)[0] ?? ''
    return { cookie, back: fake.authorize(answer.json.url, { user: aProviderUser() }) }
  }
  const [first, second, third] = [await start(), await start(), await start()]
  expect(at(await aBrowser(server, fake, first.cookie).followCallback(first.back))).toBe('/account/connections')
  expect(at(await aBrowser(server, fake, `${other.cookie}; ${second.cookie}`).followCallback(second.back))).toBe(RESTART)
  await server.request('POST', '/api/auth/sign-out', { headers })
  expect(at(await aBrowser(server, fake, third.cookie).followCallback(third.back))).toBe(RESTART)
  expect(await db.selectFrom('accounts').select('id').where('user_id', '=', user.id).execute()).toHaveLength(2)
})

test('anonymous callers and impersonation sessions can neither link nor unlink', async () => {
  const [user, administrator] = [await aUser(server), await aUser(server)]
  expect((await server.request('POST', '/api/auth/link-social', { body: { provider: 'github' } })).status).toBe(401)
  await db.updateTable('sessions').set({ impersonated_by: administrator.id }).where('user_id', '=', user.id).execute()
  for (const [path, sent] of [
    ['link-social', { provider: 'github' }],
    ['unlink-account', { providerId: 'credential' }],
    ['get-access-token', { providerId: 'github' }],
    ['refresh-token', { providerId: 'github' }],
  ] as const) {
    const answer = await user.request('POST', `/api/auth/${path}`, { body: sent })
    expect([answer.status, answer.json.message]).toEqual([403, 'You are acting for somebody else'])
  }
})

test('an unlinked account can be linked by another user', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const stranger = aProviderUser()
  await asBrowser(user).link('github', { user: stranger, body })
  await user.request('POST', '/api/auth/unlink-account', { body: { providerId: 'github', accountId: stranger.id } })
  expect(at(await asBrowser(other).link('github', { user: stranger, body }))).toBe('/account/connections')
  expect([await linksOf(user), await linksOf(other)]).toEqual([[], [['github', stranger.id]]])
})

test('a newly linked account is reported to the email of the user, in their language, with the way to unlink it', async () => {
  const user = await aUser(server)
  await db.updateTable('users').set({ language: 'de' }).where('id', '=', user.id).execute()
  const stranger = aProviderUser()
  const received = async () =>
    (await emailsTo(server, user.email)).filter(({ headers }) => headers['X-Guildhall-Template'] === 'account-linked')
  await asBrowser(user).link('github', { user: stranger, body })
  const [notice] = await received()
  expect(notice?.subject).toBe('GitHub wurde mit Ihrem Konto verknüpft')
  expect(notice?.text).toContain('„Trennen“')
  expect(notice?.text).toContain('/account/connections')
  await asBrowser(user).link('github', { user: stranger, body })
  expect(await received()).toHaveLength(1)
})

test('linking by a bearer token is reported in the language that the user chose, otherwise in that of the callback', async () => {
  const user = await aUser(server)
  const headers = { authorization: `Bearer ${user.token}` }
  const answer = await server.request('POST', '/api/auth/link-social', { headers, body: { provider: 'github', ...body } })
  const cookie = answer.cookies.get('better-auth.state')?.split(';', 1)[0] ?? ''
  await aBrowser(server, fake, cookie).followCallback(fake.authorize(answer.json.url, { user: aProviderUser() }))
  expect((await emailTo(server, user.email, 'account-linked')).subject).toBe('GitHub was linked to your account')
})

test('an unverified email gets no more reports of linked accounts than other emails', async () => {
  const limited = await testServer({ settings: { ...fake.settings, RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' }, clock })
  const reports = async (isVerified: boolean) => {
    const user = await aUser(limited)
    await limited.platform.database.db.updateTable('users').set({ is_email_verified: isVerified }).where('id', '=', user.id).execute()
    for (let turn = 0; turn < 12; turn += 1) {
      await aBrowser(limited, fake, user.cookie).link('github', { user: aProviderUser(), body })
      clock.advance(11)
    }
    const received = await emailsTo(limited, user.email)
    return received.filter(({ headers }) => headers['X-Guildhall-Template'] === 'account-linked').length
  }
  try {
    expect([await reports(false), await reports(true)]).toEqual([10, 12])
  } finally {
    await limited.close()
  }
})

test('linking needs a fresh session, unless SESSION_FRESH_AGE is 0', async () => {
  const user = await aUser(server)
  const easy = await testServer({ settings: { ...fake.settings, SESSION_FRESH_AGE: '0' }, clock })
  try {
    clock.advance(server.settings.SESSION_FRESH_AGE + 1)
    const link = (at: typeof server) =>
      at.request('POST', '/api/auth/link-social', {
        headers: { cookie: user.cookie, origin: server.settings.BASE_URL },
        body: { provider: 'github', ...body },
      })
    const refused = await link(server)
    expect([refused.status, refused.json]).toEqual([403, { code: 'SESSION_IS_NOT_FRESH', message: 'Session is not fresh' }])
    expect((await link(easy)).status).toBe(200)
  } finally {
    await easy.close()
  }
})
