import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { withinStep } from '#kernel/money.ts'
import { invalid, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { orders, recordRefund } from '#money/orders/index.ts'
import type { Order } from '#money/orders/model.ts'
import { findDispute, requestRefund } from '#money/payments/index.ts'
import type { Dispute, RefundOutcome } from '#money/payments/model.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import { type Refund, refundStatuses } from '../model.ts'
import { findCharge, type RefundedPayment, readRefundContext } from '../reads.ts'
import { refundRefusals } from '../refusals.ts'
import { quoteRefund, refuseDisputed, refuseSubscriptionBenefits, returnedOf } from '../rules.ts'
import { insertRefund } from '../store.ts'
import { type RefundWire, type refundCreate, toRefundWire } from '../wire.ts'
import { type SettleRefundInput, settleRefund } from './settle-refund.ts'

/** A refund of an order of one of the tenants, and `settle`, which stores its answer for a repeat with the same key. */
export interface CreateRefundInput extends AuditContext {
  readonly tenants: readonly string[]
  readonly body: z.output<typeof refundCreate>
  /** Stable over repeats of one request. */
  readonly idempotencyKey: string | undefined
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly settle: Settle
}

interface RecordedIntent {
  readonly refund: Refund
  readonly payment: RefundedPayment | undefined
}

/**
 * Refunds an order: one transaction records the intent and reserves the amount, the processor is called outside any transaction, and a
 * second one records the outcome. Without a certain answer the refund is pending, and a job asks again. A refund that becomes credit
 * alone needs no processor. 409 while a dispute of its payment is open; where the processor does not say so in time, it decides itself.
 */
export async function createRefund(input: CreateRefundInput): Promise<RefundWire> {
  const { platform, transaction } = input
  const dispute = await disputeOf(input)
  const { refund, payment } = await transaction((tx) => recordIntent(tx, input, dispute))
  const outcome = await outcomeOf(input, { refund, payment })
  failpoint('after-charge-before-record')
  const now = platform.clock.now(refund)
  const recorded = await transaction((tx) => answerWith(tx, input, { platform, refund, outcome, now }))
  failpoint('after-record-before-answer')
  return recorded
}

async function disputeOf({ platform, tenants, body }: CreateRefundInput): Promise<Dispute | null> {
  const charge = await findCharge(platform.database.db, tenants, body.order_id)
  if (!charge) return null
  const finding = await findDispute(platform, charge)
  return finding.kind === 'found' ? finding.dispute : null
}

async function outcomeOf({ platform }: CreateRefundInput, { refund, payment }: RecordedIntent): Promise<RefundOutcome> {
  const { organizationId, idempotencyKey: key, returnedAmount: amount } = refund
  if (!payment || amount === 0) return { kind: 'succeeded', reference: refund.id }
  failpoint('before-charge')
  return requestRefund(platform, { organizationId, key, amount, chargeKey: payment.chargeKey, processor: payment.processor })
}

async function answerWith(tx: Tx, { settle }: CreateRefundInput, settlement: SettleRefundInput): Promise<RefundWire> {
  const body = toRefundWire(await settleRefund(tx, settlement))
  await settle(tx, { body })
  return body
}

/** What the payment of an order captured, and what refunds and lost disputes have taken of it. */
function leftOf(payment: RefundedPayment | undefined, order: Pick<Order, 'disputedAmount' | 'disputedTaxAmount'>) {
  const { captured, returned } = payment ?? { captured: 0, returned: 0 }
  return { captured, returned: returned + order.disputedAmount + order.disputedTaxAmount }
}

async function recordIntent(tx: Tx, input: CreateRefundInput, dispute: Dispute | null): Promise<RecordedIntent> {
  const { platform, tenants, body } = input
  const order = await orders.lock(tx, tenants, body.order_id)
  if (!order) return invalid([valueProblem(['body', 'order_id'], 'The order does not exist.')])
  const { organizationId } = order
  const now = platform.clock.now({ organizationId })
  const id = newId(now)
  const idempotencyKey = `refund:${input.idempotencyKey ?? id}`
  const { payment, repeated } = await readRefundContext(tx, order, idempotencyKey)
  if (repeated) return { refund: repeated, payment }
  refuseSubscriptionBenefits(order, body.revoke_benefits)
  refuseDisputed(dispute)
  refuseWhen(order.pendingDisputeAmount > 0, refundRefusals.OrderDisputed)
  const amounts = quoteRefund(order, body.amount ?? null)
  const left = returnedOf(amounts.amount + amounts.taxAmount, leftOf(payment, order))
  const returnedAmount = payment ? withinStep(payment.processor, order.currency, left) : left
  const refund: Refund = {
    id,
    organizationId,
    ...amounts,
    returnedAmount,
    idempotencyKey,
    status: refundStatuses[0],
    reason: body.reason,
    currency: order.currency,
    orderId: order.id,
    customerId: order.customerId,
    revokeBenefits: body.revoke_benefits,
    isDuplicatePayment: false,
    comment: body.comment || null,
    failureReason: null,
    metadata: body.metadata ?? {},
    paymentId: payment?.id ?? null,
    isAnnounced: false,
    queriedAt: null,
    createdAt: now,
    modifiedAt: null,
  }
  await insertRefund(tx, platform, refund)
  await recordRefund(tx, platform, { order, change: { ...amounts, from: 'none', to: 'pending', now } })
  await recordAudit(tx, input, {
    action: 'order.refund_requested',
    organizationId,
    target: { type: 'order', id: order.id },
    details: { number: order.number, refund_id: id, amount: amounts.amount, reason: refund.reason },
  })
  return { refund, payment }
}
