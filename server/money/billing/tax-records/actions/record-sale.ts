import { orders } from '#money/billing/orders/index.ts'
import { isPaid, type Order } from '#money/billing/orders/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { newRecord, recordingEngine, saleReference } from '../rules.ts'
import { insertUnlessUsed } from '../store.ts'

/** A sale as its order states it. */
export type RecordedSale = Pick<Order, 'organizationId' | 'id' | 'status' | 'netAmount' | 'taxAmount' | 'currency' | 'tax'>

/**
 * Notes that a tax service is to record a paid order that it has taxed. Idempotent. Orders that were asked about at once may share one
 * calculation, which the first of them records; the others are calculated anew. Whether a service records the order.
 */
export async function recordSale(tx: Tx, order: RecordedSale, now: Date): Promise<boolean> {
  const { organizationId, id: orderId, status, netAmount: amount, taxAmount, currency, tax } = order
  const engine = recordingEngine(tax)
  if (engine === null || !isPaid(status)) return false
  const reference = saleReference(orderId)
  const record = newRecord({
    organizationId,
    orderId,
    kind: 'sale',
    engine,
    reference,
    amount,
    taxAmount,
    currency,
    now,
    calculationId: tax?.calculationId ?? null,
  })
  const isInserted = await insertUnlessUsed(tx, record)
  if (!isInserted) await insertUnlessUsed(tx, { ...record, calculationId: null })
  return true
}

/** The same for an order by its id. */
export async function recordSaleOf(tx: Tx, { organizationId, id }: Pick<Order, 'organizationId' | 'id'>, now: Date): Promise<void> {
  const order = await orders.find(tx, [organizationId], id)
  if (order) await recordSale(tx, order, now)
}
