import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aStranger } from '#test/support/a-browser.ts'
import { aUser } from '#test/support/a-user.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const clock = movableClock(START)
const standIn = await fakeProvider({ now: () => clock.now() })
const server = await testServer({ settings: standIn.settings, clock })
const opened: TestServer[] = [server]
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await standIn.close()
})
beforeEach(() => standIn.reset())

const { db } = server.platform.database
const base = `${server.settings.BASE_URL}/api/auth`
const errorPage = (error: string) => `${base}/error?error=${error}`
const at = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['location']
const RESTART = errorPage('please_restart_the_process')
const ask = (query: string, id = 'github', headers: Record<string, string> = {}) =>
  server.request('GET', `/api/auth/callback/${id}${query}`, { headers })
/** A browser that stands before the way back, and what it would come with. */
async function away(body: Record<string, unknown> = {}, provider = 'github') {
  const browser = aBrowser(server, standIn)
  const back = await browser.leave(provider, { person: aStranger(), body })
  return { browser, back, state: back.fields['state'] ?? '', code: back.fields['code'] ?? '' }
}
const signedIn = async () => (await db.selectFrom('sessions').select('id').execute()).length

describe('a call-back without a good state ends on our own error page', () => {
  test.each([
    ['with nothing', '', 'state_not_found'],
    ['with a code alone', '?code=c', 'state_not_found'],
    ['with an empty state', '?state=&code=c', 'state_not_found'],
    ['with a state twice', '?state=a&state=b', 'invalid_callback_request'],
    ['with a state that is an object', '?state[a]=b', 'invalid_callback_request'],
    ['with text that nobody could keep', '?state=a&code=%00', 'invalid_callback_request'],
    ['with a key that is none', '?__proto__=a&state=b', 'please_restart_the_process'],
    ['with a state of nobody', '?state=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&code=c', 'please_restart_the_process'],
    ['with the provider’s error', '?error=access_denied', 'access_denied'],
    ['with its words', '?error=server_error&error_description=a%20b%26c', 'server_error&error_description=a%20b%26c'],
    ['with an error that is no code', '?error=%3Cscript%3E%0d%0aSet-Cookie:x', '%3Cscript%3E%0D%0ASet-Cookie%3Ax'],
    ['of no provider', '?state=a&code=c', 'please_restart_the_process', 'nothing'],
  ])('%s', async (_, query, error, id = 'github') => {
    const answer = await ask(query, id)
    expect([answer.status, at(answer)]).toEqual([302, errorPage(error)])
  })
})

