import { present } from '#kernel/assert.ts'
import { sum } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { creditPieces, postDuplicate } from '#money/billing/orders/index.ts'
import {
  findChange,
  fromStoredLine,
  type PendingChange,
  type PlanChange,
  pendingChanges,
  subscriptionRefusals,
  subscriptions,
} from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import { enqueueDuplicateRefund, evaluateAnswer, type Settlement, saveAnswer } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import { releaseCredit } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { isTaxed } from '../../orders.ts'
import { type PeriodFunds, readFull, readPeriodFunds } from '../../reads.ts'
import { isCurrent } from '../rules.ts'
import { type ApplyPlanInput, applyPlan } from './apply-plan.ts'

/**
 * Applies the processor's answer to a change that waits for its payment, in the transaction that records the answer. Paid, the change
 * takes effect; declined, it is dropped and the subscription stays as it is. A payment of a change that was dropped, or of a subscription
 * that has moved on since, goes back at once. Bound to the purpose `subscription_change`. An answer that changes nothing does nothing.
 */
export async function settleChange(tx: Tx, settlement: Settlement): Promise<Payment> {
  const { organizationId, purposeId } = settlement.payment
  const subscriptionId = (await findChange(tx, organizationId, purposeId))?.subscriptionId
  const subscription = subscriptionId && (await subscriptions.lock(tx, [organizationId], subscriptionId))
  if (!subscription) return refuseLost(settlement)
  // Read again: what another transaction wrote before the lock counts.
  const change = present(await findChange(tx, organizationId, purposeId), 'The change of a payment')
  const evaluated = await evaluateAnswer(tx, settlement)
  const payment = evaluated.next
  if (!evaluated.hasChanged) return payment
  if (payment.status === 'succeeded') await receive(tx, settlement, { subscription, change, payment })
  else if (payment.status === 'failed' && change.status === 'pending')
    await close(tx, { subscription, change, status: 'dropped', now: settlement.now })
  await saveAnswer(tx, settlement, evaluated)
  return payment
}

// There is no row left to record the outcome on: the operator must learn of the charge from the log.
function refuseLost({ platform, payment: { id, organizationId }, answer }: Settlement): never {
  platform.log.error('payment_lost', { paymentId: id, organizationId, outcome: answer.kind })
  return refuse(subscriptionRefusals.ResourceNotFound)
}

interface PaidChange {
  readonly subscription: Subscription
  readonly change: PendingChange
  readonly payment: Payment
}

async function receive(tx: Tx, { platform, now }: Settlement, { subscription, change, payment }: PaidChange): Promise<void> {
  const funds = await readPeriodFunds(tx, subscription, { isLocked: true })
  if (change.status === 'pending' && isCurrent(change, subscription, funds)) {
    await close(tx, { subscription, change, status: 'applied', now })
    await applyPlan(tx, platform, await paidPlan(tx, platform, { subscription, change, payment, funds, now }))
    return
  }
  if (change.status === 'pending') await close(tx, { subscription, change, status: 'dropped', now })
  await postDuplicate(tx, payment, { orderId: null, now })
  await enqueueDuplicateRefund(tx, platform, payment)
}

interface PaidPlan extends PaidChange {
  readonly funds: PeriodFunds
  readonly now: Date
}

async function paidPlan(tx: Tx, platform: Platform, { subscription, change, payment, funds, now }: PaidPlan): Promise<ApplyPlanInput> {
  const full = await readFull(tx, platform, subscription)
  const merchant = present(
    await findMerchant(tx, [subscription.organizationId], subscription.organizationId),
    'The merchant of a subscription',
  )
  const { returnedAmount: amount, returnedTaxableAmount: taxableAmount, waitingIds, creditAmount } = change
  const credit = amount + taxableAmount > 0 ? { amount, taxableAmount } : null
  const pieces = credit ? creditPieces(credit, funds.orders) : []
  const order = {
    ...change,
    items: change.items.map(fromStoredLine),
    creditAmount: creditAmount + sum(pieces.map(({ net, tax }) => net + tax)),
  }
  const isUsageExempt = isTaxed(merchant, full.customer) && full.product.taxCode === 'exempt'
  const parts = { credit, funding: funds.orders, waitingIds, pendingItems: [], isUsageExempt }
  return { subscription, change: planChangeOf(change, now), order, payment, ...parts, now }
}

interface ClosedChange extends Pick<PaidChange, 'subscription' | 'change'> {
  readonly status: 'applied' | 'dropped'
  readonly now: Date
}

// The credit that it has reserved is free again: an applied change posts its sale next.
async function close(tx: Tx, { subscription, change, status, now }: ClosedChange): Promise<void> {
  const { organizationId, customerId, currency } = subscription
  await releaseCredit(tx, { organizationId, customerId, currency, amount: change.creditAmount })
  await pendingChanges.save(tx, { ...change, status, modifiedAt: now })
}

function planChangeOf(change: PendingChange, now: Date): PlanChange {
  const { productId, priceIds, amount, currency, recurringInterval, periodStart, periodEnd, periodAmount, keepsDiscount } = change
  const period = periodStart && periodEnd && { start: periodStart, end: periodEnd }
  return { plan: { productId, priceIds, amount, currency, recurringInterval }, period, periodAmount, keepsDiscount, now }
}
