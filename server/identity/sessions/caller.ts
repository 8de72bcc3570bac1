import { unlessFull } from '#platform/database/full.ts'
import type { CallerSource } from '#platform/http/recognize.ts'
import type { NamedCookie } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { noteSeen } from './actions/note-seen.ts'
import { sessionCookies } from './cookies.ts'
import { type Credential, credentialOf } from './credential.ts'
import { lookUpTogether } from './look-up.ts'
import { livesOf, renewalOf } from './rules.ts'
import { fromSignedInRow, type SignedIn, type SignedInRow, saveExpiry, signedInReads } from './store.ts'

/** Looks a session and its person up by the digest of its token. */
export const lookUpSignedIn = lookUpTogether(signedInReads)

/**
 * Recognizes a person by session cookie or bearer token, in one statement; memberships are left out. For /api/auth. The copy in
 * the cookie is for get-session alone: whatever acts for a person asks the store.
 */
export const sessionCaller: CallerSource = {
  name: 'session',
  half: 'auth',
  recognize: async (request, platform, { now }) => {
    const credential = credentialOf(request, platform)
    if (!credential) return undefined
    const row = await lookUpSignedIn(platform.database, platform.secrets.digest(credential.token))
    const found = await signedInBy(platform, { credential, row, now })
    return found && { kind: 'user', via: credential.via, ...found, memberships: [], scopes: new Map() }
  },
}

/** What a lookup by a request's credential gave. */
export interface Lookup {
  readonly credential: Credential
  readonly row: SignedInRow | undefined
  readonly now: Date
}

/** A session with its person, and the cookies by which its browser hears that it was renewed. */
export interface Recognized extends SignedIn {
  readonly renewal?: readonly NamedCookie[]
}

/** The session and person of a lookup, unless it is over; renewed, in one more statement, where that is due. */
export async function signedInBy(platform: Platform, { credential, row, now }: Lookup): Promise<Recognized | undefined> {
  if (!row || row.expiresAt <= now) return undefined
  const found = fromSignedInRow(row, credential.token)
  noteSeen(platform, found.session.id, now)
  const after = await renewed(platform, found, now)
  if (!after || after === found || credential.via === 'bearer') return after
  return { ...after, renewal: sessionCookies({ ...after, now }, platform) }
}

/** The session with its end moved where that is due, in one more statement; nothing when it was ended meanwhile. */
export async function renewed(platform: Platform, found: SignedIn, now: Date): Promise<SignedIn | undefined> {
  const expiresAt = renewalOf(found.session, livesOf(platform.settings), now)
  if (!expiresAt) return found
  const saved = await unlessFull('full', () => saveExpiry(platform.database.db, found.session.id, expiresAt))
  // It is renewed once there is room to note it.
  if (saved === 'full') return found
  return saved ? { ...found, session: { ...found.session, expiresAt } } : undefined
}
