import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { handleOf, type Session, TOKEN_SEAL } from '../model.ts'
import { listSessionsOf } from '../store.ts'
import { recordedLastSeen } from './record-last-seen.ts'

/**
 * The sessions that the caller may revoke, with their tokens and the newest known time of use. An impersonating administrator
 * receives handles instead of tokens: with a token the administrator could act as the user without `impersonatedBy`.
 */
export async function listSessions(
  platform: Platform,
  { caller, now }: { readonly caller: UserCaller; readonly now: Date },
): Promise<Session[]> {
  const sessions = await listSessionsOf(platform.database.db, caller.user.id, now)
  const isImpersonated = caller.session.impersonatedBy !== null
  return sessions.map(({ sealedToken, ...session }) => {
    const seen = recordedLastSeen(platform, session.id)
    // A session whose token was sealed under a removed secret is still listed: the user can revoke it with the others.
    const lastSeenAt = seen && seen > session.lastSeenAt ? seen : session.lastSeenAt
    return {
      ...session,
      lastSeenAt,
      token: isImpersonated ? handleOf(session.id) : (platform.secrets.openOrNull(TOKEN_SEAL, sealedToken) ?? ''),
    }
  })
}
