import type { Tx } from '#platform/database/database.ts'
import { saveActiveOrganization } from '../store.ts'
import { type ChangeGround, noteChanged } from './note-changed.ts'

/** Makes an organization the session's active one, or none. The new organization must exist. */
export async function activateOrganization(
  tx: Tx,
  platform: ChangeGround,
  { sessionId, organizationId }: { readonly sessionId: string; readonly organizationId: string | null },
): Promise<void> {
  await saveActiveOrganization(tx, sessionId, organizationId)
  noteChanged(tx, platform, { sessionId })
}
