import { sum } from '#kernel/money.ts'
import type { ProrationBehavior } from '#merchant/merchants/model.ts'
import type { Period } from '../dates.ts'
import { type BillLine, type CreditAmounts, settleLines, untaxedLines, untaxedReturns } from './settlement.ts'
import { type FundingOrder, type PeriodStatement, shareOf } from './statement.ts'

/** A product of a subscription, as a change of product bills it. */
export interface PlanSide {
  /** The name on the bill. */
  readonly label: string
  /** Its fixed price; null where it has only metered ones. */
  readonly productPriceId: string | null
  /** Whether no tax is due on it. */
  readonly isExempt: boolean
}

/** The product that a subscription changes to. */
export interface NextPlanSide extends PlanSide {
  /** The cost of a period before discount and tax, in minor units; 0 where it is free or only metered. */
  readonly amount: number
  /** The amount that its discount takes off a period, in minor units. */
  readonly discountAmount: number
}

/** A change of a subscription's product, in one currency. */
export interface ProductChange {
  /** The product in force. */
  readonly from: PlanSide
  /** The new one, with the discount that stays. */
  readonly to: NextPlanSide
  /** The present period. */
  readonly period: Period
  /** The period that begins now, where the new product has another interval (rule P6); null where the interval stays. */
  readonly newPeriod: Period | null
  readonly behavior: ProrationBehavior
  /** The worth of the present period now. */
  readonly statement: PeriodStatement
  /** The proration items that wait for the next order. */
  readonly waiting: readonly BillLine[]
  /** The paid orders of the present period, where taxes are collected; otherwise none. */
  readonly taxedOrders: readonly FundingOrder[]
  readonly now: Date
}

/** The order that is billed at once, in minor units before tax: positive after the discount. */
export interface ChangeOrder {
  readonly items: readonly BillLine[]
  readonly subtotalAmount: number
  readonly discountAmount: number
}

/** The bill of a change of product: the preview shows it, and the change does it. Minor units before tax. */
export interface Proration {
  readonly periodSeconds: number
  readonly remainingSeconds: number
  /** The lines of the change itself, whenever they are billed. */
  readonly items: readonly BillLine[]
  /** These lines together, less the discount of the new period. */
  readonly netAmount: number
  /** Whether it settles now, with what waits for the next order. */
  readonly isSettledNow: boolean
  /** Collected before the change takes effect; null where nothing is due now. */
  readonly order: ChangeOrder | null
  /** The credit that the customer has by the change; null where there is none. */
  readonly credit: CreditAmounts | null
  /** The items that wait for the next order besides (rule P5). */
  readonly pendingItems: readonly BillLine[]
  /** The period after the change. */
  readonly period: Period
}

/**
 * The bill of a change of product (rules P2 to P7, P9): what the rest of the period is worth is given back, and the new product is billed.
 * A change that settles now takes what waits into its order: nothing is given back that is still to be paid. It takes only values: the same
 * change always bills the same.
 */
export function prorate(change: ProductChange): Proration {
  const { from, to, period, newPeriod, behavior, statement, waiting, taxedOrders: orders, now } = change
  const { periodSeconds, remainingSeconds, unusedAmount } = statement
  const rest = { start: now, end: period.end }
  const unused = lineOf(from, -unusedAmount, { isProration: true, period: rest })
  const share = shareOf(to.amount - to.discountAmount, [periodSeconds, remainingSeconds])
  const debit = newPeriod
    ? lineOf(to, to.amount, { isProration: false, period: newPeriod })
    : lineOf(to, share, { isProration: true, period: rest })
  const items = [unused, debit].filter(({ amount }) => amount !== 0)
  const discountAmount = newPeriod ? to.discountAmount : 0
  const netAmount = sum(items.map(({ amount }) => amount)) - discountAmount
  const shared = { periodSeconds, remainingSeconds, items, netAmount, period: newPeriod ?? period }
  if (behavior === 'prorate' && !newPeriod) return { ...shared, isSettledNow: false, order: null, credit: null, pendingItems: items }
  const settledLines = [...waiting, ...items]
  const lines = [...settledLines, ...untaxedLines(untaxedReturns(settledLines, { waiting, orders }))]
  const settled = settleLines(lines, discountAmount)
  const billed = [...lines, ...settled.balancing]
  const subtotalAmount = sum(billed.map(({ amount }) => amount))
  const order = settled.netAmount > 0 ? { items: billed, subtotalAmount, discountAmount } : null
  return { ...shared, isSettledNow: true, order, credit: settled.credit, pendingItems: [] }
}

function lineOf(
  { label, productPriceId, isExempt }: PlanSide,
  amount: number,
  { isProration, period }: { readonly isProration: boolean; readonly period: Period },
): BillLine {
  // -0 is 0 on a bill.
  const billed = amount === 0 ? 0 : amount
  return { label, amount: billed, productPriceId, isProration, isExempt, periodStart: period.start, periodEnd: period.end }
}
