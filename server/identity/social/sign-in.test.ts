import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomText } from '#contract/token.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aProviderUser, type SignInOptions } from '#test/support/a-browser.ts'
import { aUser, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo, redirectParameter } from '#test/support/emails.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const clock = movableClock(START)
const fake = await fakeProvider({ now: () => clock.now() })
const server = await testServer({ settings: fake.settings, clock })
const opened: TestServer[] = [server]
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await fake.close()
})
// Emails that other tests queued are sent first: the inbox has the latest emails only.
beforeAll(() => server.drain())
beforeEach(() => fake.reset())

const { db } = server.platform.database

/** Another instance with other settings. */
async function withSettings(settings: Record<string, string>): Promise<TestServer> {
  const other = await testServer({ settings: { ...fake.settings, ...settings }, clock })
  opened.push(other)
  return other
}

const at = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['location']
const errorPage = (error: string) => `${server.settings.BASE_URL}/api/auth/error?error=${error}`
/** The letter K, and the Kelvin sign, which folds to it. */
const KELVIN = '\u212A'
const emailsOf = async (address: string) => (await emailsTo(server, address)).map(({ headers }) => headers['X-Guildhall-Template'])
const actionsOf = async (userId: string) =>
  (await db.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ action, details }) => [action, (details as { provider?: string } | null)?.provider],
  )

describe('a new user', () => {
  test('signs up, is signed in, and is redirected to newUserCallbackURL; the profile of the provider is stored', async () => {
    const browser = aBrowser(server, fake)
    const providerUser = aProviderUser({ name: 'Grace Hopper' })
    const callback = await browser.signIn('google', { user: providerUser, body: { callbackURL: '/welcome', newUserCallbackURL: '/new' } })
    expect([callback.status, at(callback)]).toEqual([302, '/new'])
    const { user } = await browser.session()
    expect(user).toMatchObject({ email: providerUser.email, emailVerified: true, name: 'Grace Hopper', username: null, role: 'user' })
    expect(user.image).toMatch(/^https:/)
    const accounts = (await browser.request('GET', '/api/auth/list-accounts')).json
    expect(accounts).toMatchObject([{ provider: 'google', accountId: providerUser.id, scopes: expect.arrayContaining(['openid']) }])
    expect((await actionsOf(user.id)).sort()).toEqual([
      ['user.signed_in', 'google'],
      ['user.signed_up', 'google'],
    ])
    const events = await db.selectFrom('domain_events').select('name').where('resource_id', '=', user.id).execute()
    expect(events.map(({ name }) => name)).toEqual(['user.created'])
  })

  test('is signed in with REQUIRE_EMAIL_VERIFICATION, and gets a verification link for an unclaimed email', async () => {
    const strict = await withSettings({
      REQUIRE_EMAIL_VERIFICATION: 'true',
      SEND_VERIFICATION_ON_SIGN_UP: 'true',
      SIGN_UP_DISABLED: 'true',
    })
    const [claimed, unclaimed] = [aProviderUser(), aProviderUser()]
    const browser = aBrowser(strict, fake)
    expect(at(await browser.signIn('spotify', { user: unclaimed }))).toBe('http://localhost:3000')
    expect((await browser.session()).user.emailVerified).toBe(false)
    await aBrowser(strict, fake).signIn('google', { user: claimed })
    expect([await emailsOf(unclaimed.email), await emailsOf(claimed.email)]).toEqual([['verification'], []])
  })

  test('is refused if sign-up by the provider is disabled, and without requestSignUp if it is on request', async () => {
    const shut = await withSettings({ GITHUB_DISABLE_SIGN_UP: 'true', GOOGLE_DISABLE_IMPLICIT_SIGN_UP: 'true' })
    const body = { errorCallbackURL: '/sign-in?from=there' }
    const off = await aBrowser(shut, fake).signIn('github', { user: aProviderUser(), body: { ...body, requestSignUp: true } })
    expect(at(off)).toBe('/sign-in?from=there&error=signup_disabled')
    const notRequested = await aBrowser(shut, fake).signIn('google', { user: aProviderUser(), body })
    expect(at(notRequested)).toBe('/sign-in?from=there&error=signup_disabled')
    const requested = await aBrowser(shut, fake).signIn('google', { user: aProviderUser(), body: { ...body, requestSignUp: true } })
    expect(at(requested)).toBe('http://localhost:3000')
  })

  test('without an email is refused, but signs in with a linked account', async () => {
    const providerUser = aProviderUser({ email: null })
    expect(at(await aBrowser(server, fake).signIn('github', { user: providerUser }))).toBe(errorPage('email_not_found'))
    const known = await aUser(server)
    expect(at(await aBrowser(server, fake, known.cookie).link('github', { user: providerUser, body: { callbackURL: '/mine' } }))).toBe(
      '/mine',
    )
    const browser = aBrowser(server, fake)
    await browser.signIn('github', { user: providerUser })
    expect((await browser.session()).user.id).toBe(known.id)
  })

  test('whose email only looks like that of another user is not that user', async () => {
    const known = await aUser(server, { email: `k${uniqueEmail()}` })
    const alike = `${KELVIN}${known.email.slice(1)}`
    const answer = await aBrowser(server, fake).signIn('github', { user: aProviderUser({ email: alike }) })
    expect(at(answer)).toBe(errorPage('email_not_found'))
    expect((await known.request('GET', '/api/auth/list-accounts')).json).toHaveLength(1)
  })

  test('who signs in twenty times concurrently gets one account', async () => {
    const providerUser = aProviderUser()
    const browsers = Array.from({ length: 20 }, () => aBrowser(server, fake))
    const callbacks = await Promise.all(
      browsers.map(async (browser) => [browser, await browser.redirectToProvider('google', { user: providerUser })] as const),
    )
    const answers = await Promise.all(callbacks.map(([browser, callback]) => browser.followCallback(callback)))
    expect(new Set(answers.map(at))).toEqual(new Set(['http://localhost:3000']))
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.session()).user.id))
    expect(new Set(ids).size).toBe(1)
    const rows = await db.selectFrom('accounts').select('id').where('account_id', '=', providerUser.id).execute()
    expect(rows).toHaveLength(1)
  })
})

