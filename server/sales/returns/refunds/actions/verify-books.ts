import { verifyInvoices } from '#money/billing/invoices/index.ts'
import { type LedgerReport, verifyLedger } from '#money/billing/orders/index.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { uncontrolled, type WorkControl } from '#platform/work-control.ts'
import { verifyCreditNotes, verifyCredits } from './verify-credits.ts'
import { verifyRefunds } from './verify-refunds.ts'

/** The time for which the check of a day runs: books that take longer are verified by `guildhall verify-ledger`. */
const RUN_MS = 600_000
/** Faults in one line of the log. */
const LISTED_MAXIMUM = 10

/** The result of a verification of the books. */
export interface BooksReport extends LedgerReport {
  /** Refunds that were verified. */
  readonly refunds: number
}

/**
 * Recomputes the entries, orders, refunds, credit of subscriptions, invoices and credit notes of all organizations. Ends after a batch when
 * `control` ends it. Writes nothing.
 */
export async function verifyBooks(db: Database, control: WorkControl = uncontrolled): Promise<BooksReport> {
  const ledger = await verifyLedger(db, control)
  if (!ledger.isComplete) return { ...ledger, refunds: 0 }
  const { refunds, ...refunded } = await verifyRefunds(db, control)
  const credited = refunded.isComplete ? await verifyCredits(db, control) : { faults: [], isComplete: false }
  const documents = credited.isComplete ? [...(await verifyInvoices(db)), ...(await verifyCreditNotes(db))] : []
  const faults = [...ledger.faults, ...refunded.faults, ...credited.faults, ...documents]
  return { ...ledger, refunds, faults, isComplete: credited.isComplete }
}

/** The check of a day (rule L1): faults are an error in the log, by which the operator learns of them. */
export async function verifyBooksDaily({ database, log }: Platform): Promise<void> {
  const startMs = monotonicMs()
  const controller = new AbortController()
  const onProgress = () => {
    if (monotonicMs() - startMs > RUN_MS) controller.abort()
  }
  const { faults, isComplete } = await verifyBooks(database.db, { signal: controller.signal, onProgress })
  if (faults.length > 0) log.error('ledger_faults', { count: faults.length, faults: faults.slice(0, LISTED_MAXIMUM) })
  if (!isComplete) log.warn('The books are too large for the check of a day; guildhall verify-ledger verifies all of them.')
}
