import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { countedStill } from '../returns/rules.ts'
import { orders } from '../store.ts'
import { emitOrder } from './emit-order.ts'
import type { LockedOrder } from './record-refund.ts'

/** The changes that a dispute makes to its order, in minor units. */
export interface OrderDispute {
  readonly order: LockedOrder
  /** By how much more open disputes reclaim, with the tax; negative where one was resolved. */
  readonly pendingChange: number
  /** The tax in that. */
  readonly pendingTaxChange: number
  /** The amount that was lost before tax, and its tax; null where nothing was. */
  readonly lost: { readonly amount: number; readonly taxAmount: number } | null
  readonly now: Date
}

/** Records on a locked order what disputes reclaim and have taken back, and emits `order.updated`. Its status stays (rule W8). */
export async function recordOrderDispute(
  tx: Tx,
  platform: Platform,
  { order, pendingChange, pendingTaxChange, lost, now }: OrderDispute,
): Promise<void> {
  const disputed = {
    ...order,
    pendingDisputeAmount: order.pendingDisputeAmount + pendingChange,
    pendingDisputeTaxAmount: order.pendingDisputeTaxAmount + pendingTaxChange,
    disputedAmount: order.disputedAmount + (lost?.amount ?? 0),
    disputedTaxAmount: order.disputedTaxAmount + (lost?.taxAmount ?? 0),
    modifiedAt: now,
  }
  const next = { ...disputed, countedReturnAmount: countedStill(disputed) }
  await orders.save(tx, next)
  await emitOrder(tx, platform, { order: next, events: ['order.updated'], now })
}
