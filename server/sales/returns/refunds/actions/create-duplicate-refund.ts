import { newId } from '#kernel/id.ts'
import { type DuplicatePayment, lockOrderOf, postDuplicate } from '#money/billing/orders/index.ts'
import { entryOf, postEntry } from '#money/books/ledger/index.ts'
import { findPayment, requestRefund, saveReturned } from '#money/payments/index.ts'
import type { Payment, RefundOutcome } from '#money/payments/model.ts'
import { endAttempt } from '#platform/attempt/attempt.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import { type Refund, refundStatuses } from '../model.ts'
import { findRefundByKey, refunds } from '../store.ts'
import { emitReturned } from './emit-returned.ts'
import { settleRefund } from './settle-refund.ts'

/** Seconds between look-ups of a refund that the bank has not confirmed. */
const QUERY_AFTER_SECONDS = 60

/**
 * Returns the whole of a payment whose purpose another payment has paid (behaviour 1.1): a refund of the order with the reason `duplicate`,
 * which leaves the order as it is. Where there is no order, the money goes back without one. Runs again while the bank has not confirmed
 * it; throws when the processor is unreachable, or the refund failed, so that the job is dead in the end and the operator learns of it.
 */
export async function createDuplicateRefund(
  platform: Platform,
  { organizationId, id: paymentId }: Pick<Payment, 'organizationId' | 'id'>,
): Promise<JobOutcome> {
  const { db, transaction } = platform.database
  const payment = await findPayment(db, organizationId, paymentId)
  // A set-up has nothing to return.
  if (payment?.status !== 'succeeded' || payment.amount === 0) return
  const refund = await transaction((tx) => recordDuplicate(tx, platform, payment))
  if (refund === 'needed') return
  const { idempotencyKey: chargeKey, amount, processor } = payment
  const outcome = await endAttempt(transaction, {
    intent: refund,
    isResumed: true,
    call: () => requestRefund(platform, { organizationId, key: keyOf(payment), chargeKey, amount, processor }),
    record: async (tx, recorded) => {
      const now = platform.clock.now({ organizationId })
      if (refund) await settleRefund(tx, { platform, refund, outcome: recorded.outcome, now })
      else if (recorded.outcome.kind === 'succeeded') await returnWithoutOrder(tx, platform, { payment, now })
      return recorded.outcome
    },
  })
  if (outcome.kind === 'pending') return { againInSeconds: QUERY_AFTER_SECONDS }
  if (outcome.kind !== 'succeeded') throw new Error(`A duplicate payment could not be refunded: ${reasonOf(outcome)}.`)
}

const reasonOf = (outcome: RefundOutcome) => ('reason' in outcome ? outcome.reason : outcome.kind)

const keyOf = ({ id }: Pick<Payment, 'id'>) => `refund-duplicate:${id}`

/** The refund of a second payment; null where there is no order, `needed` where the payment is the one that has paid the order. */
async function recordDuplicate(tx: Tx, platform: Platform, payment: DuplicatePayment): Promise<Refund | null | 'needed'> {
  const { organizationId, amount, currency, id: paymentId } = payment
  const now = platform.clock.now({ organizationId })
  const order = await lockOrderOf(tx, payment)
  if (order?.paymentId === paymentId) return 'needed'
  await postDuplicate(tx, payment, { orderId: order?.id ?? null, now })
  if (!order) return null
  const found = await findRefundByKey(tx, organizationId, keyOf(payment))
  if (found) return found
  const refund: Refund = {
    id: newId(now),
    organizationId,
    amount,
    // It was no sale: the tax is owed for the first payment alone.
    taxAmount: 0,
    returnedAmount: amount,
    currency,
    status: refundStatuses[0],
    reason: 'duplicate',
    orderId: order.id,
    customerId: order.customerId,
    revokeBenefits: false,
    isDuplicatePayment: true,
    comment: null,
    failureReason: null,
    metadata: {},
    paymentId,
    idempotencyKey: keyOf(payment),
    isAnnounced: false,
    queriedAt: null,
    createdAt: now,
    modifiedAt: null,
  }
  await refunds.insert(tx, refund)
  return refund
}

async function returnWithoutOrder(
  tx: Tx,
  platform: Platform,
  { payment, now }: { readonly payment: DuplicatePayment; readonly now: Date },
): Promise<void> {
  const { organizationId, id, amount: returned, currency } = payment
  const context = { organizationId, source: `payment:${id}`, orderId: null, customerId: null, currency, now }
  await postEntry(tx, entryOf('duplicate_refund', { returned }, context))
  await saveReturned(tx, { organizationId, id }, true)
  await emitReturned(tx, platform, { payment, orderNumber: null, now })
}
