import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ecKey, loopback, platformOf, rsaKey, tokenOf } from '#test/providers/loopback.ts'
import { type ConfiguredProvider, configuredProvider, type ProviderId } from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const atSecond = (seconds: number) => Math.floor(later(seconds).getTime() / 1000)

const key = rsaKey('one')
const other = rsaKey('one')
const short = rsaKey('short', 1024)
const elliptic = ecKey('elliptic')
const published = [key, short, elliptic].map(({ jwk }) => jwk)
const KEYS = 'www.googleapis.com/oauth2/v3/certs'

const provider = await loopback()
afterAll(() => provider.close())

let google: ConfiguredProvider
let environment: Record<string, string>
const providerNamed = (id: ProviderId) => configuredProvider(platformOf(environment), id) as ConfiguredProvider
beforeEach(() => {
  environment = { GOOGLE_CLIENT_ID: 'ours', GOOGLE_CLIENT_SECRET: 'secret', SOCIAL_ENDPOINT_PROXY: provider.url }
  provider.requests.length = 0
  provider.answers[KEYS] = { keys: published }
  google = providerNamed('google')
})

const claims = {
  iss: 'https://accounts.google.com',
  aud: 'ours',
  sub: '108',
  iat: atSecond(-10),
  exp: atSecond(3600),
  email: 'Ada@Example.test',
  email_verified: true,
  name: 'Ada Lovelace',
  picture: 'https://example.test/ada.png',
  nonce: 'n-1',
}
const ada = {
  accountId: '108',
  email: 'ada@example.test',
  emailVerified: true,
  name: 'Ada Lovelace',
  image: 'https://example.test/ada.png',
}

test('a token that the provider signed for our client identifies the user', async () => {
  expect(await google.userOfIdToken({ token: tokenOf(key, claims), nonce: 'n-1', now })).toEqual(ada)
})

test.each([
  ['whose issuer has no scheme', { iss: 'accounts.google.com' }],
  ['for several audiences, issued to us', { aud: ['ours', 'theirs'], azp: 'ours' }],
  ['that expired less than the clock tolerance ago', { exp: atSecond(-30) }],
])('a token %s is accepted', async (_, changed) => {
  expect(await google.userOfIdToken({ token: tokenOf(key, { ...claims, nonce: undefined, ...changed }), now })).toEqual(ada)
})

test('a token with a nonce is refused where the request names none', async () => {
  const refused = google.userOfIdToken({ token: tokenOf(key, claims), now })
  await expect(refused).rejects.toMatchObject({ step: 'invalid_token' })
})

test.each([
  ['signed by a key that is not the provider’s', tokenOf(other, claims), 'signature'],
  ['signed by an RSA key of 1024 bits', tokenOf(short, claims), '1024|2048'],
  ['of another issuer', tokenOf(key, { ...claims, iss: 'https://accounts.google.com.evil.test' }), 'issuer'],
  ['for another client', tokenOf(key, { ...claims, aud: 'theirs' }), 'aud'],
  [
    'for several audiences, issued to another client',
    tokenOf(key, { ...claims, aud: ['ours', 'theirs'], azp: 'theirs' }),
    'another client',
  ],
  ['with another nonce', tokenOf(key, { ...claims, nonce: 'n-2' }), 'nonce'],
  ['without the nonce', tokenOf(key, { ...claims, nonce: undefined }), 'nonce'],
  ['that has expired', tokenOf(key, { ...claims, exp: atSecond(-120) }), 'exp'],
  ['without an expiry', tokenOf(key, { ...claims, exp: undefined }), 'exp'],
  ['that is not valid yet', tokenOf(key, { ...claims, nbf: atSecond(600) }), 'nbf'],
  ['issued in the future', tokenOf(key, { ...claims, iat: atSecond(600) }), 'future'],
  ['without a subject', tokenOf(key, { ...claims, sub: undefined }), 'sub'],
  ['that is not signed', tokenOf(key, claims, { alg: 'none' }), 'alg'],
  ['signed by the public key as a shared secret', tokenOf(key, claims, { alg: 'HS256' }), 'alg'],
  ['signed by an algorithm that Google does not use', tokenOf(elliptic, claims), 'alg'],
  ['with an unknown critical header', tokenOf(key, claims, { crit: ['exp2'], exp2: 1 }), 'crit|Extension'],
  ['whose claims were changed', `${tokenOf(key, claims).split('.')[0]}.${btoa(JSON.stringify(claims))}.AAAA`, '.'],
  ['that is not a JWT', 'no token', '.'],
  ['that is too long', `${'a'.repeat(17_000)}.b.c`, 'too long'],
])('a token %s is refused', async (_, token, reason) => {
  const user = google.userOfIdToken({ token, nonce: 'n-1', now })
  await expect(user).rejects.toMatchObject({ name: 'ProviderFailure', step: 'invalid_token', message: expect.stringMatching(reason) })
})

test('the nonce may have been sent as its SHA-256, as native libraries do', async () => {
  const token = tokenOf(key, { ...claims, nonce: createHash('sha256').update('n-1').digest('hex') })
  expect(await google.userOfIdToken({ token, nonce: 'n-1', now })).toEqual(ada)
})

