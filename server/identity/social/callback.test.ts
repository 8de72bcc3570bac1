import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aProviderUser } from '#test/support/a-browser.ts'
import { aUser } from '#test/support/a-user.ts'
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
beforeEach(() => fake.reset())

const { db } = server.platform.database
const base = `${server.settings.BASE_URL}/api/auth`
const errorPage = (error: string) => `${base}/error?error=${error}`
const at = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['location']
const RESTART = errorPage('please_restart_the_process')
const send = (query: string, id = 'github', headers: Record<string, string> = {}) =>
  server.request('GET', `/api/auth/callback/${id}${query}`, { headers })
/** A browser that a provider is about to redirect to the callback, and that callback. */
async function startSignIn(body: Record<string, unknown> = {}, provider = 'github') {
  const browser = aBrowser(server, fake)
  const back = await browser.redirectToProvider(provider, { user: aProviderUser(), body })
  return { browser, back, state: back.fields['state'] ?? '', code: back.fields['code'] ?? '' }
}
const signedIn = async () => (await db.selectFrom('sessions').select('id').execute()).length

describe('a callback without a valid state redirects to our own error page', () => {
  test.each([
    ['with nothing', '', 'state_not_found'],
    ['with a code alone', '?code=c', 'state_not_found'],
    ['with an empty state', '?state=&code=c', 'state_not_found'],
    ['with a state twice', '?state=a&state=b', 'invalid_callback_request'],
    ['with a state that is an object', '?state[a]=b', 'invalid_callback_request'],
    ['with text that cannot be stored', '?state=a&code=%00', 'invalid_callback_request'],
    ['with an unknown key', '?__proto__=a&state=b', 'please_restart_the_process'],
    ['with an unknown state', '?state=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&code=c', 'please_restart_the_process'],
    ['with the provider’s error', '?error=access_denied', 'access_denied'],
    ['with its description', '?error=server_error&error_description=a%20b%26c', 'server_error&error_description=a%20b%26c'],
    ['with an error that is no code', '?error=%3Cscript%3E%0d%0aSet-Cookie:x', '%3Cscript%3E%0D%0ASet-Cookie%3Ax'],
    ['of no provider', '?state=a&code=c', 'please_restart_the_process', 'nothing'],
  ])('%s', async (_, query, error, id = 'github') => {
    const answer = await send(query, id)
    expect([answer.status, at(answer)]).toEqual([302, errorPage(error)])
  })
})

