// The signed tokens of emailed links: JSON Web Tokens with HS256. The key is AUTH_SECRET as UTF-8.
import { z } from 'zod'
import type { Secrets } from '#platform/crypto/secrets.ts'

const HEADER = encodeJson({ alg: 'HS256', typ: 'JWT' })
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/

const headerSchema = z.object({ alg: z.literal('HS256'), crit: z.never().optional() })
const claimsSchema = z.object({ email: z.string(), updateTo: z.string().optional(), exp: z.number() })

/** The claims of an emailed link: its reader receives the mail of `email`. `updateTo` is the email to change it to. */
export interface EmailTokenClaims {
  readonly email: string
  readonly updateTo?: string
}

/** The creation time, expiry and unique id of a token. */
export interface EmailTokenLifetime {
  readonly id: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Creates a token. Its times are whole seconds. */
export function signEmailToken(
  secrets: Pick<Secrets, 'signCookie'>,
  claims: EmailTokenClaims,
  { id, now, expiresAt }: EmailTokenLifetime,
): string {
  const body = `${HEADER}.${encodeJson({ ...claims, iat: toSeconds(now), exp: toSeconds(expiresAt), jti: id })}`
  return `${body}.${Buffer.from(secrets.signCookie(body), 'base64').toString('base64url')}`
}

/** The claims of a valid token, otherwise the reason why it is not valid. */
export function verifyEmailToken(
  secrets: Pick<Secrets, 'isCookieSigned'>,
  token: string,
  now: Date,
): EmailTokenClaims | 'expired' | 'invalid' {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !SIGNATURE.test(signature) || !headerSchema.safeParse(decodeJson(head)).success) return 'invalid'
  if (!secrets.isCookieSigned(`${head}.${payload}`, Buffer.from(signature, 'base64url').toString('base64'))) return 'invalid'
  const parsed = claimsSchema.safeParse(decodeJson(payload))
  if (!parsed.success) return 'invalid'
  const { email, updateTo, exp } = parsed.data
  if (exp <= toSeconds(now)) return 'expired'
  return { email, ...(updateTo !== undefined && { updateTo }) }
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
