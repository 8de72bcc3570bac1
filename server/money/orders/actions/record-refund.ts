import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import { emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Model } from '#platform/resource/columns.ts'
import type { orderColumns } from '../model.ts'
import { orderList } from '../reads.ts'
import { changeRefund, type RefundChange } from '../rules.ts'
import { orders } from '../store.ts'
import { toOrderWire } from '../wire.ts'

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
  const { organizationId, id } = next
  const tail = sql`where orders.organization_id = ${organizationId} and orders.id = ${id}`
  const [read] = await orderList.select(tx, tail, platform)
  const payload = toOrderWire(present(read, 'The order of a refund'), platform.settings.BASE_URL)
  await emitAll(
    tx,
    platform,
    events.map((name) => ({ name, organizationId, resourceId: id, payload, now: change.now })),
  )
}
