import { present } from '#kernel/assert.ts'
import { orders, postDuplicate, settleOrder } from '#money/orders/index.ts'
import { dueAmount, isPaid, type OrderStatus } from '#money/orders/model.ts'
import { enqueueDuplicateRefund, evaluateAnswer, type Settlement, saveAnswer } from '#money/payments/index.ts'
import { isUndecided, type Payment } from '#money/payments/model.ts'
import { receivePayment, subscriptions } from '#money/subscriptions/index.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'
import type { Tx } from '#platform/database/database.ts'
import { readCollection, readFull } from '../reads.ts'
import { dunningOf, isReplaced } from '../steps.ts'
import { type Collection, failOrder, replaceAttempt } from './collect-order.ts'
import { noticeRecovery } from './emit-notices.ts'
import { save } from './save-subscription.ts'

/**
 * Applies the processor's answer to an order of a subscription and to the subscription, in the transaction that records it. Bound to the
 * purpose `order`. An answer that does not change its attempt changes nothing. A payment of an order that was paid already goes back.
 */
export async function applyOrderOutcome(tx: Tx, settlement: Settlement): Promise<void> {
  const { platform, payment: about, now } = settlement
  const { organizationId, purposeId: orderId } = about
  const found = await orders.find(tx, [organizationId], orderId)
  // There is no row left to record the outcome on: the operator must learn of the charge from the log.
  if (!found?.subscriptionId)
    return platform.log.error('payment_lost', { paymentId: about.id, organizationId, outcome: settlement.answer.kind })
  await subscriptions.lock(tx, [organizationId], found.subscriptionId)
  const order = present(await orders.lock(tx, [organizationId], orderId), 'The order of an attempt')
  const evaluated = await evaluateAnswer(tx, settlement)
  const payment = evaluated.next
  if (!evaluated.hasChanged) return
  if (payment.status === 'succeeded' || payment.status === 'failed') {
    const full = await readFull(tx, platform, { organizationId, id: found.subscriptionId })
    const batch = { tx, platform, context: await readCollection(tx, full), now }
    if (payment.status === 'succeeded') await receive(batch, { full, order, payment })
    else if (isOpen(full, order)) {
      const failed = { full, orderId, amount: payment.amount, code: payment.declineCode }
      if (isUndecided(evaluated.before, payment) && isReplaced(full.subscription, order, now)) {
        // An order has one unsettled attempt: this one ends before the other begins.
        await saveAnswer(tx, settlement, evaluated)
        return replaceAttempt(batch, failed)
      }
      await failOrder(batch, failed)
    }
  }
  await saveAnswer(tx, settlement, evaluated)
}

type Order = NonNullable<Awaited<ReturnType<typeof orders.lock>>>

const isOpen = ({ subscription }: FullSubscription, order: { readonly id: string; readonly status: OrderStatus }) =>
  subscription.unpaidOrderId === order.id && !isPaid(order.status)

interface ReceivedPayment {
  readonly full: FullSubscription
  readonly order: Order
  readonly payment: Payment
}

async function receive(batch: Collection, { full, order, payment }: ReceivedPayment): Promise<void> {
  const { tx, platform, context, now } = batch
  // An exhausted order is due in full again: an attempt at what was left beside credit does not pay it.
  if (isPaid(order.status) || dueAmount(order) !== payment.amount) {
    await postDuplicate(tx, payment, { orderId: order.id, now })
    return enqueueDuplicateRefund(tx, platform, payment)
  }
  await settleOrder(tx, platform, { order, payment, now })
  if (full.subscription.unpaidOrderId !== order.id) return
  const received = receivePayment(full.subscription, now)
  const changed = await save(batch, full, received)
  const notice = {
    full: changed,
    amount: payment.amount,
    hasMethod: true,
    emails: dunningOf(context.merchant).emails,
    orderId: order.id,
    now,
  }
  if (received.events.length > 0) await noticeRecovery(tx, platform, notice)
}