describe('a state', () => {
  test('has 32 characters, and is kept neither itself nor with a readable verifier', async () => {
    const { state } = await away()
    expect(state).toMatch(/^[a-zA-Z0-9_-]{32}$/)
    const rows = await db.selectFrom('verifications').select(['identifier', 'value', 'details']).execute()
    expect(JSON.stringify(rows)).not.toContain(state)
    const kept = rows.filter(({ identifier }) => identifier.startsWith('oauth-state:'))
    expect(kept.map(({ details }) => String(details['codeVerifier'])).filter((text) => !text.startsWith('v1.'))).toEqual([])
  })

  test('is used once, also by ten at once', async () => {
    const { browser, back } = await away({ callbackURL: '/in' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.comeBack(back)))
    expect(answers.map(at).sort()).toEqual(['/in', ...Array(9).fill(RESTART)].sort())
    expect(at(await browser.comeBack(back))).toBe(RESTART)
  })

  test('lives ten minutes', async () => {
    const [late, early] = [await away(), await away()]
    clock.advance(599)
    expect(at(await early.browser.comeBack(early.back))).toBe(server.settings.BASE_URL)
    clock.advance(1)
    expect(at(await late.browser.comeBack(late.back))).toBe(RESTART)
  })

  test('is nothing in another browser, and stays good in its own', async () => {
    const [mine, theirs] = [await away({ callbackURL: '/in', errorCallbackURL: '/out' }), await away()]
    const before = await signedIn()
    for (const stranger of [aBrowser(server, standIn), theirs.browser]) expect(at(await stranger.comeBack(mine.back))).toBe(RESTART)
    const forged = mine.browser.cookie().replace(/(state=.)(.)/, (_, head, next) => `${head}${next === 'x' ? 'y' : 'x'}`)
    expect(at(await aBrowser(server, standIn, forged).comeBack(mine.back))).toBe(RESTART)
    expect(await signedIn()).toBe(before)
    expect(at(await mine.browser.comeBack(mine.back))).toBe('/in')
  })

  test('of one provider is nothing at another, and is used up there', async () => {
    const { browser, back } = await away({ errorCallbackURL: '/out' })
    const elsewhere = { ...back, url: back.url.replace('/github', '/google') }
    expect(at(await browser.comeBack(elsewhere))).toBe(RESTART)
    expect(at(await browser.comeBack(back))).toBe(RESTART)
  })

  test('is one of several in the tabs of a browser, which all come back', async () => {
    const browser = aBrowser(server, standIn)
    const tabs = []
    for (const provider of ['github', 'google', 'gitlab']) tabs.push(await browser.leave(provider, { person: aStranger() }))
    for (const back of tabs.toReversed()) expect(at(await browser.comeBack(back))).toBe(server.settings.BASE_URL)
  })

  test('is tied by a signed cookie for ten minutes, which is Secure where the site is', async () => {
    const answer = await server.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github' } })
    expect(answer.cookies.get('better-auth.state')).toMatch(
      /^better-auth\.state=\w{32}\.[\w%]{44,}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const secure = await testServer({ settings: { ...standIn.settings, BASE_URL: 'https://guildhall.example' }, clock })
    opened.push(secure)
    const other = await secure.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github' } })
    expect(other.cookies.get('__Secure-better-auth.state')).toContain('; Secure')
  })
})

describe('once the state is known a failure leads to errorCallbackURL, else to our error page', () => {
  const body = { callbackURL: '/in', errorCallbackURL: '/out?from=here' }
  const out = (error: string) => `/out?from=here&error=${error}`

  test('the provider’s own error', async () => {
    const browser = aBrowser(server, standIn)
    const back = await browser.signIn('github', { body, decision: 'denies' })
    expect(String(at(back))).toBe('/out?from=here&error=access_denied&error_description=The%20person%20said%20no.')
  })

  test('no code', async () => {
    const { browser, state } = await away(body)
    expect(at(await browser.request('GET', `/api/auth/callback/github?state=${state}`))).toBe(out('no_code'))
  })

  test('a provider that is none, or is not configured any more', async () => {
    const { browser, state } = await away(body)
    expect(at(await browser.request('GET', `/api/auth/callback/nothing?state=${state}&code=c`))).toBe(out('oauth_provider_not_found'))
    const known = await away(body)
    const { SOCIAL_ENDPOINT_PROXY = '' } = standIn.settings
    const less = await testServer({ settings: { SOCIAL_ENDPOINT_PROXY }, clock })
    opened.push(less)
    const cookie = known.browser.cookie()
    const answer = await less.request('GET', `/api/auth/callback/github?state=${known.state}&code=${known.code}`, { headers: { cookie } })
    expect(at(answer)).toBe(out('oauth_provider_not_found'))
  })

  test('a code that is not good', async () => {
    const { browser, state } = await away(body)
    expect(at(await browser.request('GET', `/api/auth/callback/github?state=${state}&code=wrong`))).toBe(out('invalid_code'))
    const other = await away()
    expect(at(await other.browser.request('GET', `/api/auth/callback/github?state=${other.state}&code=wrong`))).toBe(
      errorPage('invalid_code'),
    )
  })

  test.each(['down', '500', 'html', 'huge', 'redirect', 'empty', 'error'] as const)('a provider that is %s', async (trouble) => {
    const before = await signedIn()
    const first = await away(body)
    standIn.misbehave('github', { trouble, at: 'token' })
    expect(at(await first.browser.comeBack(first.back))).toBe(out('invalid_code'))
    standIn.misbehave('github', null)
    const second = await away(body)
    standIn.misbehave('github', { trouble, at: 'profile' })
    expect(at(await second.browser.comeBack(second.back))).toBe(out('unable_to_get_user_info'))
    expect(await signedIn()).toBe(before)
  })

  test('what nobody expected ends at internal_server_error', async () => {
    const { browser, back } = await away(body)
    await db
      .updateTable('verifications')
      .set({ details: { provider: 'github' } as never })
      .where('identifier', 'like', 'oauth-state:%')
      .execute()
    expect(at(await browser.comeBack(back))).toBe(`${server.settings.BASE_URL}/api/auth/error?error=internal_server_error`)
  })
})

test('a target beyond ASCII is led to as a browser writes it, and the session is there', async () => {
  const at = await testServer({ settings: { ...standIn.settings, TRUSTED_ORIGINS: 'https://shop.example,myapp://' }, clock })
  opened.push(at)
  for (const [callbackURL, written] of [
    ['https://shop.example/日本?a=ä#ö', 'https://shop.example/%E6%97%A5%E6%9C%AC?a=%C3%A4#%C3%B6'],
    ['myapp://日本', expect.stringMatching(/^myapp:\/\/%E6%97%A5%E6%9C%AC$/)],
  ]) {
    const browser = aBrowser(at, standIn)
    const back = await browser.signIn('github', { person: aStranger(), body: { callbackURL } })
    expect([back.status, back.headers['location']]).toEqual([302, written])
    expect(await browser.session()).not.toBeNull()
  }
})

describe('a form', () => {
  test('is led to the same call-back without being looked at, and Apple’s person comes in', async () => {
    const browser = aBrowser(server, standIn)
    const back = await browser.leave('apple', { person: aStranger({ name: 'Grace Hopper' }), body: { callbackURL: '/in' } })
    expect(back.method).toBe('POST')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' }
    const form = new URLSearchParams({ ...back.fields, id_token: 'x', evil: 'y' }).toString()
    const led = await server.request('POST', '/api/auth/callback/apple', { headers, body: form })
    const location = new URL(String(at(led)))
    expect([led.status, led.text, led.cookies.size, location.origin, location.pathname]).toEqual([
      303,
      '',
      0,
      server.settings.BASE_URL,
      '/api/auth/callback/apple',
    ])
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'state', 'user'])
    expect(at(await browser.comeBack(back))).toBe('/in')
    expect((await browser.session()).user.name).toBe('Grace Hopper')
  })

  test('is led on whatever cookies a browser gives it', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com', cookie: '_statistics=1' }
    expect((await server.request('POST', '/api/auth/callback/apple', { headers, body: 'code=c&state=s' })).status).toBe(303)
  })

  test('touches no state, however often it comes', async () => {
    const { browser, back } = await away({ callbackURL: '/in' })
    const path = back.url.slice(server.settings.BASE_URL.length).split('?')[0] ?? ''
    for (let count = 0; count < 3; count += 1) expect((await browser.request('POST', path, { body: back.fields })).status).toBe(303)
    expect(at(await browser.comeBack(back))).toBe('/in')
  })
})

