// The whole sign-in at each of the eighteen providers, against a fake built from the documentation of each.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type LogLine, platformOf } from '#test/providers/loopback.ts'
import { type FakeProviderUser, fakeProvider, type ProviderCallback, type ProviderFailureKind } from '#test/support/fake-provider.ts'
import {
  type CallbackInput,
  type ConfiguredProvider,
  configuredProvider,
  type ProviderId,
  type ProviderUser,
  providerIds,
} from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const state = 's'.repeat(32)
const codeVerifier = 'v'.repeat(128)
const fake = await fakeProvider({ now: () => now })
afterAll(() => fake.close())

const lines: LogLine[] = []
beforeEach(() => {
  fake.reset()
  lines.length = 0
})
const platform = platformOf({ ...fake.settings, VK_LANGUAGE: '3' }, lines)
const named = (id: ProviderId) => configuredProvider(platform, id) as ConfiguredProvider
const redirectUri = (id: ProviderId) => `https://guildhall.test/api/auth/callback/${id}`
const urlOf = (id: ProviderId, scopes: readonly string[] = []) =>
  named(id).authorizationUrl({ state, codeVerifier, redirectUri: redirectUri(id), scopes, loginHint: 'ada@example.com' })

async function authorize(id: ProviderId, user: Partial<FakeProviderUser> = {}, scopes: readonly string[] = []): Promise<ProviderCallback> {
  return fake.authorize(await urlOf(id, scopes), { user })
}

function callbackFrom(id: ProviderId, { fields }: ProviderCallback, changed: Partial<CallbackInput> = {}): CallbackInput {
  const { code = '', device_id: deviceId, user } = fields
  return { code, state, codeVerifier, redirectUri: redirectUri(id), deviceId, user, now, ...changed }
}

async function signIn(id: ProviderId, user: Partial<FakeProviderUser> = {}, scopes: readonly string[] = []) {
  return named(id).handleCallback(callbackFrom(id, await authorize(id, user, scopes)))
}

const picture = 'https://pictures.example/80351110224678912.png'
const ada: ProviderUser = {
  accountId: '80351110224678912',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada Lovelace',
  image: picture,
}
const unverified = { emailVerified: false }
const withoutEmail = { email: null, emailVerified: false }

// The deviations of each provider from Ada: no email, no claim about the email, another name.
const deviations: Record<ProviderId, Partial<ProviderUser>> = {
  apple: { image: null },
  discord: { image: 'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png' },
  facebook: unverified,
  github: { accountId: '583231' },
  microsoft: { image: null },
  google: {},
  spotify: unverified,
  twitch: { name: 'ada' },
  twitter: {},
  dropbox: { accountId: 'dbid:80351110224678912' },
  kick: { ...unverified, accountId: '583231' },
  linkedin: {},
  gitlab: { accountId: '583231' },
  tiktok: withoutEmail,
  reddit: { ...withoutEmail, name: 'ada', image: `${picture}?width=256&s=1f` },
  roblox: withoutEmail,
  vk: unverified,
  zoom: {},
}
// The ids of these providers are numbers in JSON, so they are short.
const numbered: readonly ProviderId[] = ['github', 'kick', 'gitlab']
const idOf = (id: ProviderId): Partial<FakeProviderUser> => (numbered.includes(id) ? { id: '583231' } : {})
const pictureOf = (id: ProviderId) => (numbered.includes(id) ? { image: 'https://pictures.example/583231.png' } : {})

test.each(providerIds)('%s: a user who authorizes our client signs in with the profile', async (id) => {
  const { user, tokens } = await signIn(id, idOf(id))
  expect(user).toEqual({ ...ada, ...pictureOf(id), ...deviations[id] })
  expect(tokens.accessToken).not.toBeNull()
  expect(tokens.idToken === null).toBe(!['apple', 'microsoft', 'google', 'twitch', 'linkedin', 'roblox'].includes(id))
  // A token without an expiry never expires.
  expect(tokens.accessTokenExpiresAt === null).toBe(id === 'github')
  expect(lines).toEqual([])
})

test.each(providerIds)('%s: a profile without email and picture gives a user without them', async (id) => {
  const { user } = await signIn(id, { ...idOf(id), email: null, hasPicture: false })
  expect(user).toMatchObject({ email: null, emailVerified: false })
  expect(user.image).toBe(id === 'discord' ? 'https://cdn.discordapp.com/embed/avatars/5.png' : null)
})

test.each(providerIds)('%s: an unverified email stays unverified', async (id) => {
  const { user } = await signIn(id, { ...idOf(id), isVerified: false })
  expect(user.emailVerified).toBe(false)
})

