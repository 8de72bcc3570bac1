import { assert, present } from '#kernel/assert.ts'
import { orders, recordFailedCollection } from '#money/billing/orders/index.ts'
import { dueAmount } from '#money/billing/orders/model.ts'
import { attemptAgain, failPayment, retry, subscriptions } from '#money/billing/subscriptions/index.ts'
import { isBillable } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { createPayments } from '#money/payments/index.ts'
import { isActionRequired, isHardDecline, type Payment, type PaymentMethod } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { chargeOrderSpec } from '../job-specs.ts'
import type { DueContext } from '../reads.ts'
import { dunningOf } from '../steps.ts'
import { noticeFailure } from './emit-notices.ts'
import { releaseMeters } from './reset-meters.ts'
import { save } from './save-subscription.ts'

/** The values that the subscriptions of a transaction share. */
export interface Collection {
  readonly tx: Tx
  readonly platform: Platform
  readonly context: Pick<DueContext, 'merchant' | 'methods'>
  readonly now: Date
}

/** The purpose of an attempt to pay an order of a subscription. */
export const ORDER_PURPOSE = 'order'

/** An order that is to be charged; `amount` in minor units. */
export interface OrderToCharge {
  readonly full: FullSubscription
  readonly orderId: string
  readonly amount: number
  readonly method: PaymentMethod
}

/** Records an attempt to pay an order and enqueues its charge. */
export async function attemptOrder(batch: Collection, order: OrderToCharge): Promise<Payment> {
  const [payment] = await attemptOrders(batch, [order])
  return present(payment, 'The attempt of a locked subscription')
}

/** Records attempts to pay orders and enqueues their charges. */
export async function attemptOrders(batch: Collection, orders: readonly OrderToCharge[]): Promise<Payment[]> {
  const attempts = await recordAttempts(batch, orders)
  const jobs = attempts.map(
    ({ organizationId, id: paymentId }) => [{ organizationId, paymentId }, `${chargeOrderSpec.kind}:${paymentId}`] as const,
  )
  await enqueueAll(batch.tx, batch.platform, { spec: chargeOrderSpec, jobs })
  return attempts
}

/**
 * Records attempts to pay orders, which the caller charges. The key of each is made from subscription, period (of a last order the end) and
 * number of the attempt: the processor charges it once for that key.
 */
export async function recordAttempts({ tx, now }: Pick<Collection, 'tx' | 'now'>, orders: readonly OrderToCharge[]): Promise<Payment[]> {
  const drafts = orders.map(({ full, orderId, amount, method }) => {
    const { organizationId, id, currentPeriodStart, endedAt, failedAttempts, currency } = full.subscription
    const key = `subscription:${id}:${(endedAt ?? currentPeriodStart).toISOString()}:${failedAttempts}`
    return {
      organizationId,
      purpose: ORDER_PURPOSE,
      purposeId: orderId,
      amount,
      currency,
      processor: method.processor,
      idempotencyKey: key,
      customerEmail: full.customer.email,
      now,
    }
  })
  const attempts = await createPayments(tx, drafts)
  assert(attempts.length === orders.length, 'The attempt of a locked subscription is new')
  return attempts
}

/** Begins the next attempt to pay the overdue order of a locked subscription; null where there is nothing to pay with. */
export async function retryOrder(batch: Collection, full: FullSubscription): Promise<Payment | null> {
  const { organizationId, id, unpaidOrderId } = full.subscription
  const orderId = present(unpaidOrderId, 'The unpaid order of an overdue subscription')
  const order = present(await orders.lock(batch.tx, [organizationId], orderId), 'The unpaid order of a subscription')
  const amount = dueAmount(order)
  const method = batch.context.methods.get(id)
  if (!method) {
    await failOrder(batch, { full, orderId, amount, code: null })
    return null
  }
  const subscription = retry(full.subscription, batch.now)
  await subscriptions.save(batch.tx, subscription)
  return attemptOrder(batch, { full: { ...full, subscription }, orderId, amount, method })
}

/**
 * Begins another attempt in place of one that the processor never had: while a processor is down a payment is late, and not overdue. Its key
 * is another one, since the first was canceled.
 */
export async function replaceAttempt(
  batch: Collection,
  { full, orderId, amount }: Pick<OrderToCharge, 'full' | 'orderId' | 'amount'>,
): Promise<void> {
  const method = batch.context.methods.get(full.subscription.id)
  if (!method) return failOrder(batch, { full, orderId, amount, code: null })
  const subscription = attemptAgain(full.subscription, batch.now)
  await subscriptions.save(batch.tx, subscription)
  await attemptOrder(batch, { full: { ...full, subscription }, orderId, amount, method })
}

/** An attempt to pay an order that has failed. */
export interface FailedOrder {
  readonly full: FullSubscription
  readonly orderId: string
  readonly amount: number
  /** The decline code; null where there was nothing to pay with. */
  readonly code: string | null
}

/** Records a failed attempt: `order.updated`, then what becomes of the subscription (rules U1 to U4), and the email. */
export async function failOrder(batch: Collection, { full, orderId, amount, code }: FailedOrder): Promise<void> {
  const { tx, platform, context, now } = batch
  const { finalStatus, graceDays, emails } = dunningOf(context.merchant)
  const isHard = code !== null && isHardDecline(code)
  const failed = failPayment(full.subscription, { isHard, finalStatus, now })
  const { organizationId, status, nextPaymentAttemptAt: nextAttemptAt } = failed.next
  const order = present(await orders.lock(tx, [organizationId], orderId), 'The order of a failed attempt')
  const isExhausted = status === 'canceled' || status === 'unpaid'
  await recordFailedCollection(tx, platform, { order, failure: { nextAttemptAt, isExhausted, now } })
  const changed = await save(batch, isBillable(failed.next) ? full : await releaseMeters(batch, full), failed)
  const hasMethod = context.methods.has(full.subscription.id)
  const isActionNeeded = code !== null && isActionRequired(code)
  if (!isExhausted)
    await noticeFailure(tx, platform, {
      full: changed,
      amount,
      hasMethod,
      emails,
      orderId,
      graceDays,
      isActionRequired: isActionNeeded,
      now,
    })
}

/** Records that an order is not collected any more (rule U4). */
export async function exhaustOrder(
  { tx, platform, now }: Pick<Collection, 'tx' | 'platform' | 'now'>,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
): Promise<void> {
  const order = present(await orders.lock(tx, [organizationId], orderId), 'The order of an overdue subscription')
  await recordFailedCollection(tx, platform, { order, failure: { nextAttemptAt: null, isExhausted: true, now } })
}
