import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ecKey, loopback, platformOf, rsaKey, tokenOf } from '#test/providers/loopback.ts'
import { type ProviderId, type ReadyProvider, readyProvider } from './index.ts'

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

let google: ReadyProvider
let environment: Record<string, string>
const providerNamed = (id: ProviderId) => readyProvider(platformOf(environment), id) as ReadyProvider
beforeEach(() => {
  environment = { GOOGLE_CLIENT_ID: 'ours', GOOGLE_CLIENT_SECRET: 'secret', SOCIAL_ENDPOINT_PROXY: provider.url }
  provider.asked.length = 0
  provider.places[KEYS] = { keys: published }
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

test('a token that its provider signed for us says who came', async () => {
  expect(await google.personOfIdToken({ token: tokenOf(key, claims), nonce: 'n-1', now })).toEqual(ada)
})

test.each([
  ['that Google calls itself by without a scheme', { iss: 'accounts.google.com' }],
  ['with a nonce that nobody asked back', { nonce: 'unasked' }],
  ['for several, given to us', { aud: ['ours', 'theirs'], azp: 'ours' }],
  ['that ended while our clocks differ by half a minute', { exp: atSecond(-30) }],
])('a token %s is taken', async (_, changed) => {
  expect(await google.personOfIdToken({ token: tokenOf(key, { ...claims, ...changed }), now })).toEqual(ada)
})

test.each([
  ['signed by a key that is not the provider’s', tokenOf(other, claims), 'signature'],
  ['signed by an RSA key of 1024 bits', tokenOf(short, claims), '1024|2048'],
  ['of another issuer', tokenOf(key, { ...claims, iss: 'https://accounts.google.com.evil.test' }), 'issuer'],
  ['for another client', tokenOf(key, { ...claims, aud: 'theirs' }), 'aud'],
  ['for several, given to another', tokenOf(key, { ...claims, aud: ['ours', 'theirs'], azp: 'theirs' }), 'another client'],
  ['with another nonce', tokenOf(key, { ...claims, nonce: 'n-2' }), 'nonce'],
  ['without the nonce', tokenOf(key, { ...claims, nonce: undefined }), 'nonce'],
  ['that has ended', tokenOf(key, { ...claims, exp: atSecond(-120) }), 'exp'],
  ['that never ends', tokenOf(key, { ...claims, exp: undefined }), 'exp'],
  ['not good yet', tokenOf(key, { ...claims, nbf: atSecond(600) }), 'nbf'],
  ['made in the future', tokenOf(key, { ...claims, iat: atSecond(600) }), 'future'],
  ['about nobody', tokenOf(key, { ...claims, sub: undefined }), 'sub'],
  ['that is not signed', tokenOf(key, claims, { alg: 'none' }), 'alg'],
  ['signed by the public key as a shared secret', tokenOf(key, claims, { alg: 'HS256' }), 'alg'],
  ['signed by an algorithm that Google does not use', tokenOf(elliptic, claims), 'alg'],
  ['that asks for an extension', tokenOf(key, claims, { crit: ['exp2'], exp2: 1 }), 'crit|Extension'],
  ['whose claims were changed', `${tokenOf(key, claims).split('.')[0]}.${btoa(JSON.stringify(claims))}.AAAA`, '.'],
  ['that is no token', 'no token', '.'],
  ['that is too long', `${'a'.repeat(17_000)}.b.c`, 'too long'],
])('a token %s is refused', async (_, token, reason) => {
  const asked = google.personOfIdToken({ token, nonce: 'n-1', now })
  await expect(asked).rejects.toMatchObject({ name: 'ProviderFailure', step: 'invalid_token', message: expect.stringMatching(reason) })
})

test('the nonce may have been sent as its SHA-256, as native libraries do', async () => {
  const token = tokenOf(key, { ...claims, nonce: createHash('sha256').update('n-1').digest('hex') })
  expect(await google.personOfIdToken({ token, nonce: 'n-1', now })).toEqual(ada)
})

test('keys are fetched once, and again when a token names a new one, though not for everybody who makes one up', async () => {
  const sign = (by: typeof key, at: Date) => google.personOfIdToken({ token: tokenOf(by, claims), now: at })
  await sign(key, now)
  await Promise.all([sign(key, now), sign(key, later(5))])
  expect(provider.asked).toHaveLength(1)
  const next = rsaKey('two')
  provider.places[KEYS] = { keys: [...published, next.jwk] }
  await expect(sign(next, later(10))).rejects.toThrow('no applicable key')
  expect(provider.asked).toHaveLength(1)
  expect(await sign(next, later(40))).toEqual(ada)
  await expect(sign(rsaKey('made up'), later(45))).rejects.toThrow('no applicable key')
  expect(provider.asked).toHaveLength(2)
})

test('keys that cannot be fetched refuse the token, and the next one asks again', async () => {
  const token = tokenOf(key, claims)
  for (const said of [undefined, { keys: 'none' }, { keys: Array(101).fill(key.jwk) }]) {
    provider.places[KEYS] = said
    await expect(google.personOfIdToken({ token, now })).rejects.toMatchObject({ step: 'invalid_token' })
  }
  provider.places[KEYS] = { keys: published }
  expect(await google.personOfIdToken({ token, now })).toEqual(ada)
})

test('Apple’s tokens are taken for the client and for the app, and say yes as a text', async () => {
  environment = {
    SOCIAL_ENDPOINT_PROXY: provider.url,
    APPLE_CLIENT_ID: 'web.ours',
    APPLE_CLIENT_SECRET: 'ready made',
    APPLE_APP_BUNDLE_IDENTIFIER: 'app.ours',
  }
  provider.places['appleid.apple.com/auth/keys'] = { keys: published }
  const apple = providerNamed('apple')
  const own = {
    ...claims,
    iss: 'https://appleid.apple.com',
    email_verified: 'true',
    is_private_email: 'true',
    name: undefined,
    picture: undefined,
  }
  for (const aud of ['web.ours', 'app.ours']) {
    const person = await apple.personOfIdToken({ token: tokenOf(key, { ...own, aud }), now })
    expect(person).toEqual({ ...ada, name: 'ada', image: null })
  }
  const unproven = await apple.personOfIdToken({ token: tokenOf(key, { ...own, aud: 'app.ours', email_verified: 'false' }), now })
  expect(unproven.emailVerified).toBe(false)
  await expect(apple.personOfIdToken({ token: tokenOf(key, { ...own, aud: 'theirs' }), now })).rejects.toThrow('aud')
})

test('Facebook’s limited login brings a token; an access token is only taken when Facebook says that it is ours', async () => {
  environment = { SOCIAL_ENDPOINT_PROXY: provider.url, FACEBOOK_CLIENT_ID: '77', FACEBOOK_CLIENT_SECRET: 'app-secret' }
  provider.places['www.facebook.com/.well-known/oauth/openid/jwks/'] = { keys: published }
  const facebook = providerNamed('facebook')
  const limited = tokenOf(key, { ...claims, iss: 'https://www.facebook.com', aud: '77' })
  expect(await facebook.personOfIdToken({ token: limited, now })).toEqual({ ...ada, emailVerified: false })

  provider.places['graph.facebook.com/me'] = { id: '5', name: 'Ada', email: 'ada@example.test' }
  const checked = (told: object) => {
    provider.places['graph.facebook.com/debug_token'] = { data: { is_valid: true, app_id: '77', expires_at: 0, ...told } }
    return facebook.personOfIdToken({ token: 'EAAB-access', now })
  }
  expect(await checked({})).toEqual({ accountId: '5', email: 'ada@example.test', emailVerified: false, name: 'Ada', image: null })
  const [, check, profile] = provider.asked
  expect(check?.query.get('input_token')).toBe('EAAB-access')
  expect(check?.query.get('access_token')).toBe('77|app-secret')
  expect(profile?.headers.authorization).toBe('Bearer EAAB-access')
  for (const told of [{ app_id: '78' }, { is_valid: false }, { expires_at: atSecond(-1) }])
    await expect(checked(told)).rejects.toMatchObject({ step: 'invalid_token' })
})

test('a provider without the idToken form refuses it', async () => {
  environment = { SOCIAL_ENDPOINT_PROXY: provider.url, TWITCH_CLIENT_ID: 'ours', TWITCH_CLIENT_SECRET: 'secret' }
  const twitch = providerNamed('twitch')
  expect([google.takesIdTokens, twitch.takesIdTokens]).toEqual([true, false])
  await expect(twitch.personOfIdToken({ token: tokenOf(key, claims), now })).rejects.toMatchObject({ step: 'invalid_token' })
})
