import { correctCreditNote } from '#money/billing/invoices/index.ts'
import type { LockedOrder } from '#money/billing/orders/index.ts'
import { recordReversal } from '#money/billing/tax-records/index.ts'
import { withdrawCredit } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'

/** An order whose payment was lost or returned elsewhere, in whole or in part. */
export interface RevokeCreditInput {
  readonly order: LockedOrder
  /** At most this much is taken back, tax included, in minor units. */
  readonly amount: number
  /** Why: it is taken back once for it. */
  readonly cause: string
  readonly now: Date
}

/**
 * Takes credit that was given for a locked order back, as far as the customer still has it: what the payment has lost cannot be given a second
 * time. Returns the order as it is then, which the caller saves.
 */
export async function revokeCredit(tx: Tx, platform: Platform, { order, amount, cause, now }: RevokeCreditInput): Promise<LockedOrder> {
  if (order.creditedAmount + order.creditedTaxAmount === 0 || amount <= 0) return order
  const isPlatformSale = order.platformFeeAmount !== null
  let next = order
  for (const { before, next: credit } of await withdrawCredit(tx, { order, amount, isPlatformSale, cause, now })) {
    const [net, tax] = [credit.reversedAmount - before.reversedAmount, credit.reversedTaxAmount - before.reversedTaxAmount]
    next = { ...next, creditedAmount: next.creditedAmount - net, creditedTaxAmount: next.creditedTaxAmount - tax }
    const left = { amount: credit.amount - credit.reversedAmount, taxAmount: credit.taxAmount - credit.reversedTaxAmount }
    // A tax service can only undo a reversal as a whole.
    if (left.amount + left.taxAmount === 0)
      await recordReversal(tx, {
        order,
        cause: { kind: 'credit', id: credit.id },
        kind: 'restoration',
        now,
        amount: credit.amount,
        taxAmount: credit.taxAmount,
      })
    await correctCreditNote(tx, platform, { credit: { ...credit, orderId: order.id }, left, now })
  }
  return next
}
