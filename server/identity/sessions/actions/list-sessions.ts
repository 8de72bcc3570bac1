import type { Platform } from '#platform/platform.ts'
import { type Session, TOKEN_SEAL } from '../model.ts'
import { listSessionsOf } from '../store.ts'
import { seenAt } from './note-seen.ts'

/** The sessions that a person may end, with their tokens; when each was last seen is the newest that is known. */
export async function listSessions(
  platform: Platform,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<Session[]> {
  const listed = await listSessionsOf(platform.database.db, userId, now)
  return listed.map(({ sealedToken, ...session }) => {
    const seen = seenAt(platform, session.id)
    const lastSeenAt = seen && seen > session.lastSeenAt ? seen : session.lastSeenAt
    return { ...session, lastSeenAt, token: openedToken(platform, sealedToken) }
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
