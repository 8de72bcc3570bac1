import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { linkedAccountRefusals } from '../refusals.ts'
import { deleteStoredConnection } from '../store.ts'

/** Deletes a connection; benefits keep what they name with it. */
export async function deleteConnection(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const deleted = (await deleteStoredConnection(tx, tenants, id)) ?? refuse(linkedAccountRefusals.ResourceNotFound)
  const { organizationId, provider, accountName: name } = deleted
  const target = { type: 'organization', id: organizationId } as const
  await recordAudit(tx, by, { action: 'connection.deleted', organizationId, target, details: { name, provider } })
}
