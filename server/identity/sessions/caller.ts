import { unlessFull } from '#platform/database/full.ts'
import type { CallerSource } from '#platform/http/recognize.ts'
import type { Platform } from '#platform/platform.ts'
import { type Credential, credentialOf } from './credential.ts'
import { livesOf, usageOf } from './rules.ts'
import { findSignedIn, fromSignedInRow, type SignedIn, type SignedInRow, saveUse } from './store.ts'

/** Recognizes a person by session cookie or bearer token, in one statement; memberships are left out. For /api/auth. */
export const sessionCaller: CallerSource = {
  name: 'session',
  half: 'auth',
  recognize: async (request, platform, { now }) => {
    const credential = credentialOf(request, platform)
    if (!credential) return undefined
    const row = await findSignedIn(platform.database.db, platform.secrets.digest(credential.token))
    const found = await signedInBy(platform, { credential, row, now })
    return found && { kind: 'person', via: credential.via, ...found, memberships: [], scopes: new Map() }
  },
}

/** What a lookup by a request's credential gave. */
export interface Lookup {
  readonly credential: Credential
  readonly row: SignedInRow | undefined
  readonly now: Date
}

/**
 * The session and person of a lookup, unless it is over. A bearer's session is renewed here when that is due: a browser's is
 * renewed by get-session alone, where its cookie is sent again.
 */
export async function signedInBy(platform: Platform, { credential, row, now }: Lookup): Promise<SignedIn | undefined> {
  if (!row || row.expiresAt <= now) return undefined
  const found = fromSignedInRow(row, credential.token)
  const use = credential.via === 'bearer' ? usageOf(found.session, livesOf(platform.settings), now) : undefined
  if (!use) return found
  const saved = await unlessFull('full', () => platform.database.transaction((tx) => saveUse(tx, found.session.id, use)))
  if (saved === 'full') return found
  return saved ? { ...found, session: { ...found.session, expiresAt: use.expiresAt, lastSeenAt: use.lastSeenAt } } : undefined
}
