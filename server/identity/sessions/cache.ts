import type { Platform } from '#platform/platform.ts'
import type { SignedInWire } from './wire.ts'

/** The longest value that browsers keep beside the cookie's name. */
const VALUE_MAX = 4093

/** What signing and judging a copy takes. */
export interface CacheGround {
  readonly settings: Pick<Platform['settings'], 'SESSION_COOKIE_CACHE_MAX_AGE'>
  readonly secrets: Pick<Platform['secrets'], 'signCookie' | 'isCookieSigned'>
}

/** A copy of a session and its person as get-session shows them, and when it was begun to be read from the store. */
export interface SessionCopy extends SignedInWire {
  /** Milliseconds since 1970, UTC: the arrival of the request that read it, so never later than the reading. */
  readonly madeAt: number
}

interface Envelope {
  readonly session?: SessionCopy
  readonly expiresAt?: number
  readonly signature?: string
}

/**
 * The value of the cookie that carries a copy: unpadded base64url of `{session, expiresAt, signature}`, the signature over the
 * JSON of the copy with `expiresAt` as its last key. Nothing where it would be longer than a cookie can be.
 */
export function sealedCopy(copy: SessionCopy, { settings, secrets }: CacheGround): string | undefined {
  const expiresAt = copy.madeAt + settings.SESSION_COOKIE_CACHE_MAX_AGE * 1000
  const signature = unpadded(secrets.signCookie(JSON.stringify({ ...copy, expiresAt })))
  const value = Buffer.from(JSON.stringify({ session: copy, expiresAt, signature })).toString('base64url')
  return value.length > VALUE_MAX ? undefined : value
}

/**
 * The copy that a cookie's value carries. `none`: there is no copy, or one whose time is over, and the store knows more.
 * `forged`: it has the form of one but not our signature.
 */
export function openedCopy(value: string | undefined, ground: CacheGround, now: Date): SessionCopy | 'none' | 'forged' {
  const envelope = value && value.length <= VALUE_MAX ? parsed(value) : undefined
  if (!envelope) return 'none'
  const { session: copy, expiresAt, signature } = envelope
  if (typeof signature !== 'string') return 'forged'
  if (!ground.secrets.isCookieSigned(JSON.stringify({ ...copy, expiresAt }), padded(signature))) return 'forged'
  if (!copy || expiresAt === undefined || expiresAt <= now.getTime() || Date.parse(copy.session.expiresAt) <= now.getTime()) return 'none'
  return copy
}

function parsed(value: string): Envelope | undefined {
  try {
    const content: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    return typeof content === 'object' && content !== null ? content : undefined
  } catch {
    return undefined
  }
}

function unpadded(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function padded(base64url: string): string {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')
}
