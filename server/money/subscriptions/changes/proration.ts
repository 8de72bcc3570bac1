import { round, sum } from '#kernel/money.ts'
import type { ProrationBehavior } from '#merchant/merchants/model.ts'
import type { Period } from '../dates.ts'

/** A product of a subscription, as a change of product bills it. */
export interface PlanSide {
  /** What the bill calls it. */
  readonly label: string
  /** Its fixed price; null where it has only metered ones. */
  readonly productPriceId: string | null
  /** What a period costs before discount and tax, in minor units; 0 where it is free or only metered. */
  readonly amount: number
  /** What its discount takes off a period, in minor units. */
  readonly discountAmount: number
}

/** A change of a subscription's product, in one currency. */
export interface ProductChange {
  /** The product in force, with the discount that the present period was billed with (rule P9). */
  readonly from: PlanSide
  /** The new one, with the discount that stays. */
  readonly to: PlanSide
  /** The present period. */
  readonly period: Period
  /** The period that begins now, where the new product has another interval (rule P6); null where the interval stays. */
  readonly newPeriod: Period | null
  readonly behavior: ProrationBehavior
  readonly now: Date
}

/** A line that a change bills, before tax, in minor units; what is given back is negative. A line of zero is left out. */
export interface ChangeItem {
  readonly label: string
  readonly amount: number
  readonly productPriceId: string | null
  /** For a part of a period, and with its discount in its amount: no other discount applies to it. */
  readonly isProration: boolean
}

/** What is billed at once, in minor units before tax: positive after the discount. */
export interface ChangeOrder {
  readonly items: readonly ChangeItem[]
  readonly subtotalAmount: number
  readonly discountAmount: number
}

/** What a change of product bills: the preview shows it, and the change does it. Minor units before tax. */
export interface Proration {
  readonly periodSeconds: number
  readonly remainingSeconds: number
  /** Every line, whenever it is billed. */
  readonly items: readonly ChangeItem[]
  /** The lines together, less the discount of `order`. */
  readonly netAmount: number
  /** Collected before the change takes effect; null where nothing is due now. */
  readonly order: ChangeOrder | null
  /** What the customer has in credit by the change; zero or positive. */
  readonly customerCredit: number
  /** What waits for the order of the next renewal (rule P5). */
  readonly pendingItems: readonly ChangeItem[]
  /** The period after the change. */
  readonly period: Period
}

/** What a change of product bills (rules P2 to P7, P9). It takes only values: the same change always bills the same. */
export function prorate(change: ProductChange): Proration {
  const { from, to, period, newPeriod, behavior } = change
  const [periodSeconds, remainingSeconds] = secondsOf(change)
  const share = (amount: number) => (periodSeconds === 0 ? 0 : round(BigInt(amount) * BigInt(remainingSeconds), periodSeconds))
  const credit = itemOf(from, -share(from.amount - from.discountAmount), true)
  const debit = newPeriod ? itemOf(to, to.amount, false) : itemOf(to, share(to.amount - to.discountAmount), true)
  const items = [credit, debit].filter(({ amount }) => amount !== 0)
  const subtotalAmount = sum(items.map(({ amount }) => amount))
  const discountAmount = newPeriod ? to.discountAmount : 0
  const netAmount = subtotalAmount - discountAmount
  const shared = { periodSeconds, remainingSeconds, items, netAmount, period: newPeriod ?? period }
  if (behavior === 'prorate' && !newPeriod) return { ...shared, order: null, customerCredit: 0, pendingItems: items }
  const order = netAmount > 0 ? { items, subtotalAmount, discountAmount } : null
  return { ...shared, order, customerCredit: Math.max(0, -netAmount), pendingItems: [] }
}

// The whole seconds of the period, and those left of it: all of them before it, none from its end on (rules T1, P2).
function secondsOf({ period, now }: ProductChange): [period: number, remaining: number] {
  const [start, end, at] = [period.start, period.end, now].map((instant) => Math.floor(instant.getTime() / 1000)) as [
    number,
    number,
    number,
  ]
  return [end - start, Math.min(Math.max(end - at, 0), end - start)]
}

// -0 is 0 on a bill.
function itemOf({ label, productPriceId }: PlanSide, amount: number, isProration: boolean): ChangeItem {
  return { label, amount: amount === 0 ? 0 : amount, productPriceId, isProration }
}
