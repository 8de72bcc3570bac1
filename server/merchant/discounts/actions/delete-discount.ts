import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { discountRefusals } from '../refusals.ts'
import { remove } from '../rules.ts'
import { lockDiscount, saveDiscount } from '../store.ts'
import { auditDiscount } from './create-discount.ts'

/** Deletes a discount; purchases that have it keep it (rule G8). */
export async function deleteDiscount(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const discount = (await lockDiscount(tx, tenants, id)) ?? refuse(discountRefusals.ResourceNotFound)
  await saveDiscount(tx, remove(discount, by.platform.clock.now(discount)), { newCode: false })
  await auditDiscount(tx, by, { action: 'discount.deleted', discount })
}
