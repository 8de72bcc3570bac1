import { countEntries, entriesOfOrders, type LedgerFault, orderFaults, verifyEntries } from '#money/ledger/index.ts'
import type { Database } from '#platform/database/database.ts'
import { uncontrolled, type WorkControl } from '#platform/work-control.ts'
import { countOrders, ordersAfter, type StoredOrder } from '../reads.ts'

/** Orders per batch. */
const BATCH = 500

/** The result of a verification of all ledgers. */
export interface LedgerReport {
  /** Entries that were verified. */
  readonly checked: number
  readonly orders: number
  readonly faults: readonly LedgerFault[]
  /** Whether it was not stopped before the end. */
  readonly isComplete: boolean
}

/**
 * Recomputes the journals of all organizations, in bounded batches: every entry balances, and every paid order's entries
 * record exactly what was captured, credited, written off and owed as tax (rules L1, L5). Ends after a batch when `control` ends it.
 */
export async function verifyLedger(db: Database, control: WorkControl = uncontrolled): Promise<LedgerReport> {
  const total = (await countEntries(db)) + (await countOrders(db))
  const noteProgress = (done: number): void =>
    control.onProgress({ done, noun: 'entries and orders', share: total ? Math.min(1, done / total) : 1 })
  const entries = await verifyEntries(db, { ...control, onProgress: ({ done }) => noteProgress(done) })
  const faults = [...entries.faults]
  let orders = 0
  for (let cursor: StoredOrder | undefined; entries.isComplete; ) {
    const batch = await ordersAfter(db, cursor, BATCH)
    faults.push(...(await faultsOf(db, batch)))
    orders += batch.length
    cursor = batch.at(-1)
    const isComplete = !cursor || batch.length < BATCH
    if (isComplete || control.signal.aborted) return { checked: entries.checked, orders, faults, isComplete }
    noteProgress(entries.checked + orders)
  }
  return { checked: entries.checked, orders, faults, isComplete: false }
}

async function faultsOf(db: Database, orders: readonly StoredOrder[]): Promise<LedgerFault[]> {
  const organizationIds = [...new Set(orders.map((order) => order.organizationId))]
  const ids = orders.map((order) => order.id)
  const byOrder = Map.groupBy(await entriesOfOrders(db, organizationIds, ids), (entry) => `${entry.organizationId} ${entry.orderId}`)
  return orders.flatMap((order) => {
    const entries = byOrder.get(`${order.organizationId} ${order.id}`) ?? []
    const entryId = entries[0]?.id ?? null
    return orderFaults({ ...order, entries }).map((fault) => ({
      organizationId: order.organizationId,
      entryId,
      orderId: order.id,
      sentence: `of order ${order.id}: ${fault}`,
    }))
  })
}
