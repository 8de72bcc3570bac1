import { refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { PendingChange } from '#money/subscriptions/index.ts'
import { isActive, type Subscription } from '#money/subscriptions/model.ts'

/** Items of changes that wait for one renewal, at most: an order shows them all. */
const WAITING_ITEMS_MAXIMUM = 100

/** Refuses a change (422) whose items would be too many beside those that wait for the next renewal already. */
export function refuseWaitingItems(waiting: number, added: number): void {
  if (added > 0 && waiting + added > WAITING_ITEMS_MAXIMUM)
    refuseProblems([valueProblem(['body', 'product_id'], 'So many changes wait for the next renewal that no other one can.')])
}

/**
 * Whether a change that waited for its payment may still take effect: the subscription has the product and the period that it was quoted
 * for, and has not ended. One that begins a period is not for a subscription that ends with the present one.
 */
export function isCurrent(change: PendingChange, subscription: Subscription): boolean {
  const isSamePeriod = change.fromPeriodStart.getTime() === subscription.currentPeriodStart.getTime()
  const isSame = isSamePeriod && change.fromProductId === subscription.productId
  return isSame && isActive(subscription) && !(subscription.cancelAtPeriodEnd && change.periodStart !== null)
}
