import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { type LockedOrder, orderItems } from '#money/billing/orders/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { countReturns, creditCustomer } from '../../actions/credit-customer.ts'
import { finalAmounts } from '../../orders.ts'
import { readFull, readPeriodFunds } from '../../reads.ts'
import { fundsOf } from '../../steps.ts'

/** A locked order that is not collected any more, and its locked subscription. */
export interface CreditUnpaidOrderInput {
  readonly order: LockedOrder
  readonly subscription: Subscription
  readonly now: Date
}

/**
 * Gives as credit what an order that is given up would have given back: time of an earlier plan that was paid and not used. What was returned
 * meanwhile of the orders that have paid for it is not given a second time.
 */
export async function creditUnpaidOrder(
  tx: Tx,
  platform: Platform,
  { order: { id: orderId, organizationId }, subscription, now }: CreditUnpaidOrderInput,
): Promise<void> {
  // Money of an earlier plan was carried over into the period of the order only where this is noted.
  if (subscription.fundedSince === null) return
  const tail = sql`where organization_id = ${organizationId} and order_id = ${orderId}::uuid and is_proration order by position`
  const prorations = await orderItems.select(tx, tail)
  if (!prorations.some(({ amount }) => amount < 0)) return
  const waiting = prorations.map((item) => ({ ...item, subscriptionId: subscription.id, isUsage: false, closedAt: null }))
  const full = await readFull(tx, platform, subscription)
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a subscription')
  const { orders: funding } = await readPeriodFunds(tx, subscription, { isLocked: true })
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription
  const nothingUsed = { usage: { items: [], discount: null, isExempt: false }, used: { start, end } }
  const { credit } = finalAmounts({ ...fundsOf(full, { merchant, waiting, funding }), ...nothingUsed })
  const counted = await countReturns(tx, funding)
  if (credit)
    await creditCustomer(tx, platform, { subscription, credit, funding: counted, source: `subscription-order:${orderId}:void`, now })
}
