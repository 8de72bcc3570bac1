import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { findDefaultCurrency } from '#merchant/merchants/index.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { PricedProduct } from '../model.ts'
import { createProduct } from '../rules.ts'
import { insertProduct } from '../store.ts'
import { type productCreate, toProductDraft, toProductWire } from '../wire.ts'

/** What is to be sold, and by whom. */
export interface NewProduct {
  readonly organizationId: string
  readonly body: z.output<typeof productCreate>
}

/** Puts a product with its prices up for sale; a price that names no currency has the merchant's. Faults are 422, all at once. */
export async function createNewProduct(tx: Tx, by: AuditContext, { organizationId, body }: NewProduct): Promise<PricedProduct> {
  const { platform, now } = by
  const draft = toProductDraft(body, await findDefaultCurrency(tx, organizationId))
  const { next, events } = createProduct(draft, { organizationId, makeId: () => newId(now), now })
  await insertProduct(tx, next)
  const payload = toProductWire(next)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: next.id, payload, now })
  await auditBy(tx, by, {
    action: 'product.created',
    organizationId,
    target: { type: 'product', id: next.id },
    details: { name: next.name },
  })
  return next
}
