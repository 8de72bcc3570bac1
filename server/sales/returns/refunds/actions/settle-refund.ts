import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { issueCreditNote, voidCreditNote } from '#money/billing/invoices/index.ts'
import { type LockedOrder, orders, recordRefund } from '#money/billing/orders/index.ts'
import { recordReversal } from '#money/billing/tax-records/index.ts'
import { entryOf, postEntry } from '#money/books/ledger/index.ts'
import { postRefund } from '#money/books/payouts/index.ts'
import { saveReturned } from '#money/payments/index.ts'
import type { RefundOutcome } from '#money/payments/model.ts'
import { creditBalances } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { withdrawBenefits } from '#sales/access/grants/index.ts'
import { creditedAmount, isImported, type Refund, type RefundStatus } from '../model.ts'
import { refundList } from '../reads.ts'
import { applyRefundOutcome, benefitChange, excessCredit, reversedCredit } from '../rules.ts'
import { refunds } from '../store.ts'
import { type FullRefund, toRefundWire } from '../wire.ts'
import { emitReturned } from './emit-returned.ts'
import { revokeCredit } from './revoke-credit.ts'

/** The outcome of a refund, to be recorded. */
export interface SettleRefundInput {
  readonly platform: Platform
  readonly refund: Pick<Refund, 'organizationId' | 'id' | 'orderId'>
  readonly outcome: RefundOutcome
  readonly now: Date
}

/**
 * Records the processor's answer about a refund: its status, that of its order, the entry of the ledger, and the events in the order of
 * behaviour H10. The order is locked first. Idempotent: a repeated or stale answer changes nothing.
 */
export async function settleRefund(tx: Tx, { platform, refund: about, outcome, now }: SettleRefundInput): Promise<FullRefund> {
  const { organizationId, id, orderId } = about
  // Its lock covers the refund: a change of one locks its order first.
  const order = present(await orders.lock(tx, [organizationId], orderId), 'The order of a refund')
  const tail = sql`where refunds.organization_id = ${organizationId} and refunds.id = ${id}`
  const [stored] = await refundList.select(tx, tail, platform)
  const { refund, ...shown } = present(stored, 'A refund to settle')
  const { next, events } = applyRefundOutcome(refund, outcome, now)
  await refunds.save(tx, next)
  const full = { ...shown, refund: next }
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: id, payload: toRefundWire(full), now })
  if (next.status !== refund.status) await settleOrder(tx, platform, { order, before: refund, refund: next, now })
  return full
}

interface SettledRefund {
  readonly order: LockedOrder
  readonly before: Refund
  readonly refund: Refund
  readonly now: Date
}

async function settleOrder(tx: Tx, platform: Platform, settled: SettledRefund): Promise<void> {
  const { order, before, refund, now } = settled
  const [from, to] = [stateOf(before.status), stateOf(refund.status)]
  const isPosted = from === 'succeeded' || to === 'succeeded'
  if (refund.isDuplicatePayment) {
    if (isPosted) await settleDuplicate(tx, platform, settled)
    return
  }
  const { amount, taxAmount } = refund
  const current = to === 'succeeded' && isImported(refund) ? await takeBackExcess(tx, platform, { order, refund, now }) : order
  await recordRefund(tx, platform, { order: current, change: { amount, taxAmount, from, to, now } })
  if (isPosted) await post(tx, settled)
  const benefits = benefitChange(before, refund)
  if (benefits !== null) {
    const { organizationId, id: causeId, orderId } = refund
    await withdrawBenefits(tx, platform, { organizationId, orderId, causeId, isUndone: benefits === 'returned', now })
  }
  if (isPosted)
    await recordReversal(tx, {
      order,
      cause: { kind: 'refund', id: refund.id },
      amount,
      taxAmount,
      now,
      kind: to === 'succeeded' ? 'reversal' : 'restoration',
    })
  // The number series is locked last.
  if (to === 'succeeded') await issueCreditNote(tx, platform, { subject: { ...refund, refundId: refund.id, creditId: null }, now })
  else if (from === 'succeeded') await voidCreditNote(tx, { refund, now })
}

// A refund that was made at the processor itself did not look at the credit of its order.
function takeBackExcess(
  tx: Tx,
  platform: Platform,
  { order, refund, now }: Pick<SettledRefund, 'order' | 'refund' | 'now'>,
): Promise<LockedOrder> {
  return revokeCredit(tx, platform, { order, amount: excessCredit(order), cause: `refund:${refund.id}`, now })
}

async function settleDuplicate(tx: Tx, platform: Platform, { order, refund, now }: SettledRefund): Promise<void> {
  const { organizationId, orderId, currency, returnedAmount: returned } = refund
  const isReturned = refund.status === 'succeeded'
  const context = { organizationId, source: `refund:${refund.id}`, orderId, customerId: null, currency, now }
  await postEntry(tx, entryOf(isReturned ? 'duplicate_refund' : 'duplicate_refund_reversal', { returned }, context))
  const payment = { organizationId, id: present(refund.paymentId, 'A second payment') }
  await saveReturned(tx, payment, isReturned)
  if (isReturned) await emitReturned(tx, platform, { payment, orderNumber: order.number, now })
}

/** The state as which a refund counts on its order. */
function stateOf(status: RefundStatus): 'none' | 'pending' | 'succeeded' {
  return status === 'pending' || status === 'succeeded' ? status : 'none'
}

async function post(tx: Tx, { order, refund, now }: SettledRefund): Promise<void> {
  const { organizationId, id, orderId, customerId, currency } = refund
  await postRefund(tx, {
    kind: refund.status === 'succeeded' ? 'refund' : 'refund_reversal',
    amounts: { net: refund.amount, tax: refund.taxAmount, returned: refund.returnedAmount, ...(await creditParts(tx, refund)) },
    isPlatformSale: order.platformFeeAmount !== null,
    context: { organizationId, source: `refund:${id}`, orderId, customerId, currency, now },
  })
}

/** The credit that a refund gives, or its reversal takes back; what the customer has used of that meanwhile is lost. */
async function creditParts(tx: Tx, refund: Refund): Promise<{ readonly credited: number; readonly lost: number }> {
  const credited = creditedAmount(refund)
  if (refund.status === 'succeeded' || credited === 0) return { credited, lost: 0 }
  const balances = await creditBalances(tx, refund)
  const left = balances.find(({ currency }) => currency === refund.currency)?.amount ?? 0
  return reversedCredit(credited, left)
}
