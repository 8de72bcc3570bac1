// The signed tokens of mailed links: JSON Web Tokens by HS256, whose key is AUTH_SECRET as UTF-8.
import { z } from 'zod'
import type { Secrets } from '#platform/crypto/secrets.ts'

const HEADER = encoded({ alg: 'HS256', typ: 'JWT' })
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/

const header = z.object({ alg: z.literal('HS256'), crit: z.never().optional() })
const claims = z.object({ email: z.string(), updateTo: z.string().optional(), exp: z.number() })

/** What a mailed link proves: that its reader reads the mail of `email`, and perhaps wants another address. */
export interface MailClaims {
  readonly email: string
  readonly updateTo?: string
}

/** When a token was made, when it dies, and what makes it differ from every other. */
export interface MailTokenLife {
  readonly id: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Makes a token. Its times are whole seconds. */
export function signMailToken(secrets: Pick<Secrets, 'signCookie'>, wanted: MailClaims, { id, now, expiresAt }: MailTokenLife): string {
  const body = `${HEADER}.${encoded({ ...wanted, iat: seconds(now), exp: seconds(expiresAt), jti: id })}`
  return `${body}.${Buffer.from(secrets.signCookie(body), 'base64').toString('base64url')}`
}

/** The claims of a token that is ours and lives; else why not. */
export function readMailToken(secrets: Pick<Secrets, 'isCookieSigned'>, token: string, now: Date): MailClaims | 'expired' | 'invalid' {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !SIGNATURE.test(signature) || !header.safeParse(decoded(head)).success) return 'invalid'
  if (!secrets.isCookieSigned(`${head}.${payload}`, Buffer.from(signature, 'base64url').toString('base64'))) return 'invalid'
  const read = claims.safeParse(decoded(payload))
  if (!read.success) return 'invalid'
  const { email, updateTo, exp } = read.data
  if (exp <= seconds(now)) return 'expired'
  return { email, ...(updateTo !== undefined && { updateTo }) }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
