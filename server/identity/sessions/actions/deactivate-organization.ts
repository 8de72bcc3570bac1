import type { Tx } from '#platform/database/database.ts'
import { clearActiveOrganization } from '../store.ts'
import { type ChangeGround, noteChanged } from './note-changed.ts'

/** Takes an organization out of the sessions of a person, or of everybody, in which it is the active one. */
export async function deactivateOrganization(
  tx: Tx,
  platform: ChangeGround,
  { organizationId, userId }: { readonly organizationId: string; readonly userId?: string },
): Promise<void> {
  for (const sessionId of await clearActiveOrganization(tx, organizationId, userId)) noteChanged(tx, platform, { sessionId })
}
