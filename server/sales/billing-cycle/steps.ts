// What happens to one due subscription. Pure.
import { appliesTo } from '#merchant/discounts/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { PricedProduct } from '#merchant/products/model.ts'
import { isBillable, type Subscription, type SubscriptionItem } from '#money/subscriptions/model.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'
import { type PeriodAmounts, type PeriodUsage, periodAmounts } from './orders.ts'

/** Whether the discount of a subscription is kept with another product (rule P9). */
export function keepsDiscount({ discount, subscription }: FullSubscription, product: PricedProduct): boolean {
  return discount !== null && appliesTo(discount, { productId: product.id, currency: subscription.currency })
}

/** A period of a subscription, and what it costs. */
export interface PeriodCost extends PeriodAmounts {
  readonly subscription: Subscription
}

/** What a period of a subscription is billed with besides its price. */
export interface BilledParts {
  /** Items that wait, also those of other subscriptions. */
  readonly waiting: readonly SubscriptionItem[]
  readonly usage: PeriodUsage
}

/** What the period that starts at `start` costs. */
export function periodCost(full: FullSubscription, { waiting, usage }: BilledParts, start: Date): PeriodCost {
  const { subscription, product, discount } = full
  const own = waiting.filter(({ subscriptionId }) => subscriptionId === subscription.id)
  return { subscription, ...periodAmounts({ subscription, product, discount, waiting: own, usage, start }) }
}

/** How long an order waits for a processor that is down; after that its attempt counts as failed, so that collection comes to an end. */
const OUTAGE_MS = 3 * 86_400_000

/** Whether another attempt takes the place of one that the processor never decided. */
export function isReplaced(subscription: Pick<Subscription, 'status'>, order: { readonly createdAt: Date }, now: Date): boolean {
  return isBillable(subscription) && now.getTime() - order.createdAt.getTime() < OUTAGE_MS
}

/** The settings of a merchant that decide about an overdue payment. */
export function dunningOf({ subscriptionSettings }: Pick<Merchant, 'subscriptionSettings'>) {
  const { dunningFinal: finalStatus, benefitRevocationGracePeriod: graceDays, emails } = subscriptionSettings
  return { finalStatus, graceDays, emails }
}