test.each(providerIds)('%s: a code works once, only with its verifier and its redirect URI', async (id) => {
  const callback = callbackFrom(id, await authorize(id, idOf(id)))
  const elsewhere = { ...callback, redirectUri: `https://elsewhere.test/api/auth/callback/${id}` }
  await expect(named(id).handleCallback(elsewhere)).rejects.toMatchObject({ step: 'invalid_code', provider: id })
  if (new URL(await urlOf(id)).searchParams.has('code_challenge'))
    await expect(named(id).handleCallback({ ...callback, codeVerifier: 'w'.repeat(128) })).rejects.toMatchObject({ step: 'invalid_code' })
  await named(id).handleCallback(callback)
  await expect(named(id).handleCallback(callback)).rejects.toMatchObject({ step: 'invalid_code' })
})

const offline: Partial<Record<ProviderId, string>> = { microsoft: 'offline_access' }
const withoutRefresh: readonly ProviderId[] = ['facebook', 'github', 'linkedin']

test.each(providerIds)('%s: a refresh token is exchanged for new tokens, repeatedly', async (id) => {
  const { tokens } = await signIn(id, idOf(id), offline[id] ? [offline[id]] : [])
  expect(tokens.refreshToken === null).toBe(withoutRefresh.includes(id))
  if (tokens.refreshToken === null) return
  const second = await named(id).refresh(tokens.refreshToken, now)
  expect(second.accessToken).not.toBe(tokens.accessToken)
  const third = await named(id).refresh(second.refreshToken ?? tokens.refreshToken, now)
  expect(third.accessToken).not.toBe(second.accessToken)
  await expect(named(id).refresh('another', now)).rejects.toMatchObject({ step: 'refresh' })
})

test.each(providerIds)('%s: a user who denies access returns without a code', async (id) => {
  const { fields } = fake.authorize(await urlOf(id), { decision: 'denies' })
  expect(fields).toMatchObject({ error: 'access_denied', state })
})

const failures: readonly ProviderFailureKind[] = ['down', '500', 'html', 'redirect', 'empty', 'error']

test.each(providerIds)('%s: a failing token endpoint refuses the sign-in, and the log contains the reason', async (id) => {
  for (const kind of failures) {
    const callback = callbackFrom(id, await authorize(id, idOf(id)))
    lines.length = 0
    fake.fail(id, { kind, at: 'token' })
    await expect(named(id).handleCallback(callback)).rejects.toMatchObject({ step: 'invalid_code' })
    expect(lines).toMatchObject([{ fields: { provider: id, step: 'invalid_code' } }])
    const line = JSON.stringify(lines)
    for (const secret of [callback.code, codeVerifier, ...Object.values(fake.settings).filter((each) => each.startsWith('secret'))])
      expect(line).not.toContain(secret)
    fake.fail(id, null)
  }
})

const profiled = providerIds.filter((id) => !['apple', 'microsoft', 'google', 'twitch'].includes(id))

test.each(profiled)('%s: a failing profile endpoint refuses the sign-in', async (id) => {
  for (const kind of failures) {
    const callback = callbackFrom(id, await authorize(id, idOf(id)))
    fake.fail(id, { kind, at: 'profile' })
    await expect(named(id).handleCallback(callback)).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
    fake.fail(id, null)
  }
})

test('a response of ten megabytes is refused', async () => {
  const callback = callbackFrom('discord', await authorize('discord'))
  fake.fail('discord', { kind: 'huge' })
  await expect(named('discord').handleCallback(callback)).rejects.toThrow('more than 1 MiB')
})

test('Apple sends the name only with the first sign-in, in a form', async () => {
  const first = await authorize('apple', { id: '42' })
  expect([first.method, first.url, Object.keys(first.fields)]).toEqual(['POST', redirectUri('apple'), ['code', 'state', 'user']])
  const { user } = await named('apple').handleCallback(callbackFrom('apple', await authorize('apple', { id: '42' })))
  expect(user.name).toBe('ada')
})

test('VK receives the language of the settings, and binds its code to one device', async () => {
  expect(new URL(await urlOf('vk')).searchParams.get('lang_id')).toBe('3')
  const callback = callbackFrom('vk', await authorize('vk'))
  await expect(named('vk').handleCallback({ ...callback, deviceId: 'another' })).rejects.toMatchObject({ step: 'invalid_code' })
})

test('a user signs in by X without an email when X refuses to send it', async () => {
  const url = new URL(await urlOf('twitter'))
  url.searchParams.set('scope', 'users.read tweet.read')
  const { user, tokens } = await named('twitter').handleCallback(callbackFrom('twitter', fake.authorize(url.href)))
  expect(user).toMatchObject({ name: 'Ada Lovelace', email: null })
  expect(tokens.refreshToken).toBeNull()
})

test.each([
  ['response_type', 'token'],
  ['client_id', 'another'],
  ['redirect_uri', 'https://elsewhere.test/'],
  ['state', ''],
  ['code_challenge', 'short'],
  ['scope', 'email'],
])('the fake provider refuses an authorization with a wrong %s', async (name, value) => {
  const url = new URL(await urlOf('kick'))
  url.searchParams.set(name, value)
  expect(() => fake.authorize(url.href)).toThrow('shows an error page')
})
