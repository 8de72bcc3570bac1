// A real OIDC provider at the other end of real ports, and the published client: from the click to the session, and what follows it.
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { playedIds, type RealPerson, realProviders } from '#test/providers/real-provider.ts'
import { clientOf, type PlayedId, roles } from '#test/providers/roles.ts'
import { type WalkedBack, walkedBack } from '#test/providers/walker.ts'
import { newAddress, PASSWORD } from '#test/support/a-user.ts'
import { freePort } from '#test/support/postgres.ts'
import { Jar, publishedClient } from '#test/support/published-client.ts'
import { testServer } from '#test/support/server.ts'

const port = await freePort()
const site = `http://localhost:${port}`
const providers = await realProviders(site)
const server = await testServer({ settings: { ...providers.settings, BASE_URL: site }, clock: movableClock(new Date()) })
await server.app.listen({ port, host: 'localhost' })
afterAll(async () => {
  await server.close()
  await providers.close()
})

let last = 1000
function somebody(changed: Partial<RealPerson> = {}): RealPerson {
  last += 1
  const person = { id: String(last), email: newAddress(), name: 'Grace Hopper', ...changed }
  providers.sits(person)
  return person
}

function aBrowser() {
  const jar = new Jar(site)
  const client = publishedClient(site, jar)
  /** Asks where to go, goes there, and stands before the way back. */
  const leave = async (ask: Record<string, unknown>, decision?: 'denies') => {
    const { data, error } = await client.signIn.social(ask)
    expect([error, data]).toEqual([null, { url: expect.any(String), redirect: true }])
    return walkedBack(providers, data.url, decision)
  }
  const comeBack = async ({ method, url, fields }: WalkedBack) => {
    if (method === 'GET') return (await jar.fetch(url)).headers.get('location')
    // Another site's form: the browser keeps its Lax cookies back until it is led on by the 303.
    const led = await fetch(url, { method, body: new URLSearchParams(fields), redirect: 'manual', headers: { origin: 'null' } })
    expect([led.status, led.headers.getSetCookie()]).toEqual([303, []])
    return (await jar.fetch(led.headers.get('location') ?? '')).headers.get('location')
  }
  const signIn = async (provider: PlayedId, ask: Record<string, unknown> = {}) => comeBack(await leave({ provider, ...ask }))
  return { jar, client, leave, comeBack, signIn }
}

const lastForm = (id: PlayedId) =>
  providers.reached.findLast(({ provider, path }) => provider === id && path === roles[id].routes.token)?.form

/** What the token endpoint says to our client. */
function tokenRequest(provider: PlayedId, fields: Record<string, string>): Promise<Response> {
  const { id, secret } = clientOf(provider)
  const host = provider === 'google' ? 'oauth2.googleapis.com' : roles[provider].hosts[0]
  const body = new URLSearchParams({ client_id: id, client_secret: secret, ...fields })
  return fetch(`${providers.url}/${host}${roles[provider].routes.token}`, { method: 'POST', body })
}

describe.each(playedIds)('%s', (provider) => {
  test('lets a new person in who agrees, and the same person again', async () => {
    const person = somebody()
    const browser = aBrowser()
    const isNobody = provider === 'roblox'
    const ask = { callbackURL: '/in', newUserCallbackURL: '/new', errorCallbackURL: '/out' }
    expect(await browser.signIn(provider, ask)).toBe(isNobody ? '/out?error=email_not_found' : '/new')
    const form = lastForm(provider)
    expect([form?.get('client_id'), form?.get('grant_type'), form?.get('code_verifier')?.length]).toEqual([
      clientOf(provider).id,
      'authorization_code',
      roles[provider].hasPkce ? 128 : undefined,
    ])
    if (isNobody) return
    const { data } = await browser.client.getSession()
    const isProven = provider !== 'microsoft'
    expect(data.user).toMatchObject({
      email: person.email,
      emailVerified: isProven,
      name: provider === 'apple' ? expect.any(String) : person.name,
    })
    const again = aBrowser()
    expect(await again.signIn(provider, ask)).toBe('/in')
    expect((await again.client.getSession()).data.user.id).toBe(data.user.id)
    expect((await again.client.listAccounts()).data).toMatchObject([{ provider, accountId: person.id }])
  })

  test('lets nobody in who says no', async () => {
    somebody()
    const browser = aBrowser()
    const back = await browser.comeBack(await browser.leave({ provider, errorCallbackURL: '/out' }, 'denies'))
    expect(back).toBe('/out?error=access_denied&error_description=The%20person%20said%20no.')
    expect((await browser.client.getSession()).data).toBeNull()
  })
})

