import { present } from '#kernel/assert.ts'
import { findDiscount } from '#merchant/discounts/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { findProduct } from '#merchant/products/index.ts'
import type { PricedProduct } from '#merchant/products/model.ts'
import type { ChangeContext } from '#money/subscriptions/index.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'
import type { Database } from '#platform/database/database.ts'

/** What a change of a subscription is decided by. */
export interface ReadChange {
  readonly context: ChangeContext
  readonly full: FullSubscription
  readonly merchant: Merchant
  /** Undefined: the organization has no such product. */
  readonly target: PricedProduct | undefined
}

/** A change of a subscription to a product. */
interface ReadChangeInput {
  readonly full: FullSubscription
  readonly productId: string
  readonly now: Date
}

/** Reads what a change of a subscription to the product is decided by. */
export async function readChange(db: Database, { full, productId, now }: ReadChangeInput): Promise<ReadChange> {
  const { subscription } = full
  const { organizationId, priorDiscountId } = subscription
  const merchant = present(await findMerchant(db, [organizationId], organizationId), 'The merchant of a subscription')
  const target = productId === full.product.id ? full.product : await findProduct(db, [organizationId], productId)
  const prior = priorDiscountId === null ? undefined : await findDiscount(db, organizationId, priorDiscountId)
  const { product, prices, discount } = full
  const { subscriptionSettings: settings } = merchant
  return { context: { subscription, product, prices, discount, priorDiscount: prior ?? null, settings, now }, full, merchant, target }
}
