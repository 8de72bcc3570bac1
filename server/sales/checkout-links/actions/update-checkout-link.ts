import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { findDiscount } from '#merchant/discounts/index.ts'
import { findProducts } from '#merchant/products/index.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { checkoutLinkRefusals } from '../refusals.ts'
import { update } from '../rules.ts'
import { checkoutLinks } from '../store.ts'
import { type checkoutLinkUpdate, toLinkChanges } from '../wire.ts'
import { auditLink } from './create-checkout-link.ts'

/** The link, looked up in `tenants`, and its changes. */
export interface UpdateLinkInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: z.output<typeof checkoutLinkUpdate>
}

/** Updates a checkout link. Checkouts that were opened by it stay as they are. */
export async function updateCheckoutLink(tx: Tx, by: AuditContext, { tenants, id, body }: UpdateLinkInput): Promise<void> {
  const link = (await checkoutLinks.lock(tx, tenants, id)) ?? refuse(checkoutLinkRefusals.ResourceNotFound)
  const changes = toLinkChanges(body)
  const products = changes.productIds ? await findProducts(tx, [link.organizationId], changes.productIds) : []
  const discount = (changes.discountId && (await findDiscount(tx, link.organizationId, changes.discountId))) || null
  const next = update(link, changes, { products, discount, now: by.platform.clock.now(link) })
  if (next === link) return
  await checkoutLinks.save(tx, next)
  await auditLink(tx, by, { action: 'checkout_link.updated', link: next })
}
