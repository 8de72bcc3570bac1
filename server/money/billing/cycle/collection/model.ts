// Orders that are collected, retried or voided by hand. Pure.
import { Refusal } from '#kernel/refusal.ts'
import { isPaid, type Order } from '#money/billing/orders/model.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import { billingRefusals } from '../refusals.ts'

/** The attempts to pay one order within a day, those by the schedule included (rule U3). */
export const ATTEMPTS_OF_A_DAY = 5
export const DAY_MS = 86_400_000

type CollectedOrder = Pick<Order, 'id' | 'status' | 'isCollectionExhausted' | 'voidedAt'>
type OverdueSubscription = Pick<Subscription, 'status' | 'unpaidOrderId'>

/** Why an order cannot be attempted again by hand, with the seconds until it can where waiting helps. */
export interface RetryFault {
  readonly code: 'NothingDue' | 'TooManyAttempts'
  readonly waitSeconds?: number
}

/** When an order was attempted within the last 24 hours, newest first, at most `ATTEMPTS_OF_A_DAY`; and the merchant's time. */
export interface RecentAttempts {
  readonly attempts: readonly Date[]
  readonly now: Date
}

/** Why an order cannot be attempted again by hand; null when it can. */
export function retryFault(
  order: CollectedOrder,
  subscription: OverdueSubscription | undefined,
  { attempts, now }: RecentAttempts,
): RetryFault | null {
  const isOverdue = subscription?.status === 'past_due' || subscription?.status === 'unpaid'
  if (!isOverdue || subscription.unpaidOrderId !== order.id || isPaid(order.status)) return { code: 'NothingDue' }
  const first = attempts[ATTEMPTS_OF_A_DAY - 1]
  return first ? { code: 'TooManyAttempts', waitSeconds: (first.getTime() + DAY_MS - now.getTime()) / 1000 } : null
}

/** Why an order cannot be voided; null when it can: one that is still collected by itself is not given up. */
export function voidFault({ status, isCollectionExhausted, voidedAt }: CollectedOrder): Refusal | null {
  return isPaid(status) || !isCollectionExhausted || voidedAt ? new Refusal(billingRefusals.OrderNotVoidable) : null
}
