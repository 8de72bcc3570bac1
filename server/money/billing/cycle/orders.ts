// The content of the order of a period. Pure.
import { sum } from '#kernel/money.ts'
import { amountOff, type Discount, reducedPeriods } from '#merchant/catalogue/discounts/model.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import {
  type BillLine,
  balancingLine,
  type CreditAmounts,
  type Period,
  type Subscription,
  type SubscriptionItem,
  settleLines,
  taxableAmount,
  untaxedLines,
} from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { buyerOf, containedTax, type TaxableSale, type TaxedSale, taxRenewal } from '#money/taxes/model.ts'
import type { UsageItem } from '#money/usage/counts/index.ts'

/** The fields that each order of a subscription takes over from it, its customer and its product. */
export function fieldsOf({ subscription, customer, product }: Pick<FullSubscription, 'subscription' | 'customer' | 'product'>) {
  return {
    checkoutId: null,
    subscriptionId: subscription.id,
    customerId: customer.id,
    productId: product.id,
    currency: subscription.currency,
    billingName: customer.name,
    billingAddress: customer.billingAddress,
    buyerTaxId: customer.taxId,
    metadata: subscription.metadata,
    customFieldData: subscription.customFieldData,
    locale: subscription.locale,
    isLatePayment: false,
  } as const
}

/** The values on which the taxes of a subscription's order depend. */
export interface OrderTaxation extends Pick<FullSubscription, 'customer' | 'subscription'>, Pick<TaxableSale, 'taxSources' | 'now'> {
  readonly merchant: Pick<Merchant, 'taxSettings' | 'billingTimezone'>
}

/** An order before tax, in minor units. */
interface UntaxedOrder {
  readonly items: readonly Pick<BillLine, 'amount' | 'isProration' | 'isExempt'>[]
  readonly discountAmount: number
}

/**
 * The taxes of a subscription's order: by what is known about its customer now (rule X8), and on each line by its own product. An order
 * of nothing but exempt lines is that of an exempt product.
 */
export function taxOrder(
  { items, discountAmount }: UntaxedOrder,
  { subscription, customer, merchant, taxSources, now }: OrderTaxation,
): TaxedSale {
  const isProductExempt = items.length > 0 && items.every(({ isExempt }) => isExempt)
  return taxRenewal({
    seller: merchant,
    buyer: buyerOf(customer),
    address: customer.billingAddress,
    currency: subscription.currency,
    amount: isProductExempt ? sum(items.map(({ amount }) => amount)) - discountAmount : taxableAmount(items, discountAmount),
    isProductExempt,
    isCustomerExempt: customer.isTaxExempt,
    taxSources,
    now,
  })
}

/** The lines that a subscription's order bills, before tax, and what becomes credit of the customer; minor units. */
export interface Bill {
  readonly items: readonly BillLine[]
  readonly discountAmount: number
  readonly credit: CreditAmounts | null
}

/** A bill with the taxes of its order. */
export interface TaxedBill extends Bill, TaxedSale {}

/**
 * The taxes of a bill (see `taxOrder`). Exempt time that is given back lessens prices, but no tax. Where the prices contain their tax, it may
 * exceed them without it: what is over becomes credit, because the net amount of an order is never negative (rule O3).
 */
export function taxBill({ items, discountAmount, credit }: Bill, taxation: OrderTaxation): TaxedBill {
  const taxed = taxOrder({ items, discountAmount }, taxation)
  const over = discountAmount + containedTax(taxed) - sum(items.map(({ amount }) => amount))
  if (over <= 0) return { items, discountAmount, credit, ...taxed }
  const { amount, taxableAmount } = credit ?? { amount: 0, taxableAmount: 0 }
  return { items: [...items, balancingLine(over, true)], discountAmount, credit: { amount: amount + over, taxableAmount }, ...taxed }
}

/** Whether taxes are collected of a customer: then each line of an order is taxed by its own product. */
export function isTaxed(
  { taxSettings }: Pick<Merchant, 'taxSettings'>,
  { isTaxExempt }: Pick<FullSubscription['customer'], 'isTaxExempt'>,
): boolean {
  return taxSettings.isEnabled && !isTaxExempt
}

/** The usage of the period that has ended, and the discount of that period; null where it had none. */
export interface PeriodUsage {
  readonly items: readonly UsageItem[]
  readonly discount: Discount | null
  /** Whether the product that was used is exempt from tax. */
  readonly isExempt: boolean
}

/** The lines and the discount of a period's order, and what is left for the customer where they are owed more than they pay. */
export interface PeriodAmounts {
  readonly items: readonly BillLine[]
  readonly discountAmount: number
  /** The discount that it is for; null where nothing is reduced. */
  readonly discountId: string | null
  /** The start of the first period that the discount reduces; null where there is none. */
  readonly discountAppliedAt: Date | null
  /** The amount at which the plan itself is billed, after its discount, in minor units. */
  readonly periodAmount: number
  /** Whether money of earlier periods pays a part of this one. */
  readonly isCarried: boolean
  /** Becomes credit of the customer: an order is never negative (rule O3). Null where there is none. */
  readonly credit: CreditAmounts | null
}

/** The items that wait for an order of a subscription, and what was returned of the orders that have paid for it. */
export interface WaitingFunds<Item extends WaitingItem = WaitingItem> {
  /** Proration items, and usage at a former price (rules P5, P8). */
  readonly waiting: readonly Item[]
  /**
   * The part of what waits in the customer's favour that cannot be given back any more, because it was refunded or reclaimed meanwhile,
   * in minor units; zero or positive.
   */
  readonly returnedAmount: number
  /** The part of it that has no tax left to be given back, in minor units by the prices. */
  readonly untaxedAmount: number
  /** Whether each line is taxed by its own product. */
  readonly isTaxed: boolean
}