describe('a state', () => {
  test('has 32 characters, and is stored as digest with a sealed verifier', async () => {
    const { state } = await startSignIn()
    expect(state).toMatch(/^[a-zA-Z0-9_-]{32}$/)
    const rows = await db.selectFrom('verifications').select(['identifier', 'value', 'details']).execute()
    expect(JSON.stringify(rows)).not.toContain(state)
    const states = rows.filter(({ identifier }) => identifier.startsWith('oauth-state:'))
    expect(states.map(({ details }) => String(details['codeVerifier'])).filter((text) => !text.startsWith('v1.'))).toEqual([])
  })

  test('works once, also with ten concurrent callbacks', async () => {
    const { browser, back } = await startSignIn({ callbackURL: '/in' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.followCallback(back)))
    expect(answers.map(at).sort()).toEqual(['/in', ...Array(9).fill(RESTART)].sort())
    expect(at(await browser.followCallback(back))).toBe(RESTART)
  })

  test('expires after ten minutes', async () => {
    const [late, early] = [await startSignIn(), await startSignIn()]
    clock.advance(599)
    expect(at(await early.browser.followCallback(early.back))).toBe(server.settings.BASE_URL)
    clock.advance(1)
    expect(at(await late.browser.followCallback(late.back))).toBe(RESTART)
  })

  test('is invalid in another browser, and stays valid in its own', async () => {
    const [mine, theirs] = [await startSignIn({ callbackURL: '/in', errorCallbackURL: '/out' }), await startSignIn()]
    const before = await signedIn()
    for (const stranger of [aBrowser(server, fake), theirs.browser]) expect(at(await stranger.followCallback(mine.back))).toBe(RESTART)
    const forged = mine.browser.cookie().replace(/(state=.)(.)/, (_, head, next) => `${head}${next === 'x' ? 'y' : 'x'}`)
    expect(at(await aBrowser(server, fake, forged).followCallback(mine.back))).toBe(RESTART)
    expect(await signedIn()).toBe(before)
    expect(at(await mine.browser.followCallback(mine.back))).toBe('/in')
  })

  test('of one provider is invalid for another one, which redeems it', async () => {
    const { browser, back } = await startSignIn({ errorCallbackURL: '/out' })
    const elsewhere = { ...back, url: back.url.replace('/github', '/google') }
    expect(at(await browser.followCallback(elsewhere))).toBe(RESTART)
    expect(at(await browser.followCallback(back))).toBe(RESTART)
  })

  test('of each tab of a browser stays valid', async () => {
    const browser = aBrowser(server, fake)
    const tabs = []
    for (const provider of ['github', 'google', 'gitlab']) tabs.push(await browser.redirectToProvider(provider, { user: aProviderUser() }))
    for (const back of tabs.toReversed()) expect(at(await browser.followCallback(back))).toBe(server.settings.BASE_URL)
  })

  test('is tied to a signed cookie for ten minutes, which is Secure if the site is', async () => {
    const answer = await server.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github' } })
    expect(answer.cookies.get('better-auth.state')).toMatch(
      /^better-auth\.state=\w{32}\.[\w%]{44,}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const secure = await testServer({ settings: { ...fake.settings, BASE_URL: 'https://guildhall.example' }, clock })
    opened.push(secure)
    const other = await secure.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github' } })
    expect(other.cookies.get('__Secure-better-auth.state')).toContain('; Secure')
  })
})

describe('with a valid state a failure redirects to errorCallbackURL, otherwise to our error page', () => {
  const body = { callbackURL: '/in', errorCallbackURL: '/out?from=here' }
  const out = (error: string) => `/out?from=here&error=${error}`

  test('for the error of the provider', async () => {
    const browser = aBrowser(server, fake)
    const back = await browser.signIn('github', { body, decision: 'denies' })
    expect(String(at(back))).toBe('/out?from=here&error=access_denied&error_description=The%20user%20denied%20access.')
  })

  test('for a missing code', async () => {
    const { browser, state } = await startSignIn(body)
    expect(at(await browser.request('GET', `/api/auth/callback/github?state=${state}`))).toBe(out('no_code'))
  })

  test('for an unknown provider, or one that is not configured any more', async () => {
    const { browser, state } = await startSignIn(body)
    expect(at(await browser.request('GET', `/api/auth/callback/nothing?state=${state}&code=c`))).toBe(out('oauth_provider_not_found'))
    const known = await startSignIn(body)
    const { SOCIAL_ENDPOINT_PROXY = '' } = fake.settings
    const less = await testServer({ settings: { SOCIAL_ENDPOINT_PROXY }, clock })
    opened.push(less)
    const cookie = known.browser.cookie()
    const answer = await less.request('GET', `/api/auth/callback/github?state=${known.state}&code=${known.code}`, { headers: { cookie } })
    expect(at(answer)).toBe(out('oauth_provider_not_found'))
  })

  test('for an invalid code', async () => {
    const { browser, state } = await startSignIn(body)
    expect(at(await browser.request('GET', `/api/auth/callback/github?state=${state}&code=wrong`))).toBe(out('invalid_code'))
    const other = await startSignIn()
    expect(at(await other.browser.request('GET', `/api/auth/callback/github?state=${other.state}&code=wrong`))).toBe(
      errorPage('invalid_code'),
    )
  })

  test.each(['down', '500', 'html', 'huge', 'redirect', 'empty', 'error'] as const)('for a provider failure of kind %s', async (kind) => {
    const before = await signedIn()
    const first = await startSignIn(body)
    fake.fail('github', { kind, at: 'token' })
    expect(at(await first.browser.followCallback(first.back))).toBe(out('invalid_code'))
    fake.fail('github', null)
    const second = await startSignIn(body)
    fake.fail('github', { kind, at: 'profile' })
    expect(at(await second.browser.followCallback(second.back))).toBe(out('unable_to_get_user_info'))
    expect(await signedIn()).toBe(before)
  })

  test('with internal_server_error for an unexpected error', async () => {
    const { browser, back } = await startSignIn(body)
    await db
      .updateTable('verifications')
      .set({ details: { provider: 'github' } as never })
      .where('identifier', 'like', 'oauth-state:%')
      .execute()
    expect(at(await browser.followCallback(back))).toBe(`${server.settings.BASE_URL}/api/auth/error?error=internal_server_error`)
  })
})

test('a non-ASCII target is redirected to in encoded form, with a session', async () => {
  const at = await testServer({ settings: { ...fake.settings, TRUSTED_ORIGINS: 'https://shop.example,myapp://' }, clock })
  opened.push(at)
  for (const [callbackURL, written] of [
    ['https://shop.example/日本?a=ä#ö', 'https://shop.example/%E6%97%A5%E6%9C%AC?a=%C3%A4#%C3%B6'],
    ['myapp://日本', expect.stringMatching(/^myapp:\/\/%E6%97%A5%E6%9C%AC$/)],
  ]) {
    const browser = aBrowser(at, fake)
    const back = await browser.signIn('github', { user: aProviderUser(), body: { callbackURL } })
    expect([back.status, back.headers['location']]).toEqual([302, written])
    expect(await browser.session()).not.toBeNull()
  }
})

describe('a callback by form', () => {
  test('is redirected to the same callback without validation, and signs in with Apple', async () => {
    const browser = aBrowser(server, fake)
    const back = await browser.redirectToProvider('apple', { user: aProviderUser({ name: 'Grace Hopper' }), body: { callbackURL: '/in' } })
    expect(back.method).toBe('POST')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' }
    const form = new URLSearchParams({ ...back.fields, id_token: 'x', evil: 'y' }).toString()
    const redirected = await server.request('POST', '/api/auth/callback/apple', { headers, body: form })
    const location = new URL(String(at(redirected)))
    expect([redirected.status, redirected.text, redirected.cookies.size, location.origin, location.pathname]).toEqual([
      303,
      '',
      0,
      server.settings.BASE_URL,
      '/api/auth/callback/apple',
    ])
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'state', 'user'])
    expect(at(await browser.followCallback(back))).toBe('/in')
    expect((await browser.session()).user.name).toBe('Grace Hopper')
  })

  test('is redirected with any cookies', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com', cookie: '_statistics=1' }
    expect((await server.request('POST', '/api/auth/callback/apple', { headers, body: 'code=c&state=s' })).status).toBe(303)
  })

  test('does not redeem a state, even if it is repeated', async () => {
    const { browser, back } = await startSignIn({ callbackURL: '/in' })
    const path = back.url.slice(server.settings.BASE_URL.length).split('?')[0] ?? ''
    for (let count = 0; count < 3; count += 1) expect((await browser.request('POST', path, { body: back.fields })).status).toBe(303)
    expect(at(await browser.followCallback(back))).toBe('/in')
  })
})

