import { z } from 'zod'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type Entry, entryColumns, postingColumns, type StoredPosting } from './model.ts'

const fields = fieldsOf(entryColumns)
const postingFields = fieldsOf(postingColumns)

const posting = z
  .object(postingFields.shape)
  .meta({ id: 'LedgerPosting', description: 'One side of an entry, in minor units: positive is debit, negative is credit.' })

/** An entry of the journal as returned to the merchant. */
export const ledgerEntry = z
  .object({ ...fields.shape, postings: z.array(posting) })
  .meta({ id: 'LedgerEntry', description: 'An entry of the journal; the amounts of its postings sum to zero.' })

/** The entry as JSON. */
export function toLedgerEntryWire(entry: Entry & { readonly postings: readonly StoredPosting[] }): z.output<typeof ledgerEntry> {
  return { ...fields.toWire(entry), postings: entry.postings.map(postingFields.toWire) }
}
