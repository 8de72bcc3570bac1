import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { checkoutLinkRefusals } from '../refusals.ts'
import { deleteLink } from '../store.ts'
import { auditLink } from './create-checkout-link.ts'

/** Deletes a link: its address leads nowhere. Checkouts that were opened by it stay. */
export async function deleteCheckoutLink(
  tx: Tx,
  by: AuditContext,
  target: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const link = (await deleteLink(tx, target.tenants, target.id)) ?? refuse(checkoutLinkRefusals.ResourceNotFound)
  await auditLink(tx, by, { action: 'checkout_link.deleted', link })
}
