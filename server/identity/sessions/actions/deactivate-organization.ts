import type { Tx } from '#platform/database/database.ts'
import { clearActiveOrganization } from '../store.ts'
import { invalidateCachedSessions, type SessionChangeDeps } from './invalidate-cached-sessions.ts'

/** Clears an active organization in the sessions of one user, or of all users. */
export async function deactivateOrganization(
  tx: Tx,
  platform: SessionChangeDeps,
  { organizationId, userId }: { readonly organizationId: string; readonly userId?: string },
): Promise<void> {
  for (const sessionId of await clearActiveOrganization(tx, organizationId, userId)) invalidateCachedSessions(tx, platform, { sessionId })
}
