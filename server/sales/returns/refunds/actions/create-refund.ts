import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { withinStep } from '#kernel/money.ts'
import { invalid, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { type LockedOrder, orders, recordRefund } from '#money/billing/orders/index.ts'
import type { Order } from '#money/billing/orders/model.ts'
import { findDispute, requestRefund } from '#money/payments/index.ts'
import type { Dispute, RefundOutcome } from '#money/payments/model.ts'
import { attempt } from '#platform/attempt/attempt.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { RepeatableRequest } from '#platform/idempotency/settle.ts'
import type { Platform } from '#platform/platform.ts'
import { type Refund, refundStatuses } from '../model.ts'
import { findCharge, type RefundedPayment, readRefundContext } from '../reads.ts'
import { refundRefusals } from '../refusals.ts'
import { quoteRefund, refuseDisputed, refuseSubscriptionBenefits, returnedOf } from '../rules.ts'
import { insertRefund } from '../store.ts'
import { type RefundWire, type refundCreate, toRefundWire } from '../wire.ts'
import { settleRefund } from './settle-refund.ts'

/** A refund of an order of one of the tenants. */
export interface CreateRefundInput extends AuditContext, RepeatableRequest {
  readonly tenants: readonly string[]
  readonly body: z.output<typeof refundCreate>
}

/** A locked order to be refunded, and what is known of its refund: `id` is that of a new one. */
interface RefundedOrder {
  readonly order: LockedOrder
  readonly id: string
  readonly idempotencyKey: string
  readonly now: Date
  readonly payment: RefundedPayment | undefined
  /** The refund that an earlier run of the request has recorded. */
  readonly repeated: Refund | undefined
}

/** A recorded refund, and the payment that it returns. */
interface RefundIntent {
  readonly refund: Refund
  readonly payment: RefundedPayment | undefined
}

/**
 * Refunds an order: the intent reserves the amount. Without a certain answer the refund is pending, and a job asks again. A refund that becomes
 * credit alone needs no processor. 409 while a dispute of its payment is open; where the processor does not say so in time, it decides itself.
 */
export async function createRefund(input: CreateRefundInput): Promise<RefundWire> {
  const { platform } = input
  const dispute = await disputeOf(input)
  return attempt(input, {
    lock: (tx) => lockOrder(tx, input),
    repeat: async (_, { repeated, payment }) => repeated && { intent: { refund: repeated, payment } },
    begin: async (tx, locked) => {
      refuseSubscriptionBenefits(locked.order, input.body.revoke_benefits)
      refuseDisputed(dispute)
      return { intent: await recordIntent(tx, input, locked) }
    },
    call: ({ intent }) => request(platform, intent),
    record: async (tx, { intent: { refund }, outcome }) => ({
      body: toRefundWire(await settleRefund(tx, { platform, refund, outcome, now: platform.clock.now(refund) })),
    }),
  })
}

async function disputeOf({ platform, tenants, body }: CreateRefundInput): Promise<Dispute | null> {
  const charge = await findCharge(platform.database.db, tenants, body.order_id)
  if (!charge) return null
  const finding = await findDispute(platform, charge)
  return finding.kind === 'found' ? finding.dispute : null
}

async function lockOrder(tx: Tx, { platform, tenants, body, idempotencyKey: key }: CreateRefundInput): Promise<RefundedOrder> {
  const order = await orders.lock(tx, tenants, body.order_id)
  if (!order) return invalid([valueProblem(['body', 'order_id'], 'The order does not exist.')])
  const now = platform.clock.now({ organizationId: order.organizationId })
  const id = newId(now)
  const idempotencyKey = `refund:${key ?? id}`
  return { order, id, idempotencyKey, now, ...(await readRefundContext(tx, order, idempotencyKey)) }
}

async function request(platform: Platform, { refund, payment }: RefundIntent): Promise<RefundOutcome> {
  const { organizationId, idempotencyKey: key, returnedAmount: amount } = refund
  if (!payment || amount === 0) return { kind: 'succeeded', reference: refund.id }
  return requestRefund(platform, { organizationId, key, amount, chargeKey: payment.chargeKey, processor: payment.processor })
}

/** The amount that the payment of an order captured, and what refunds and lost disputes have taken of it. */
function leftOf(payment: RefundedPayment | undefined, order: Pick<Order, 'disputedAmount' | 'disputedTaxAmount'>) {
  const { captured, returned } = payment ?? { captured: 0, returned: 0 }
  return { captured, returned: returned + order.disputedAmount + order.disputedTaxAmount }
}

async function recordIntent(
  tx: Tx,
  input: CreateRefundInput,
  { order, id, idempotencyKey, now, payment }: RefundedOrder,
): Promise<RefundIntent> {
  const { platform, body } = input
  const { organizationId } = order
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
