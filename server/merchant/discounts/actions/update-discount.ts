import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { type FullDiscount, statusOf } from '../model.ts'
import { readNamed } from '../reads.ts'
import { discountRefusals } from '../refusals.ts'
import { update } from '../rules.ts'
import { lockDiscount, saveDiscount } from '../store.ts'
import { type discountUpdate, toDiscountChanges } from '../wire.ts'
import { auditDiscount } from './create-discount.ts'

/** The discount, looked up in `tenants`, and its changes. */
export interface UpdateDiscountInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: z.output<typeof discountUpdate>
}

/** Updates a discount. Reports all problems at once (422). */
export async function updateDiscount(tx: Tx, by: AuditContext, { tenants, id, body }: UpdateDiscountInput): Promise<FullDiscount> {
  const discount = (await lockDiscount(tx, tenants, id)) ?? refuse(discountRefusals.ResourceNotFound)
  const { organizationId } = discount
  const changes = toDiscountChanges(body)
  const named = await readNamed(tx, organizationId, {
    productIds: changes.productIds ?? discount.productIds,
    code: changes.code ?? null,
    id,
  })
  const now = by.platform.clock.now(discount)
  const next = update(discount, changes, { ...named, now })
  if (next === discount) return { discount, products: named.products, status: statusOf(discount, now) }
  await saveDiscount(tx, next, { newCode: next.code !== discount.code })
  await auditDiscount(tx, by, { action: 'discount.updated', discount: next })
  return { discount: next, products: named.products, status: statusOf(next, now) }
}
