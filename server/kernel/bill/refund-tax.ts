import { round } from '../money.ts'

/** An order of which a part is refunded, in minor units: what it cost before tax, its tax, and what is left of both. */
export interface RefundedBill {
  readonly netAmount: number
  readonly taxAmount: number
  readonly leftAmount: number
  readonly leftTaxAmount: number
}

/** The tax of a refund of `amount` before tax: its share, and all that is left with the last refund (rule W2). Minor units. */
export function refundTax(amount: number, { netAmount, taxAmount, leftAmount, leftTaxAmount }: RefundedBill): number {
  if (amount === leftAmount) return leftTaxAmount
  return Math.min(leftTaxAmount, round(BigInt(amount) * BigInt(taxAmount), netAmount))
}
