// The steps of one due subscription. Pure.
import { sum } from '#kernel/money.ts'
import { appliesTo } from '#merchant/catalogue/discounts/model.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { fundingOf, type ReturnableOrder } from '#money/billing/orders/model.ts'
import { isBillable, type Subscription, type SubscriptionItem, statePeriod, untaxedReturns } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { isTaxed, type PeriodAmounts, type PeriodUsage, periodAmounts, type WaitingFunds } from './orders.ts'

/** Whether the discount of a subscription is kept with another product (rule P9). */
export function keepsDiscount({ discount, subscription }: FullSubscription, product: PricedProduct): boolean {
  return discount !== null && appliesTo(discount, { productId: product.id, currency: subscription.currency })
}

/** A period of a subscription, and what it costs. */
export interface PeriodCost extends PeriodAmounts {
  readonly subscription: Subscription
}

/** The parts of an order of a subscription besides its price. */
export interface BilledParts {
  readonly merchant: Pick<Merchant, 'taxSettings'>
  /** Items that wait, also those of other subscriptions. */
  readonly waiting: readonly SubscriptionItem[]
  /** The paid orders of its present period; only those of a subscription with items that wait in the customer's favour are read. */
  readonly funding: readonly ReturnableOrder[]
  readonly usage: PeriodUsage
}

/** The cost of the period that starts at `start`. */
export function periodCost(full: FullSubscription, parts: BilledParts, start: Date): PeriodCost {
  const { subscription, product, discount } = full
  const used = { start: subscription.currentPeriodStart, end: start }
  return { subscription, ...periodAmounts({ subscription, product, discount, ...fundsOf(full, parts), usage: parts.usage, used, start }) }
}

/** The items that wait for the next order of a subscription, less what was returned meanwhile of the orders that have paid for it. */
export function fundsOf(
  { subscription, customer }: Pick<FullSubscription, 'subscription' | 'customer'>,
  { merchant, waiting: all, funding }: Omit<BilledParts, 'usage'>,
): WaitingFunds<SubscriptionItem> {
  const waiting = all.filter(({ subscriptionId }) => subscriptionId === subscription.id)
  const waitingAmount = sum(waiting.filter(({ isUsage }) => !isUsage).map(({ amount }) => amount))
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription
  // Nothing is left of the plan in force: what is worth something is what waits.
  const orders = funding.map(fundingOf)
  const state = { period: { start, end }, billedAmount: 0, orders, waitingAmount, now: end }
  const returnedAmount = waitingAmount < 0 ? -statePeriod(state).unusedAmount : 0
  const isTaxedByLine = isTaxed(merchant, customer)
  const lines = waiting.filter(({ isUsage }) => !isUsage)
  const untaxedAmount = isTaxedByLine ? untaxedReturns(lines, { waiting: lines, orders }) : 0
  return { waiting, returnedAmount: returnedAmount === 0 ? 0 : returnedAmount, untaxedAmount, isTaxed: isTaxedByLine }
}

/** The time an order waits for a processor that is down; after that its attempt counts as failed, so that collection comes to an end. */
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
