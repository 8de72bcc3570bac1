import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { tokenRefusals } from '../refusals.ts'
import { deleteToken } from '../store.ts'
import { auditToken, type ByPerson } from './make-token.ts'

/** Ends a token: the next request that bears it is refused. */
export async function revokeToken(
  tx: Tx,
  by: ByPerson,
  which: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const token = (await deleteToken(tx, which.tenants, which.id)) ?? refuse(tokenRefusals.ResourceNotFound)
  await auditToken(tx, by, { action: 'organization_access_token.deleted', token })
}
