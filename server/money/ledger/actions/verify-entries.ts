import type { Database } from '#platform/database/database.ts'
import { entriesAfter, type KeptEntry, type Mark } from '../reads.ts'
import { entryFaults } from '../rules.ts'

/** Rows that are read at a time; a check never holds more of the journal in memory. */
const BATCH = 500

/** Something in the books that does not hold. */
export interface LedgerFault {
  readonly organizationId: string
  /** The entry at fault; null when an order has none that should be there. */
  readonly entryId: string | null
  readonly orderId: string | null
  /** What is wrong, for a person: `its postings leave 1`. */
  readonly sentence: string
}

/** What a check of the books found. */
export interface Verified {
  /** How many were looked at. */
  readonly checked: number
  readonly faults: readonly LedgerFault[]
}

/** Recomputes every entry of every organization: two postings or more, in the entry's currency, nothing left over. */
export async function verifyEntries(db: Database): Promise<Verified> {
  const faults: LedgerFault[] = []
  let checked = 0
  for (let mark: Mark | undefined; ; ) {
    const entries = await entriesAfter(db, mark, BATCH)
    faults.push(...entries.flatMap(faultsOf))
    checked += entries.length
    const last = entries.at(-1)
    if (!last || entries.length < BATCH) return { checked, faults }
    mark = { organizationId: last.organizationId, id: last.id }
  }
}

function faultsOf(entry: KeptEntry): LedgerFault[] {
  const strange = entry.postings.find((posting) => posting.currency !== entry.currency)
  const sentences = [
    ...entryFaults(entry.postings),
    ...(strange ? [`it is in ${entry.currency} and has a posting in ${strange.currency}`] : []),
  ]
  return sentences.map((sentence) => ({ organizationId: entry.organizationId, entryId: entry.id, orderId: null, sentence }))
}
