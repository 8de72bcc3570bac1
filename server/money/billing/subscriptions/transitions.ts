import { assert } from '#kernel/assert.ts'
import type { SubscriptionStatus } from './model.ts'

/** The events that change the status of a subscription. */
export type SubscriptionEvent =
  | 'order_paid'
  | 'checkout_expired'
  | 'trial_end'
  | 'period_end'
  | 'payment_failed'
  | 'deadline_reached'
  | 'revoke'

/** The statuses that each event may lead to (behaviour 3.1); any other transition is refused or a bug. */
export const subscriptionTransitions: Readonly<
  Record<SubscriptionStatus, Readonly<Partial<Record<SubscriptionEvent, readonly SubscriptionStatus[]>>>>
> = {
  incomplete: { order_paid: ['active', 'trialing'], checkout_expired: ['incomplete_expired'] },
  incomplete_expired: {},
  trialing: { trial_end: ['active', 'canceled'], period_end: ['canceled'], revoke: ['canceled'] },
  active: { period_end: ['canceled'], payment_failed: ['past_due'], order_paid: ['active'], revoke: ['canceled'] },
  past_due: {
    payment_failed: ['past_due'],
    order_paid: ['active'],
    deadline_reached: ['canceled', 'unpaid'],
    period_end: ['canceled'],
    revoke: ['canceled'],
  },
  unpaid: { payment_failed: ['unpaid'], order_paid: ['active'], revoke: ['canceled'] },
  canceled: {},
}

/** Returns `to`, or throws a `Bug` when the event cannot lead there: callers refuse before. */
export function subscriptionStatusAfter(from: SubscriptionStatus, event: SubscriptionEvent, to: SubscriptionStatus): SubscriptionStatus {
  assert(subscriptionTransitions[from][event]?.includes(to), `A subscription that is ${from} does not become ${to} by ${event}`)
  return to
}