describe('the first administrator', () => {
  const address = 'first@example.test'
  test.each([
    ['becomes a user whose email the provider claims as verified', true, 'test', 'admin'],
    ['does not become a user whose email is not claimed as verified', false, 'test', 'user'],
    ['does not become a user in production, where the mailbox must verify the email', true, 'production', 'user'],
  ])('%s', async (_, isVerified, mode, role) => {
    const production = { BASE_URL: 'https://guildhall.example', SMTP_URL: 'smtp://127.0.0.1:1', SERVICE_TOKEN: randomText(40) }
    const settings = {
      ...fake.settings,
      BOOTSTRAP_ADMIN_EMAIL: address,
      ...(mode === 'production' && { ...production, NODE_ENV: mode }),
    }
    const own = await testServer({ settings, clock, database: await ownDatabase() })
    opened.push(own)
    const browser = aBrowser(own, fake)
    await browser.signIn('google', { user: aProviderUser({ email: address, isVerified }) })
    expect((await browser.session()).user).toMatchObject({ role, emailVerified: isVerified })
  })
})

describe('a known user', () => {
  test('signs in again, and the stored name, picture and email stay', async () => {
    const providerUser = aProviderUser()
    const [first, second] = [aBrowser(server, fake), aBrowser(server, fake)]
    await first.signIn('google', { user: providerUser })
    const before = (await first.session()).user
    const changed = { ...providerUser, name: 'Somebody Else', email: uniqueEmail(), hasPicture: false }
    expect(at(await second.signIn('google', { user: changed, body: { callbackURL: '/in', newUserCallbackURL: '/new' } }))).toBe('/in')
    expect((await second.session()).user).toEqual(before)
  })

  test('is linked by a verified email that the provider claims as verified', async () => {
    const first = aBrowser(server, fake)
    const providerUser = aProviderUser()
    await first.signIn('google', { user: providerUser })
    const second = aBrowser(server, fake)
    await second.signIn('github', { user: { ...providerUser, id: aProviderUser().id } })
    const { user } = await second.session()
    expect(user.id).toBe((await first.session()).user.id)
    expect((await first.session()).user).toEqual(user)
    expect(await actionsOf(user.id)).toContainEqual(['user.account_linked', 'github'])
    expect((await emailsOf(providerUser.email)).toSorted()).toEqual(['account-linked', 'new-device'])
  })

  test.each([
    ['the provider does not claim the email as verified', {}, { isVerified: false }],
    ['linking is disabled', { ACCOUNT_LINKING_DISABLED: 'true' }, {}],
    ['linking is disabled, although the provider is trusted', { ACCOUNT_LINKING_DISABLED: 'true', TRUSTED_PROVIDERS: 'github' }, {}],
  ])('is not linked if %s', async (_, settings, changed) => {
    const at1 = await withSettings(settings)
    const user = await aUser(at1)
    const browser = aBrowser(at1, fake)
    const options = { user: aProviderUser({ email: user.email, ...changed }), body: { errorCallbackURL: '/link-account' } }
    expect(at(await browser.signIn('github', options))).toBe('/link-account?error=account_not_linked')
    expect(await browser.session()).toBeNull()
    expect((await user.request('GET', '/api/auth/list-accounts')).json).toHaveLength(1)
  })

  test('is identified by provider and id: the same id at another provider is another user', async () => {
    const [one, two] = [aBrowser(server, fake), aBrowser(server, fake)]
    const { id } = aProviderUser()
    await one.signIn('google', { user: aProviderUser({ id }) })
    await two.signIn('github', { user: aProviderUser({ id }) })
    expect((await one.session()).user.id).not.toBe((await two.session()).user.id)
  })

  test('who is banned gets our own error page, and can sign in after the ban expired', async () => {
    const providerUser = aProviderUser()
    const browser = aBrowser(server, fake)
    await browser.signIn('google', { user: providerUser })
    const { user } = await browser.session()
    const ban = (until: Date) => db.updateTable('users').set({ is_banned: true, ban_expires_at: until }).where('id', '=', user.id).execute()
    await ban(new Date(clock.now().getTime() + 1000))
    const other = aBrowser(server, fake)
    const callback = await other.signIn('google', { user: providerUser, body: { errorCallbackURL: '/sign-in' } })
    expect(String(at(callback))).toMatch(
      /^http:\/\/localhost:3000\/api\/auth\/error\?error=banned&error_description=You%20have%20been%20banned/,
    )
    expect(redirectParameter(callback, 'error_description')).toBe(
      'You have been banned from this application. Please contact support if you believe this is an error.',
    )
    expect(await other.session()).toBeNull()
    await ban(clock.now())
    await other.signIn('google', { user: providerUser })
    expect((await other.session()).user.banned).toBe(false)
  })
})

