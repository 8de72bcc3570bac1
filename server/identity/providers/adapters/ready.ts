// A provider as data becomes one that can be asked: the order of the steps, and where each of them fails.
import { createHash } from 'node:crypto'
import { monotonicMs } from '#platform/clock.ts'
import type { Settings } from '#platform/config.ts'
import type { Platform } from '#platform/platform.ts'
import { authorizationUrl, nonceOf } from '../authorization.ts'
import {
  type CameBack,
  type FailedStep,
  type GivenIdToken,
  ProviderFailure,
  type ProviderId,
  type ProviderTokens,
  type ProviderUser,
  type ReadyProvider,
  type SignUpRule,
} from '../model.ts'
import type { Client, Json, Known, Provider } from '../provider.ts'
import { verifiedClaims } from './id-tokens.ts'
import { type Exchange, NoAnswer, openExchange, type ProviderCall, refusalTold } from './outbound.ts'
import { exchangeCode, exchangeRefreshToken, ownRefreshToken } from './tokens.ts'

type Word = Uppercase<ProviderId>

/** The client that the settings give us at a provider; undefined where it is not configured. */
export function clientOf(id: ProviderId, settings: Settings): Client | undefined {
  const word = id.toUpperCase() as Word
  const clientId = (id === 'tiktok' ? settings.TIKTOK_CLIENT_KEY : undefined) ?? settings[`${word}_CLIENT_ID`]
  const secret = settings[`${word}_CLIENT_SECRET`]
  const canSign = id === 'apple' && settings.APPLE_PRIVATE_KEY !== undefined
  return clientId === undefined || (secret === undefined && !canSign) ? undefined : { id: clientId, secret, own: settings }
}

function signUpRuleOf(id: ProviderId, settings: Settings): SignUpRule {
  const word = id.toUpperCase() as Word
  if (settings[`${word}_DISABLE_SIGN_UP`]) return 'off'
  return settings[`${word}_DISABLE_IMPLICIT_SIGN_UP`] ? 'on-request' : 'open'
}

/** The provider with our client at it. */
export function ready(provider: Provider, client: Client, platform: Platform): ReadyProvider {
  const { id, name, refreshes, scopes } = provider
  const asked: Asked = { provider, client, platform }
  return {
    id,
    name,
    scopes,
    refreshes,
    isTrusted: platform.settings.TRUSTED_PROVIDERS.includes(id),
    signUp: signUpRuleOf(id, platform.settings),
    takesIdTokens: provider.idTokens?.isSignInForm === true,
    authorizationUrl: async (ask) => authorizationUrl(provider, client, ask),
    comeBack: (back) => comeBack(asked, back),
    personOfIdToken: (given) => step(asked, 'invalid_token', () => personOfIdToken(asked, openExchange(platform), given)),
    ownRefreshToken: (refreshToken) => ownRefreshToken(provider, refreshToken),
    refresh: (refreshToken, now) =>
      step(asked, 'refresh', () => exchangeRefreshToken({ provider, client, exchange: openExchange(platform), now }, refreshToken)),
  }
}

interface Asked {
  readonly provider: Provider
  readonly client: Client
  readonly platform: Platform
}

async function comeBack(asked: Asked, back: CameBack): Promise<{ tokens: ProviderTokens; person: ProviderUser }> {
  const { provider, client, platform } = asked
  const exchange = openExchange(platform)
  const tokens = await step(asked, 'invalid_code', () => {
    refuseMixUp(asked, back.iss)
    return exchangeCode({ provider, client, exchange, now: back.now }, back)
  })
  const person = await step(asked, 'unable_to_get_user_info', async () => {
    const claims = await claimsOf(asked, exchange, { tokens, back })
    const answers = await profileOf(asked, exchange, tokens.accessToken ?? '')
    return personOf(provider, { claims, answers, user: back.user, client })
  })
  return { tokens, person }
}

