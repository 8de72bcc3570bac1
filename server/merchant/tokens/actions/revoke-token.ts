import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { auditChange } from '#platform/resource/object-audit.ts'
import { tokenAudit } from '../model.ts'
import { tokenRefusals } from '../refusals.ts'
import { deleteToken } from '../store.ts'
import type { UserAuditContext } from './create-token.ts'

/** Revokes a token: the next request with it is refused. */
export async function revokeToken(
  tx: Tx,
  by: UserAuditContext,
  target: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const token = (await deleteToken(tx, target.tenants, target.id)) ?? refuse(tokenRefusals.ResourceNotFound)
  await auditChange(tx, by, { audit: tokenAudit, action: 'organization_access_token.deleted', model: token })
}
