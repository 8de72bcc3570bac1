// A change of product in a period whose orders are paid, as most vectors and tests mean it. Pure.
import { type NextPlanSide, type ProductChange, type Proration, prorate } from '#money/billing/subscriptions/changes/proration.ts'
import type { BillLine } from '#money/billing/subscriptions/changes/settlement.ts'
import { type FundingOrder, statePeriod } from '#money/billing/subscriptions/changes/statement.ts'

/** A change from a product whose period was paid, unless `orders` says otherwise. */
export interface PaidChange extends Omit<ProductChange, 'from' | 'statement' | 'waiting' | 'taxedOrders'> {
  readonly from: NextPlanSide
  readonly waiting?: readonly BillLine[]
  readonly orders?: readonly FundingOrder[]
}

/** An order of which `receivedAmount` was received, in minor units. */
export function paidOrder(receivedAmount: number, change: Partial<FundingOrder> = {}): FundingOrder {
  return {
    id: 'o',
    receivedAmount,
    returnedAmount: 0,
    countedAmount: 0,
    creditedAmount: 0,
    taxableAmount: receivedAmount,
    isDisputed: false,
    ...change,
  }
}

/** The proration that the change bills. */
export function prorateAsPaid({ from, waiting = [], orders, ...change }: PaidChange): Proration {
  const billedAmount = from.amount - from.discountAmount
  const waitingAmount = waiting.reduce((all, { amount }) => all + amount, 0)
  // The amount that waits in the customer's favour was paid by an earlier order of the period.
  const paid = orders ?? [paidOrder(billedAmount + Math.max(0, -waitingAmount))]
  const statement = statePeriod({ period: change.period, billedAmount, orders: paid, waitingAmount, now: change.now })
  return prorate({ ...change, from, waiting, taxedOrders: paid, statement })
}

/** The credit that the customer gets by it, in minor units before tax. */
export const creditOf = ({ credit }: Proration): number => credit?.amount ?? 0
