import { assert } from '#kernel/assert.ts'
import type { CheckoutStatus } from './model.ts'

/** The events that change the status of a checkout. */
export type CheckoutEvent = 'update' | 'confirm' | 'expire' | 'payment_succeeded' | 'payment_failed'

/**
 * The statuses that each event may lead to (behaviour 1.1); any other transition is refused or a bug. A canceled attempt may
 * still succeed: the payment then completes the checkout in any status.
 */
export const checkoutTransitions: Readonly<Record<CheckoutStatus, Readonly<Partial<Record<CheckoutEvent, readonly CheckoutStatus[]>>>>> = {
  open: { update: ['open'], confirm: ['confirmed'], expire: ['expired'], payment_succeeded: ['succeeded'] },
  confirmed: { payment_succeeded: ['succeeded'], payment_failed: ['open', 'expired', 'failed'] },
  expired: { payment_succeeded: ['succeeded'] },
  failed: { payment_succeeded: ['succeeded'] },
  succeeded: {},
}

/** Whether the event is allowed in this status. */
export function mayHappen(from: CheckoutStatus, event: CheckoutEvent): boolean {
  return checkoutTransitions[from][event] !== undefined
}

/** Returns `to`, or throws a `Bug` when the event cannot lead there: callers refuse before. */
export function checkoutStatusAfter(from: CheckoutStatus, event: CheckoutEvent, to: CheckoutStatus): CheckoutStatus {
  assert(checkoutTransitions[from][event]?.includes(to), `A checkout that is ${from} does not become ${to} by ${event}`)
  return to
}
