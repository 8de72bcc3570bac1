// The rules that the definition of every provider must follow. callback.test.ts checks the contract over HTTP.
import { expect, test } from 'vitest'
import { readSettings } from '#platform/config.ts'
import { providerNames } from '#platform/settings/provider-settings.ts'
import { authorizationUrl, challengeOf, nonceOf } from './authorization.ts'
import { type ProviderId, providerIds } from './model.ts'
import type { Client } from './provider.ts'
import { registry } from './registry.ts'

const settings = readSettings({})
const client: Client = { id: 'client-1', secret: 'secret-1', settings }
const input = {
  state: 's'.repeat(32),
  codeVerifier: 'v'.repeat(128),
  redirectUri: 'https://guildhall.test/api/auth/callback/x',
  scopes: [] as string[],
  loginHint: 'ada@example.test',
}
const each = providerIds.map((id) => [id, registry[id]] as const)

// The table of the contract. PKCE is used wherever the provider supports it.
const table: Record<ProviderId, readonly [scopes: string, hasPkce: boolean, authorize: string, token: string]> = {
  apple: ['email name', false, 'appleid.apple.com', 'appleid.apple.com'],
  discord: ['identify email', true, 'discord.com', 'discord.com'],
  facebook: ['email public_profile', true, 'www.facebook.com', 'graph.facebook.com'],
  github: ['read:user user:email', true, 'github.com', 'github.com'],
  microsoft: ['openid profile email User.Read', true, 'login.microsoftonline.com', 'login.microsoftonline.com'],
  google: ['email profile openid', true, 'accounts.google.com', 'oauth2.googleapis.com'],
  spotify: ['user-read-email', true, 'accounts.spotify.com', 'accounts.spotify.com'],
  twitch: ['user:read:email openid', false, 'id.twitch.tv', 'id.twitch.tv'],
  twitter: ['users.read tweet.read offline.access users.email', true, 'x.com', 'api.x.com'],
  dropbox: ['account_info.read', true, 'www.dropbox.com', 'api.dropboxapi.com'],
  kick: ['user:read', true, 'id.kick.com', 'id.kick.com'],
  linkedin: ['profile email openid', false, 'www.linkedin.com', 'www.linkedin.com'],
  gitlab: ['read_user', true, 'gitlab.com', 'gitlab.com'],
  tiktok: ['user.info.profile', false, 'www.tiktok.com', 'open.tiktokapis.com'],
  reddit: ['identity', false, 'www.reddit.com', 'www.reddit.com'],
  roblox: ['openid profile', true, 'apis.roblox.com', 'apis.roblox.com'],
  vk: ['email phone', true, 'id.vk.com', 'id.vk.com'],
  zoom: ['', true, 'zoom.us', 'zoom.us'],
}

test('the registry, the settings and the specification name the eighteen providers alike', () => {
  expect(Object.entries(registry).map(([name, { id }]) => [name, id])).toEqual(providerIds.map((id) => [id, id]))
  expect(Object.entries(providerNames).map(([word, name]) => [word.toLowerCase(), name])).toEqual(each.map(([id, { name }]) => [id, name]))
})

test.each(each)('%s has its own authorization URL with every required parameter', (id, provider) => {
  const [scopes, hasPkce, authorize, token] = table[id]
  const url = new URL(authorizationUrl(provider, client, input))
  const query = Object.fromEntries(url.searchParams)
  expect([url.protocol, url.host, url.hash]).toEqual(['https:', authorize, ''])
  expect(new URL(provider.endpoints(client).token)).toMatchObject({ protocol: 'https:', host: token, search: '' })
  expect(query).toMatchObject({
    response_type: 'code',
    [provider.clientIdName]: 'client-1',
    redirect_uri: input.redirectUri,
    state: input.state,
  })
  expect(query['scope'] ?? '').toBe(scopes.replaceAll(' ', provider.scopeSeparator))
  expect([query['code_challenge'], query['code_challenge_method']]).toEqual(
    hasPkce ? [challengeOf(input.codeVerifier), 'S256'] : [undefined, undefined],
  )
  expect(query['nonce']).toBe(provider.idTokens && nonceOf(input.codeVerifier))
  expect(url.href).not.toContain(input.codeVerifier)
  expect(url.href).not.toContain('secret-1')
})

test.each(each)('%s requests additional scopes besides its own, none of them twice', (_, provider) => {
  const first = provider.scopes[0] ?? 'one'
  const url = new URL(authorizationUrl(provider, client, { ...input, scopes: ['one', first, 'a&b=c#d'] }))
  const requested = url.searchParams.get('scope')?.split(provider.scopeSeparator)
  expect(requested).toEqual([...new Set([...provider.scopes, 'one', first, 'a&b=c#d'])])
  expect(url.searchParams.get('state')).toBe(input.state)
})

test.each(each)('%s has a different challenge and nonce for each sign-in', (_, provider) => {
  const [one, other] = ['1', '2'].map(
    (verifier) => new URL(authorizationUrl(provider, client, { ...input, codeVerifier: verifier.repeat(64) })),
  )
  for (const name of ['code_challenge', 'nonce']) {
    const value = one?.searchParams.get(name)
    if (value) expect(other?.searchParams.get(name)).not.toBe(value)
  }
})

test.each(each)('%s requests the profile at https URLs without secrets', (_, provider) => {
  const calls = Object.values(provider.profile({ client, accessToken: 'access-1' }))
  for (const { url } of calls) expect(new URL(url).protocol).toBe('https:')
  expect(calls.length > 0 || provider.idTokens?.isRequired).toBeTruthy()
  expect(JSON.stringify(calls.map(({ url }) => url))).not.toMatch(/access-1|secret-1/)
})

const hostile = [
  undefined,
  null,
  {},
  [],
  'text',
  7,
  true,
  { data: null },
  { data: [null] },
  { data: { user: 1 } },
  { user: [] },
  { id: {} },
  { sub: 1.5 },
]

test.each(each)('%s returns no user for a malformed profile', (_, provider) => {
  for (const body of hostile) {
    const names = Object.keys(provider.profile({ client, accessToken: 'a' }))
    const responses = Object.fromEntries(names.map((name) => [name, body]))
    const claims = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
    expect(provider.toUser({ claims, responses, userField: '[1]', client })).toBeNull()
  }
})