// The real LinkedIn repeats no nonce and has no PKCE: there the state alone binds the code.
test.each(playedIds.filter((id) => id !== 'linkedin'))('%s gives a code that is good for nobody else’s sign-in', async (provider) => {
  somebody()
  const [thief, victim] = [aBrowser(), aBrowser()]
  const [stolen, own] = [await thief.leave({ provider }), await victim.leave({ provider, errorCallbackURL: '/out' })]
  const { code = '' } = stolen.fields
  const url = own.method === 'GET' ? own.url.replace(/code=[^&]+/, `code=${code}`) : own.url
  const back = await victim.comeBack({ ...own, url, fields: { ...own.fields, code } })
  expect(back).toBe(roles[provider].hasPkce ? '/out?error=invalid_code' : '/out?error=unable_to_get_user_info')
  expect((await victim.client.getSession()).data).toBeNull()
})

test.each(['google', 'microsoft', 'apple', 'twitch'] as const)(
  '%s gives new tokens for its refresh token, which is then used up',
  async (providerId) => {
    somebody()
    const { client, signIn } = aBrowser()
    await signIn(providerId)
    const given = async () => (await client.getAccessToken({ providerId })).data
    const first = await given()
    expect(first).toMatchObject({ accessToken: expect.any(String), accessTokenExpiresAt: expect.any(Date), idToken: expect.any(String) })
    expect((await given()).accessToken).toBe(first.accessToken)
    const { data: second, error } = await client.refreshToken({ providerId })
    expect([error, second.accessToken === first.accessToken]).toEqual([null, false])
    const { data: third } = await client.refreshToken({ providerId })
    expect(third.refreshToken).not.toBe(second.refreshToken)
    expect((await given()).accessToken).toBe(third.accessToken)
    // Used a second time, it ends the whole grant.
    const again = { grant_type: 'refresh_token', refresh_token: second.refreshToken }
    expect((await tokenRequest(providerId, again)).status).toBe(400)
    const refused = { status: 400, message: 'Failed to refresh access token' }
    expect((await client.refreshToken({ providerId })).error).toMatchObject(refused)
  },
)

test.each(['linkedin', 'roblox'] as const)('%s is asked for the profile with the token that it gave', async (provider) => {
  somebody()
  await aBrowser().signIn(provider)
  expect(providers.reached.at(-1)).toMatchObject({ provider, path: roles[provider].routes.userinfo, method: 'GET' })
})

test('whoever is signed in links accounts of several providers, and signs in by each', async () => {
  const { client, comeBack } = aBrowser()
  const { data: own } = await client.signUp.email({ name: 'Ada Byron', email: newAddress(), password: PASSWORD })
  for (const provider of ['google', 'apple', 'roblox'] as const) {
    somebody({ id: `linked-${provider}` })
    const { data } = await client.linkSocial({ provider, callbackURL: '/account/connections' })
    expect(await comeBack(await walkedBack(providers, data.url))).toBe('/account/connections')
  }
  const ways = (await client.listAccounts()).data as { provider: string }[]
  expect(ways.map(({ provider }) => provider).sort()).toEqual(['apple', 'credential', 'google', 'roblox'])
  somebody({ id: 'linked-roblox' })
  const other = aBrowser()
  expect(await other.signIn('roblox', { callbackURL: '/in' })).toBe('/in')
  expect((await other.client.getSession()).data.user.id).toBe(own.user.id)
  expect((await other.client.unlinkAccount({ providerId: 'google' })).data).toEqual({ status: true })
  expect((await other.client.getAccessToken({ providerId: 'google' })).error.message).toBe('Account not found')
})

describe('an app with an id token of its own', () => {
  /** What an app on a telephone gets: tokens with a nonce of its own, by the same client. */
  async function tokensOf(provider: 'google' | 'apple', nonce: string): Promise<{ id_token: string; access_token: string }> {
    const { data } = await aBrowser().client.signIn.social({ provider })
    const url = new URL(data.url)
    const verifier = 'v'.repeat(64)
    url.searchParams.set('nonce', nonce)
    url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
    url.searchParams.set('code_challenge_method', 'S256')
    const back = await walkedBack(providers, url.href)
    const answer = await tokenRequest(provider, {
      grant_type: 'authorization_code',
      code: back.fields['code'] ?? '',
      code_verifier: verifier,
      redirect_uri: `${site}/api/auth/callback/${provider}`,
    })
    return answer.json() as Promise<{ id_token: string; access_token: string }>
  }

  test.each(['google', 'apple'] as const)('of %s signs in with it, and its nonce has to be right', async (provider) => {
    const person = somebody()
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
      user: { email: person.email, emailVerified: true },
    })
    expect(jar.cookies.has('better-auth.session_token')).toBe(true)
    expect((await client.getSession()).data.user.email).toBe(person.email)
    const elsewhere = provider === 'google' ? 'apple' : 'google'
    expect(
      (await aBrowser().client.signIn.social({ provider: elsewhere, idToken: { token, nonce: 'the-nonce-of-the-app' } })).error.status,
    ).toBe(401)
  })
})
