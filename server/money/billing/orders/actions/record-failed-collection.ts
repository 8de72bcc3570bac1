import { releaseCredit } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type FailedCollection, failCollection } from '../rules.ts'
import { orders } from '../store.ts'
import type { FullOrder } from '../wire.ts'
import { creditOf } from './create-due-orders.ts'
import { emitOrder } from './emit-order.ts'
import type { LockedOrder } from './record-refund.ts'

/** Records that an attempt to pay a pending order has failed: `order.updated`. The credit that an exhausted one has reserved is released. */
export async function recordFailedCollection(
  tx: Tx,
  platform: Platform,
  { order, failure }: { readonly order: LockedOrder; readonly failure: FailedCollection },
): Promise<FullOrder> {
  const { next, events } = failCollection(order, failure)
  if (failure.isExhausted) await releaseCredit(tx, creditOf(order))
  await orders.save(tx, next)
  return emitOrder(tx, platform, { order: next, events, now: failure.now })
}
