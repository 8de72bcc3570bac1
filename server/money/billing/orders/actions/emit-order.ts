import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import { emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { orderEvents } from '../events.ts'
import { orderList } from '../reads.ts'
import { type FullOrder, toOrderWire } from '../wire.ts'

/** A saved order and the events to emit, in order. */
export interface EmitOrderInput {
  readonly order: { readonly organizationId: string; readonly id: string }
  readonly events: readonly (keyof typeof orderEvents)[]
  readonly now: Date
}

/** Emits events of a saved order with its present state, and returns it with its customer, product and items. */
export async function emitOrder(tx: Tx, platform: Platform, { order, events, now }: EmitOrderInput): Promise<FullOrder> {
  const { organizationId, id } = order
  const [read] = await orderList.select(tx, sql`where orders.organization_id = ${organizationId} and orders.id = ${id}`, platform)
  const full = present(read, 'A saved order')
  const payload = toOrderWire(full, platform.settings.BASE_URL)
  await emitAll(
    tx,
    platform,
    events.map((name) => ({ name, organizationId, resourceId: id, payload, now })),
  )
  return full
}
