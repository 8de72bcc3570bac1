import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { saveTerms, type TermChanges } from '../store.ts'

/** Saves the terms of an organization for an administrator. The audit log says which have changed, and not the account itself. */
export async function updateTerms(
  tx: Tx,
  by: AuditContext,
  { organizationId, terms }: { readonly organizationId: string; readonly terms: TermChanges },
): Promise<void> {
  await saveTerms(tx, organizationId, { terms, now: by.platform.clock.now({ organizationId }) })
  const { feeBasisPoints, feeFixed, payoutAccount } = terms
  await recordAudit(tx, by, {
    action: 'payout_terms.updated',
    organizationId,
    target: { type: 'organization', id: organizationId },
    details: {
      ...(feeBasisPoints !== undefined && { fee_basis_points: feeBasisPoints }),
      ...(feeFixed !== undefined && { fee_fixed: feeFixed }),
      ...(payoutAccount !== undefined && { has_payout_account: payoutAccount !== null }),
    },
  })
}
