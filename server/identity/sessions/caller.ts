import { unlessFull } from '#platform/database/disk-full.ts'
import type { CallerSource } from '#platform/http/recognize.ts'
import type { Platform } from '#platform/platform.ts'
import type { NamedCookie } from '#platform/request/cookie.ts'
import { recordLastSeen } from './actions/record-last-seen.ts'
import { batchLookups } from './batched-lookup.ts'
import { sessionCookies } from './cookies.ts'
import { type Credential, credentialOf } from './credential.ts'
import { lifetimesOf, renewalOf } from './rules.ts'
import { fromSessionWithUserRow, type SessionWithUser, type SessionWithUserRow, saveExpiry, sessionWithUserReads } from './store.ts'

/** Finds a session and its user by the digest of the session token. */
export const loadSessionWithUser = batchLookups(sessionWithUserReads)

/**
 * Recognizes a user by session cookie or bearer token, in one statement, without memberships. For /api/auth. Only get-session uses
 * the cached session in the cookie: every other operation reads the database.
 */
export const sessionCaller: CallerSource = {
  name: 'session',
  api: 'auth',
  recognize: async (request, platform, { now }) => {
    const credential = credentialOf(request, platform)
    if (!credential) return undefined
    const row = await loadSessionWithUser(platform.database, platform.secrets.digest(credential.token))
    const found = await resolveSession(platform, { credential, row, now })
    return found && { kind: 'user', via: credential.via, ...found, scopes: new Map() }
  },
}

/** The result of looking up a request's credential. */
export interface SessionLookup {
  readonly credential: Credential
  readonly row: SessionWithUserRow | undefined
  readonly now: Date
}

/** A session with its user, and the cookies to send when the session was renewed. */
export interface ResolvedSession extends SessionWithUser {
  readonly renewal?: readonly NamedCookie[]
}

/** The session and user of a lookup; undefined when the session has expired. Renews a due session, in one more statement. */
export async function resolveSession(platform: Platform, { credential, row, now }: SessionLookup): Promise<ResolvedSession | undefined> {
  if (!row || row.expiresAt <= now) return undefined
  const found = fromSessionWithUserRow(row, credential.token)
  recordLastSeen(platform, found.session.id, now)
  const current = await renewSession(platform, found, now)
  if (!current || current === found || credential.via === 'bearer') return current
  return { ...current, renewal: sessionCookies({ ...current, now }, platform) }
}

/** Extends the expiry when renewal is due, in one more statement. Undefined when the session was revoked meanwhile. */
export async function renewSession(platform: Platform, found: SessionWithUser, now: Date): Promise<SessionWithUser | undefined> {
  const expiresAt = renewalOf(found.session, lifetimesOf(platform.settings), now)
  if (!expiresAt) return found
  const saved = await unlessFull('full', () => saveExpiry(platform.database.db, found.session.id, expiresAt))
  // A later request renews the session once the disk has space again.
  if (saved === 'full') return found
  return saved ? { ...found, session: { ...found.session, expiresAt } } : undefined
}