test('keys are fetched once, and again when a token names a new key, but not for every invented key id', async () => {
  const sign = (by: typeof key, at: Date) => google.userOfIdToken({ token: tokenOf(by, claims), nonce: 'n-1', now: at })
  await sign(key, now)
  await Promise.all([sign(key, now), sign(key, later(5))])
  expect(provider.requests).toHaveLength(1)
  const next = rsaKey('two')
  provider.answers[KEYS] = { keys: [...published, next.jwk] }
  await expect(sign(next, later(10))).rejects.toThrow('no applicable key')
  expect(provider.requests).toHaveLength(1)
  expect(await sign(next, later(40))).toEqual(ada)
  await expect(sign(rsaKey('invented'), later(45))).rejects.toThrow('no applicable key')
  expect(provider.requests).toHaveLength(2)
})

test('a failed fetch of keys refuses the token, and the next token fetches again', async () => {
  const token = tokenOf(key, claims)
  for (const answer of [undefined, { keys: 'none' }, { keys: Array(101).fill(key.jwk) }]) {
    provider.answers[KEYS] = answer
    await expect(google.userOfIdToken({ token, nonce: 'n-1', now })).rejects.toMatchObject({ step: 'invalid_token' })
  }
  provider.answers[KEYS] = { keys: published }
  expect(await google.userOfIdToken({ token, nonce: 'n-1', now })).toEqual(ada)
})

test('a token of Apple is accepted for the client and for the app, with email_verified as a text', async () => {
  environment = {
    SOCIAL_ENDPOINT_PROXY: provider.url,
    APPLE_CLIENT_ID: 'web.ours',
    APPLE_CLIENT_SECRET: 'ready made',
    APPLE_APP_BUNDLE_IDENTIFIER: 'app.ours',
  }
  provider.answers['appleid.apple.com/auth/keys'] = { keys: published }
  const apple = providerNamed('apple')
  const appleClaims = {
    ...claims,
    iss: 'https://appleid.apple.com',
    email_verified: 'true',
    is_private_email: 'true',
    name: undefined,
    picture: undefined,
    nonce: undefined,
  }
  for (const aud of ['web.ours', 'app.ours']) {
    const user = await apple.userOfIdToken({ token: tokenOf(key, { ...appleClaims, aud }), now })
    expect(user).toEqual({ ...ada, name: 'ada', image: null })
  }
  const unverified = await apple.userOfIdToken({ token: tokenOf(key, { ...appleClaims, aud: 'app.ours', email_verified: 'false' }), now })
  expect(unverified.emailVerified).toBe(false)
  await expect(apple.userOfIdToken({ token: tokenOf(key, { ...appleClaims, aud: 'theirs' }), now })).rejects.toThrow('aud')
})

test('a token of Facebook Limited Login is accepted; an access token only when Facebook confirms that it is ours', async () => {
  environment = { SOCIAL_ENDPOINT_PROXY: provider.url, FACEBOOK_CLIENT_ID: '77', FACEBOOK_CLIENT_SECRET: 'app-secret' }
  provider.answers['www.facebook.com/.well-known/oauth/openid/jwks/'] = { keys: published }
  const facebook = providerNamed('facebook')
  const limited = tokenOf(key, { ...claims, iss: 'https://www.facebook.com', aud: '77', nonce: undefined })
  expect(await facebook.userOfIdToken({ token: limited, now })).toEqual({ ...ada, emailVerified: false })

  provider.answers['graph.facebook.com/me'] = { id: '5', name: 'Ada', email: 'ada@example.test' }
  const signInWith = (changed: object) => {
    provider.answers['graph.facebook.com/debug_token'] = { data: { is_valid: true, app_id: '77', expires_at: 0, ...changed } }
    return facebook.userOfIdToken({ token: 'EAAB-access', now })
  }
  expect(await signInWith({})).toEqual({ accountId: '5', email: 'ada@example.test', emailVerified: false, name: 'Ada', image: null })
  const [, check, profile] = provider.requests
  expect(check?.query.get('input_token')).toBe('EAAB-access')
  expect(check?.query.get('access_token')).toBe('77|app-secret')
  expect(profile?.headers.authorization).toBe('Bearer EAAB-access')
  for (const changed of [{ app_id: '78' }, { is_valid: false }, { expires_at: atSecond(-1) }])
    await expect(signInWith(changed)).rejects.toMatchObject({ step: 'invalid_token' })
})

test('a provider without sign-in by id token refuses one', async () => {
  environment = { SOCIAL_ENDPOINT_PROXY: provider.url, TWITCH_CLIENT_ID: 'ours', TWITCH_CLIENT_SECRET: 'secret' }
  const twitch = providerNamed('twitch')
  expect([google.acceptsIdTokens, twitch.acceptsIdTokens]).toEqual([true, false])
  await expect(twitch.userOfIdToken({ token: tokenOf(key, claims), now })).rejects.toMatchObject({ step: 'invalid_token' })
})
