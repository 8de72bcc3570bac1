import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { benefitRefusals } from '../refusals.ts'
import { remove } from '../rules.ts'
import { lockBenefit, saveBenefit, takeFromProducts } from '../store.ts'
import { auditBenefit } from './create-benefit.ts'

/** Deletes a benefit, which no product has any longer; its row is kept. */
export async function deleteBenefit(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const benefit = (await lockBenefit(tx, tenants, id)) ?? refuse(benefitRefusals.ResourceNotFound)
  await saveBenefit(tx, remove(benefit, by.platform.clock.now(benefit)))
  await takeFromProducts(tx, benefit)
  await auditBenefit(tx, by, { action: 'benefit.deleted', benefit })
}