describe('an account with an unverified email', () => {
  test('is taken over by the owner of the email: its password, other links and sessions are removed', async () => {
    const squatter = await aUser(server)
    await aBrowser(server, fake, squatter.cookie).link('github', { user: aProviderUser() })
    const browser = aBrowser(server, fake)
    await browser.signIn('google', { user: aProviderUser({ email: squatter.email }) })
    const { user } = await browser.session()
    expect(user).toMatchObject({ id: squatter.id, emailVerified: true })
    expect((await squatter.request('GET', '/api/auth/get-session')).json).toBeNull()
    const again = await server.request('POST', '/api/auth/sign-in/email', { body: { email: squatter.email, password: PASSWORD } })
    expect(again.status).toBe(401)
    expect((await browser.request('GET', '/api/auth/list-accounts')).json.map((each: { provider: string }) => each.provider)).toEqual([
      'google',
    ])
    expect(await actionsOf(user.id)).toContainEqual(['user.account_secured', 'google'])
    // The other one reported what the squatter had linked.
    const emails = await emailsTo(server, squatter.email)
    const secured = emails.filter(({ headers }) => headers['X-Guildhall-Template'] === 'account-secured')
    expect([emails.length, secured.length]).toEqual([2, 1])
    expect(secured[0]?.text).toContain('Google')
  })

  test('is secured by a trusted provider without a claim, and stays unverified', async () => {
    const trusting = await withSettings({ TRUSTED_PROVIDERS: 'spotify' })
    const squatter = await aUser(trusting)
    const browser = aBrowser(trusting, fake)
    await browser.signIn('spotify', { user: aProviderUser({ email: squatter.email }) })
    expect((await browser.session()).user).toMatchObject({ id: squatter.id, emailVerified: false })
    expect((await squatter.request('GET', '/api/auth/get-session')).json).toBeNull()
  })

  test('is secured once by concurrent sign-ins of its owner, which all succeed', async () => {
    const squatter = await aUser(server)
    const providerUser = aProviderUser({ email: squatter.email })
    const browsers = Array.from({ length: 5 }, () => aBrowser(server, fake))
    const callbacks = await Promise.all(
      browsers.map(async (browser) => [browser, await browser.redirectToProvider('google', { user: providerUser })] as const),
    )
    const answers = await Promise.all(callbacks.map(([browser, callback]) => browser.followCallback(callback)))
    expect(answers.map(at)).toEqual(Array(5).fill('http://localhost:3000'))
    const secured = (await actionsOf(squatter.id)).filter(([action]) => action === 'user.account_secured')
    expect(secured).toHaveLength(1)
    expect((await emailsOf(squatter.email)).filter((each) => each === 'account-secured')).toHaveLength(1)
  })
})

