// Sign-in at a real OIDC provider over HTTP with the published client: from the authorization request to the session, and token refresh.
import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { clientOf, profiles, type RealProviderId } from '#test/providers/profiles.ts'
import { type CallbackRequest, followAuthorization } from '#test/providers/provider-browser.ts'
import { type ProviderUser, realProviderIds, realProviders } from '#test/providers/real-provider.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { freePort } from '#test/support/postgres.ts'
import { CookieJar, publishedClient } from '#test/support/published-client.ts'
import { testServer } from '#test/support/server.ts'

const port = await freePort()
const site = `http://localhost:${port}`
const providers = await realProviders(site)
const server = await testServer({ settings: { ...providers.settings, BASE_URL: site }, clock: movableClock(new Date()) })
await server.app.listen({ port, host: 'localhost' })
// The providers date their tokens by the system clock, and a token of the future is refused.
beforeEach(() => server.clock.set(new Date()))
afterAll(async () => {
  await server.close()
  await providers.close()
})

let lastId = 1000
function newProviderUser(changes: Partial<ProviderUser> = {}): ProviderUser {
  lastId += 1
  const user = { id: String(lastId), email: uniqueEmail(), name: 'Grace Hopper', ...changes }
  providers.setUser(user)
  return user
}

function aBrowser() {
  const jar = new CookieJar(site)
  const client = publishedClient(site, jar)
  /** Requests the authorization URL and follows it; returns the callback request. */
  const authorize = async (input: Record<string, unknown>, decision?: 'denies') => {
    const { data, error } = await client.signIn.social(input)
    expect([error, data]).toEqual([null, { url: expect.any(String), redirect: true }])
    return followAuthorization(providers, data.url, decision)
  }
  const openCallback = async ({ method, url, fields }: CallbackRequest) => {
    if (method === 'GET') return (await jar.fetch(url)).headers.get('location')
    // A form post of another site: the browser sends its Lax cookies only after the 303 redirect.
    const redirected = await fetch(url, { method, body: new URLSearchParams(fields), redirect: 'manual', headers: { origin: 'null' } })
    expect([redirected.status, redirected.headers.getSetCookie()]).toEqual([303, []])
    return (await jar.fetch(redirected.headers.get('location') ?? '')).headers.get('location')
  }
  const signIn = async (provider: RealProviderId, input: Record<string, unknown> = {}) =>
    openCallback(await authorize({ provider, ...input }))
  return { jar, client, authorize, openCallback, signIn }
}

const lastForm = (id: RealProviderId) =>
  providers.requests.findLast(({ provider, path }) => provider === id && path === profiles[id].routes.token)?.form

/** Sends a request of our client to the token endpoint. */
function tokenRequest(provider: RealProviderId, fields: Record<string, string>): Promise<Response> {
  const { id, secret } = clientOf(provider)
  const host = provider === 'google' ? 'oauth2.googleapis.com' : profiles[provider].hosts[0]
  const body = new URLSearchParams({ client_id: id, client_secret: secret, ...fields })
  return fetch(`${providers.url}/${host}${profiles[provider].routes.token}`, { method: 'POST', body })
}

describe.each(realProviderIds)('%s', (provider) => {
  test('signs a new user in who agrees, and the same user again', async () => {
    const user = newProviderUser()
    const browser = aBrowser()
    const lacksEmail = provider === 'roblox'
    const input = { callbackURL: '/in', newUserCallbackURL: '/new', errorCallbackURL: '/out' }
    expect(await browser.signIn(provider, input)).toBe(lacksEmail ? '/out?error=email_not_found' : '/new')
    const form = lastForm(provider)
    expect([form?.get('client_id'), form?.get('grant_type'), form?.get('code_verifier')?.length]).toEqual([
      clientOf(provider).id,
      'authorization_code',
      profiles[provider].hasPkce ? 128 : undefined,
    ])
    if (lacksEmail) return
    const { data } = await browser.client.getSession()
    const isVerified = provider !== 'microsoft'
    expect(data.user).toMatchObject({
      email: user.email,
      emailVerified: isVerified,
      name: provider === 'apple' ? expect.any(String) : user.name,
    })
    const again = aBrowser()
    expect(await again.signIn(provider, input)).toBe('/in')
    expect((await again.client.getSession()).data.user.id).toBe(data.user.id)
    expect((await again.client.listAccounts()).data).toMatchObject([{ provider, accountId: user.id }])
  })

  test('signs nobody in who denies', async () => {
    newProviderUser()
    const browser = aBrowser()
    const callback = await browser.openCallback(await browser.authorize({ provider, errorCallbackURL: '/out' }, 'denies'))
    expect(callback).toBe('/out?error=access_denied&error_description=The%20user%20denied%20the%20request.')
    expect((await browser.client.getSession()).data).toBeNull()
  })
})

// LinkedIn returns no nonce and has no PKCE: there only the state binds the code.
test.each(realProviderIds.filter((id) => id !== 'linkedin'))(
  'a code of %s cannot be used in the sign-in of another browser',
  async (provider) => {
    newProviderUser()
    const [attacker, victim] = [aBrowser(), aBrowser()]
    const [attackerCallback, own] = [await attacker.authorize({ provider }), await victim.authorize({ provider, errorCallbackURL: '/out' })]
    const { code = '' } = attackerCallback.fields
    const url = own.method === 'GET' ? own.url.replace(/code=[^&]+/, `code=${code}`) : own.url
    const callback = await victim.openCallback({ ...own, url, fields: { ...own.fields, code } })
    expect(callback).toBe(profiles[provider].hasPkce ? '/out?error=invalid_code' : '/out?error=unable_to_get_user_info')
    expect((await victim.client.getSession()).data).toBeNull()
  },
)

