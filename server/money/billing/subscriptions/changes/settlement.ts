// The settlement of lines of a subscription: an order, credit of the customer, or both. Pure.
import { allocate, sum } from '#kernel/money.ts'
import type { FundingOrder } from './statement.ts'

/** A line of a subscription's order before tax, in minor units; what is given back is negative. */
export interface BillLine {
  readonly label: string
  readonly amount: number
  readonly productPriceId: string | null
  /** For a part of a period, and with its discount in its amount: no other discount applies to it. */
  readonly isProration: boolean
  /** Whether no tax is due on it, because its product is exempt. False where no taxes are collected at all. */
  readonly isExempt: boolean
  /** The period that it is for; null: that of its order. */
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** Credit of the customer, by the prices, and the part of it on which tax was paid; minor units, neither is negative. */
export interface CreditAmounts {
  readonly amount: number
  readonly taxableAmount: number
}

/** The result of the settlement of lines. */
export interface Settlement {
  /** The lines that balance what becomes credit, so that an order of all lines is never negative (rule O3). */
  readonly balancing: readonly BillLine[]
  /** The lines together less the discount, with those that were kept: zero or positive. */
  readonly netAmount: number
  /** Null where nothing is left for the customer. */
  readonly credit: CreditAmounts | null
}

/**
 * Settles lines that are billed together. Tax is due on each line by its own product, so what is given back of taxed products lessens the
 * taxed lines, and what they cannot take becomes credit with its tax: the tax of an order is never negative, as its total is not.
 */
export function settleLines(lines: readonly BillLine[], discountAmount: number): Settlement {
  const bases = discountedAmounts(lines, discountAmount)
  const netOf = (isExempt: boolean) => sum(bases.filter((_, index) => lines[index]?.isExempt === isExempt))
  const [taxed, exempt] = [netOf(false), netOf(true)]
  const total = taxed + exempt
  if (total >= 0 && taxed >= 0) return { balancing: [], netAmount: total, credit: null }
  if (total <= 0 && taxed <= 0) {
    const balancing = [balancingLine(-taxed, false), balancingLine(-exempt, true)].filter(({ amount }) => amount !== 0)
    return { balancing, netAmount: 0, credit: { amount: positive(-total), taxableAmount: positive(-taxed) } }
  }
  const isExempt = exempt < 0
  const amount = -Math.min(taxed, exempt)
  return {
    balancing: [balancingLine(amount, isExempt)],
    netAmount: Math.max(taxed, exempt),
    credit: { amount, taxableAmount: isExempt ? 0 : amount },
  }
}

/**
 * The taxed time that lines give back and that has no tax left to be given back, because orders that have paid it were refunded or are
 * disputed, in minor units by the prices. What still waits to be paid has its tax.
 */
export function untaxedReturns(
  lines: readonly Pick<BillLine, 'amount' | 'isExempt'>[],
  { waiting, orders }: { readonly waiting: readonly Pick<BillLine, 'amount' | 'isExempt'>[]; readonly orders: readonly FundingOrder[] },
): number {
  if (!orders.some(({ returnedAmount }) => returnedAmount > 0)) return 0
  const returned = sum(lines.map(({ amount, isExempt }) => (isExempt ? 0 : Math.max(0, -amount))))
  const owed = sum(waiting.map(({ amount, isExempt }) => (isExempt ? 0 : Math.max(0, amount))))
  return Math.max(0, returned - owed - sum(orders.map(({ taxableAmount: left }) => left)))
}

/** The lines by which such time lessens what is owed without tax; they come to nothing before tax. */
export function untaxedLines(amount: number): BillLine[] {
  const shared = { label: 'Returned already', productPriceId: null, isProration: true, periodStart: null, periodEnd: null }
  return amount === 0
    ? []
    : [
        { ...shared, amount, isExempt: false },
        { ...shared, amount: -amount, isExempt: true },
      ]
}

/** The part of a bill on which tax is due, by the prices, after its discount, in minor units. */
export function taxableAmount(lines: readonly Pick<BillLine, 'amount' | 'isProration' | 'isExempt'>[], discountAmount: number): number {
  return sum(discountedAmounts(lines, discountAmount).filter((_, index) => lines[index]?.isExempt === false))
}

// The discount is split over the lines that it applies to (rule M3).
function discountedAmounts(lines: readonly Pick<BillLine, 'amount' | 'isProration'>[], discountAmount: number): number[] {
  const discounts =
    discountAmount === 0
      ? []
      : allocate(
          discountAmount,
          lines.map(({ amount, isProration }) => (isProration ? 0 : amount)),
        )
  return lines.map(({ amount }, index) => amount - (discounts[index] ?? 0))
}

/** The line that balances what of the lines of a bill becomes credit. */
export function balancingLine(amount: number, isExempt: boolean): BillLine {
  return { label: 'Kept as credit', amount, productPriceId: null, isProration: true, isExempt, periodStart: null, periodEnd: null }
}

// -0 is 0 on a bill.
const positive = (amount: number) => (amount === 0 ? 0 : amount)