describe('an id token', () => {
  const post = (body: Record<string, unknown>, to = server) => to.request('POST', '/api/auth/sign-in/social', { body })

  test('signs in without redirects, and its tokens are stored', async () => {
    const nonce = randomText(16)
    const providerUser = aProviderUser()
    const token = fake.idToken('google', { nonce, user: providerUser })
    const answer = await post({
      provider: 'google',
      idToken: { token, nonce, accessToken: 'at', expiresAt: clock.now().getTime() + 60_000 },
    })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        redirect: false,
        token: expect.stringMatching(/^\w{32}$/),
        user: expect.objectContaining({ email: providerUser.email, emailVerified: true }),
      },
    ])
    expect(answer.cookies.has('better-auth.session_token')).toBe(true)
    const headers = { authorization: `Bearer ${answer.json.token}` }
    const tokens = await server.request('POST', '/api/auth/get-access-token', { headers: headers, body: { providerId: 'google' } })
    expect(tokens.json).toMatchObject({ accessToken: 'at', idToken: token })
  })

  test.each([
    ['another nonce', { nonce: 'x' }, {}, 401, 'invalid token'],
    ['no token', { token: 'x' }, {}, 401, 'invalid token'],
    ['one without an email', {}, { email: null }, 401, 'User email not found'],
  ])('with %s is refused', async (_, changes, changed, status, message) => {
    const token = fake.idToken('google', { nonce: 'n', user: aProviderUser(changed) })
    const answer = await post({ provider: 'google', idToken: { token, nonce: 'n', ...changes } })
    expect([answer.status, answer.json.message]).toEqual([status, message])
  })

  test('of a new or unlinked user is refused like a callback, with a sentence', async () => {
    const shut = await withSettings({ GOOGLE_DISABLE_SIGN_UP: 'true' })
    const known = await aUser(shut)
    const idToken = (changed: SignInOptions['user']) => ({
      provider: 'google',
      idToken: { token: fake.idToken('google', { user: aProviderUser(changed) }) },
    })
    const fresh = await post(idToken({}), shut)
    expect([fresh.status, fresh.json]).toEqual([401, { code: 'SIGNUP_DISABLED', message: 'signup disabled' }])
    const other = await post(idToken({ email: known.email, isVerified: false }), shut)
    expect([other.status, other.json]).toEqual([401, { code: 'ACCOUNT_NOT_LINKED', message: 'account not linked' }])
  })
})
