// Attacks on sign-in through providers, against a running server and its log: planted callbacks, stolen codes, emails of other users,
// and failing providers. Tests of the modules (server/identity/social, server/identity/providers) are not repeated here.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { providerIds } from '#identity/providers/model.ts'
import { loopback } from '#test/providers/loopback.ts'
import { aBrowser, aProviderUser, type TestBrowser } from '#test/support/a-browser.ts'
import { aUser, PASSWORD } from '#test/support/a-user.ts'
import { fakeProvider, type ProviderCallback, type ProviderFailureKind } from '#test/support/fake-provider.ts'
import { startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import { testServer } from '#test/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-social-'))
const port = await freePort()
const site = `http://localhost:${port}`
const fakeProviders = await fakeProvider()
const guildhallProcess = await startGuildhall({
  DATA_DIR: folder,
  PORT: String(port),
  BASE_URL: site,
  RATE_LIMIT_ENABLED: 'false',
  SESSION_COOKIE_CACHE: 'true',
  ...fakeProviders.settings,
})
const server = runningServer(site)
afterAll(async () => {
  await guildhallProcess.stop('SIGTERM')
  await fakeProviders.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => fakeProviders.reset())

const RESTART = `${site}/api/auth/error?error=please_restart_the_process`
const at = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['location']
const newBrowser = (cookie = '') => aBrowser(server, fakeProviders, cookie)
const accountsOf = async (browser: TestBrowser): Promise<string[]> =>
  (await browser.request('GET', '/api/auth/list-accounts')).json.map(
    ({ provider, accountId }: { provider: string; accountId: string }) => `${provider} ${accountId}`,
  )
const withField = (callback: ProviderCallback, name: string, value: string): ProviderCallback => {
  const url = new URL(callback.url)
  if (callback.method === 'GET') url.searchParams.set(name, value)
  return { ...callback, url: url.href, fields: { ...callback.fields, [name]: value } }
}
const providerCalls = () => fakeProviders.requests.filter((each) => each.at !== 'authorization').length

test('of twenty concurrent requests with one callback one signs in, and one session is created', async () => {
  const browser = newBrowser()
  const callback = await browser.redirectToProvider('github', { user: aProviderUser(), body: { callbackURL: '/in' } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => newBrowser(browser.cookie()).followCallback(callback)))
  expect(answers.map(at).filter((location) => location !== RESTART)).toEqual(['/in'])
  expect(providerCalls()).toBe(3)
  const [signedInAnswer] = answers.filter((answer) => at(answer) === '/in')
  const cookie = [...(signedInAnswer?.cookies.values() ?? [])].map((line) => line.split(';', 1)[0]).join('; ')
  expect((await newBrowser(cookie).request('GET', '/api/auth/list-sessions')).json).toHaveLength(1)
})

describe('a planted callback', () => {
  test.each(['github', 'apple'] as const)(
    'of %s does not change the session of a browser that is signed in, signing in, or neither',
    async (provider) => {
      const owner = await aUser(server)
      const [signedIn, signingIn, signedOut] = [newBrowser(owner.cookie), newBrowser(), newBrowser()]
      await signingIn.redirectToProvider(provider, { user: aProviderUser() })
      for (const victim of [signedIn, signingIn, signedOut]) {
        const plantedCallback = await newBrowser().redirectToProvider(provider, { user: aProviderUser() })
        const before = providerCalls()
        expect(at(await victim.followCallback(plantedCallback))).toBe(RESTART)
        expect(providerCalls()).toBe(before)
      }
      expect([(await signedIn.session()).user.id, await signingIn.session(), await signedOut.session()]).toEqual([owner.id, null, null])
    },
  )

  test('links no account, neither for the victim nor for the attacker', async () => {
    const [attacker, victim] = [await aUser(server), await aUser(server)]
    const plantedCallback = await newBrowser(attacker.cookie).redirectToProvider('github', { user: aProviderUser(), isLinking: true })
    const browser = newBrowser(victim.cookie)
    expect(at(await browser.followCallback(plantedCallback))).toBe(RESTART)
    expect([await accountsOf(browser), await accountsOf(newBrowser(attacker.cookie))]).toEqual([
      [expect.stringContaining('credential')],
      [expect.stringContaining('credential')],
    ])
  })

  test('cannot be prepared by a page of another site', async () => {
    const cookie = (await aUser(server)).cookie
    for (const call of ['sign-in/social', 'link-social', 'unlink-account', 'get-access-token', 'refresh-token']) {
      for (const headers of [
        { origin: 'https://evil.test' },
        { origin: 'null' },
        { origin: 'https://evil.test', 'content-type': 'text/plain' },
        { origin: 'https://evil.test', 'content-type': 'application/x-www-form-urlencoded' },
      ]) {
        const body =
          'content-type' in headers ? '{"provider":"github","providerId":"credential"}' : { provider: 'github', providerId: 'credential' }
        const answer = await server.request('POST', `/api/auth/${call}`, { headers: { cookie, ...headers }, body })
        expect([call, headers, answer.status, answer.cookies.size]).toEqual([call, headers, 403, 0])
      }
      const got = await server.request('GET', `/api/auth/${call}?provider=github`, { headers: { cookie } })
      expect([call, got.status]).toEqual([call, 404])
    }
    const withoutCookie = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect(
      (await server.request('POST', '/api/auth/sign-in/social', { headers: withoutCookie, body: { provider: 'github' } })).status,
    ).toBe(403)
  })
})

describe('a callback with the wrong issuer, provider or code', () => {
  test.each([
    ['google', 'https://evil.test'],
    ['google', 'https://accounts.google.com.evil.test'],
    ['google', ''],
    ['apple', 'https://accounts.google.com'],
    ['microsoft', 'https://login.microsoftonline.com/evil/v2.0'],
    ['linkedin', 'https://evil.test'],
  ] as const)('of %s with the issuer “%s” is refused before its code is sent', async (provider, iss) => {
    const browser = newBrowser()
    const callback = await browser.redirectToProvider(provider, { user: aProviderUser(), body: { errorCallbackURL: '/out' } })
    const before = providerCalls()
    expect(at(await browser.followCallback(withField(callback, 'iss', iss)))).toBe('/out?error=invalid_code')
    expect([providerCalls(), await browser.session()]).toEqual([before, null])
  })

  test('of another provider is refused before its code is sent', async () => {
    const browser = newBrowser()
    const callback = await browser.redirectToProvider('github', { user: aProviderUser() })
    const before = providerCalls()
    for (const other of ['google', 'gitlab', 'apple'])
      expect(at(await browser.followCallback({ ...callback, url: callback.url.replace('/callback/github', `/callback/${other}`) }))).toBe(
        RESTART,
      )
    expect(providerCalls()).toBe(before)
  })

  // LinkedIn, Reddit and TikTok publish neither PKCE for web sites nor a returned nonce: there only the state binds the code.
  const bound = providerIds.filter((id) => !['linkedin', 'reddit', 'tiktok'].includes(id))
  test.each(bound)('of %s with the code of another sign-in is refused', async (provider) => {
    const [attacker, victim] = [newBrowser(), newBrowser()]
    const stolenCallback = await victim.redirectToProvider(provider, { user: aProviderUser({ id: '583231' }) })
    const own = await attacker.redirectToProvider(provider, { user: aProviderUser({ id: '583232' }), body: { errorCallbackURL: '/out' } })
    const answer = await attacker.followCallback(withField(own, 'code', stolenCallback.fields['code'] ?? ''))
    expect(String(at(answer))).toMatch(/^\/out\?error=(invalid_code|unable_to_get_user_info)$/)
    expect(await attacker.session()).toBeNull()
  })
})

describe('an account of a provider', () => {
  test('stays with its user when its email becomes that of another user', async () => {
    const other = await aUser(server)
    const [providerUser, browser] = [aProviderUser(), newBrowser()]
    await browser.signIn('google', { user: providerUser })
    const { user } = await browser.session()
    const again = newBrowser()
    expect(at(await again.signIn('google', { user: { ...providerUser, email: other.email } }))).toBe(site)
    expect((await again.session()).user).toMatchObject({ id: user.id, email: providerUser.email })
    expect(await accountsOf(newBrowser(other.cookie))).toHaveLength(1)
  })

  test('with the same email as another account of the provider does not sign in, since emails are reassigned', async () => {
    const [providerUser, browser] = [aProviderUser(), newBrowser()]
    await browser.signIn('google', { user: providerUser })
    const successor = newBrowser()
    const signInOptions = { user: aProviderUser({ email: providerUser.email }), body: { errorCallbackURL: '/link-account' } }
    expect(at(await successor.signIn('google', signInOptions))).toBe('/link-account?error=account_not_linked')
    expect([await successor.session(), await accountsOf(browser)]).toEqual([null, [`google ${providerUser.id}`]])
    const own = newBrowser(browser.cookie())
    expect(at(await own.link('google', { user: signInOptions.user }))).toBe(site)
    expect((await accountsOf(browser)).sort()).toEqual([`google ${providerUser.id}`, `google ${signInOptions.user.id}`].sort())
  })

  test('with a verified email takes over a squatted unverified account, and revokes its sessions, cached sessions and pending callbacks', async () => {
    const squatter = await aUser(server)
    const [browser, phone] = [newBrowser(squatter.cookie), newBrowser()]
    await phone.request('POST', '/api/auth/sign-in/email', { body: { email: squatter.email, password: PASSWORD } })
    await browser.link('google', { user: aProviderUser() })
    const pendingCallback = await browser.redirectToProvider('github', { user: aProviderUser(), isLinking: true })
    expect(browser.cookie()).toContain('session_data=')
    const owner = newBrowser()
    const providerUser = aProviderUser({ email: squatter.email })
    await owner.signIn('google', { user: providerUser })
    expect((await owner.session()).user).toMatchObject({ id: squatter.id, emailVerified: true })
    // The cached session is refused as well: the request has no `disableCookieCache`.
    for (const each of [newBrowser(browser.cookie()), newBrowser(phone.cookie()), newBrowser(squatter.cookie)]) {
      expect((await each.request('GET', '/api/auth/get-session')).json).toBeNull()
      expect((await each.request('GET', '/api/auth/list-accounts')).status).toBe(401)
    }
    expect(at(await browser.followCallback(pendingCallback))).toBe(RESTART)
    expect(await accountsOf(owner)).toEqual([`google ${providerUser.id}`])
    const mailed = vi.waitFor(async () => {
      const { items } = (await server.request('GET', '/dev/mail/messages')).json
      const own = items.filter((each: { to: string }) => each.to === squatter.email)
      expect(own.map(({ subject }: { subject: string }) => subject)).toContainEqual(expect.stringMatching(/secure|safe/i))
    }, 10_000)
    await mailed
  })

  test('with an email that the provider has not verified does not sign in, and changes no user', async () => {
    const owner = await aUser(server)
    for (const provider of ['google', 'github', 'microsoft', 'apple', 'facebook', 'kick', 'vk', 'spotify'] as const) {
      const browser = newBrowser()
      const id = String(590_000 + providerIds.indexOf(provider))
      await browser.signIn(provider, { user: aProviderUser({ id, email: owner.email, isVerified: false }) })
      expect([provider, await browser.session()]).toEqual([provider, null])
    }
    const own = newBrowser(owner.cookie)
    expect(await accountsOf(own)).toHaveLength(1)
    expect((await own.session()).user.emailVerified).toBe(false)
  })
})

describe('a provider that fails', () => {
  const logged = (from: number) =>
    guildhallProcess
      .output()
      .slice(from)
      .split('\n')
      .filter((line) => line.includes('"A request to a provider failed."'))

  test('by not answering causes an error within ten seconds, and does not delay other requests', {
    timeout: 30_000,
  }, async () => {
    // The keys of LinkedIn are not cached yet.
    const unresponsive = [
      ['github', 'token', 'invalid_code'],
      ['gitlab', 'profile', 'unable_to_get_user_info'],
      ['linkedin', 'keys', 'unable_to_get_user_info'],
    ] as const
    const from = guildhallProcess.output().length
    const browsers = await Promise.all(
      unresponsive.map(async ([provider, location, error]) => {
        const browser = newBrowser()
        const callback = await browser.redirectToProvider(provider, {
          user: aProviderUser({ id: '583990' }),
          body: { errorCallbackURL: '/out' },
        })
        fakeProviders.fail(provider, { kind: 'slow', at: location })
        return { browser, callback, error }
      }),
    )
    let areDone = false
    const pending = browsers.map(({ browser, callback }) => browser.followCallback(callback))
    const all = Promise.all(pending).finally(() => {
      areDone = true
    })
    const other = newBrowser()
    await other.signIn('google', { user: aProviderUser() })
    expect([(await other.session()).user.emailVerified, (await server.request('GET', '/readyz')).status, areDone]).toEqual([
      true,
      200,
      false,
    ])
    expect((await all).map(at)).toEqual(browsers.map(({ error }) => `/out?error=${error}`))
    for (const { browser } of browsers) expect(await browser.session()).toBeNull()
    const lines = logged(from)
    for (const [provider, , step] of unresponsive)
      expect(
        lines.filter((line) => line.includes(`"${provider}"`) && line.includes(step) && line.includes('No complete response within')),
      ).toHaveLength(1)
  })

  const reasons: Record<Exclude<ProviderFailureKind, 'slow'>, RegExp> = {
    down: /github\.com sent no response: /,
    500: /github\.com answered 500\./,
    503: /github\.com answered 503\./,
    html: /github\.com answered 200 with something that is not JSON/,
    huge: /github\.com answered with more than 1 MiB/,
    redirect: /github\.com answered with a redirect \(302\)/,
    empty: /github\.com answered 200 with something that is not JSON/,
    error: /github\.com answered 200: bad_verification_code/,
  }
  test('in any way logs one line with the provider, the step and the reason, and without user data', async () => {
    for (const [trouble, why] of Object.entries(reasons) as [ProviderFailureKind, RegExp][]) {
      const from = guildhallProcess.output().length
      const browser = newBrowser()
      const providerUser = aProviderUser()
      const callback = await browser.redirectToProvider('github', { user: providerUser, body: { errorCallbackURL: '/out' } })
      fakeProviders.fail('github', { kind: trouble, at: 'token' })
      expect([trouble, at(await browser.followCallback(callback))]).toEqual([trouble, '/out?error=invalid_code'])
      fakeProviders.fail('github', null)
      const [line = '{}', ...more] = await vi.waitFor(() => {
        const lines = logged(from)
        expect(lines).not.toEqual([])
        return lines
      })
      expect([trouble, more]).toEqual([trouble, []])
      expect(JSON.parse(line)).toMatchObject({
        level: 'warn',
        provider: 'github',
        step: 'invalid_code',
        reason: expect.stringMatching(why),
      })
      for (const secret of [providerUser.email, ...Object.values(callback.fields), fakeProviders.settings['GITHUB_CLIENT_SECRET'] ?? ''])
        expect(guildhallProcess.output().slice(from)).not.toContain(secret)
    }
  })

  test('by redirecting to an internal URL causes no request there', async () => {
    const internal = await loopback({ 'latest/meta-data': { access_token: 'inside' } })
    const provider = await loopback({
      'github.com/login/oauth/access_token': (_request: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(307, { location: `${internal.url}/latest/meta-data` }).end(),
    })
    const appServer = await testServer({ settings: { ...fakeProviders.settings, SOCIAL_ENDPOINT_PROXY: provider.url } })
    try {
      const browser = aBrowser(appServer, fakeProviders)
      const callback = await browser.redirectToProvider('github', { user: aProviderUser(), body: { errorCallbackURL: '/out' } })
      expect(at(await browser.followCallback(callback))).toBe('/out?error=invalid_code')
      expect([provider.requests.length, internal.requests]).toEqual([1, []])
    } finally {
      await Promise.all([appServer.close(), internal.close(), provider.close()])
    }
  })
})

test('hostile input cannot change other parameters of the authorization URL', async () => {
  const hostile = 'ada&redirect_uri=https://evil.test&state=x&prompt=none&client_id=theirs#frag'
  for (const provider of providerIds) {
    const authorizationUrl = async (more: object) => {
      const answer = await server.request('POST', '/api/auth/sign-in/social', { body: { provider, ...more } })
      return new URL(answer.json.url)
    }
    const [plain, customized] = [
      await authorizationUrl({}),
      await authorizationUrl({ loginHint: hostile, scopes: ['repo&redirect_uri=https://evil.test', 'x#y'] }),
    ]
    const names = [...customized.searchParams.keys()]
    expect([provider, new Set(names).size, customized.hash, customized.pathname]).toEqual([provider, names.length, '', plain.pathname])
    const stays = ['redirect_uri', 'client_id', 'client_key', 'response_type', 'prompt', 'response_mode', 'access_type']
    for (const name of stays)
      expect([provider, name, customized.searchParams.get(name)]).toEqual([provider, name, plain.searchParams.get(name)])
    expect(customized.searchParams.get('state')).toMatch(/^[\w-]{32}$/)
  }
})

test('parameters of a callback cannot redirect a browser to another site', async () => {
  const evil = 'callbackURL=https://evil.test&errorCallbackURL=//evil.test&newUserCallbackURL=https://evil.test&redirectTo=//evil.test'
  for (const query of [evil, `error=x&${evil}`, `state=${'a'.repeat(32)}&code=c&${evil}`]) {
    const answer = await server.request('GET', `/api/auth/callback/github?${query}`)
    expect(String(at(answer) ?? `${site}/`)).toMatch(new RegExp(`^${site}/`))
  }
  for (const id of ['//evil.test', '..%2f..%2fevil', 'github%0d%0aset-cookie:a=b', '%2f%2fevil.test']) {
    const answer = await server.request('POST', `/api/auth/callback/${id}`, { body: { state: 'a', code: 'b' } })
    expect([id, String(at(answer) ?? `${site}/`).startsWith(`${site}/`), answer.cookies.size]).toEqual([id, true, 0])
  }
})
