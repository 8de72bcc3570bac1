import { type JWTPayload, jwtVerify } from 'jose'
import type { Platform } from '#platform/platform.ts'
import type { Client, IdTokens, Json } from '../provider.ts'
import { keysOf } from './keys.ts'
import { type ProviderHttp, UnusableResponseError } from './outbound.ts'

/** The maximum difference between the provider's clock and ours, in seconds. */
const CLOCK_TOLERANCE = 60
const TOKEN_LENGTH_MAX = 16_384

/** The requirements that an id token must meet. */
export interface TokenChecks {
  readonly rules: IdTokens
  readonly client: Client
  readonly http: ProviderHttp
  readonly now: Date
  /** The token must contain one of these nonces; empty when the request had none, and then the token must have none. */
  readonly nonces: readonly string[]
}

/**
 * Verifies an id token and returns its claims: signature (allowed algorithm, key of the provider, RSA of 2048 bits or more), issuer,
 * audience, lifetime and nonce. Rejects with UnusableResponseError or an error of jose. Both have a sentence for the log.
 */
export async function verifyIdToken(platform: Platform, token: string, checks: TokenChecks): Promise<Json> {
  const { rules, client, http, now } = checks
  if (token.length > TOKEN_LENGTH_MAX) throw new UnusableResponseError('The id token is too long.')
  const audiences = rules.audiences(client)
  const { payload } = await jwtVerify(token, keysOf(platform, { url: rules.keys(client), http, now }), {
    algorithms: [...rules.algorithms],
    audience: [...audiences],
    currentDate: now,
    clockTolerance: CLOCK_TOLERANCE,
    requiredClaims: ['iss', 'sub', 'exp'],
  })
  const fault = claimsFault(payload, checks, audiences)
  if (fault) throw new UnusableResponseError(fault)
  return payload
}

function claimsFault(payload: JWTPayload, { rules, client, nonces, now }: TokenChecks, audiences: readonly string[]): string | undefined {
  if (!rules.isIssuer(String(payload.iss), payload, client)) return 'The id token has another issuer.'
  if (typeof payload.sub !== 'string' || payload.sub === '') return 'The id token has no subject.'
  // A token with several audiences must name our client as the authorized party (OpenID Connect Core, 3.1.3.7).
  const isShared = Array.isArray(payload.aud) && payload.aud.length > 1
  if (isShared && !audiences.includes(String(payload['azp']))) return 'The id token was issued to another client.'
  if (payload.iat !== undefined && payload.iat * 1000 > now.getTime() + CLOCK_TOLERANCE * 1000)
    return 'The id token was issued in the future.'
  return nonceFault(payload['nonce'], nonces, rules)
}

function nonceFault(nonce: unknown, nonces: readonly string[], rules: IdTokens): string | undefined {
  // A token with a nonce was issued to one sign-in: only who began it knows the nonce.
  if (nonces.length === 0) return nonce === undefined ? undefined : 'The id token has a nonce, and the request names none.'
  if (nonce === undefined && rules.nonce === 'if-there') return undefined
  return typeof nonce === 'string' && nonces.includes(nonce) ? undefined : 'The nonce of the id token is not the nonce of the request.'
}