describe('an authorization URL', () => {
  test.each(['callbackURL', 'errorCallbackURL', 'newUserCallbackURL'])('is refused with a %s of another site', async (field) => {
    for (const target of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', 'https://localhost:3000@evil.test']) {
      const answer = await server.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github', [field]: target } })
      expect([answer.status, answer.json.message]).toEqual([403, `Invalid ${field}`])
    }
  })

  test('has the scopes of the provider and of the caller, and only valid ones', async () => {
    const send = (body: Record<string, unknown>) =>
      server.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github', ...body } })
    const answer = await send({ scopes: ['repo', 'gist'], loginHint: 'ada', disableRedirect: true })
    expect(answer.json).toEqual({ url: expect.any(String), redirect: false })
    const url = new URL(answer.json.url)
    expect([url.searchParams.get('scope'), url.searchParams.get('redirect_uri')]).toEqual([
      'read:user user:email repo gist',
      `${base}/callback/github`,
    ])
    for (const bad of [
      { scopes: ['a b'] },
      { scopes: ['a,b'] },
      { scopes: ['"'] },
      { scopes: Array(51).fill('a') },
      { loginHint: 'x'.repeat(255) },
    ])
      expect((await send(bad)).json.code).toBe('VALIDATION_ERROR')
  })

  test('is refused for a provider that is unknown, not configured, or without id tokens', async () => {
    const send = async (body: Record<string, unknown>, to = server) => {
      const { status, json } = await to.request('POST', '/api/auth/sign-in/social', { body })
      return [status, json.message]
    }
    const bare = await testServer({ clock })
    opened.push(bare)
    expect(await send({ provider: 'nothing' })).toEqual([400, 'Invalid body parameters'])
    expect(await send({ provider: 'github' }, bare)).toEqual([404, 'Provider not found'])
    expect(await send({ provider: 'github', idToken: { token: 'x' } })).toEqual([404, 'id_token not supported'])
    expect((await bare.request('GET', '/api/auth/list-providers')).json).toEqual([])
    const offered = (await server.request('GET', '/api/auth/list-providers')).json
    expect([offered.length, offered[0], offered[3]]).toEqual([18, { id: 'apple', name: 'Apple' }, { id: 'github', name: 'GitHub' }])

    const options = await bare.request('GET', '/api/auth/options')
    expect(options.headers['cache-control']).toBe('public, max-age=60')
    expect(options.json).toEqual({
      providers: [],
      password: { signIn: true, signUp: true, reset: true, minimumLength: 8, maximumLength: 128 },
      username: { minimumLength: 3, maximumLength: 30 },
      account: { changeEmail: true, verifyEmail: true, delete: true },
      links: { terms: null, privacy: null },
      organization: { create: true, limit: 100 },
    })
    expect(options.roundTrips).toBe(0)
  })

  test('the web app gets the disabled features, the length limits of passwords and user names, and the limit of organizations', async () => {
    const optionsWith = async (settings: Record<string, string>) => {
      const own = await testServer({ settings: { ...fake.settings, ...settings }, clock })
      opened.push(own)
      return (await own.request('GET', '/api/auth/options')).json
    }
    const lengths = { MIN_PASSWORD_LENGTH: '12', MAX_PASSWORD_LENGTH: '64', MIN_USERNAME_LENGTH: '2', MAX_USERNAME_LENGTH: '12' }
    const shut = await optionsWith({ SIGN_UP_DISABLED: 'true', RESET_PASSWORD_DISABLED: 'true', APPLE_DISABLE_SIGN_UP: 'true', ...lengths })
    expect(shut.providers.slice(0, 2)).toEqual([
      { id: 'apple', name: 'Apple', signUp: false },
      { id: 'discord', name: 'Discord', signUp: true },
    ])
    expect(shut.password).toEqual({ signIn: true, signUp: false, reset: false, minimumLength: 12, maximumLength: 64 })
    expect(shut.username).toEqual({ minimumLength: 2, maximumLength: 12 })
    const without = await optionsWith({ EMAIL_AND_PASSWORD_DISABLED: 'true', DISCORD_DISABLE_IMPLICIT_SIGN_UP: 'true' })
    expect(without.providers[1].signUp).toBe(true)
    expect(without.password).toMatchObject({ signIn: false, signUp: false, reset: false })
    const off = { CHANGE_EMAIL_DISABLED: 'true', VERIFICATION_EMAIL_DISABLED: 'true', DELETE_USER_DISABLED: 'true' }
    expect((await optionsWith(off)).account).toEqual({ changeEmail: false, verifyEmail: false, delete: false })
    const few = { ORGANIZATION_CREATION_DISABLED: 'true', ORGANIZATION_LIMIT: '3' }
    expect((await optionsWith(few)).organization).toEqual({ create: false, limit: 3 })
    const legal = { TERMS_URL: 'https://x.example/terms', PRIVACY_URL: 'https://x.example/privacy' }
    expect((await optionsWith(legal)).links).toEqual({ terms: legal.TERMS_URL, privacy: legal.PRIVACY_URL })
  })
})

test('sign-ins by providers are rate-limited like other sign-ins, and callbacks per network', async () => {
  const limited = await testServer({ settings: { ...fake.settings, RATE_LIMIT_ENABLED: 'true' }, clock })
  opened.push(limited)
  const knock = () => limited.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github' }, ipAddress: '198.51.100.7' })
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await knock()).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const back = () => limited.request('GET', '/api/auth/callback/github?state=a&code=b', { ipAddress: '198.51.100.7' })
  for (let count = 0; count < 100; count += 1) await back()
  expect((await back()).status).toBe(429)
})

test('a signed-in user keeps their account when another user signs in in the same browser', async () => {
  const user = await aUser(server)
  const browser = aBrowser(server, fake, user.cookie)
  const stranger = aProviderUser()
  await browser.signIn('google', { user: stranger })
  expect((await browser.session()).user.email).toBe(stranger.email)
  expect((await user.request('GET', '/api/auth/list-accounts')).json).toHaveLength(1)
})
