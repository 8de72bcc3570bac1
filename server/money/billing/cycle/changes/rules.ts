import { sum } from '#kernel/money.ts'
import { refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { returnedByPrices } from '#money/billing/orders/model.ts'
import type { PendingChange } from '#money/billing/subscriptions/index.ts'
import { isActive, type Subscription } from '#money/billing/subscriptions/model.ts'
import type { PeriodFunds } from '../reads.ts'
import type { ReadChange } from './reads.ts'

/** Items of changes that wait for one renewal, at most: an order shows them all. */
const WAITING_ITEMS_MAXIMUM = 100

/** Refuses a change (422) whose items would be too many beside those that wait for the next renewal already. */
export function refuseWaitingItems(waiting: number, added: number): void {
  if (added > 0 && waiting + added > WAITING_ITEMS_MAXIMUM)
    refuseProblems([valueProblem(['body', 'product_id'], 'So many changes wait for the next renewal that no other one can.')])
}

/** The sum that was returned of the orders that have paid a period, in minor units by the prices. */
export function returnedOf({ orders }: Pick<PeriodFunds, 'orders'>): number {
  return sum(orders.map(returnedByPrices))
}

/** Whether no tax is due on the usage of the product that a subscription has. */
export function isExemptUsage({ full, context }: Pick<ReadChange, 'full' | 'context'>): boolean {
  return context.isTaxed && full.product.taxCode === 'exempt'
}

/**
 * Whether a change that waited for its payment may still take effect: the subscription has the product and the period that it was quoted
 * for, has not ended, and nothing of what it gives back was returned meanwhile. One that begins a period is not for a subscription that ends
 * with the present one.
 */
export function isCurrent(change: PendingChange, subscription: Subscription, funds: Pick<PeriodFunds, 'orders'>): boolean {
  const isSamePeriod = change.fromPeriodStart.getTime() === subscription.currentPeriodStart.getTime()
  const isSame = isSamePeriod && change.fromProductId === subscription.productId && change.quotedReturnAmount === returnedOf(funds)
  return isSame && isActive(subscription) && !(subscription.cancelAtPeriodEnd && change.periodStart !== null)
}
