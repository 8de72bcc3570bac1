import { createHash, createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ecKey, type LogLine, loopback, platformOf, rsaKey, tokenOf } from '#test/providers/loopback.ts'
import { nonceOf } from './authorization.ts'
import { type CallbackInput, type ConfiguredProvider, configuredProvider, configuredProviders, type ProviderId } from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = (after: number) => Math.floor(now.getTime() / 1000) + after
const key = rsaKey('one')
const appleKey = ecKey('K1')
const applePem = appleKey.private.export({ type: 'pkcs8', format: 'pem' }).toString()
const codeVerifier = 'v'.repeat(128)
const TOKEN = 'oauth2.googleapis.com/token'

const lines: LogLine[] = []
const provider = await loopback()
afterAll(() => provider.close())

let environment: Record<string, string>
const named = (id: ProviderId) => configuredProvider(platformOf(environment, lines), id) as ConfiguredProvider
beforeEach(() => {
  environment = { SOCIAL_ENDPOINT_PROXY: provider.url }
  for (const word of ['GOOGLE', 'APPLE', 'MICROSOFT', 'LINKEDIN', 'GITLAB', 'GITHUB', 'ROBLOX']) {
    environment[`${word}_CLIENT_ID`] = 'ours'
    environment[`${word}_CLIENT_SECRET`] = 'our-secret'
  }
  provider.requests.length = 0
  lines.length = 0
  provider.answers['www.googleapis.com/oauth2/v3/certs'] = { keys: [key.jwk] }
  provider.answers[TOKEN] = tokens()
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
const callback = (changed: Partial<CallbackInput> = {}): CallbackInput => ({
  code: 'the-code',
  state: 's'.repeat(32),
  codeVerifier,
  redirectUri: 'https://guildhall.test/api/auth/callback/google',
  now,
  ...changed,
})

test('the authorization URL contains state, challenge, nonce and scopes, but never the verifier', async () => {
  const text = await named('google').authorizationUrl({ ...callback(), scopes: ['calendar', 'email'], loginHint: 'ada@example.test' })
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

test('a code is exchanged for tokens and a user', async () => {
  const { tokens: received, user } = await named('google').handleCallback(callback({ iss: 'https://accounts.google.com' }))
  expect(user).toEqual({ accountId: '108', email: 'ada@example.test', emailVerified: true, name: 'Ada', image: null })
  expect(received).toEqual({
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    idToken: expect.stringContaining('.'),
    accessTokenExpiresAt: new Date(now.getTime() + 3_599_000),
    refreshTokenExpiresAt: null,
    scopes: ['openid', 'https://www.googleapis.com/auth/userinfo.email'],
    tokenType: 'bearer',
  })
  const [exchange] = provider.requests
  expect(exchange?.path).toBe(TOKEN)
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
  ['an expiry in the past', { exp: seconds(-600) }],
])('an id token with %s is refused', async (_, changed) => {
  provider.answers[TOKEN] = tokens(changed)
  await expect(named('google').handleCallback(callback())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('a response of an OIDC provider without an id token is refused', async () => {
  provider.answers[TOKEN] = tokens({}, { id_token: undefined })
  await expect(named('google').handleCallback(callback())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('a code with the issuer of another provider is not exchanged', async () => {
  await expect(named('google').handleCallback(callback({ iss: 'https://evil.test' }))).rejects.toMatchObject({ step: 'invalid_code' })
  expect(provider.requests).toEqual([])
})

test.each([
  [
    'an error',
    (response: Response) => response.writeHead(400).end('{"error":"invalid_grant","error_description":"Bad the-code given"}'),
    'invalid_grant',
  ],
  [
    'an error with status 200',
    (response: Response) => response.writeHead(200).end('{"error":"bad_verification_code"}'),
    'bad_verification_code',
  ],
  ['no access token', (response: Response) => response.writeHead(200).end('{"token_type":"bearer"}'), '200'],
  ['another kind of token', (response: Response) => response.writeHead(200).end('{"access_token":"a","token_type":"mac"}'), 'token_type'],
  ['a list', (response: Response) => response.writeHead(200).end('[1]'), '200'],
])('%s instead of tokens is an invalid code, and is logged without secrets', async (_, answer, reason) => {
  provider.answers[TOKEN] = (_request: unknown, response: Response) => void answer(response)
  await expect(named('google').handleCallback(callback())).rejects.toMatchObject({
    step: 'invalid_code',
    message: expect.stringContaining(reason),
  })
  expect(lines).toMatchObject([{ event: 'A request to a provider failed.', fields: { provider: 'google', step: 'invalid_code' } }])
  for (const secret of ['the-code', 'our-secret', codeVerifier]) expect(JSON.stringify(lines)).not.toContain(secret)
})
type Response = import('node:http').ServerResponse

test('a refresh token is exchanged for new tokens, and unchanged tokens are null', async () => {
  provider.answers[TOKEN] = { access_token: 'access-2', expires_in: '60', token_type: 'Bearer', refresh_token: null, scope: '' }
  const received = await named('google').refresh('refresh-1', now)
  expect(received).toEqual({
    accessToken: 'access-2',
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: new Date(now.getTime() + 60_000),
    refreshTokenExpiresAt: null,
    scopes: [],
    tokenType: 'bearer',
  })
  expect(provider.requests[0]?.form.get('refresh_token')).toBe('refresh-1')
  provider.answers[TOKEN] = undefined
  await expect(named('google').refresh('refresh-1', now)).rejects.toMatchObject({ step: 'refresh' })
})

test('Apple receives a secret signed by the team’s key, and only the name of its form is used', async () => {
  environment['APPLE_CLIENT_SECRET'] = ''
  Object.assign(environment, { APPLE_TEAM_ID: 'T1', APPLE_KEY_ID: 'K1', APPLE_PRIVATE_KEY: applePem.replaceAll('\n', '\\n') })
  provider.answers['appleid.apple.com/auth/keys'] = { keys: [key.jwk] }
  provider.answers['appleid.apple.com/auth/token'] = tokens({ iss: 'https://appleid.apple.com', name: undefined, email_verified: 'true' })
  const userField = { name: { firstName: 'Ada', lastName: 'King' }, email: 'victim@example.test', sub: '1' }
  const url = new URL(await named('apple').authorizationUrl({ ...callback(), scopes: [] }))
  expect([url.searchParams.get('response_mode'), url.searchParams.get('code_challenge')]).toEqual(['form_post', null])
  const { user } = await named('apple').handleCallback(callback({ user: JSON.stringify(userField) }))
  expect(user).toEqual({ accountId: '108', email: 'ada@example.test', emailVerified: true, name: 'Ada King', image: null })
  expect((await named('apple').handleCallback(callback({ user: '{not json' }))).user.name).toBe('ada')

  const secret = provider.requests[0]?.form.get('client_secret') ?? ''
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
])('with the tenant %s a user of %s (%o) signs in: %s', async (tenant, of, changed, signsIn) => {
  environment['MICROSOFT_TENANT'] = tenant
  const path = `login.microsoftonline.com/${tenant}`
  provider.answers[`${path}/discovery/v2.0/keys`] = { keys: [key.jwk] }
  provider.answers[`${path}/oauth2/v2.0/token`] = tokens({ iss: issuerOf(of), tid: of, ...changed })
  const result = named('microsoft').handleCallback(callback())
  if (signsIn) expect((await result).user).toMatchObject({ accountId: '108', emailVerified: false })
  else await expect(result).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('a profile of another user than the id token is refused', async () => {
  provider.answers['www.linkedin.com/oauth/openid/jwks'] = { keys: [key.jwk] }
  provider.answers['www.linkedin.com/oauth/v2/accessToken'] = tokens({ iss: 'https://www.linkedin.com/oauth', nonce: undefined })
  provider.answers['api.linkedin.com/v2/userinfo'] = { sub: '108', name: 'Ada', email: 'ada@example.test', email_verified: true }
  expect((await named('linkedin').handleCallback(callback())).user.accountId).toBe('108')
  provider.answers['api.linkedin.com/v2/userinfo'] = { sub: '109', name: 'Eve' }
  await expect(named('linkedin').handleCallback(callback())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
})

test('a refused profile request is a failure of the user info step', async () => {
  provider.answers['gitlab.com/oauth/token'] = { access_token: 'access-1', token_type: 'Bearer' }
  await expect(named('gitlab').handleCallback(callback())).rejects.toMatchObject({ step: 'unable_to_get_user_info' })
  expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer access-1')
})

test('configuredProviders lists the configured providers in the order of the specification, with their rules', () => {
  Object.assign(environment, {
    GITHUB_DISABLE_SIGN_UP: 'true',
    GOOGLE_DISABLE_IMPLICIT_SIGN_UP: 'true',
    TRUSTED_PROVIDERS: 'github, Apple',
  })
  const platform = platformOf(environment)
  expect(configuredProviders(platform).map(({ id, signUp, isTrusted }) => [id, signUp, isTrusted])).toEqual([
    ['apple', 'open', true],
    ['github', 'off', true],
    ['microsoft', 'open', false],
    ['google', 'on-request', false],
    ['linkedin', 'open', false],
    ['gitlab', 'open', false],
    ['roblox', 'open', false],
  ])
  expect([configuredProvider(platform, 'discord'), configuredProvider(platform, 'constructor')]).toEqual([undefined, undefined])
})
