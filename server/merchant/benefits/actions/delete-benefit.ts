import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { benefitRefusals } from '../refusals.ts'
import { remove } from '../rules.ts'
import { lockBenefit, saveBenefit, takeFromProducts } from '../store.ts'
import { auditBenefit } from './create-benefit.ts'

/** Deletes a benefit, which no product has any longer; its grants are revoked after it, and its row is kept. */
export async function deleteBenefit(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const benefit = (await lockBenefit(tx, tenants, id)) ?? refuse(benefitRefusals.ResourceNotFound)
  const { platform } = by
  const { organizationId } = benefit
  const now = platform.clock.now({ organizationId })
  await saveBenefit(tx, remove(benefit, now))
  await takeFromProducts(tx, benefit)
  const payload = { organization_id: organizationId, benefit_id: id }
  await emit(tx, platform, { name: 'benefit.deleted', organizationId, resourceId: id, payload, now })
  await auditBenefit(tx, by, { action: 'benefit.deleted', benefit })
}
