import { refuse } from '#kernel/refusal.ts'
import { orders } from '#money/orders/index.ts'
import type { FullOrder } from '#money/orders/wire.ts'
import { subscriptions } from '#money/subscriptions/index.ts'
import type { Subscription } from '#money/subscriptions/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { billingRefusals } from '../refusals.ts'

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
