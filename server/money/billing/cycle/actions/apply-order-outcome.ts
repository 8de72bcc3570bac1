import { present } from '#kernel/assert.ts'
import { withinStep } from '#kernel/money.ts'
import { orders, postDuplicate, settleOrder } from '#money/billing/orders/index.ts'
import { dueAmount, isPaid } from '#money/billing/orders/model.ts'
import { lockSubscriptionOfOrder, receivePayment, subscriptions } from '#money/billing/subscriptions/index.ts'
import { isEnded, type Subscription } from '#money/billing/subscriptions/model.ts'
import { enqueueDuplicateRefund, evaluateAnswer, type Settlement, saveAnswer } from '#money/payments/index.ts'
import { isUndecided, type Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { readCollection, readFull } from '../reads.ts'
import { dunningOf, isReplaced } from '../steps.ts'
import { type Collection, failOrder, replaceAttempt } from './collect-order.ts'
import { noticeRecovery } from './emit-notices.ts'
import { restartMeters } from './reset-meters.ts'
import { save } from './save-subscription.ts'

/**
 * Applies the processor's answer to an order of a subscription and to the subscription, in the transaction that records it. Bound to the
 * purpose `order`. An answer that does not change its attempt changes nothing. A payment of an order that was paid already goes back.
 */
export async function applyOrderOutcome(tx: Tx, settlement: Settlement): Promise<void> {
  const { platform, payment: about, now } = settlement
  const { organizationId, purposeId: orderId } = about
  const subscription = await lockSubscriptionOfOrder(tx, { organizationId, orderId })
  // There is no row left to record the outcome on: the operator must learn of the charge from the log.
  if (!subscription) return platform.log.error('payment_lost', { paymentId: about.id, organizationId, outcome: settlement.answer.kind })
  const order = present(await orders.lock(tx, [organizationId], orderId), 'The order of an attempt')
  const evaluated = await evaluateAnswer(tx, settlement)
  if (!evaluated.hasChanged) return
  const { before, next: payment } = evaluated
  const answered = { subscription, order, payment }
  if (payment.status === 'succeeded') await receive({ tx, platform, now }, answered)
  else if (payment.status === 'failed' && isCollected(subscription, order)) {
    const isLate = isUndecided(before, payment) && isReplaced(subscription, order, now)
    // An order has one unsettled attempt: this one ends before another begins.
    if (isLate) await saveAnswer(tx, settlement, evaluated)
    await fail({ tx, platform, now }, { ...answered, isLate })
    if (isLate) return
  }
  await saveAnswer(tx, settlement, evaluated)
}

// One that has ended may have two: that of its last period and the one of its usage.
function isCollected(subscription: Subscription, order: AnsweredAttempt['order']): boolean {
  return !isPaid(order.status) && (subscription.unpaidOrderId === order.id || isEnded(subscription))
}

/** A locked subscription and its order, and the settled attempt to pay it. */
interface AnsweredAttempt {
  readonly subscription: Subscription
  readonly order: NonNullable<Awaited<ReturnType<typeof orders.lock>>>
  readonly payment: Payment
}

type Context = Pick<Collection, 'tx' | 'platform' | 'now'>

async function fail(
  context: Context,
  { subscription, order, payment, isLate }: AnsweredAttempt & { readonly isLate: boolean },
): Promise<void> {
  const full = await readFull(context.tx, context.platform, subscription)
  const batch = { ...context, context: await readCollection(context.tx, full) }
  const failed = { full, orderId: order.id, amount: payment.amount, code: payment.declineCode }
  await (isLate ? replaceAttempt(batch, failed) : failOrder(batch, failed))
}

async function receive(context: Context, { subscription, order, payment }: AnsweredAttempt): Promise<void> {
  const { tx, platform, now } = context
  // An exhausted order is due in full again: an attempt at what was left beside credit does not pay it.
  if (isPaid(order.status) || payment.amount !== withinStep(payment.processor, order.currency, dueAmount(order))) {
    await postDuplicate(tx, payment, { orderId: order.id, now })
    return enqueueDuplicateRefund(tx, platform, payment)
  }
  await settleOrder(tx, platform, { order, payment, now })
  if (subscription.unpaidOrderId !== order.id) return
  const received = receivePayment(subscription, now)
  // A renewal that was paid at once has no events of the subscription: nothing else of it is read.
  if (received.events.length === 0) return subscriptions.save(tx, received.next)
  const read = await readFull(tx, platform, subscription)
  const full = subscription.status === 'unpaid' ? await restartMeters(context, read) : read
  const { merchant } = await readCollection(tx, full)
  const changed = await save(context, full, received)
  const { emails } = dunningOf(merchant)
  await noticeRecovery(tx, platform, { full: changed, amount: payment.amount, hasMethod: true, emails, orderId: order.id, now })
}
