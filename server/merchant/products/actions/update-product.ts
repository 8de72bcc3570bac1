import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { findDefaultCurrency } from '#merchant/merchants/index.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { PricedProduct } from '../model.ts'
import { productRefusals } from '../refusals.ts'
import { updateProduct } from '../rules.ts'
import { lockProduct, saveProduct } from '../store.ts'
import { type productUpdate, toProductChanges, toProductWire } from '../wire.ts'

/** Which product is to change, looked for in the organizations where the caller may, and how. */
export interface ChangedProduct {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: z.output<typeof productUpdate>
}

/** Changes a product. Its prices are never edited: those left out are archived and new ones made (rule C8). */
export async function changeProduct(tx: Tx, by: AuditContext, { tenants, id, body }: ChangedProduct): Promise<PricedProduct> {
  const { platform, now } = by
  const product = (await lockProduct(tx, tenants, id)) ?? refuse(productRefusals.ResourceNotFound)
  const { organizationId } = product
  const changes = toProductChanges(body, await findDefaultCurrency(tx, organizationId))
  const { next, events, changedPrices } = updateProduct(product, changes, { makeId: () => newId(now), now })
  await saveProduct(tx, next, changedPrices)
  const payload = toProductWire(next)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: id, payload, now })
  await auditBy(tx, by, {
    action: next.isArchived && !product.isArchived ? 'product.archived' : 'product.updated',
    organizationId,
    target: { type: 'product', id },
    details: { name: next.name, changed_prices: changedPrices.length },
  })
  return next
}
