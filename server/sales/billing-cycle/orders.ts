// What the order of a period holds. Pure.
import { sum } from '#kernel/money.ts'
import { amountOff, type Discount, reducedPeriods } from '#merchant/discounts/model.ts'
import type { PricedProduct } from '#merchant/products/model.ts'
import type { Subscription, SubscriptionItem } from '#money/subscriptions/model.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'

/** What each order of a subscription takes over from it, its customer and its product. */
export function fieldsOf({ subscription, customer, product }: Pick<FullSubscription, 'subscription' | 'customer' | 'product'>) {
  return {
    checkoutId: null,
    subscriptionId: subscription.id,
    customerId: customer.id,
    productId: product.id,
    currency: subscription.currency,
    billingName: customer.name,
    billingAddress: customer.billingAddress,
    metadata: subscription.metadata,
    customFieldData: subscription.customFieldData,
    locale: subscription.locale,
    isLatePayment: false,
  } as const
}

/** A line of a period's order, in minor units. */
export interface PeriodItem {
  readonly label: string
  readonly amount: number
  readonly productPriceId: string | null
  readonly isProration: boolean
}

/** The lines and the discount of a period's order, and what is left for the customer where they are owed more than they pay. */
export interface PeriodAmounts {
  readonly items: readonly PeriodItem[]
  readonly discountAmount: number
  /** The start of the first period that the discount reduces; null where there is none. */
  readonly discountAppliedAt: Date | null
  /** Becomes credit of the customer: an order is never negative (rule O3). */
  readonly credit: number
}

/** What a period of a subscription costs. */
export interface PeriodTerms {
  readonly subscription: Pick<Subscription, 'amount' | 'priceIds' | 'discountAppliedAt'>
  readonly product: Pick<PricedProduct, 'name'>
  readonly discount: Discount | null
  /** Proration items that wait for this order (rule P5). */
  readonly waiting: readonly Pick<SubscriptionItem, 'label' | 'amount' | 'productPriceId'>[]
  readonly start: Date
}

/**
 * The order of the period that starts at `start`: its static price in advance, and the items that wait (rules D5, P5). The discount
 * reduces the static price alone, if the period is among those that it is for (rules G5, G6).
 */
export function periodAmounts({ subscription, product, discount, waiting, start }: PeriodTerms): PeriodAmounts {
  const price = { label: product.name, amount: subscription.amount, productPriceId: subscription.priceIds[0] ?? null, isProration: false }
  const discountAppliedAt = discount && (subscription.discountAppliedAt ?? start)
  const isReduced =
    discount !== null &&
    discountAppliedAt !== null &&
    reducedPeriods(discount, { appliedAt: discountAppliedAt, starts: [start] })[0] === true
  const discountAmount = discount && isReduced ? amountOff(discount, subscription.amount) : 0
  const items = [price, ...waiting.map(({ label, amount, productPriceId }) => ({ label, amount, productPriceId, isProration: true }))]
  const net = sum(items.map(({ amount }) => amount)) - discountAmount
  if (net >= 0) return { items, discountAmount, discountAppliedAt, credit: 0 }
  const credited = { label: 'Kept as credit', amount: -net, productPriceId: null, isProration: true }
  return { items: [...items, credited], discountAmount, discountAppliedAt, credit: -net }
}
