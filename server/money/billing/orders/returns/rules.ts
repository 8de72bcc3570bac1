// The effects of refunds on their order. Pure.
import type { Outcome } from '#kernel/changes/outcome.ts'
import { type Order, type OrderStatus, type ReturnableOrder, receivedNet, returnedByPrices } from '../model.ts'
import { orderStatusAfter } from '../transitions.ts'

/** The effect of a refund on its order: `pending` is reserved, `succeeded` is refunded, `none` is neither. */
export type RefundState = 'none' | 'pending' | 'succeeded'

/** A refund of an order that changes its state. Amounts are in minor units. */
export interface RefundChange {
  readonly amount: number
  readonly taxAmount: number
  readonly from: RefundState
  readonly to: RefundState
  readonly now: Date
}

type RefundedOrder = Pick<
  Order,
  | 'status'
  | 'netAmount'
  | 'writtenOffAmount'
  | 'refundedAmount'
  | 'refundedTaxAmount'
  | 'pendingRefundAmount'
  | 'pendingRefundTaxAmount'
  | 'modifiedAt'
> &
  ReturnableOrder

/** An order after a change of one of its refunds: what is reserved and refunded, and the status that follows (rule W3). */
export function changeRefund<Of extends RefundedOrder>(order: Of, change: RefundChange): Outcome<Of, 'order.updated' | 'order.refunded'> {
  const { amount, taxAmount, from, to, now } = change
  const shift = (state: RefundState) => (to === state ? 1 : 0) - (from === state ? 1 : 0)
  const [pending, succeeded] = [shift('pending'), shift('succeeded')]
  const refundedAmount = order.refundedAmount + succeeded * amount
  const next = {
    ...order,
    pendingRefundAmount: order.pendingRefundAmount + pending * amount,
    pendingRefundTaxAmount: order.pendingRefundTaxAmount + pending * taxAmount,
    refundedAmount,
    refundedTaxAmount: order.refundedTaxAmount + succeeded * taxAmount,
    modifiedAt: now,
  }
  const counted = { ...next, countedReturnAmount: countedStill(next) }
  if (succeeded === 0) return { next: counted, events: [] }
  const reached = statusOf(refundedAmount, receivedNet(order))
  // A refund of nothing but tax, as it may be made at a processor, leaves the status.
  const status = reached === order.status ? reached : orderStatusAfter(order.status, reached)
  return { next: { ...counted, status }, events: succeeded > 0 ? ['order.updated', 'order.refunded'] : ['order.updated'] }
}

/** The part of the returns of an order that changes of its subscription have counted, at most what is still returned: a refund may fail. */
export function countedStill(order: ReturnableOrder): number {
  return Math.min(order.countedReturnAmount, returnedByPrices(order))
}

function statusOf(refunded: number, received: number): OrderStatus {
  if (refunded === 0) return 'paid'
  return refunded >= received ? 'refunded' : 'partially_refunded'
}
