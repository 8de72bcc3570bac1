// Invalid id tokens in the whole sign-in at each provider that signs them: every one is refused.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { platformOf } from '#test/providers/loopback.ts'
import { fakeProvider, type ProviderFailureKind, type WrongIdToken } from '#test/support/fake-provider.ts'
import { type CallbackInput, type ConfiguredProvider, configuredProvider, type ProviderId } from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const fake = await fakeProvider({ now: () => now })
afterAll(() => fake.close())
beforeEach(() => {
  fake.reset()
  // Short, because GitLab sends the id as a number.
  fake.setUser({ id: '583231' })
})
const platform = platformOf(fake.settings)
const named = (id: ProviderId, at: Platform = platform) => configuredProvider(at, id) as ConfiguredProvider

async function signIn(id: ProviderId, changed: Partial<CallbackInput> = {}, at = platform): Promise<unknown> {
  const provider = named(id, at)
  const [codeVerifier, state] = [randomBytes(96).toString('base64url'), randomBytes(16).toString('hex')]
  const redirectUri = `https://guildhall.test/api/auth/callback/${id}`
  const url = await provider.authorizationUrl({ state, codeVerifier, redirectUri, scopes: ['openid'] })
  const { code = '', user } = fake.authorize(url).fields
  return provider.handleCallback({ code, state, codeVerifier, redirectUri, user, now, ...changed })
}

const outcomeOf = (result: Promise<unknown>) =>
  result.then(
    () => 'signed in',
    (error: { readonly step?: string }) => error.step ?? String(error),
  )

const signing: readonly ProviderId[] = ['apple', 'facebook', 'microsoft', 'google', 'twitch', 'linkedin', 'gitlab', 'roblox']
const wrongs: readonly WrongIdToken[] = [
  'foreign key',
  'small key',
  'no signature',
  'shared secret',
  'other issuer',
  'other audience',
  'other nonce',
  'expired',
]

test.each(signing)('an invalid id token of %s is refused', async (id) => {
  for (const idToken of wrongs) {
    fake.fail(id, { idToken })
    expect([idToken, await outcomeOf(signIn(id))]).toEqual([idToken, 'unable_to_get_user_info'])
  }
  fake.fail(id, null)
  expect(await outcomeOf(signIn(id))).toBe('signed in')
})

test.each(['facebook', 'linkedin', 'gitlab', 'roblox'] as const)(
  'a profile of %s of another user than the id token is refused',
  async (id) => {
    fake.fail(id, { idToken: 'other user' })
    expect(await outcomeOf(signIn(id))).toBe('unable_to_get_user_info')
  },
)

test.each(signing)('a sign-in at %s without an id token succeeds only if the profile identifies the user', async (id) => {
  fake.fail(id, { idToken: 'missing' })
  const isProfiled = ['facebook', 'linkedin', 'gitlab', 'roblox'].includes(id)
  expect(await outcomeOf(signIn(id))).toBe(isProfiled ? 'signed in' : 'unable_to_get_user_info')
})

test.each(signing)('a sign-in at %s is refused while its keys cannot be fetched', async (id) => {
  for (const trouble of ['down', '503', 'html', 'huge', 'redirect', 'empty', 'error'] satisfies ProviderFailureKind[]) {
    fake.fail(id, { kind: trouble, at: 'keys' })
    // Keys are cached: a new platform has none yet.
    expect([trouble, await outcomeOf(signIn(id, {}, platformOf(fake.settings)))]).toEqual([trouble, 'unable_to_get_user_info'])
  }
})

test.each(['apple', 'twitch'] as const)('%s has no PKCE, but the nonce binds the code to the sign-in', async (id) => {
  expect(await outcomeOf(signIn(id, { codeVerifier: 'x'.repeat(128) }))).toBe('unable_to_get_user_info')
})

test.each(['apple', 'google', 'facebook'] as const)(
  'an app signs in with a valid id token of %s and is refused with an invalid one',
  async (id) => {
    const signInWith = (nonce: string, wrong?: WrongIdToken) =>
      named(id).userOfIdToken({ token: fake.idToken(id, { nonce: 'n-1', ...(wrong ? { wrong } : {}) }), nonce, now })
    expect(await signInWith('n-1')).toMatchObject({ accountId: '583231', email: 'ada@example.com' })
    expect(await outcomeOf(signInWith('n-2'))).toBe('invalid_token')
    for (const wrong of wrongs) expect([wrong, await outcomeOf(signInWith('n-1', wrong))]).toEqual([wrong, 'invalid_token'])
  },
)

test('an access token that Facebook issued to another app is refused', async () => {
  const signInWith = (token: string) => outcomeOf(named('facebook').userOfIdToken({ token, now }))
  expect(await signInWith(fake.accessToken('facebook'))).toBe('signed in')
  expect(await signInWith(fake.accessToken('facebook', { clientId: 'another-app' }))).toBe('invalid_token')
})
