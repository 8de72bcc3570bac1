import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { orderList } from '#money/billing/orders/index.ts'
import { subscriptionRefusals } from '#money/billing/subscriptions/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { retryOrder } from '../../actions/collect-order.ts'
import { readCollection, readFull } from '../../reads.ts'
import { billingRefusals } from '../../refusals.ts'
import { type CollectedOrderKey, type FullOrder, lockToRetry } from '../store.ts'

/**
 * Attempts to pay an overdue order now, with the payment method that the customer has saved (rule U3). It is charged after this
 * transaction. 402 where there is no method, 409 where nothing is due or an attempt is in progress, 429 after five attempts within a day.
 */
export async function retryPayment(tx: Tx, by: AuditContext, key: CollectedOrderKey): Promise<FullOrder> {
  const { platform } = by
  const locked = await lockToRetry(tx, platform, key)
  if ('code' in locked) return refuse(billingRefusals[locked.code], { waitSeconds: locked.waitSeconds })
  const { order, subscription, now } = locked
  const { organizationId, id, number } = order
  refuseWhen(subscription.isCharging, subscriptionRefusals.SubscriptionLocked)
  const full = await readFull(tx, platform, subscription)
  const context = await readCollection(tx, full)
  refuseWhen(!context.methods.has(subscription.id), billingRefusals.PaymentFailed, { detail: 'The customer has saved no payment method.' })
  await retryOrder({ tx, platform, context, now }, full)
  await recordAudit(tx, by, { action: 'order.payment_retried', organizationId, target: { type: 'order', id }, details: { number } })
  return (await orderList.find(tx, key, platform)) ?? refuse(billingRefusals.ResourceNotFound)
}
