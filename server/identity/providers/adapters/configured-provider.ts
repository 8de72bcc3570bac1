// Turns a provider definition into a configured provider: the order of the steps, and the failure of each.
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { monotonicMs } from '#platform/clock.ts'
import type { Settings } from '#platform/config.ts'
import type { Platform } from '#platform/platform.ts'
import { authorizationUrl, nonceOf } from '../authorization.ts'
import {
  type CallbackInput,
  type ConfiguredProvider,
  type FailedStep,
  type IdTokenInput,
  ProviderFailure,
  type ProviderId,
  type ProviderProfile,
  type ProviderTokens,
  type ProviderUser,
  type SignUpRule,
} from '../model.ts'
import type { Client, Json, ProfileResult, Provider } from '../provider.ts'
import { verifyIdToken } from './id-tokens.ts'
import { openProviderHttp, type ProviderHttp, type ProviderRequest, refusalText, UnusableResponseError } from './outbound.ts'
import { exchangeCode, exchangeRefreshToken, originalRefreshToken } from './tokens.ts'

type SettingPrefix = Uppercase<ProviderId>

/** Our client at a provider; undefined when the settings do not configure it. */
export function clientOf(id: ProviderId, settings: Settings): Client | undefined {
  const prefix = id.toUpperCase() as SettingPrefix
  const clientId = (id === 'tiktok' ? settings.TIKTOK_CLIENT_KEY : undefined) ?? settings[`${prefix}_CLIENT_ID`]
  const secret = settings[`${prefix}_CLIENT_SECRET`]
  const canSign = id === 'apple' && settings.APPLE_PRIVATE_KEY !== undefined
  return clientId === undefined || (secret === undefined && !canSign) ? undefined : { id: clientId, secret, settings }
}

function signUpRuleOf(id: ProviderId, settings: Settings): SignUpRule {
  const prefix = id.toUpperCase() as SettingPrefix
  if (settings[`${prefix}_DISABLE_SIGN_UP`]) return 'off'
  return settings[`${prefix}_DISABLE_IMPLICIT_SIGN_UP`] ? 'on-request' : 'open'
}

/** The provider with our client. */
export function configureProvider(provider: Provider, client: Client, platform: Platform): ConfiguredProvider {
  const { id, name, hasRefreshTokens, scopes } = provider
  const deps: ProviderDeps = { provider, client, platform }
  return {
    id,
    name,
    scopes,
    hasRefreshTokens,
    isTrusted: platform.settings.TRUSTED_PROVIDERS.includes(id),
    signUp: signUpRuleOf(id, platform.settings),
    acceptsIdTokens: provider.idTokens?.supportsSignIn === true,
    authorizationUrl: async (input) => authorizationUrl(provider, client, input),
    handleCallback: (input) => handleCallback(deps, input),
    userOfIdToken: (input) => runStep(deps, 'invalid_token', () => userOfIdToken(deps, openProviderHttp(platform), input)),
    profileOf: (tokens) => runStep(deps, 'unable_to_get_user_info', () => readProfile(deps, tokens)),
    originalRefreshToken: (refreshToken) => originalRefreshToken(provider, refreshToken),
    refresh: (refreshToken, now) =>
      runStep(deps, 'refresh', () => exchangeRefreshToken({ provider, client, http: openProviderHttp(platform), now }, refreshToken)),
  }
}

interface ProviderDeps {
  readonly provider: Provider
  readonly client: Client
  readonly platform: Platform
}

async function handleCallback(deps: ProviderDeps, input: CallbackInput): Promise<{ tokens: ProviderTokens; user: ProviderUser }> {
  const { provider, client, platform } = deps
  const http = openProviderHttp(platform)
  const tokens = await runStep(deps, 'invalid_code', () => {
    refuseMixUp(deps, input.iss)
    return exchangeCode({ provider, client, http, now: input.now }, input)
  })
  const user = await runStep(deps, 'unable_to_get_user_info', async () => {
    const claims = await claimsOf(deps, http, { tokens, input })
    const responses = await profileOf(deps, http, tokens.accessToken ?? '')
    return userOf(provider, { claims, responses, userField: input.user, client })
  })
  return { tokens, user }
}

// Runs one step. An error is logged once and becomes a ProviderFailure. The original error is not passed on, because errors of the
// libraries contain the response.
async function runStep<T>({ provider, platform }: ProviderDeps, step: FailedStep, run: () => Promise<T>): Promise<T> {
  const startMs = monotonicMs()
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // A forged token is not a failure of the provider.
    const write = step === 'invalid_token' ? platform.log.info : platform.log.warn
    write('A request to a provider failed.', {
      provider: provider.id,
      step,
      reason,
      durationMs: Math.round(monotonicMs() - startMs),
      ...(isExpected(error) ? {} : { stack: error instanceof Error ? error.stack : undefined }),
    })
    throw new ProviderFailure(step, provider.id, reason)
  }
}

