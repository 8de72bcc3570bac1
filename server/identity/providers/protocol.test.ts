import { createHash, createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ecKey, type Line, loopback, platformOf, rsaKey, tokenOf } from '#test/providers/loopback.ts'
import { nonceOf } from './authorization.ts'
import { type CameBack, type ProviderId, type ReadyProvider, readyProvider, readyProviders } from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = (after: number) => Math.floor(now.getTime() / 1000) + after
const key = rsaKey('one')
const appleKey = ecKey('K1')
const applePem = appleKey.private.export({ type: 'pkcs8', format: 'pem' }).toString()
const codeVerifier = 'v'.repeat(128)
const TOKEN = 'oauth2.googleapis.com/token'

const lines: Line[] = []
const provider = await loopback()
afterAll(() => provider.close())

let environment: Record<string, string>
const named = (id: ProviderId) => readyProvider(platformOf(environment, lines), id) as ReadyProvider
beforeEach(() => {
  environment = { SOCIAL_ENDPOINT_PROXY: provider.url }
  for (const word of ['GOOGLE', 'APPLE', 'MICROSOFT', 'LINKEDIN', 'GITLAB', 'GITHUB', 'ROBLOX']) {
    environment[`${word}_CLIENT_ID`] = 'ours'
    environment[`${word}_CLIENT_SECRET`] = 'our-secret'
  }
  provider.asked.length = 0
  lines.length = 0
  provider.places['www.googleapis.com/oauth2/v3/certs'] = { keys: [key.jwk] }
  provider.places[TOKEN] = tokens()
})

const claims = (changed: object = {}) => ({
  iss: 'https://accounts.google.com',
  aud: 'ours',
  sub: '108',
  exp: seconds(3600),
  nonce: nonceOf(codeVerifier),
  email: 'ada@example.test',
  email_verified: true,
  name: 'Ada',
  ...changed,
})
const tokens = (changed: object = {}, answer: object = {}) => ({
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  expires_in: 3599,
  scope: 'openid https://www.googleapis.com/auth/userinfo.email',
  token_type: 'Bearer',
  id_token: tokenOf(key, claims(changed)),
  ...answer,
})
const back = (changed: Partial<CameBack> = {}): CameBack => ({
  code: 'the-code',
  state: 's'.repeat(32),
  codeVerifier,
  redirectUri: 'https://guildhall.test/api/auth/callback/google',
  now,
  ...changed,
})

test('the person is sent with state, challenge, nonce and scopes, and never with the verifier', async () => {
  const text = await named('google').authorizationUrl({ ...back(), scopes: ['calendar', 'email'], loginHint: 'ada@example.test' })
  const url = new URL(text)
  expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/auth')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'ours',
    redirect_uri: 'https://guildhall.test/api/auth/callback/google',
    state: 's'.repeat(32),
    scope: 'email profile openid calendar',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce: nonceOf(codeVerifier),
    access_type: 'offline',
    login_hint: 'ada@example.test',
  })
  expect(text).not.toContain(codeVerifier)
  expect(text).toContain('scope=email%20profile')
})

test('a code becomes tokens and a person', async () => {
  const { tokens: got, person } = await named('google').comeBack(back({ iss: 'https://accounts.google.com' }))
  expect(person).toEqual({ accountId: '108', email: 'ada@example.test', emailVerified: true, name: 'Ada', image: null })
  expect(got).toEqual({
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    idToken: expect.stringContaining('.'),
    accessTokenExpiresAt: new Date(now.getTime() + 3_599_000),
    refreshTokenExpiresAt: null,
    scopes: ['openid', 'https://www.googleapis.com/auth/userinfo.email'],
    tokenType: 'bearer',
  })
  const [exchange] = provider.asked
  expect(exchange?.place).toBe(TOKEN)
  expect(exchange?.headers['content-type']).toContain('application/x-www-form-urlencoded')
  expect(Object.fromEntries(exchange?.form ?? [])).toEqual({
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: 'https://guildhall.test/api/auth/callback/google',
    code_verifier: codeVerifier,
    client_id: 'ours',
    client_secret: 'our-secret',
  })
  expect(lines).toEqual([])
})

