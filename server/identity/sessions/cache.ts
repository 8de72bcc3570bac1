import { memoize } from '#kernel/memoize.ts'
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

/** A copy that a cookie carried. */
export interface OpenedCopy extends SessionCopy {
  /** The JSON of session and person, as get-session answers it. */
  readonly text: string
}

interface Envelope {
  readonly session?: SessionCopy
  readonly expiresAt?: number
  readonly signature?: string
}

/**
 * The value of the cookie that carries a copy of what get-session answers, given as its JSON and when it was begun to be read
 * (milliseconds since 1970): unpadded base64url of `{session, expiresAt, signature}`, the signature over the JSON of the copy with
 * `expiresAt` as its last key. Nothing where it would be longer than a cookie can be.
 */
export function sealedCopy(signedIn: string, madeAt: number, { settings, secrets }: CacheGround): string | undefined {
  const expiresAt = madeAt + settings.SESSION_COOKIE_CACHE_MAX_AGE * 1000
  const text = `${signedIn.slice(0, -1)},"madeAt":${madeAt}}`
  const signature = unpadded(secrets.signCookie(`${text.slice(0, -1)},"expiresAt":${expiresAt}}`))
  const value = Buffer.from(`{"session":${text},"expiresAt":${expiresAt},"signature":"${signature}"}`).toString('base64url')
  return value.length > VALUE_MAX ? undefined : value
}

/** A copy whose signature is ours, and until when it and its session are good, in milliseconds since 1970. */
interface Signed {
  readonly copy: OpenedCopy
  readonly endsAt: number
}

type Judged = Signed | 'none' | 'forged'

/** Copies that were found to be signed here, kept in mind at most: a browser shows the same one at every look for a minute. */
const JUDGED_MAX = 2000
const judges = new WeakMap<CacheGround['secrets'], (value: string) => Judged>()

function judgeOf(secrets: CacheGround['secrets']): (value: string) => Judged {
  const judge =
    judges.get(secrets) ??
    memoize<Judged>(
      JUDGED_MAX,
      (value) => judged(value, secrets),
      (made) => typeof made !== 'string',
    )
  judges.set(secrets, judge)
  return judge
}

function judged(value: string, secrets: CacheGround['secrets']): Judged {
  const envelope = parsed(value)
  if (!envelope) return 'none'
  const { session: copy, expiresAt, signature } = envelope
  if (typeof signature !== 'string') return 'forged'
  if (!secrets.isCookieSigned(JSON.stringify({ ...copy, expiresAt }), padded(signature))) return 'forged'
  if (!copy || expiresAt === undefined) return 'none'
  const { session, user } = copy
  return { copy: { ...copy, text: JSON.stringify({ session, user }) }, endsAt: Math.min(expiresAt, Date.parse(session.expiresAt)) }
}

/**
 * The copy that a cookie's value carries. `none`: there is no copy, or one whose time is over, and the store knows more.
 * `forged`: it has the form of one but not our signature.
 */
export function openedCopy(value: string | undefined, { secrets }: CacheGround, now: Date): OpenedCopy | 'none' | 'forged' {
  if (!value || value.length > VALUE_MAX) return 'none'
  const found = judgeOf(secrets)(value)
  if (typeof found === 'string') return found
  return found.endsAt <= now.getTime() ? 'none' : found.copy
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
