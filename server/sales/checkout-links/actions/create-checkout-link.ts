import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { newToken, prefixes } from '#kernel/token.ts'
import { findDiscount } from '#merchant/discounts/index.ts'
import { findPrice, findProducts } from '#merchant/products/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { withinLimit } from '#platform/resource/limit.ts'
import type { CheckoutLink, FullCheckoutLink } from '../model.ts'
import { create, type RequestedProducts } from '../rules.ts'
import { checkoutLinkLimit, checkoutLinks } from '../store.ts'
import { type checkoutLinkCreate, toLinkDraft } from '../wire.ts'

/** A new link and its organization. */
export interface CreateLinkInput {
  readonly organizationId: string
  readonly body: z.output<typeof checkoutLinkCreate>
}

/** Creates a checkout link within the limit. Reports all problems at once (422). */
export async function createCheckoutLink(tx: Tx, by: AuditContext, { organizationId, body }: CreateLinkInput): Promise<FullCheckoutLink> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const draft = toLinkDraft(body)
  const link = create(draft, {
    id: newId(now),
    organizationId,
    clientSecret: newToken(prefixes.checkoutLink),
    products: await findProducts(tx, [organizationId], await productIdsOf(tx, organizationId, draft.products)),
    discount: (draft.discountId && (await findDiscount(tx, organizationId, draft.discountId))) || null,
    now,
  })
  await withinLimit(platform, { limit: checkoutLinkLimit, owner: organizationId }, (organization_id) =>
    checkoutLinks.insert(tx, link, { organization_id }),
  )
  await auditLink(tx, by, { action: 'checkout_link.created', link })
  return link
}

/** Audits an action on a link. */
export function auditLink(
  tx: Tx,
  by: AuditContext,
  { action, link }: { readonly action: string; readonly link: CheckoutLink },
): Promise<void> {
  return recordAudit(tx, by, {
    action,
    organizationId: link.organizationId,
    target: { type: 'checkout_link', id: link.id },
    details: { label: link.label ?? '' },
  })
}

async function productIdsOf(tx: Tx, organizationId: string, { field, ids }: RequestedProducts): Promise<readonly string[]> {
  const [first] = ids
  if (field !== 'product_price_id' || first === undefined) return ids
  const price = await findPrice(tx, [organizationId], first)
  return price ? [price.productId] : []
}
