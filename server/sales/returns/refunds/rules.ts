import { refundTax } from '#kernel/bill/refund-tax.ts'
import { round } from '#kernel/money.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { isPaid, type Order, type Refundable, refundableAmounts, remainingAmounts } from '#money/billing/orders/model.ts'
import type { Account } from '#money/books/ledger/model.ts'
import type { Dispute, RefundOutcome } from '#money/payments/model.ts'
import { creditedAmount, type Refund, type RefundStatus } from './model.ts'
import { refundRefusals } from './refusals.ts'

/** An amount before tax and its tax, in minor units. */
export interface RefundAmounts {
  readonly amount: number
  readonly taxAmount: number
}

/**
 * Quotes a refund of an order: `amount` before tax, all that is left without one, and its share of the tax; the last refund takes
 * the rest of the tax (rules W1, W2). Refuses an order that is not paid (422), has nothing left (403), or less than the amount (400).
 */
export function quoteRefund(order: Refundable, amount: number | null): RefundAmounts {
  refuseWhen(!isPaid(order.status), refundRefusals.NotPaidOrder)
  const left = refundableAmounts(order)
  refuseWhen(left.amount <= 0, refundRefusals.RefundedAlready)
  const requested = amount ?? left.amount
  refuseWhen(requested > left.amount, refundRefusals.RefundAmountTooHigh, { extra: { refundable_amount: left.amount } })
  const { netAmount, taxAmount } = order
  const bill = { netAmount, taxAmount, leftAmount: left.amount, leftTaxAmount: left.taxAmount }
  return { amount: requested, taxAmount: refundTax(requested, bill) }
}

/**
 * The amounts of a refund that was made at the processor, whose total is `refundedTotal`, at most what is left of the order: the tax is its
 * share of the order's total, or the rest of the tax where nothing else is left (rule W7). Neither exceeds what is left of it. Minor units.
 */
export function importedAmounts(order: Refundable & Pick<Order, 'totalAmount'>, refundedTotal: number): RefundAmounts {
  const left = remainingAmounts(order)
  const share = round(BigInt(refundedTotal) * BigInt(order.taxAmount), order.totalAmount)
  const taxAmount = Math.min(left.taxAmount, Math.max(share, refundedTotal - left.amount))
  return { amount: refundedTotal - taxAmount, taxAmount }
}

/** Whether a refund of this total, in minor units, fits beside those that have succeeded or are pending. */
export function isWithin(order: Refundable, refundedTotal: number): boolean {
  const left = remainingAmounts(order)
  return refundedTotal <= left.amount + left.taxAmount
}

/** Refuses to revoke the benefits of an order of a subscription: they end with it (rule W4). */
export function refuseSubscriptionBenefits({ billingReason }: Pick<Order, 'billingReason'>, isRevoking: boolean): void {
  if (isRevoking && billingReason !== 'purchase') refuse(refundRefusals.RevokeSubscriptionBenefitsProhibited)
}

/**
 * Refuses to refund a charge while its cardholder's bank decides about a dispute of it (rule W8): the customer would get the money twice. Null:
 * no dispute is known.
 */
export function refuseDisputed(dispute: Pick<Dispute, 'status'> | null): void {
  refuseWhen(dispute?.status === 'needs_response' || dispute?.status === 'under_review', refundRefusals.OrderDisputed)
}

/**
 * The effect of a refund's new status on the benefits of its order (rules W3, W4): a success takes them back where the refund asks for it,
 * and they are given back when the bank sends the refund back. Null: it leaves them.
 */
export function benefitChange(
  before: Pick<Refund, 'status'>,
  after: Pick<Refund, 'status' | 'revokeBenefits'>,
): 'revoked' | 'returned' | null {
  if (!after.revokeBenefits || before.status === after.status) return null
  if (after.status === 'succeeded') return 'revoked'
  return before.status === 'succeeded' ? 'returned' : null
}

/** The part of an order's credit beyond what its refunds and lost disputes have left of its payment, tax included, in minor units. */
export function excessCredit(order: Refundable): number {
  const left = remainingAmounts(order)
  return Math.max(0, order.creditedAmount + order.creditedTaxAmount - left.amount - left.taxAmount)
}

/** The part of a total that goes back to the payment: up to what it captured and was not returned yet (rule W5). Minor units. */
export function returnedOf(total: number, payment: { readonly captured: number; readonly returned: number }): number {
  return Math.min(total, Math.max(0, payment.captured - payment.returned))
}

/** The part of a refund's credit that its reversal takes back, where the customer has `left` credit; the rest is lost. Minor units. */
export function reversedCredit(refunded: number, left: number): { readonly credited: number; readonly lost: number } {
  const credited = Math.min(refunded, left)
  return { credited, lost: refunded - credited }
}

/** The effect of a processor's answer on a refund. */
export interface RefundEffect {
  readonly next: Refund
  readonly events: readonly ('refund.created' | 'refund.updated')[]
}

const statusOf: Readonly<Record<RefundOutcome['kind'], RefundStatus>> = {
  succeeded: 'succeeded',
  pending: 'pending',
  unknown: 'pending',
  failed: 'failed',
}

/**
 * Applies an answer: a pending refund succeeds or fails, and a bank may send a refund that succeeded back (rule W3). Any other answer, and a
 * repeated one, changes nothing. The first answer announces the refund.
 */
export function applyRefundOutcome(refund: Refund, outcome: RefundOutcome, now: Date): RefundEffect {
  const status = statusOf[outcome.kind]
  const isReversal = refund.status === 'succeeded' && status === 'failed'
  const hasChanged = isReversal || (refund.status === 'pending' && status !== 'pending')
  const next: Refund = {
    ...refund,
    isAnnounced: true,
    queriedAt: now,
    ...(hasChanged && { status, failureReason: outcome.kind === 'failed' ? outcome.reason : null, modifiedAt: now }),
  }
  if (!refund.isAnnounced) return { next, events: ['refund.created'] }
  return { next, events: hasChanged ? ['refund.updated'] : [] }
}

/** A refund whose entry is compared with it; `isPlatformSale`: the operator sold its order. */
export type PostedRefund = Pick<Refund, 'amount' | 'taxAmount' | 'returnedAmount' | 'isDuplicatePayment'> & {
  readonly isPlatformSale: boolean
}

/**
 * The balances that the entry of a refund leaves, in minor units, debit positive; `sign` is -1 for that of its reversal, which writes off what
 * was `lost` of the credit.
 */
export function refundBalances(refund: PostedRefund, sign: 1 | -1, lost = 0): ReadonlyMap<Account, number> {
  const { amount, taxAmount, returnedAmount, isPlatformSale, isDuplicatePayment } = refund
  const balances: readonly (readonly [Account, number])[] = [
    [isDuplicatePayment ? 'receivable' : isPlatformSale ? 'org_payable' : 'refunds', amount],
    ['tax_payable', taxAmount],
    ['provider_clearing', -returnedAmount],
    ['customer_credit', lost - creditedAmount(refund)],
    ['write_off', -lost],
  ]
  return new Map(balances.map(([account, balance]) => [account, sign * balance]))
}