// Errors of the libraries explain themselves in their message. Any other error is logged with its stack.
function isExpected(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof UnusableResponseError || /^(ERR_J|OAUTH_)/.test(code)
}

// A response with an issuer must name the issuer of the request: otherwise the code is of another provider (RFC 9207).
function refuseMixUp({ provider, client }: ProviderDeps, iss: string | undefined): void {
  const rules = provider.idTokens
  if (iss === undefined || !rules || iss === rules.issuer(client) || rules.isIssuer(iss, {}, client)) return
  throw new UnusableResponseError('The response names another issuer.')
}

interface CallbackTokens {
  readonly tokens: ProviderTokens
  readonly input: CallbackInput
}

async function claimsOf(
  { provider, client, platform }: ProviderDeps,
  http: ProviderHttp,
  { tokens, input }: CallbackTokens,
): Promise<Json> {
  const rules = provider.idTokens
  if (!rules) return {}
  if (tokens.idToken === null) {
    if (rules.isRequired) throw new UnusableResponseError('The response contains no id token.')
    return {}
  }
  return verifyIdToken(platform, tokens.idToken, { rules, client, http, now: input.now, nonces: [nonceOf(input.codeVerifier)] })
}

async function profileOf({ provider, client }: ProviderDeps, http: ProviderHttp, accessToken: string): Promise<ProfileResult['responses']> {
  const calls = Object.entries(provider.profile({ client, accessToken }))
  const responses = await Promise.all(
    calls.map(async ([name, { url, method, headers, form, isBearer }]) => {
      const call: ProviderRequest = {
        url,
        method,
        headers: { ...headers, ...(isBearer === false ? {} : { authorization: `Bearer ${accessToken}` }) },
        form: form && new URLSearchParams(form),
      }
      const { status, json } = await http.request(call)
      if (status >= 200 && status <= 299) return [name, json] as const
      if (provider.optionalResponses.includes(name)) return [name, undefined] as const
      throw new UnusableResponseError(refusalText(call, status, json))
    }),
  )
  return Object.fromEntries(responses)
}

function userOf(provider: Provider, profile: ProfileResult): ProviderUser {
  const user = provider.toUser(profile)
  if (!user || user.accountId === '') throw new UnusableResponseError('The profile contains no user who may sign in.')
  const { sub } = profile.claims
  if (sub !== undefined && sub !== user.accountId) throw new UnusableResponseError('The profile and the id token are of different users.')
  return user
}

// The provider sent the stored id token to our server. It has usually expired, so it is read and not verified again.
async function readProfile(
  deps: ProviderDeps,
  { idToken, accessToken }: { readonly idToken: string | null; readonly accessToken: string },
): Promise<ProviderProfile> {
  const { provider, client, platform } = deps
  const claims: Json = provider.idTokens && idToken !== null ? decodeJwt(idToken) : {}
  const responses = await profileOf(deps, openProviderHttp(platform), accessToken)
  const user = userOf(provider, { claims, responses, userField: undefined, client })
  return { user, profile: Object.assign({}, claims, ...Object.values(responses).filter(isJson)) }
}

function isJson(response: unknown): response is Json {
  return typeof response === 'object' && response !== null && !Array.isArray(response)
}

async function userOfIdToken(deps: ProviderDeps, http: ProviderHttp, input: IdTokenInput): Promise<ProviderUser> {
  const { provider, client, platform } = deps
  const rules = provider.idTokens
  if (!rules?.supportsSignIn) throw new UnusableResponseError('The provider does not support sign-in by id token.')
  if (provider.tokenCheck && input.token.split('.').length !== 3) return userOfAccessToken(deps, http, input)
  const nonces = input.nonce === undefined ? [] : [input.nonce, createHash('sha256').update(input.nonce).digest('hex')]
  const claims = await verifyIdToken(platform, input.token, {
    rules: { ...rules, nonce: 'always' },
    client,
    http,
    now: input.now,
    nonces,
  })
  return userOf(provider, { claims, responses: {}, userField: undefined, client })
}

// An access token alone is no authentication: a token of any other app would be accepted. The provider must confirm that it was
// issued to our client.
async function userOfAccessToken(deps: ProviderDeps, http: ProviderHttp, input: IdTokenInput): Promise<ProviderUser> {
  const { provider, client } = deps
  const accessToken = input.accessToken ?? input.token
  const check = provider.tokenCheck
  const call = check?.call({ client, accessToken })
  if (!check || !call || !check.isOurs(await http.requestOk({ url: call.url, headers: call.headers }), client, input.now))
    throw new UnusableResponseError('The access token was not issued to our client.')
  const responses = await profileOf(deps, http, accessToken)
  return userOf(provider, { claims: {}, responses, userField: undefined, client })
}
