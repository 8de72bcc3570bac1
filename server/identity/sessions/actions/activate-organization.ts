import type { Tx } from '#platform/database/database.ts'
import { saveActiveOrganization } from '../store.ts'
import { invalidateCachedSessions, type SessionChangeDeps } from './invalidate-cached-sessions.ts'

/** Sets or clears the session's active organization. The organization must exist. */
export async function activateOrganization(
  tx: Tx,
  platform: SessionChangeDeps,
  { sessionId, organizationId }: { readonly sessionId: string; readonly organizationId: string | null },
): Promise<void> {
  await saveActiveOrganization(tx, sessionId, organizationId)
  invalidateCachedSessions(tx, platform, { sessionId })
}
