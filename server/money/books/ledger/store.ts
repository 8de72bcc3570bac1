import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type EntryDraft, entryColumns, postingColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    ledger_entries: Row<typeof entryColumns>
    ledger_postings: Row<typeof postingColumns>
  }
}

/** The rows of entries. */
export const ledgerEntries = table('ledger_entries', entryColumns)

/** The rows of postings. */
export const ledgerPostings = table('ledger_postings', postingColumns)

/**
 * Inserts an entry with its postings in one statement; false when its source already has an entry of this kind, which is not
 * changed. The database refuses an entry that does not balance.
 */
export async function insertEntry(tx: Tx, id: string, entry: EntryDraft): Promise<boolean> {
  const accounts = entry.postings.map((posting) => posting.account)
  const customerIds = entry.postings.map((posting) => posting.customerId ?? null)
  const amounts = entry.postings.map((posting) => posting.amount)
  const { rows } = await sql`
    with entry as (
      insert into ledger_entries (organization_id, id, kind, source, order_id, currency, happened_at)
      values (${entry.organizationId}, ${id}, ${entry.kind}, ${entry.source}, ${entry.orderId}, ${entry.currency}, ${entry.happenedAt})
      on conflict (organization_id, source, kind) do nothing
      returning organization_id, id, currency
    )
    insert into ledger_postings (organization_id, entry_id, position, account, customer_id, amount, currency)
    select entry.organization_id, entry.id, posting.position, posting.account, posting.customer_id, posting.amount, entry.currency
    from entry, unnest(${accounts}::text[], ${customerIds}::uuid[], ${amounts}::bigint[])
      with ordinality as posting (account, customer_id, amount, position)
    returning entry_id`.execute(tx)
  return rows.length > 0
}
