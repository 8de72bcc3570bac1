import { present } from '#kernel/assert.ts'
import { findDiscount } from '#merchant/catalogue/discounts/index.ts'
import { findProduct } from '#merchant/catalogue/products/index.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { fundingOf } from '#money/billing/orders/index.ts'
import type { ChangeContext } from '#money/billing/subscriptions/index.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import type { Database } from '#platform/database/database.ts'
import { isTaxed, waitingLine } from '../orders.ts'
import { type PeriodFunds, readPeriodFunds } from '../reads.ts'

/** The values by which a change of a subscription is decided. */
export interface ReadChange {
  readonly context: ChangeContext
  readonly full: FullSubscription
  readonly merchant: Merchant
  /** The orders that have paid the present period, and the items that wait. */
  readonly funds: PeriodFunds
  /** Undefined: the organization has no such product. */
  readonly target: PricedProduct | undefined
}

/** A change of a subscription to a product. */
interface ReadChangeInput {
  readonly full: FullSubscription
  readonly productId: string
  /** Whether the orders of the period are locked until the transaction ends. */
  readonly isLocked: boolean
  readonly now: Date
}

/** Reads what a change of a subscription to the product is decided by. */
export async function readChange(db: Database, { full, productId, isLocked, now }: ReadChangeInput): Promise<ReadChange> {
  const { subscription } = full
  const { organizationId, priorDiscountId } = subscription
  const merchant = present(await findMerchant(db, [organizationId], organizationId), 'The merchant of a subscription')
  const target = productId === full.product.id ? full.product : await findProduct(db, [organizationId], productId)
  const prior = priorDiscountId === null ? undefined : await findDiscount(db, organizationId, priorDiscountId)
  const funds = await readPeriodFunds(db, subscription, { isLocked })
  const { product, prices, discount } = full
  const { subscriptionSettings: settings } = merchant
  const isTaxedByLine = isTaxed(merchant, full.customer)
  const waiting = funds.waiting.filter(({ isUsage }) => !isUsage).map((item) => waitingLine(item, isTaxedByLine))
  const money = { funding: funds.orders.map(fundingOf), waiting, isTaxed: isTaxedByLine }
  const context = { subscription, product, prices, discount, priorDiscount: prior ?? null, settings, ...money, now }
  return { context, full, merchant, funds, target }
}