/** The values that decide the cost of a period of a subscription. */
export interface PeriodTerms extends WaitingFunds {
  readonly subscription: Pick<Subscription, 'amount' | 'priceIds' | 'discountAppliedAt' | 'billingTimezone'>
  readonly product: Pick<PricedProduct, 'name' | 'taxCode'>
  readonly discount: Discount | null
  readonly usage: PeriodUsage
  /** The period that has ended, in which it was used. */
  readonly used: Period
  readonly start: Date
}

/** An item that waits for the next order. */
export type WaitingItem = Pick<
  SubscriptionItem,
  'label' | 'amount' | 'productPriceId' | 'isUsage' | 'isExempt' | 'periodStart' | 'periodEnd'
>

/**
 * The order of the period that starts at `start`: its static price in advance, the usage of the period that has ended, and the items that wait
 * (rules D5, P5). The discount reduces the static price if the period is among those that it is for (rules G5, G6), and the discount of the ended
 * period its usage.
 */
export function periodAmounts(terms: PeriodTerms): PeriodAmounts {
  const { subscription, product, discount, usage, start, isTaxed: isTaxedByLine } = terms
  const isExempt = isTaxedByLine && product.taxCode === 'exempt'
  const shared = { isProration: false, isExempt, periodStart: null, periodEnd: null }
  const price = { label: product.name, amount: subscription.amount, productPriceId: subscription.priceIds[0] ?? null, ...shared }
  const discountAppliedAt = discount && (subscription.discountAppliedAt ?? start)
  const isReduced =
    discount !== null &&
    discountAppliedAt !== null &&
    reducedPeriods(discount, { appliedAt: discountAppliedAt, starts: [start], timezone: subscription.billingTimezone })[0] === true
  const used = usageLines(terms)
  const reducing = { forPeriod: isReduced ? discount : null, forUsage: usage.discount }
  const usageAmount = sum(used.map(({ amount }) => amount))
  const discounted = cycleDiscount({ staticAmount: subscription.amount, usageAmount, ...reducing })
  const prorations = prorationLines(terms)
  const lines = [price, ...used, ...prorations]
  const { balancing, credit } = settleLines(lines, discounted.discountAmount)
  return {
    items: [...lines, ...balancing],
    ...discounted,
    discountAppliedAt,
    periodAmount: subscription.amount - (isReduced ? amountOff(discount, subscription.amount) : 0),
    isCarried: sum(prorations.map(({ amount }) => amount)) < 0,
    credit,
  }
}

/** The last order of a subscription that ends, and what the customer gets in credit (rule K2). */
export interface FinalAmounts extends Pick<PeriodAmounts, 'items' | 'discountAmount' | 'discountId' | 'credit'> {
  /** Whether anything is billed. */
  readonly isDue: boolean
}

/** The last bill of a subscription that ends: the usage, with the discount of its period, and the items that wait (rule K2). */
export function finalAmounts(terms: WaitingFunds & Pick<PeriodTerms, 'usage' | 'used'>): FinalAmounts {
  const used = usageLines(terms)
  const usageAmount = sum(used.map(({ amount }) => amount))
  const discounted = cycleDiscount({ staticAmount: 0, usageAmount, forPeriod: null, forUsage: terms.usage.discount })
  const lines = [...used, ...prorationLines(terms)]
  const { balancing, credit, netAmount } = settleLines(lines, discounted.discountAmount)
  return { items: [...lines, ...balancing], ...discounted, credit, isDue: usageAmount !== 0 || netAmount > 0 }
}

/** The two parts of a period's order, in minor units, and the discount of each. */
export interface DiscountedCycle {
  readonly staticAmount: number
  readonly usageAmount: number
  readonly forPeriod: Discount | null
  readonly forUsage: Discount | null
}

/** The reduction of an order: one discount for both parts is taken off their sum, so that a fixed one is spent once (rule B6). */
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

/** A waiting item as a line of an order. */
export function waitingLine({ isUsage, isExempt, ...item }: WaitingItem, isTaxedByLine: boolean): BillLine {
  const { label, amount, productPriceId, periodStart, periodEnd } = item
  return { label, amount, productPriceId, periodStart, periodEnd, isProration: !isUsage, isExempt: isTaxedByLine && isExempt }
}

function prorationLines({ waiting, returnedAmount, untaxedAmount, isTaxed: isTaxedByLine }: WaitingFunds): BillLine[] {
  const prorations = waiting.filter(({ isUsage }) => !isUsage).map((item) => waitingLine(item, isTaxedByLine))
  const lines = [...prorations, ...untaxedLines(untaxedAmount)]
  if (returnedAmount === 0) return lines
  const isExempt = lines.some((line) => line.amount < 0 && line.isExempt)
  const shared = { productPriceId: null, isProration: true, isExempt, periodStart: null, periodEnd: null }
  return [...lines, { label: 'Returned already', amount: returnedAmount, ...shared }]
}

function usageLines({ waiting, usage, used, isTaxed: isTaxedByLine }: WaitingFunds & Pick<PeriodTerms, 'usage' | 'used'>): BillLine[] {
  const former = waiting.filter(({ isUsage }) => isUsage).map((item) => waitingLine(item, isTaxedByLine))
  const shared = { isProration: false, isExempt: isTaxedByLine && usage.isExempt, periodStart: used.start, periodEnd: used.end }
  return [...former, ...usage.items.map(({ label, amount, productPriceId }) => ({ label, amount, productPriceId, ...shared }))]
}
