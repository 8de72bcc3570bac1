import type { UserCaller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { handleOf, type Session, TOKEN_SEAL } from '../model.ts'
import { listSessionsOf } from '../store.ts'
import { seenAt } from './note-seen.ts'

/**
 * The sessions that a person may end, with their tokens; when each was last seen is the newest that is known. Whoever has borrowed
 * the session in which they ask is shown handles instead: a token would let them act without being marked.
 */
export async function listSessions(
  platform: Platform,
  { caller, now }: { readonly caller: UserCaller; readonly now: Date },
): Promise<Session[]> {
  const listed = await listSessionsOf(platform.database.db, caller.user.id, now)
  const isBorrowed = caller.session.impersonatedBy !== null
  return listed.map(({ sealedToken, ...session }) => {
    const seen = seenAt(platform, session.id)
    const lastSeenAt = seen && seen > session.lastSeenAt ? seen : session.lastSeenAt
    return { ...session, lastSeenAt, token: isBorrowed ? handleOf(session.id) : openedToken(platform, sealedToken) }
  })
}

// One that was sealed under a secret that is not known any more is still shown: it can be ended with the others.
function openedToken({ secrets }: Platform, sealed: string): string {
  try {
    return secrets.open(TOKEN_SEAL, sealed)
  } catch {
    return ''
  }
}