test.each([
  ['another nonce', { nonce: nonceOf('another verifier') }],
  ['no nonce', { nonce: undefined }],
  ['another audience', { aud: 'theirs' }],
  ['another issuer', { iss: 'https://evil.test' }],
  ['an end in the past', { exp: seconds(-600) }],
])('an id token with %s lets nobody in', async (_, changed) => {
  provider.places[TOKEN] = tokens(changed)
  await expect(named('google').comeBack(back())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('an OIDC provider that sends no id token lets nobody in', async () => {
  provider.places[TOKEN] = tokens({}, { id_token: undefined })
  await expect(named('google').comeBack(back())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('an answer in the name of another issuer is not exchanged', async () => {
  await expect(named('google').comeBack(back({ iss: 'https://evil.test' }))).rejects.toMatchObject({ step: 'invalid_code' })
  expect(provider.asked).toEqual([])
})

test.each([
  [
    'an error',
    (response: Answering) => response.writeHead(400).end('{"error":"invalid_grant","error_description":"Bad the-code given"}'),
    'invalid_grant',
  ],
  [
    'an error with status 200',
    (response: Answering) => response.writeHead(200).end('{"error":"bad_verification_code"}'),
    'bad_verification_code',
  ],
  ['no access token', (response: Answering) => response.writeHead(200).end('{"token_type":"bearer"}'), '200'],
  ['another kind of token', (response: Answering) => response.writeHead(200).end('{"access_token":"a","token_type":"mac"}'), 'token_type'],
  ['a list', (response: Answering) => response.writeHead(200).end('[1]'), '200'],
])('%s instead of tokens is an invalid code, told to the log without secrets', async (_, answer, reason) => {
  provider.places[TOKEN] = (_asked: unknown, response: Answering) => void answer(response)
  await expect(named('google').comeBack(back())).rejects.toMatchObject({ step: 'invalid_code', message: expect.stringContaining(reason) })
  expect(lines).toMatchObject([{ event: 'A provider was asked in vain.', fields: { provider: 'google', step: 'invalid_code' } }])
  for (const secret of ['the-code', 'our-secret', codeVerifier]) expect(JSON.stringify(lines)).not.toContain(secret)
})
type Answering = import('node:http').ServerResponse

test('a refresh token becomes new tokens; what did not change is not there', async () => {
  provider.places[TOKEN] = { access_token: 'access-2', expires_in: '60', token_type: 'Bearer', refresh_token: null, scope: '' }
  const got = await named('google').refresh('refresh-1', now)
  expect(got).toEqual({
    accessToken: 'access-2',
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: new Date(now.getTime() + 60_000),
    refreshTokenExpiresAt: null,
    scopes: [],
    tokenType: 'bearer',
  })
  expect(provider.asked[0]?.form.get('refresh_token')).toBe('refresh-1')
  provider.places[TOKEN] = undefined
  await expect(named('google').refresh('refresh-1', now)).rejects.toMatchObject({ step: 'refresh' })
})

test('Apple is given a secret signed by the team’s key, and only the name of its form is believed', async () => {
  environment['APPLE_CLIENT_SECRET'] = ''
  Object.assign(environment, { APPLE_TEAM_ID: 'T1', APPLE_KEY_ID: 'K1', APPLE_PRIVATE_KEY: applePem.replaceAll('\n', '\\n') })
  provider.places['appleid.apple.com/auth/keys'] = { keys: [key.jwk] }
  provider.places['appleid.apple.com/auth/token'] = tokens({ iss: 'https://appleid.apple.com', name: undefined, email_verified: 'true' })
  const user = { name: { firstName: 'Ada', lastName: 'King' }, email: 'victim@example.test', sub: '1' }
  const url = new URL(await named('apple').authorizationUrl({ ...back(), scopes: [] }))
  expect([url.searchParams.get('response_mode'), url.searchParams.get('code_challenge')]).toEqual(['form_post', null])
  const { person } = await named('apple').comeBack(back({ user: JSON.stringify(user) }))
  expect(person).toEqual({ accountId: '108', email: 'ada@example.test', emailVerified: true, name: 'Ada King', image: null })
  expect((await named('apple').comeBack(back({ user: '{not json' }))).person.name).toBe('ada')

  const secret = provider.asked[0]?.form.get('client_secret') ?? ''
  const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(appleKey.public.export({ type: 'spki', format: 'pem' })), {
    currentDate: now,
  })
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'K1' })
  expect(payload).toEqual({ iss: 'T1', sub: 'ours', aud: 'https://appleid.apple.com', iat: seconds(0), exp: seconds(300) })
})

const CONTOSO = '11111111-2222-3333-4444-555555555555'
const PRIVATE = '9188040d-6c67-4c5b-b112-36a304b66dad'
const issuerOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

test.each([
  ['common', CONTOSO, {}, true],
  ['common', PRIVATE, {}, true],
  ['organizations', PRIVATE, {}, false],
  ['consumers', CONTOSO, {}, false],
  [CONTOSO, CONTOSO, {}, true],
  [CONTOSO, PRIVATE, {}, false],
  ['common', 'evil', {}, false],
  ['common', CONTOSO, { tid: PRIVATE }, false],
])('with the tenant %s a person of %s (%o) comes in: %s', async (tenant, of, changed, comesIn) => {
  environment['MICROSOFT_TENANT'] = tenant
  const place = `login.microsoftonline.com/${tenant}`
  provider.places[`${place}/discovery/v2.0/keys`] = { keys: [key.jwk] }
  provider.places[`${place}/oauth2/v2.0/token`] = tokens({ iss: issuerOf(of), tid: of, ...changed })
  const asked = named('microsoft').comeBack(back())
  if (comesIn) expect((await asked).person).toMatchObject({ accountId: '108', emailVerified: false })
  else await expect(asked).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('the profile and the id token have to be of one person', async () => {
  provider.places['www.linkedin.com/oauth/openid/jwks'] = { keys: [key.jwk] }
  provider.places['www.linkedin.com/oauth/v2/accessToken'] = tokens({ iss: 'https://www.linkedin.com/oauth', nonce: undefined })
  provider.places['api.linkedin.com/v2/userinfo'] = { sub: '108', name: 'Ada', email: 'ada@example.test', email_verified: true }
  expect((await named('linkedin').comeBack(back())).person.accountId).toBe('108')
  provider.places['api.linkedin.com/v2/userinfo'] = { sub: '109', name: 'Eve' }
  await expect(named('linkedin').comeBack(back())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('a profile that is refused is told as such', async () => {
  provider.places['gitlab.com/oauth/token'] = { access_token: 'access-1', token_type: 'Bearer' }
  await expect(named('gitlab').comeBack(back())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
  expect(provider.asked.at(-1)?.headers.authorization).toBe('Bearer access-1')
})

test('only configured providers are ready, in the order of the specification, with their rules', () => {
  Object.assign(environment, {
    GITHUB_DISABLE_SIGN_UP: 'true',
    GOOGLE_DISABLE_IMPLICIT_SIGN_UP: 'true',
    TRUSTED_PROVIDERS: 'github, Apple',
  })
  const platform = platformOf(environment)
  expect(readyProviders(platform).map(({ id, signUp, isTrusted }) => [id, signUp, isTrusted])).toEqual([
    ['apple', 'open', true],
    ['github', 'off', true],
    ['microsoft', 'open', false],
    ['google', 'on-request', false],
    ['linkedin', 'open', false],
    ['gitlab', 'open', false],
    ['roblox', 'open', false],
  ])
  expect([readyProvider(platform, 'discord'), readyProvider(platform, 'constructor')]).toEqual([undefined, undefined])
})
