import { memoize } from '#kernel/memoize.ts'
import type { Platform } from '#platform/platform.ts'
import type { SessionWithUserWire } from './wire.ts'

/** The maximum length of a cookie value that browsers store, without the cookie's name. */
const VALUE_MAX = 4093

/** The dependencies for signing and verifying a cached session. */
export interface CacheDeps {
  readonly settings: Pick<Platform['settings'], 'SESSION_COOKIE_CACHE_MAX_AGE'>
  readonly secrets: Pick<Platform['secrets'], 'signCookie' | 'isCookieSigned'>
}

/** A copy of a session and its user as get-session answers them, with the time of the read. */
export interface CachedSession extends SessionWithUserWire {
  /** Milliseconds since 1970, UTC: when the request that read it arrived, so never later than the read. */
  readonly madeAt: number
}

/** A cached session decoded from a cookie. */
export interface DecodedCachedSession extends CachedSession {
  /** The JSON of session and user, as get-session answers it. */
  readonly text: string
}

interface Envelope {
  readonly session?: CachedSession
  readonly expiresAt?: number
  readonly signature?: string
}

/**
 * The value of the cookie that caches the response of get-session: unpadded base64url of `{session, expiresAt, signature}`. The
 * signature covers the JSON of the copy with `expiresAt` as its last key. `json` is the response and `madeAt` the time of the
 * request that read it (milliseconds since 1970). Undefined when the value is too long for a cookie.
 */
export function encodeCachedSession(json: string, madeAt: number, { settings, secrets }: CacheDeps): string | undefined {
  const expiresAt = madeAt + settings.SESSION_COOKIE_CACHE_MAX_AGE * 1000
  const text = `${json.slice(0, -1)},"madeAt":${madeAt}}`
  const signature = toBase64Url(secrets.signCookie(`${text.slice(0, -1)},"expiresAt":${expiresAt}}`))
  const value = Buffer.from(`{"session":${text},"expiresAt":${expiresAt},"signature":"${signature}"}`).toString('base64url')
  return value.length > VALUE_MAX ? undefined : value
}

/** A copy with a valid signature, and the earlier expiry of copy and session, in milliseconds since 1970. */
interface SignedCopy {
  readonly copy: DecodedCachedSession
  readonly expiresAtMs: number
}

type Verdict = SignedCopy | 'none' | 'forged'

/** The maximum number of verified copies in memory: a browser sends the same copy with every request for a minute. */
const VERDICTS_MAX = 2000
const verifiers = new WeakMap<CacheDeps['secrets'], (value: string) => Verdict>()

function verifierOf(secrets: CacheDeps['secrets']): (value: string) => Verdict {
  const verifier =
    verifiers.get(secrets) ??
    memoize<Verdict>(
      VERDICTS_MAX,
      (value) => verifyValue(value, secrets),
      (verdict) => typeof verdict !== 'string',
    )
  verifiers.set(secrets, verifier)
  return verifier
}

function verifyValue(value: string, secrets: CacheDeps['secrets']): Verdict {
  const envelope = parseEnvelope(value)
  if (!envelope) return 'none'
  const { session: copy, expiresAt, signature } = envelope
  if (typeof signature !== 'string') return 'forged'
  if (!secrets.isCookieSigned(JSON.stringify({ ...copy, expiresAt }), toBase64(signature))) return 'forged'
  if (!copy || expiresAt === undefined) return 'none'
  const { session, user } = copy
  return { copy: { ...copy, text: JSON.stringify({ session, user }) }, expiresAtMs: Math.min(expiresAt, Date.parse(session.expiresAt)) }
}

/**
 * The cached session in a cookie value. `none`: there is no copy, or it has expired, so the database must be read. `forged`: the
 * value has the form of a copy but no valid signature.
 */
export function decodeCachedSession(
  value: string | undefined,
  { secrets }: CacheDeps,
  now: Date,
): DecodedCachedSession | 'none' | 'forged' {
  if (!value || value.length > VALUE_MAX) return 'none'
  const verdict = verifierOf(secrets)(value)
  if (typeof verdict === 'string') return verdict
  return verdict.expiresAtMs <= now.getTime() ? 'none' : verdict.copy
}

function parseEnvelope(value: string): Envelope | undefined {
  try {
    const content: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    return typeof content === 'object' && content !== null ? content : undefined
  } catch {
    return undefined
  }
}

function toBase64Url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function toBase64(base64url: string): string {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')
}
