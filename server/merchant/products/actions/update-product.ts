import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { PricedProduct } from '../model.ts'
import { productRefusals } from '../refusals.ts'
import { update } from '../rules.ts'
import { lockProduct, saveProduct } from '../store.ts'
import { type productUpdate, toProductChanges, toProductWire } from '../wire.ts'
import { draftContextOf, findNamedFields, findNamedMedias } from './create-product.ts'

/** The product, looked up in `tenants`, and its changes. */
export interface UpdateProductInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: z.output<typeof productUpdate>
}

/** Updates a product. Prices are never edited: omitted ones are archived and new ones created (rule C8). */
export async function updateProduct(tx: Tx, by: AuditContext, { tenants, id, body }: UpdateProductInput): Promise<PricedProduct> {
  const { platform } = by
  const product = (await lockProduct(tx, tenants, id)) ?? refuse(productRefusals.ResourceNotFound)
  const { organizationId } = product
  const now = platform.clock.now({ organizationId })
  const changes = toProductChanges(body, await draftContextOf(tx, organizationId, body))
  const customFields = await findNamedFields(tx, organizationId, changes.customFields)
  const medias = await findNamedMedias(tx, organizationId, changes.mediaIds)
  const { next, events, ...changed } = update(product, changes, { createId: () => newId(now), customFields, medias, now })
  if (next === product) return product
  await saveProduct(tx, platform, { product: next, ...changed })
  const payload = toProductWire(next, platform.settings.BASE_URL)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: id, payload, now })
  await recordAudit(tx, by, {
    action: next.isArchived && !product.isArchived ? 'product.archived' : 'product.updated',
    organizationId,
    target: { type: 'product', id },
    details: { name: next.name, changed_prices: changed.changedPrices.length },
  })
  return next
}
