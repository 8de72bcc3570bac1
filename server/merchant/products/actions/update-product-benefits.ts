import { refuse } from '#kernel/refusal.ts'
import { findBenefits, replaceProductBenefits } from '#merchant/benefits/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { PricedProduct } from '../model.ts'
import { productRefusals } from '../refusals.ts'
import { replaceBenefits } from '../rules.ts'
import { lockProduct, saveProductRow } from '../store.ts'
import { toProductWire } from '../wire.ts'

/** The product, looked up in `tenants`, and the benefits that it has next, in this order. */
export interface UpdateProductBenefitsInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly benefitIds: readonly string[]
}

/** Replaces the benefits of a product (the contract, section 4). */
export async function updateProductBenefits(tx: Tx, by: AuditContext, input: UpdateProductBenefitsInput): Promise<PricedProduct> {
  const { platform } = by
  const product = (await lockProduct(tx, input.tenants, input.id)) ?? refuse(productRefusals.ResourceNotFound)
  const { organizationId, id } = product
  const now = platform.clock.now({ organizationId })
  const found = await findBenefits(tx, organizationId, input.benefitIds)
  const { next, events } = replaceBenefits(product, input.benefitIds, { found, now })
  if (next === product) return product
  await saveProductRow(tx, next)
  await replaceProductBenefits(tx, next, next.benefits)
  const payload = toProductWire(next, platform.settings.BASE_URL)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: id, payload, now })
  const changed = { organization_id: organizationId, product_id: id }
  await emit(tx, platform, { name: 'product.benefits_changed', organizationId, resourceId: id, payload: changed, now })
  const details = { name: next.name, benefits: next.benefits.length }
  await recordAudit(tx, by, { action: 'product.updated', organizationId, target: { type: 'product', id }, details })
  return next
}