test.each(['google', 'microsoft', 'apple', 'twitch'] as const)(
  '%s returns new tokens for a refresh token, which works once',
  async (providerId) => {
    newProviderUser()
    const { client, signIn } = aBrowser()
    await signIn(providerId)
    const getTokens = async () => (await client.getAccessToken({ providerId })).data
    const first = await getTokens()
    expect(first).toMatchObject({ accessToken: expect.any(String), accessTokenExpiresAt: expect.any(Date), idToken: expect.any(String) })
    expect((await getTokens()).accessToken).toBe(first.accessToken)
    const { data: second, error } = await client.refreshToken({ providerId })
    expect([error, second.accessToken === first.accessToken]).toEqual([null, false])
    const { data: third } = await client.refreshToken({ providerId })
    expect(third.refreshToken).not.toBe(second.refreshToken)
    expect((await getTokens()).accessToken).toBe(third.accessToken)
    // A second use revokes the whole grant.
    const again = { grant_type: 'refresh_token', refresh_token: second.refreshToken }
    expect((await tokenRequest(providerId, again)).status).toBe(400)
    const refused = { status: 400, message: 'Failed to refresh access token' }
    expect((await client.refreshToken({ providerId })).error).toMatchObject(refused)
  },
)

test.each(['linkedin', 'roblox'] as const)('the profile is fetched from %s with its access token', async (provider) => {
  newProviderUser()
  await aBrowser().signIn(provider)
  expect(providers.requests.at(-1)).toMatchObject({ provider, path: profiles[provider].routes.userinfo, method: 'GET' })
})

test('a user links accounts of several providers and signs in with them', async () => {
  const { client, openCallback } = aBrowser()
  const { data: own } = await client.signUp.email({ name: 'Ada Byron', email: uniqueEmail(), password: PASSWORD })
  for (const provider of ['google', 'apple', 'roblox'] as const) {
    newProviderUser({ id: `linked-${provider}` })
    const { data } = await client.linkSocial({ provider, callbackURL: '/account/connections' })
    expect(await openCallback(await followAuthorization(providers, data.url))).toBe('/account/connections')
  }
  const accounts = (await client.listAccounts()).data as { provider: string }[]
  expect(accounts.map(({ provider }) => provider).sort()).toEqual(['apple', 'credential', 'google', 'roblox'])
  newProviderUser({ id: 'linked-roblox' })
  const other = aBrowser()
  expect(await other.signIn('roblox', { callbackURL: '/in' })).toBe('/in')
  expect((await other.client.getSession()).data.user.id).toBe(own.user.id)
  expect((await other.client.unlinkAccount({ providerId: 'google' })).data).toEqual({ status: true })
  expect((await other.client.getAccessToken({ providerId: 'google' })).error.message).toBe('Account not found')
})

describe('a mobile app with an id token', () => {
  /** Gets tokens as a mobile app does: with a nonce of its own, for the same client. */
  async function tokensOf(provider: 'google' | 'apple', nonce: string): Promise<{ id_token: string; access_token: string }> {
    const { data } = await aBrowser().client.signIn.social({ provider })
    const url = new URL(data.url)
    const verifier = 'v'.repeat(64)
    url.searchParams.set('nonce', nonce)
    url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
    url.searchParams.set('code_challenge_method', 'S256')
    const callback = await followAuthorization(providers, url.href)
    const answer = await tokenRequest(provider, {
      grant_type: 'authorization_code',
      code: callback.fields['code'] ?? '',
      code_verifier: verifier,
      redirect_uri: `${site}/api/auth/callback/${provider}`,
    })
    return answer.json() as Promise<{ id_token: string; access_token: string }>
  }

  test.each(['google', 'apple'] as const)('of %s signs in with it, and its nonce is verified', async (provider) => {
    const user = newProviderUser()
    const { id_token: token, access_token: accessToken } = await tokensOf(provider, 'the-nonce-of-the-app')
    const wrong = await aBrowser().client.signIn.social({ provider, idToken: { token, nonce: 'another', accessToken } })
    expect(wrong).toEqual({
      data: null,
      error: { status: 401, statusText: 'UNAUTHORIZED', code: 'INVALID_TOKEN', message: 'invalid token' },
    })
    const { client, jar } = aBrowser()
    const { data } = await client.signIn.social({ provider, idToken: { token, nonce: 'the-nonce-of-the-app', accessToken } })
    expect(data).toMatchObject({
      redirect: false,
      token: expect.stringMatching(/^\w{32}$/),
      user: { email: user.email, emailVerified: true },
    })
    expect(jar.cookies.has('better-auth.session_token')).toBe(true)
    expect((await client.getSession()).data.user.email).toBe(user.email)
    const elsewhere = provider === 'google' ? 'apple' : 'google'
    expect(
      (await aBrowser().client.signIn.social({ provider: elsewhere, idToken: { token, nonce: 'the-nonce-of-the-app' } })).error.status,
    ).toBe(401)
  })
})