// Runs one step; whatever fails in it is told to the log once and becomes the failure that others may see. The error itself goes
// no further: those of the libraries carry the answer they complain of.
async function step<T>({ provider, platform }: Asked, failed: FailedStep, run: () => Promise<T>): Promise<T> {
  const startMs = monotonicMs()
  try {
    return await run()
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error)
    // A token that somebody made up is no trouble with the provider.
    const write = failed === 'invalid_token' ? platform.log.info : platform.log.warn
    write('A provider was asked in vain.', {
      provider: provider.id,
      step: failed,
      reason: told,
      durationMs: Math.round(monotonicMs() - startMs),
      ...(isForeseen(error) ? {} : { stack: error instanceof Error ? error.stack : undefined }),
    })
    throw new ProviderFailure(failed, provider.id, told)
  }
}

// What the libraries complain of is said in their sentences; where anything else broke is worth knowing.
function isForeseen(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof NoAnswer || /^(ERR_J|OAUTH_)/.test(code)
}

// An answer that names its issuer has to name the one that was asked: else the code belongs to somebody else (RFC 9207).
function refuseMixUp({ provider, client }: Asked, iss: string | undefined): void {
  const rules = provider.idTokens
  if (iss === undefined || !rules || iss === rules.issuer(client) || rules.isIssuer(iss, {}, client)) return
  throw new NoAnswer('The answer names another issuer than the one that was asked.')
}

interface Brought {
  readonly tokens: ProviderTokens
  readonly back: CameBack
}

async function claimsOf({ provider, client, platform }: Asked, exchange: Exchange, { tokens, back }: Brought): Promise<Json> {
  const rules = provider.idTokens
  if (!rules) return {}
  if (tokens.idToken === null) {
    if (rules.isRequired) throw new NoAnswer('The answer holds no id token.')
    return {}
  }
  return verifiedClaims(platform, tokens.idToken, { rules, client, exchange, now: back.now, nonces: [nonceOf(back.codeVerifier)] })
}

async function profileOf({ provider, client }: Asked, exchange: Exchange, accessToken: string): Promise<Known['answers']> {
  const calls = Object.entries(provider.profile({ client, accessToken }))
  const answers = await Promise.all(
    calls.map(async ([name, { url, method, headers, form, isBearer }]) => {
      const call: ProviderCall = {
        url,
        method,
        headers: { ...headers, ...(isBearer === false ? {} : { authorization: `Bearer ${accessToken}` }) },
        form: form && new URLSearchParams(form),
      }
      const { status, json } = await exchange.ask(call)
      if (status >= 200 && status <= 299) return [name, json] as const
      if (provider.optionalAnswers.includes(name)) return [name, undefined] as const
      throw new NoAnswer(refusalTold(call, status, json))
    }),
  )
  return Object.fromEntries(answers)
}

function personOf(provider: Provider, known: Known): ProviderUser {
  const person = provider.person(known)
  if (!person || person.accountId === '') throw new NoAnswer('The profile is of nobody who may sign in.')
  const { sub } = known.claims
  if (sub !== undefined && sub !== person.accountId) throw new NoAnswer('The profile and the id token are of different people.')
  return person
}

async function personOfIdToken(asked: Asked, exchange: Exchange, given: GivenIdToken): Promise<ProviderUser> {
  const { provider, client, platform } = asked
  const rules = provider.idTokens
  if (!rules?.isSignInForm) throw new NoAnswer('The id tokens of this provider are not taken.')
  if (provider.tokenCheck && given.token.split('.').length !== 3) return personOfAccessToken(asked, exchange, given)
  const nonces = given.nonce === undefined ? [] : [given.nonce, createHash('sha256').update(given.nonce).digest('hex')]
  const claims = await verifiedClaims(platform, given.token, {
    rules: { ...rules, nonce: 'always' },
    client,
    exchange,
    now: given.now,
    nonces,
  })
  return personOf(provider, { claims, answers: {}, user: undefined, client })
}

// An access token proves nothing by itself: any other app's would open the door, so its provider is asked whose it is.
async function personOfAccessToken(asked: Asked, exchange: Exchange, given: GivenIdToken): Promise<ProviderUser> {
  const { provider, client } = asked
  const accessToken = given.accessToken ?? given.token
  const check = provider.tokenCheck
  const call = check?.call({ client, accessToken })
  if (!check || !call || !check.isOurs(await exchange.askWell({ url: call.url, headers: call.headers }), client, given.now))
    throw new NoAnswer('The access token was not made for our client.')
  const answers = await profileOf(asked, exchange, accessToken)
  return personOf(provider, { claims: {}, answers, user: undefined, client })
}
