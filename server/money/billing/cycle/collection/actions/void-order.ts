import { refuseWhen } from '#kernel/refusal.ts'
import { emitOrder, endCollection, orders } from '#money/billing/orders/index.ts'
import { dropUnpaidOrder, subscriptionRefusals, subscriptions } from '#money/billing/subscriptions/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { voidFault } from '../model.ts'
import { type CollectedOrderKey, type FullOrder, lockCollected } from '../store.ts'
import { creditUnpaidOrder } from './credit-unpaid-order.ts'

/**
 * Gives up an order that was not paid until the deadline: nothing is collected for it any more, also with a new payment method, and what it
 * would have given back becomes credit. 409 for any other order, or while an attempt is in progress. Its subscription stays as it is.
 */
export async function voidOrder(tx: Tx, by: AuditContext, key: CollectedOrderKey): Promise<FullOrder> {
  const { platform } = by
  const { order, subscription } = await lockCollected(tx, key)
  const fault = voidFault(order)
  if (fault) throw fault
  refuseWhen(subscription?.isCharging ?? false, subscriptionRefusals.SubscriptionLocked)
  const { organizationId, id, number } = order
  const now = platform.clock.now(order)
  const { next, events } = endCollection(order, now)
  await orders.save(tx, next)
  if (subscription?.unpaidOrderId === id) await subscriptions.save(tx, dropUnpaidOrder(subscription, now))
  if (subscription) await creditUnpaidOrder(tx, platform, { order: next, subscription, now })
  await recordAudit(tx, by, { action: 'order.voided', organizationId, target: { type: 'order', id }, details: { number } })
  return emitOrder(tx, platform, { order: next, events, now })
}
