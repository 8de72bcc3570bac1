import { countEntries, entriesOfOrders, type LedgerFault, orderFaults, overdrawnCredits, verifyEntries } from '#money/books/ledger/index.ts'
import { creditFaults } from '#money/usage/credit/index.ts'
import type { Database } from '#platform/database/database.ts'
import { uncontrolled, type WorkControl, workInBatches } from '#platform/work-control.ts'
import { countOrders, entriesWithoutOrder, ordersAfter, ordersAmong, type StoredOrder, wrongDuplicates } from '../reads.ts'

/** Orders per batch. */
const BATCH = 500
/** Entries without an order, and overdrawn credits, that are listed. */
const LISTED_MAXIMUM = 100

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
 * Recomputes the journals of all organizations, in bounded batches: every entry balances, every order adds up, and its entries record
 * exactly what was captured, kept, credited, written off, refunded and owed as tax, and so do the balances of credit (rules L1, L5). Ends
 * after a batch when `control` ends it.
 */
export async function verifyLedger(db: Database, control: WorkControl = uncontrolled): Promise<LedgerReport> {
  const total = (await countEntries(db)) + (await countOrders(db))
  const noteProgress = (done: number): void =>
    control.onProgress({ done, noun: 'entries and orders', share: total ? Math.min(1, done / total) : 1 })
  const entries = await verifyEntries(db, { ...control, onProgress: ({ done }) => noteProgress(done) })
  const faults = [...entries.faults, ...(await orphansOf(db)), ...(await creditFaultsOf(db)), ...(await duplicateFaultsOf(db))]
  if (!entries.isComplete) return { checked: entries.checked, orders: 0, faults, isComplete: false }
  const { done: orders, isComplete } = await workInBatches<StoredOrder>(
    {
      noun: 'orders',
      size: BATCH,
      read: (last, size) => ordersAfter(db, last, size),
      work: async (batch) => {
        faults.push(...(await lastingFaultsOf(db, batch)))
        return batch.length
      },
    },
    { ...control, onProgress: ({ done }) => noteProgress(entries.checked + done) },
  )
  return { checked: entries.checked, orders, faults, isComplete }
}

// An order may change between the statements that read it and its entries: what seems wrong is read again.
async function lastingFaultsOf(db: Database, orders: readonly StoredOrder[]): Promise<LedgerFault[]> {
  const suspects = new Set((await faultsOf(db, orders)).map(({ orderId }) => orderId))
  return suspects.size === 0
    ? []
    : faultsOf(
        db,
        await ordersAmong(
          db,
          [...suspects].filter((id) => id !== null),
        ),
      )
}

async function orphansOf(db: Database): Promise<LedgerFault[]> {
  const orphans = await entriesWithoutOrder(db, LISTED_MAXIMUM)
  return orphans.map(({ organizationId, id, orderId }) => ({
    organizationId,
    entryId: id,
    orderId,
    sentence: `its order ${orderId} does not exist`,
  }))
}

async function duplicateFaultsOf(db: Database): Promise<LedgerFault[]> {
  const wrong = await wrongDuplicates(db, LISTED_MAXIMUM)
  return wrong.map(({ organizationId, id, orderId }) => ({
    organizationId,
    entryId: id,
    orderId,
    sentence: 'it differs from the second payment that it records',
  }))
}

async function creditFaultsOf(db: Database): Promise<LedgerFault[]> {
  const overdrawn = (await overdrawnCredits(db, LISTED_MAXIMUM)).map(({ organizationId, customerId, currency, overdrawn, entryId }) => ({
    organizationId,
    entryId,
    orderId: null,
    sentence: `the credit of customer ${customerId} is overdrawn by ${overdrawn} ${currency}`,
  }))
  return [...overdrawn, ...(await creditFaults(db, LISTED_MAXIMUM))]
}

async function faultsOf(db: Database, orders: readonly StoredOrder[]): Promise<LedgerFault[]> {
  const organizationIds = [...new Set(orders.map((order) => order.organizationId))]
  const ids = orders.map((order) => order.id)
  const byOrder = Map.groupBy(await entriesOfOrders(db, organizationIds, ids), (entry) => `${entry.organizationId} ${entry.orderId}`)
  return orders.flatMap((order) => {
    const entries = byOrder.get(`${order.organizationId} ${order.id}`) ?? []
    return orderFaults({ ...order, entries }).map(({ entryId, sentence }) => ({
      organizationId: order.organizationId,
      entryId,
      orderId: order.id,
      sentence: `of order ${order.id}: ${sentence}`,
    }))
  })
}
