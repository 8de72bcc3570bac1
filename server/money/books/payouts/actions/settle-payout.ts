import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { payoutRefusals } from '../refusals.ts'
import { type PayoutToRecord, recordPayout } from './record-payout.ts'

/** Records a payout for an administrator, with an entry of the audit log of its organization. Refuses what `recordPayout` does not record. */
export async function settlePayout(tx: Tx, by: AuditContext, payout: PayoutToRecord): Promise<number> {
  const outcome = await recordPayout(tx, by.platform, payout)
  if (outcome.kind === 'no_account') return refuse(payoutRefusals.noPayoutAccount)
  if (outcome.kind === 'repeated') return refuse(payoutRefusals.referenceIsUsed)
  if (outcome.kind === 'too_small') return refuse(payoutRefusals.balanceIsTooSmall)
  const { organizationId, currency, reference } = payout
  await recordAudit(tx, by, {
    action: 'payout.recorded',
    organizationId,
    target: { type: 'organization', id: organizationId },
    details: { amount: outcome.amount, currency, reference },
  })
  return outcome.amount
}
