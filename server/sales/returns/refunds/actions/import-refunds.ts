import { newId } from '#kernel/id.ts'
import { type LockedOrder, lockOrderOf, recordRefund } from '#money/billing/orders/index.ts'
import { findRefunds, type RecordedRefund } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { importedKey, type Refund, refundStatuses } from '../model.ts'
import { importedAmounts, isWithin } from '../rules.ts'
import { findRefundByKey, refunds } from '../store.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Records the refunds of a payment that were made at its processor itself, each once, and what has become of those that are recorded (rule
 * W7). Throws where the processor is unreachable, or where a refund does not fit beside one of ours that is pending: it is imported once
 * that one is settled.
 */
export async function importRefunds(platform: Platform, payment: Payment): Promise<void> {
  const found = await findRefunds(platform, payment)
  if (found.kind === 'unknown') throw new Error('The processor could not be queried about the refunds of a payment.')
  for (const made of found.refunds)
    if (made.key === null) await platform.database.transaction((tx) => importRefund(tx, platform, { payment, made }))
}

interface ImportedRefund {
  readonly payment: Payment
  readonly made: RecordedRefund
}

async function importRefund(tx: Tx, platform: Platform, { payment, made }: ImportedRefund): Promise<void> {
  const { organizationId, id: paymentId } = payment
  const now = platform.clock.now({ organizationId })
  const order = await lockOrderOf(tx, payment)
  // A second payment is returned as a whole by us: it belongs to no order.
  if (order?.paymentId !== paymentId) {
    platform.log.warn('refund_not_imported', { organizationId, paymentId, reference: made.reference })
    return
  }
  const known = await findRefundByKey(tx, organizationId, importedKey(made.reference))
  if (!known && made.outcome.kind === 'failed') return
  const refund = known ?? (await reserve(tx, platform, { order, made, now }))
  await settleRefund(tx, { platform, refund, outcome: made.outcome, now })
}

async function reserve(
  tx: Tx,
  platform: Platform,
  { order, made, now }: { readonly order: LockedOrder; readonly made: RecordedRefund; readonly now: Date },
): Promise<Refund> {
  if (!isWithin(order, made.amount)) throw new Error('A refund that was made at the processor waits for another one of its order.')
  const amounts = importedAmounts(order, made.amount)
  const refund: Refund = {
    id: newId(now),
    organizationId: order.organizationId,
    ...amounts,
    returnedAmount: made.amount,
    currency: order.currency,
    status: refundStatuses[0],
    reason: 'other',
    orderId: order.id,
    customerId: order.customerId,
    revokeBenefits: false,
    isDuplicatePayment: false,
    comment: null,
    failureReason: null,
    metadata: {},
    paymentId: order.paymentId,
    idempotencyKey: importedKey(made.reference),
    isAnnounced: false,
    queriedAt: null,
    createdAt: now,
    modifiedAt: null,
  }
  await refunds.insert(tx, refund)
  await recordRefund(tx, platform, { order, change: { ...amounts, from: 'none', to: 'pending', now } })
  return refund
}
