import { assert } from '#kernel/assert.ts'
import type { OrderStatus } from './model.ts'

/** The allowed transitions: refunds lead forward, refunds that failed or were reversed lead back. */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded', 'paid', 'partially_refunded'],
  refunded: ['partially_refunded', 'paid'],
}

/** Returns `to`, or throws a `Bug` when the transition is not allowed: callers refuse before. */
export function orderStatusAfter(from: OrderStatus, to: OrderStatus): OrderStatus {
  assert(orderTransitions[from].includes(to), `An order that is ${from} cannot become ${to}`)
  return to
}