describe('where a browser goes', () => {
  test.each(['callbackURL', 'errorCallbackURL', 'newUserCallbackURL'])('is never away from here by %s', async (field) => {
    for (const target of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', 'https://localhost:3000@evil.test']) {
      const answer = await server.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github', [field]: target } })
      expect([answer.status, answer.json.message]).toEqual([403, `Invalid ${field}`])
    }
  })

  test('is asked for with the provider’s scopes and those of the caller, and only such as are scopes', async () => {
    const ask = (body: Record<string, unknown>) =>
      server.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github', ...body } })
    const answer = await ask({ scopes: ['repo', 'gist'], loginHint: 'ada', disableRedirect: true })
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
      expect((await ask(bad)).json.code).toBe('VALIDATION_ERROR')
  })

  test('is refused for a provider that is none, is not configured, or knows no id tokens', async () => {
    const ask = async (body: Record<string, unknown>, to = server) => {
      const { status, json } = await to.request('POST', '/api/auth/sign-in/social', { body })
      return [status, json.message]
    }
    const bare = await testServer({ clock })
    opened.push(bare)
    expect(await ask({ provider: 'nothing' })).toEqual([400, 'Invalid body parameters'])
    expect(await ask({ provider: 'github' }, bare)).toEqual([404, 'Provider not found'])
    expect(await ask({ provider: 'github', idToken: { token: 'x' } })).toEqual([404, 'id_token not supported'])
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
    })
    expect(options.messages).toBe(0)
  })

  test('the pages of signing in and of accounts learn what is switched off, and how long passwords and user names may be', async () => {
    const optionsWith = async (settings: Record<string, string>) => {
      const own = await testServer({ settings: { ...standIn.settings, ...settings }, clock })
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
  })
})

test('the door by providers is counted as a door, and their call-backs per network', async () => {
  const limited = await testServer({ settings: { ...standIn.settings, RATE_LIMIT_ENABLED: 'true' }, clock })
  opened.push(limited)
  const knock = () => limited.request('POST', '/api/auth/sign-in/social', { body: { provider: 'github' }, from: '198.51.100.7' })
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await knock()).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const back = () => limited.request('GET', '/api/auth/callback/github?state=a&code=b', { from: '198.51.100.7' })
  for (let count = 0; count < 100; count += 1) await back()
  expect((await back()).status).toBe(429)
})

test('a person who is signed in stays who they are when somebody else signs in beside them', async () => {
  const person = await aUser(server)
  const browser = aBrowser(server, standIn, person.cookie)
  const stranger = aStranger()
  await browser.signIn('google', { person: stranger })
  expect((await browser.session()).user.email).toBe(stranger.email)
  expect((await person.request('GET', '/api/auth/list-accounts')).json).toHaveLength(1)
})
