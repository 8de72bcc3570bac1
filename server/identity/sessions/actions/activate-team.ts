import type { Tx } from '#platform/database/database.ts'
import { clearActiveTeam, saveActiveTeam } from '../store.ts'
import { invalidateCachedSessions, type SessionChangeDeps } from './invalidate-cached-sessions.ts'

/** Sets or clears the session's active team, a team of its active organization. */
export async function activateTeam(
  tx: Tx,
  platform: SessionChangeDeps,
  { sessionId, teamId }: { readonly sessionId: string; readonly teamId: string | null },
): Promise<void> {
  await saveActiveTeam(tx, sessionId, teamId)
  invalidateCachedSessions(tx, platform, { sessionId })
}

/** Clears an active team in the sessions of one user, or of all users. */
export async function deactivateTeam(
  tx: Tx,
  platform: SessionChangeDeps,
  { teamId, userId }: { readonly teamId: string; readonly userId?: string },
): Promise<void> {
  for (const sessionId of await clearActiveTeam(tx, teamId, userId)) invalidateCachedSessions(tx, platform, { sessionId })
}
