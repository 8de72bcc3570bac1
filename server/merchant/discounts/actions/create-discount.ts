import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { findDefaultCurrency } from '#merchant/merchants/index.ts'
import { DEFAULT_CURRENCY } from '#merchant/merchants/model.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Discount, type FullDiscount, statusOf } from '../model.ts'
import { readNamed } from '../reads.ts'
import { create } from '../rules.ts'
import { insertDiscount } from '../store.ts'
import { type discountCreate, toDiscountDraft } from '../wire.ts'

/** A new discount and its organization. */
export interface CreateDiscountInput {
  readonly organizationId: string
  readonly body: z.output<typeof discountCreate>
}

/** Creates a discount within the limit; an amount without a currency takes the merchant's. Reports all problems at once (422). */
export async function createDiscount(tx: Tx, by: AuditContext, { organizationId, body }: CreateDiscountInput): Promise<FullDiscount> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const needsCurrency = body.amount != null && body.currency == null
  const draft = toDiscountDraft(body, needsCurrency ? await findDefaultCurrency(tx, organizationId) : DEFAULT_CURRENCY)
  const named = await readNamed(tx, organizationId, { ...draft, id: null })
  const discount = create(draft, { ...named, id: newId(now), organizationId, now })
  await insertDiscount(tx, platform, discount)
  await auditDiscount(tx, by, { action: 'discount.created', discount })
  return { discount, products: named.products, status: statusOf(discount, now) }
}

/** Audits an action on a discount. */
export function auditDiscount(
  tx: Tx,
  by: AuditContext,
  { action, discount }: { readonly action: string; readonly discount: Discount },
): Promise<void> {
  return recordAudit(tx, by, {
    action,
    organizationId: discount.organizationId,
    target: { type: 'discount', id: discount.id },
    details: { name: discount.name, ...(discount.code !== null && { code: discount.code }) },
  })
}
