// What the order of a period holds. Pure.
import { sum } from '#kernel/money.ts'
import { amountOff, type Discount, reducedPeriods } from '#merchant/discounts/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { PricedProduct } from '#merchant/products/model.ts'
import type { Subscription, SubscriptionItem } from '#money/subscriptions/model.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'
import { buyerOf, type TaxableSale, type TaxedSale, taxRenewal } from '#money/taxes/model.ts'
import type { UsageItem } from '#money/usage/index.ts'

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

/** What the taxes of a subscription's order depend on. */
export interface OrderTaxation
  extends Pick<FullSubscription, 'customer' | 'product' | 'subscription'>,
    Pick<TaxableSale, 'standardRates' | 'now'> {
  readonly merchant: Pick<Merchant, 'taxSettings' | 'billingTimezone'>
}

/** An order before tax, in minor units. */
interface UntaxedOrder {
  readonly items: readonly { readonly amount: number }[]
  readonly discountAmount: number
}

/** The taxes of a subscription's order: by what is known about its customer now (rule X8). */
export function taxOrder(
  { items, discountAmount }: UntaxedOrder,
  { subscription, customer, product, merchant, standardRates, now }: OrderTaxation,
): TaxedSale {
  return taxRenewal({
    seller: merchant,
    buyer: buyerOf(customer),
    address: customer.billingAddress,
    currency: subscription.currency,
    amount: sum(items.map(({ amount }) => amount)) - discountAmount,
    isProductExempt: product.taxCode === 'exempt',
    isCustomerExempt: customer.isTaxExempt,
    standardRates,
    now,
  })
}

/** A line of a period's order, in minor units. */
export interface PeriodItem {
  readonly label: string
  readonly amount: number
  readonly productPriceId: string | null
  readonly isProration: boolean
}

/** The usage of the period that has ended, and the discount of that period; null where it had none. */
export interface PeriodUsage {
  readonly items: readonly UsageItem[]
  readonly discount: Discount | null
}

/** The lines and the discount of a period's order, and what is left for the customer where they are owed more than they pay. */
export interface PeriodAmounts {
  readonly items: readonly PeriodItem[]
  readonly discountAmount: number
  /** What it is for; null where nothing is reduced. */
  readonly discountId: string | null
  /** The start of the first period that the discount reduces; null where there is none. */
  readonly discountAppliedAt: Date | null
  /** Becomes credit of the customer: an order is never negative (rule O3). */
  readonly credit: number
}

/** What a period of a subscription costs. */
export interface PeriodTerms {
  readonly subscription: Pick<Subscription, 'amount' | 'priceIds' | 'discountAppliedAt' | 'billingTimezone'>
  readonly product: Pick<PricedProduct, 'name'>
  readonly discount: Discount | null
  /** Proration items, and usage at a former price, that wait for this order (rules P5, P8). */
  readonly waiting: readonly WaitingItem[]
  readonly usage: PeriodUsage
  readonly start: Date
}

/** An item that waits for the next order. */
export type WaitingItem = Pick<SubscriptionItem, 'label' | 'amount' | 'productPriceId' | 'isUsage'>

/**
 * The order of the period that starts at `start`: its static price in advance, the usage of the period that has ended, and the items that wait
 * (rules D5, P5). The discount reduces the static price if the period is among those that it is for (rules G5, G6), and the discount of the ended
 * period its usage.
 */
export function periodAmounts({ subscription, product, discount, waiting, usage, start }: PeriodTerms): PeriodAmounts {
  const price = { label: product.name, amount: subscription.amount, productPriceId: subscription.priceIds[0] ?? null, isProration: false }
  const discountAppliedAt = discount && (subscription.discountAppliedAt ?? start)
  const isReduced =
    discount !== null &&
    discountAppliedAt !== null &&
    reducedPeriods(discount, { appliedAt: discountAppliedAt, starts: [start], timezone: subscription.billingTimezone })[0] === true
  const used = usageOf(waiting, usage)
  const reducing = { forPeriod: isReduced ? discount : null, forUsage: usage.discount }
  const discounted = cycleDiscount({ staticAmount: subscription.amount, usageAmount: sum(used.map(({ amount }) => amount)), ...reducing })
  const prorations = waiting.filter(({ isUsage }) => !isUsage).map((item) => ({ ...lineOf(item), isProration: true }))
  const items = [price, ...used, ...prorations]
  const net = sum(items.map(({ amount }) => amount)) - discounted.discountAmount
  if (net >= 0) return { items, ...discounted, discountAppliedAt, credit: 0 }
  const credited = { label: 'Kept as credit', amount: -net, productPriceId: null, isProration: true }
  return { items: [...items, credited], ...discounted, discountAppliedAt, credit: -net }
}

/** The last order of a subscription that ends: what was used, with the discount of its period; null where nothing is due (rule K2). */
export function finalAmounts(
  waiting: readonly WaitingItem[],
  usage: PeriodUsage,
): Pick<PeriodAmounts, 'items' | 'discountAmount' | 'discountId'> | null {
  const items = usageOf(waiting, usage)
  const usageAmount = sum(items.map(({ amount }) => amount))
  if (usageAmount === 0) return null
  return { items, ...cycleDiscount({ staticAmount: 0, usageAmount, forPeriod: null, forUsage: usage.discount }) }
}

/** The two parts of a period's order, in minor units, and the discount of each. */
export interface DiscountedCycle {
  readonly staticAmount: number
  readonly usageAmount: number
  readonly forPeriod: Discount | null
  readonly forUsage: Discount | null
}

/** What is taken off an order: one discount for both parts is taken off their sum, so that a fixed one is spent once (rule B6). */
export function cycleDiscount({ staticAmount, usageAmount, forPeriod, forUsage }: DiscountedCycle): {
  readonly discountAmount: number
  readonly discountId: string | null
} {
  const isOne = forPeriod !== null && forPeriod.id === forUsage?.id
  const ofPeriod = forPeriod ? amountOff(forPeriod, isOne ? staticAmount + usageAmount : staticAmount) : 0
  const ofUsage = forUsage && !isOne ? amountOff(forUsage, usageAmount) : 0
  const discountId = (ofPeriod > 0 ? forPeriod?.id : ofUsage > 0 ? forUsage?.id : null) ?? null
  return { discountAmount: ofPeriod + ofUsage, discountId }
}

/** The discount that reduced the current period of a subscription; `prior` is the one that it had before (rule P9). */
export function discountOfPeriod(
  {
    currentPeriodStart: start,
    priorDiscountFor,
    discountAppliedAt: appliedAt,
    billingTimezone: timezone,
  }: Pick<Subscription, 'currentPeriodStart' | 'priorDiscountFor' | 'discountAppliedAt' | 'billingTimezone'>,
  { discount, prior }: { readonly discount: Discount | null; readonly prior: Discount | null },
): Discount | null {
  if (priorDiscountFor?.getTime() === start.getTime()) return prior
  if (!discount || !appliedAt) return null
  return reducedPeriods(discount, { appliedAt, starts: [start], timezone })[0] === true ? discount : null
}

const lineOf = ({ label, amount, productPriceId }: Pick<WaitingItem, 'label' | 'amount' | 'productPriceId'>) => ({
  ...{ label, amount, productPriceId },
})

function usageOf(waiting: readonly WaitingItem[], usage: PeriodUsage): PeriodItem[] {
  const former = waiting.filter(({ isUsage }) => isUsage)
  return [...former, ...usage.items].map((item) => ({ ...lineOf(item), isProration: false }))
}
