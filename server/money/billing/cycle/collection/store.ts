import { refuse } from '#kernel/refusal.ts'
import { orders } from '#money/billing/orders/index.ts'
import type { FullOrder } from '#money/billing/orders/wire.ts'
import { subscriptions } from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import { findAttemptTimes } from '#money/payments/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { ORDER_PURPOSE } from '../actions/collect-order.ts'
import { billingRefusals } from '../refusals.ts'
import { ATTEMPTS_OF_A_DAY, DAY_MS, type RetryFault, retryFault } from './model.ts'

export type { FullOrder }

/** An order of one of the tenants. */
export interface CollectedOrderKey {
  readonly tenants: readonly string[]
  readonly id: string
}

type LockedOrder = NonNullable<Awaited<ReturnType<typeof orders.lock>>>

/** Locks an order after its subscription; undefined is the subscription of an order without one. 404 where there is no such order. */
export async function lockCollected(
  tx: Tx,
  { tenants, id }: CollectedOrderKey,
): Promise<{ readonly order: LockedOrder; readonly subscription: Subscription | undefined }> {
  const found = (await orders.find(tx, tenants, id)) ?? refuse(billingRefusals.ResourceNotFound)
  const subscription = found.subscriptionId === null ? undefined : await subscriptions.lock(tx, tenants, found.subscriptionId)
  const order = (await orders.lock(tx, tenants, id)) ?? refuse(billingRefusals.ResourceNotFound)
  return { order, subscription }
}

/** An order that is locked to be attempted again by hand, after its subscription. */
export interface OrderToRetry {
  readonly order: LockedOrder
  readonly subscription: Subscription
  /** The merchant's time. */
  readonly now: Date
}

/** Locks an order to be attempted again by hand (rule U3); the reason where that cannot be. 404 where there is no such order. */
export async function lockToRetry(tx: Tx, { clock }: Pick<Platform, 'clock'>, key: CollectedOrderKey): Promise<OrderToRetry | RetryFault> {
  const { order, subscription } = await lockCollected(tx, key)
  const now = clock.now(order)
  const since = new Date(now.getTime() - DAY_MS)
  const { organizationId, id: purposeId } = order
  const attempts = await findAttemptTimes(tx, { organizationId, purpose: ORDER_PURPOSE, purposeId, since }, ATTEMPTS_OF_A_DAY)
  const fault = retryFault(order, subscription, { attempts, now })
  if (fault !== null) return fault
  return subscription ? { order, subscription, now } : { code: 'NothingDue' }
}
