import type { Database } from '#platform/database/database.ts'
import { uncontrolled, type WorkControl, workInBatches } from '#platform/work-control.ts'
import { entriesAfter, type StoredEntry } from '../reads.ts'
import { entryFaults } from '../rules.ts'

/** Entries per batch; verification never has more of the journal in memory. */
const BATCH = 500

/** An inconsistency in the ledger. */
export interface LedgerFault {
  readonly organizationId: string
  /** The inconsistent entry; null when an order lacks its entry. */
  readonly entryId: string | null
  readonly orderId: string | null
  /** The subscription whose credit is at fault; left out for all other faults. */
  readonly subscriptionId?: string
  /** A description for the operator: `its postings leave 1`. */
  readonly sentence: string
}

/** The result of a verification of the entries. */
export interface VerifyEntriesResult {
  /** Entries that were verified. */
  readonly checked: number
  readonly faults: readonly LedgerFault[]
  /** Whether it was not stopped before the end. */
  readonly isComplete: boolean
}

/**
 * Recomputes every entry of every organization: at least two postings, in the entry's currency, that sum to zero. Ends after a batch when
 * `control` ends it.
 */
export async function verifyEntries(db: Database, control: WorkControl = uncontrolled): Promise<VerifyEntriesResult> {
  const faults: LedgerFault[] = []
  const { done: checked, isComplete } = await workInBatches<StoredEntry>(
    {
      noun: 'entries',
      size: BATCH,
      read: (last, size) => entriesAfter(db, last, size),
      work: (entries) => {
        faults.push(...entries.flatMap(faultsOf))
        return entries.length
      },
    },
    control,
  )
  return { checked, faults, isComplete }
}

function faultsOf(entry: StoredEntry): LedgerFault[] {
  const foreign = entry.postings.find((posting) => posting.currency !== entry.currency)
  const sentences = [
    ...entryFaults(entry.postings),
    ...(foreign ? [`it is in ${entry.currency} and has a posting in ${foreign.currency}`] : []),
  ]
  return sentences.map((sentence) => ({ organizationId: entry.organizationId, entryId: entry.id, orderId: null, sentence }))
}
