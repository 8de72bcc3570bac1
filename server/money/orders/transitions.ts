import { assert } from '#kernel/assert.ts'
import type { OrderStatus } from './model.ts'

/** Which status may follow which: refunds lead forward, refunds that failed or were reversed lead back. */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded', 'paid', 'partially_refunded'],
  refunded: ['partially_refunded', 'paid'],
}

/** The status asked for, or a `Bug` when it may not follow: callers refuse before. */
export function orderStatusAfter(from: OrderStatus, to: OrderStatus): OrderStatus {
  assert(orderTransitions[from].includes(to), `An order that is ${from} cannot become ${to}`)
  return to
}
