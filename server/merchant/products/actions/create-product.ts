import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { findCustomFields } from '#merchant/custom-fields/index.ts'
import { findUploaded } from '#merchant/files/index.ts'
import { findDefaultCurrency } from '#merchant/merchants/index.ts'
import { DEFAULT_CURRENCY } from '#merchant/merchants/model.ts'
import { findMeterNames } from '#merchant/meters/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { PricedProduct } from '../model.ts'
import { create, type RequestedField } from '../rules.ts'
import { insertProduct } from '../store.ts'
import { type DraftContext, metersOf, type productCreate, type productUpdate, toProductDraft, toProductWire } from '../wire.ts'

/** A new product and its organization. */
export interface CreateProductInput {
  readonly organizationId: string
  readonly body: z.output<typeof productCreate>
}

/** Creates a product with its prices; a price without a currency takes the merchant's. Reports all problems at once (422). */
export async function createProduct(tx: Tx, by: AuditContext, { organizationId, body }: CreateProductInput): Promise<PricedProduct> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const draft = toProductDraft(body, await draftContextOf(tx, organizationId, body))
  const customFields = await findNamedFields(tx, organizationId, draft.customFields)
  const medias = await findNamedMedias(tx, organizationId, draft.mediaIds)
  const { next, events } = create(draft, { organizationId, createId: () => newId(now), customFields, medias, now })
  await insertProduct(tx, platform, next)
  const payload = toProductWire(next, platform.settings.BASE_URL)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: next.id, payload, now })
  await recordAudit(tx, by, {
    action: 'product.created',
    organizationId,
    target: { type: 'product', id: next.id },
    details: { name: next.name },
  })
  return next
}

/** The custom fields that a body names, by their ids; a body that names none costs no round trip. */
export function findNamedFields(tx: Tx, organizationId: string, requested: readonly RequestedField[] = []) {
  return findCustomFields(
    tx,
    organizationId,
    requested.map(({ id }) => id),
  )
}

/** The pictures that a body names, by their ids; a body that names none costs no round trip. */
export function findNamedMedias(tx: Tx, organizationId: string, ids: readonly string[] = []) {
  return findUploaded(tx, organizationId, { ids, service: 'product_media' })
}

/** What the new prices of a body take from their merchant: the currency is read only where a price names none, the meters where one does. */
export async function draftContextOf(
  tx: Tx,
  organizationId: string,
  body: Pick<z.output<typeof productUpdate>, 'prices'>,
): Promise<DraftContext> {
  const needsCurrency = body.prices?.some((price) => !('id' in price) && !('price_currency' in price && price.price_currency)) ?? false
  const currency = needsCurrency ? await findDefaultCurrency(tx, organizationId) : DEFAULT_CURRENCY
  return { currency, meterNames: await findMeterNames(tx, organizationId, metersOf(body)) }
}
