import type { Tx } from '#platform/database/database.ts'
import { newRecord, type ReversalCause, recordingEngine, reversalReference } from '../rules.ts'
import { insertUnlessUsed } from '../store.ts'
import { type RecordedSale, recordSale } from './record-sale.ts'

/** The part of a paid order that was given back, in minor units: before tax, and the tax. */
export interface RecordReversalInput {
  readonly order: RecordedSale
  readonly cause: ReversalCause
  /** A restoration undoes the reversal of the same cause. */
  readonly kind: 'reversal' | 'restoration'
  readonly amount: number
  readonly taxAmount: number
  readonly now: Date
}

/**
 * Notes that the tax service of a paid order is to record what was given back of it, in the transaction that gives it back. Idempotent.
 * Nothing where no service has taxed the order.
 */
export async function recordReversal(tx: Tx, { order, cause, kind, amount, taxAmount, now }: RecordReversalInput): Promise<void> {
  const engine = recordingEngine(order.tax)
  if (engine === null || amount + taxAmount === 0 || !(await recordSale(tx, order, now))) return
  const { organizationId, id: orderId, currency } = order
  const reference = reversalReference(cause, kind)
  const sent = { organizationId, orderId, kind, engine, reference, amount, taxAmount, currency, calculationId: null, now }
  await insertUnlessUsed(tx, newRecord(sent))
}
