// What paid orders have left to be given back, and what of it becomes credit. Pure.
import { allocate } from '#kernel/money.ts'
import type { FundingOrder, GivenCredit } from '#money/subscriptions/index.ts'
import { returnedTax } from '#money/taxes/model.ts'
import { type Order, receivedNet } from './model.ts'

/** A paid order as far as its money is given back. */
export type ReturnableOrder = Pick<
  Order,
  | 'id'
  | 'netAmount'
  | 'taxAmount'
  | 'tax'
  | 'writtenOffAmount'
  | 'refundedAmount'
  | 'refundedTaxAmount'
  | 'pendingRefundAmount'
  | 'pendingRefundTaxAmount'
  | 'disputedAmount'
  | 'disputedTaxAmount'
  | 'pendingDisputeAmount'
  | 'pendingDisputeTaxAmount'
  | 'creditedAmount'
  | 'creditedTaxAmount'
  | 'countedReturnAmount'
>

/** What was given back of an order, or is reserved or reclaimed: before tax, and the tax, in minor units. Credit is not among it. */
export function returnedAmounts(order: ReturnableOrder): { readonly net: number; readonly tax: number } {
  const { pendingDisputeAmount: disputed, pendingDisputeTaxAmount: disputedTax } = order
  return {
    net: order.refundedAmount + order.pendingRefundAmount + order.disputedAmount + disputed - disputedTax,
    tax: order.refundedTaxAmount + order.pendingRefundTaxAmount + order.disputedTaxAmount + disputedTax,
  }
}

/** What was given back of an order and is not credit, in minor units by the prices: with the tax where they contain it. */
export function returnedByPrices(order: ReturnableOrder): number {
  const { net, tax } = returnedAmounts(order)
  return byPrices(order, net, tax)
}

/** A paid order as the statement of a period reads it. */
export function fundingOf(order: ReturnableOrder): FundingOrder {
  return {
    id: order.id,
    receivedAmount: byPrices(order, receivedNet(order), order.taxAmount),
    returnedAmount: returnedByPrices(order),
    countedAmount: order.countedReturnAmount,
    creditedAmount: byPrices(order, order.creditedAmount, order.creditedTaxAmount),
    isDisputed: order.pendingDisputeAmount > 0,
  }
}

/** The credit that an order gives: before tax, and the tax, in minor units. */
export interface CreditPiece<Of extends ReturnableOrder> {
  readonly order: Of
  readonly net: number
  readonly tax: number
}

/**
 * Splits credit over the paid orders whose money it is, the newest first: none gives more than was received for it and is left, neither before tax
 * nor of the tax. The tax goes back at the rates of each order.
 */
export function creditPieces<Of extends ReturnableOrder>(given: GivenCredit, orders: readonly Of[]): CreditPiece<Of>[] {
  const shares = sharesOf(given.amount, orders)
  const weights = shares.map(({ amount }) => amount)
  // Where only the tax goes back, it is that of the newest order.
  const taxable =
    shares.length === 0 ? [] : allocate(given.taxableAmount, weights.some((weight) => weight > 0) ? weights : firstOf(weights))
  return shares
    .map(({ order, amount }, index) => {
      const left = taxLeft(order)
      const tax = Math.min(left, returnedTax(taxable[index] ?? 0, order.tax).tax)
      return { order, net: amount - byPrices(order, 0, tax), tax }
    })
    .filter(({ net, tax }) => net + tax > 0)
}

function sharesOf<Of extends ReturnableOrder>(amount: number, orders: readonly Of[]): { readonly order: Of; readonly amount: number }[] {
  if (amount === 0) return orders.slice(0, 1).map((order) => ({ order, amount: 0 }))
  let left = amount
  return orders.flatMap((order) => {
    const { receivedAmount, returnedAmount, creditedAmount } = fundingOf(order)
    const share = Math.min(left, Math.max(0, receivedAmount - returnedAmount - creditedAmount))
    left -= share
    return share === 0 ? [] : [{ order, amount: share }]
  })
}

function taxLeft(order: ReturnableOrder): number {
  return Math.max(0, order.taxAmount - returnedAmounts(order).tax - order.creditedTaxAmount)
}

const firstOf = (weights: readonly number[]) => weights.map((_, index) => (index === 0 ? 1 : 0))

const byPrices = ({ tax }: Pick<Order, 'tax'>, net: number, taxAmount: number) => (tax?.behavior === 'inclusive' ? net + taxAmount : net)
