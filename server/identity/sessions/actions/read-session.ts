import { unlessFull } from '#platform/database/disk-full.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import type { CachedSession } from '../cache.ts'
import { loadSessionWithUser, renewSession } from '../caller.ts'
import { type Cookie, cacheCookies, cachedSessionOf, clearedCacheCookie, clearedCookies, cookieNames, sessionCookies } from '../cookies.ts'
import { type Credential, credentialOf } from '../credential.ts'
import { deleteIfExpired, fromSessionWithUserRow, type SessionWithUser } from '../store.ts'
import { type SessionWithUserWire, toSessionWithUserWire } from '../wire.ts'
import { changeTrackerOf } from './invalidate-cached-sessions.ts'
import { recordLastSeen } from './record-last-seen.ts'

/** The response of get-session, and the cookies to send with it. */
export interface ReadSessionResult {
  readonly body: SessionWithUserWire | null
  /** The JSON of `body`. */
  readonly text: string
  readonly cookies: readonly Cookie[]
}

/** The request to read the session of, and what reading may do. */
export interface ReadSessionInput {
  readonly request: Pick<RequestInfo, 'headers' | 'cookies'>
  readonly mayRenew: boolean
  /** Whether the cached session in the cookie may be used instead of the database. */
  readonly mayUseCache: boolean
  readonly now: Date
}

/**
 * Reads the session of a request: from the cookie cache while that is certain to be current, otherwise in one statement, or two if
 * the session is renewed. An expired session is deleted. The cookies of an unknown or expired session are cleared, and so is a
 * cached session with an invalid signature. Bearer requests have no cache and receive no cookies.
 */
export async function readSession(platform: Platform, input: ReadSessionInput): Promise<ReadSessionResult> {
  const { request, now } = input
  const credential = credentialOf(request, platform)
  if (!credential) return noSession([])
  const isBrowser = credential.via === 'cookie'
  if (isBrowser) changeTrackerOf(platform).readClock()
  const cached = isBrowser && input.mayUseCache ? cachedSessionOf(request.cookies, platform, now) : 'none'
  if (cached === 'forged') return noSession([clearedCacheCookie(platform)])
  if (cached !== 'none' && isCurrent(platform, cached, credential)) {
    recordLastSeen(platform, cached.session.id, now)
    return { body: { session: cached.session, user: cached.user }, text: cached.text, cookies: [] }
  }
  const stored = await readStored(platform, { credential, ...input })
  if (!stored) return noSession(isBrowser ? clearedCookies(platform) : [])
  const body = toSessionWithUserWire(stored)
  const text = JSON.stringify(body)
  return { body, text, cookies: isBrowser ? cookiesOf(platform, { stored, text }, input) : [] }
}

function noSession(cookies: readonly Cookie[]): ReadSessionResult {
  return { body: null, text: 'null', cookies }
}

// A cached session must belong to the session whose signed token the browser sent.
function isCurrent(platform: Platform, { session, madeAt }: CachedSession, { token }: Credential): boolean {
  return session.token === token && changeTrackerOf(platform).isCurrent({ userId: session.userId, sessionId: session.id, madeAt })
}

interface StoredSession extends SessionWithUser {
  readonly isRenewed: boolean
}

async function readStored(
  platform: Platform,
  { credential, mayRenew, now }: Pick<ReadSessionInput, 'mayRenew' | 'now'> & { readonly credential: Credential },
): Promise<StoredSession | undefined> {
  const { database, secrets } = platform
  const row = await loadSessionWithUser(database, secrets.digest(credential.token))
  if (!row) return undefined
  if (row.expiresAt <= now) {
    await unlessFull(undefined, () => deleteIfExpired(database.db, row.id, now))
    return undefined
  }
  recordLastSeen(platform, row.id, now)
  const before = fromSessionWithUserRow(row, credential.token)
  const after = mayRenew ? await renewSession(platform, before, now) : before
  return after && { ...after, isRenewed: after !== before }
}

interface ReadStoredSession {
  readonly stored: StoredSession
  readonly text: string
}

function cookiesOf(platform: Platform, { stored, text }: ReadStoredSession, { request, now }: ReadSessionInput): Cookie[] {
  const snapshot = { ...stored, now }
  const cache = cacheCookies(snapshot, platform, text)
  // An older cached session must not stay in the browser when no new one can be created.
  const cleared = cache.length === 0 && request.cookies.has(cookieNames(platform).cache) ? [clearedCacheCookie(platform)] : []
  return [...(stored.isRenewed ? sessionCookies(snapshot, platform, cache) : cache), ...cleared]
}
