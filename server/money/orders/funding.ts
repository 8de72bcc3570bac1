// What paid orders have left to be given back, and what of it becomes credit. Pure.
import { round } from '#kernel/money.ts'
import { capacityOf, type FundingOrder, type GivenCredit } from '#money/subscriptions/index.ts'
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
  const amounts = sharesOf(
    given.amount,
    orders.map((order) => capacityOf(fundingOf(order))),
  )
  const taxable = sharesOf(given.taxableAmount, orders.map(taxableLeft))
  return orders
    .map((order, index) => {
      const amount = amounts[index] ?? 0
      const due = taxOfShare(order, taxable[index] ?? 0)
      // What contains its tax gives no more tax back than it gives back in all.
      const tax = order.tax?.behavior === 'inclusive' ? Math.min(due, amount) : due
      return { order, net: amount - byPrices(order, 0, tax), tax }
    })
    .filter(({ net, tax }) => net + tax > 0)
}

// The first take as much as they can.
function sharesOf(amount: number, capacities: readonly number[]): number[] {
  let left = amount
  return capacities.map((capacity) => {
    const share = Math.min(left, capacity)
    left -= share
    return share
  })
}

/** What of an order's prices was taxed and not given back, in minor units by the prices. */
function taxableLeft(order: ReturnableOrder): number {
  const { tax, taxAmount } = order
  const base = Math.max(0, ...(tax?.components ?? []).map(({ baseAmount }) => baseAmount))
  return taxAmount === 0 ? 0 : round(BigInt(byPrices(order, base, taxAmount)) * BigInt(taxLeft(order)), taxAmount)
}

// The last share of an order takes the rest of its tax.
function taxOfShare(order: ReturnableOrder, share: number): number {
  const left = taxLeft(order)
  return share === taxableLeft(order) ? left : Math.min(left, returnedTax(share, order.tax).tax)
}

function taxLeft(order: ReturnableOrder): number {
  return Math.max(0, order.taxAmount - returnedAmounts(order).tax - order.creditedTaxAmount)
}

const byPrices = ({ tax }: Pick<Order, 'tax'>, net: number, taxAmount: number) => (tax?.behavior === 'inclusive' ? net + taxAmount : net)
