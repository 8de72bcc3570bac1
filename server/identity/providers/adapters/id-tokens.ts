import { type JWTPayload, jwtVerify } from 'jose'
import type { Platform } from '#platform/platform.ts'
import type { Client, IdTokens, Json } from '../provider.ts'
import { keysOf } from './keys.ts'
import { type Exchange, NoAnswer } from './outbound.ts'

/** How far the provider's clock may be from ours, in seconds. */
const CLOCK_TOLERANCE = 60
const TOKEN_LENGTH = 16_384

/** What an id token is held against. */
export interface TokenChecks {
  readonly rules: IdTokens
  readonly client: Client
  readonly exchange: Exchange
  readonly now: Date
  /** The nonces of which the token must carry one; empty where none was given. */
  readonly nonces: readonly string[]
}

/**
 * The claims of an id token whose signature (allowed algorithm, key of the provider, RSA of 2048 bits or more), issuer, audience,
 * life and nonce are right. Rejects with NoAnswer or an error of jose; both are sentences for the log.
 */
export async function verifiedClaims(platform: Platform, token: string, checks: TokenChecks): Promise<Json> {
  const { rules, client, exchange, now } = checks
  if (token.length > TOKEN_LENGTH) throw new NoAnswer('The id token is too long.')
  const audiences = rules.audiences(client)
  const { payload } = await jwtVerify(token, keysOf(platform, { url: rules.keys(client), exchange, now }), {
    algorithms: [...rules.algorithms],
    audience: [...audiences],
    currentDate: now,
    clockTolerance: CLOCK_TOLERANCE,
    requiredClaims: ['iss', 'sub', 'exp'],
  })
  const fault = claimsFault(payload, checks, audiences)
  if (fault) throw new NoAnswer(fault)
  return payload
}

function claimsFault(payload: JWTPayload, { rules, client, nonces, now }: TokenChecks, audiences: readonly string[]): string | undefined {
  if (!rules.isIssuer(String(payload.iss), payload, client)) return 'The id token is of another issuer.'
  if (typeof payload.sub !== 'string' || payload.sub === '') return 'The id token is about nobody.'
  // Made for several: then it has to say that it was given to us (OpenID Connect Core, 3.1.3.7).
  const isShared = Array.isArray(payload.aud) && payload.aud.length > 1
  if (isShared && !audiences.includes(String(payload['azp']))) return 'The id token was given to another client.'
  if (payload.iat !== undefined && payload.iat * 1000 > now.getTime() + CLOCK_TOLERANCE * 1000) return 'The id token is of the future.'
  return nonceFault(payload['nonce'], nonces, rules)
}

function nonceFault(nonce: unknown, nonces: readonly string[], rules: IdTokens): string | undefined {
  if (nonces.length === 0 || (nonce === undefined && rules.nonce === 'if-there')) return undefined
  return typeof nonce === 'string' && nonces.includes(nonce) ? undefined : 'The nonce of the id token is not the one that was given.'
}
