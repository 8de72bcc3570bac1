import { assert } from '#kernel/assert.ts'
import type { CheckoutStatus } from './model.ts'

/** What may happen to a checkout. */
export type CheckoutEvent = 'update' | 'confirm' | 'expire' | 'payment_succeeded' | 'payment_failed'

/**
 * Which statuses each event may lead to (behaviour 1.1); what is not listed is refused or a bug. An attempt that was given up
 * may succeed after all: the money is there, so there is an order whatever the checkout has become.
 */
export const checkoutTransitions: Readonly<Record<CheckoutStatus, Readonly<Partial<Record<CheckoutEvent, readonly CheckoutStatus[]>>>>> = {
  open: { update: ['open'], confirm: ['confirmed'], expire: ['expired'], payment_succeeded: ['succeeded'] },
  confirmed: { payment_succeeded: ['succeeded'], payment_failed: ['open', 'expired', 'failed'] },
  expired: { payment_succeeded: ['succeeded'] },
  failed: { payment_succeeded: ['succeeded'] },
  succeeded: {},
}

/** Whether the event may happen now. */
export function mayHappen(from: CheckoutStatus, event: CheckoutEvent): boolean {
  return checkoutTransitions[from][event] !== undefined
}

/** The status asked for, or a `Bug` when the event cannot lead there: callers refuse before. */
export function checkoutStatusAfter(from: CheckoutStatus, event: CheckoutEvent, to: CheckoutStatus): CheckoutStatus {
  assert(checkoutTransitions[from][event]?.includes(to), `A checkout that is ${from} does not become ${to} by ${event}`)
  return to
}
