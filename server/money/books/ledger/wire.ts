import { z } from 'zod'
import type { CsvColumns } from '#kernel/csv.ts'
import { decimal } from '#kernel/money.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type Entry, entryColumns, type Posting, postingColumns, type StoredPosting } from './model.ts'

const fields = fieldsOf(entryColumns)
const postingFields = fieldsOf(postingColumns)

const posting = z
  .object(postingFields.shape)
  .meta({ id: 'LedgerPosting', description: 'One side of an entry, in minor units: positive is debit, negative is credit.' })

/** An entry of the journal as returned to the merchant. */
export const ledgerEntry = z
  .object({ ...fields.shape, postings: z.array(posting) })
  .meta({ id: 'LedgerEntry', description: 'An entry of the journal; the amounts of its postings sum to zero.' })

/** The balances of an organization. */
export const ledgerBalances = z
  .object({
    items: z.array(
      z
        .object({
          account: postingColumns.account.schema,
          currency: z.string(),
          balance: z.int().meta({ description: 'In minor units: positive is debit, negative is credit.' }),
        })
        .meta({ id: 'LedgerBalance' }),
    ),
  })
  .meta({ id: 'LedgerBalances', description: 'The balance of each account in each currency; those of a currency sum to zero.' })

/** A posting as a row of the journal, with its entry. */
type PostingRow = Posting & { readonly entry: Entry }

/** The columns of the journal in CSV; amounts in units of their currency, one of debit and credit for each posting. */
export const ledgerCsv: CsvColumns<PostingRow> = {
  date: ({ entry }) => entry.happenedAt.toISOString(),
  entry_id: ({ entry }) => entry.id,
  kind: ({ entry }) => entry.kind,
  source: ({ entry }) => entry.source,
  order_id: ({ entry }) => entry.orderId,
  account: ({ account }) => account,
  customer_id: ({ customerId }) => customerId ?? null,
  currency: ({ entry }) => entry.currency,
  debit: ({ amount, entry }) => (amount > 0 ? decimal(amount, entry.currency) : null),
  credit: ({ amount, entry }) => (amount < 0 ? decimal(-amount, entry.currency) : null),
}

/** The rows of an entry. */
export function toPostingRows(entry: Entry): readonly PostingRow[] {
  return entry.postings.map((posting) => ({ ...posting, entry }))
}

/** The entry as JSON. */
export function toLedgerEntryWire(entry: Entry & { readonly postings: readonly StoredPosting[] }): z.output<typeof ledgerEntry> {
  return { ...fields.toWire(entry), postings: entry.postings.map(postingFields.toWire) }
}
