import { round } from '#kernel/money.ts'
import type { CustomerCredit } from './model.ts'

/** The part of a credit that is taken back: before tax, and the tax, in minor units. */
export interface CreditReversal {
  readonly credit: CustomerCredit
  readonly net: number
  readonly tax: number
}

/** Splits what is taken back, tax included, over the credits of an order, the newest first: each with its share of the tax. Minor units. */
export function creditReversals(credits: readonly CustomerCredit[], amount: number): CreditReversal[] {
  let left = amount
  return credits.flatMap((credit) => {
    const [net, tax] = [credit.amount - credit.reversedAmount, credit.taxAmount - credit.reversedTaxAmount]
    const share = Math.min(left, net + tax)
    left -= share
    if (share === 0) return []
    const taxShare = round(BigInt(share) * BigInt(tax), net + tax)
    return [{ credit, net: share - taxShare, tax: taxShare }]
  })
}
