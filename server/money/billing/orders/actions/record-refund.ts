import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Model } from '#platform/resource/columns.ts'
import type { orderColumns } from '../model.ts'
import { changeRefund, type RefundChange } from '../returns/rules.ts'
import { orders } from '../store.ts'
import { emitOrder } from './emit-order.ts'

/** A locked order as stored, without its items. */
export type LockedOrder = Model<typeof orderColumns>

/**
 * Records that a refund of a locked order was reserved, has succeeded, failed or was sent back, and emits `order.updated` and
 * `order.refunded` where the order changes for its merchant.
 */
export async function recordRefund(
  tx: Tx,
  platform: Platform,
  { order, change }: { readonly order: LockedOrder; readonly change: RefundChange },
): Promise<void> {
  const { next, events } = changeRefund(order, change)
  await orders.save(tx, next)
  if (events.length === 0) return
  await emitOrder(tx, platform, { order: next, events, now: change.now })
}
