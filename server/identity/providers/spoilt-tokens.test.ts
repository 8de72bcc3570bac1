// Id tokens on the whole way to each provider that signs them and back: whatever is wrong with one, nobody comes in.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { platformOf } from '#test/providers/loopback.ts'
import { fakeProvider, type Trouble, type WrongIdToken } from '#test/support/fake-provider.ts'
import { type CameBack, type ProviderId, type ReadyProvider, readyProvider } from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const standIn = await fakeProvider({ now: () => now })
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.reset()
  // Short, as GitLab sends it as a number.
  standIn.sits({ id: '583231' })
})
const platform = platformOf(standIn.settings)
const named = (id: ProviderId, at: Platform = platform) => readyProvider(at, id) as ReadyProvider

async function goAndComeBack(id: ProviderId, changed: Partial<CameBack> = {}, at = platform): Promise<unknown> {
  const provider = named(id, at)
  const [codeVerifier, state] = [randomBytes(96).toString('base64url'), randomBytes(16).toString('hex')]
  const redirectUri = `https://guildhall.test/api/auth/callback/${id}`
  const url = await provider.authorizationUrl({ state, codeVerifier, redirectUri, scopes: ['openid'] })
  const { code = '', user } = standIn.authorize(url).fields
  return provider.comeBack({ code, state, codeVerifier, redirectUri, user, now, ...changed })
}

const outcomeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'came in',
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

test.each(signing)('an id token of %s that is wrong lets nobody in', async (id) => {
  for (const idToken of wrongs) {
    standIn.misbehave(id, { idToken })
    expect([idToken, await outcomeOf(goAndComeBack(id))]).toEqual([idToken, 'unable_to_get_user_info'])
  }
  standIn.misbehave(id, null)
  expect(await outcomeOf(goAndComeBack(id))).toBe('came in')
})

test.each(['facebook', 'linkedin', 'gitlab', 'roblox'] as const)(
  '%s whose profile is of another than its id token lets nobody in',
  async (id) => {
    standIn.misbehave(id, { idToken: 'other person' })
    expect(await outcomeOf(goAndComeBack(id))).toBe('unable_to_get_user_info')
  },
)

test.each(signing)('who comes from %s without an id token comes in where the profile says who they are', async (id) => {
  standIn.misbehave(id, { idToken: 'missing' })
  const isProfiled = ['facebook', 'linkedin', 'gitlab', 'roblox'].includes(id)
  expect(await outcomeOf(goAndComeBack(id))).toBe(isProfiled ? 'came in' : 'unable_to_get_user_info')
})

test.each(signing)('%s whose keys are of no use lets nobody in', async (id) => {
  for (const trouble of ['down', '503', 'html', 'huge', 'redirect', 'empty', 'error'] satisfies Trouble[]) {
    standIn.misbehave(id, { trouble, at: 'keys' })
    // Keys are kept for a while: a platform of its own has none yet.
    expect([trouble, await outcomeOf(goAndComeBack(id, {}, platformOf(standIn.settings)))]).toEqual([trouble, 'unable_to_get_user_info'])
  }
})

test.each(['apple', 'twitch'] as const)('%s takes no PKCE, but its nonce binds the code to whoever began', async (id) => {
  expect(await outcomeOf(goAndComeBack(id, { codeVerifier: 'x'.repeat(128) }))).toBe('unable_to_get_user_info')
})

test.each(['apple', 'google', 'facebook'] as const)('an app signs in with an id token of %s, unless it is wrong', async (id) => {
  const signIn = (nonce: string, wrong?: WrongIdToken) =>
    named(id).personOfIdToken({ token: standIn.idToken(id, { nonce: 'n-1', ...(wrong ? { wrong } : {}) }), nonce, now })
  expect(await signIn('n-1')).toMatchObject({ accountId: '583231', email: 'ada@example.com' })
  expect(await outcomeOf(signIn('n-2'))).toBe('invalid_token')
  for (const wrong of wrongs) expect([wrong, await outcomeOf(signIn('n-1', wrong))]).toEqual([wrong, 'invalid_token'])
})

test('an access token that Facebook gave to another app lets nobody in', async () => {
  const signIn = (token: string) => outcomeOf(named('facebook').personOfIdToken({ token, now }))
  expect(await signIn(standIn.accessToken('facebook'))).toBe('came in')
  expect(await signIn(standIn.accessToken('facebook', { clientId: 'another-app' }))).toBe('invalid_token')
})
