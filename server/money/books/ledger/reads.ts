import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { added } from '#platform/http/wire-parts.ts'
import { children } from '#platform/resource/embedded.ts'
import { among, createdBetween, ids } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { type Account, type Entry, entryColumns } from './model.ts'
import { ledgerEntries, ledgerPostings } from './store.ts'

const postings = children(ledgerPostings, { of: 'ledger_entries', column: 'entry_id', orderBy: 'position' })

/** The list of entries with their postings. */
export const entryList = list(ledgerEntries, {
  with: { postings },
  filters: {
    order_id: ids('ledger_entries.order_id'),
    kind: among('ledger_entries.kind', entryColumns.kind.schema).meta(added('Only entries of these kinds.')),
    ...createdBetween('ledger_entries.happened_at'),
  },
  newestFirst: 'ledger_entries.happened_at',
})

/** The balance of an account: minor units, debit positive. */
export async function balanceOf(
  db: Database,
  query: { readonly organizationId: string; readonly account: Account; readonly currency: string },
): Promise<number> {
  const row = await db
    .selectFrom('ledger_postings')
    .select(sql<number>`coalesce(sum(amount), 0)::int8`.as('balance'))
    .where('organization_id', '=', query.organizationId)
    .where('account', '=', query.account)
    .where('currency', '=', query.currency)
    .executeTakeFirstOrThrow()
  return row.balance
}

/** The balance of an account in one currency: minor units, debit positive. */
export interface Balance {
  readonly account: Account
  readonly currency: string
  readonly balance: number
}

/** The balances of all accounts that an organization has posted to, by currency. The index holds all that is read. */
export async function listBalances(db: Database, organizationId: string): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    select account, currency, sum(amount)::int8 as balance from ledger_postings where organization_id = ${organizationId}::uuid
    group by account, currency order by currency, account`.execute(db)
  return rows
}

/** An entry as stored, not validated: verification must not trust it. */
export interface StoredEntry {
  readonly organizationId: string
  readonly id: string
  readonly source: string
  readonly currency: string
  readonly postings: readonly { readonly account: string; readonly amount: number; readonly currency: string }[]
}

/** The number of entries of all organizations. */
export async function countEntries(db: Database): Promise<number> {
  const { count } = await db.selectFrom('ledger_entries').select(sql<number>`count(*)::int8`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** The next entries of all organizations after `cursor`, at most `limit`, in key order. */
export async function entriesAfter(
  db: Database,
  cursor: Pick<StoredEntry, 'organizationId' | 'id'> | undefined,
  limit: number,
): Promise<StoredEntry[]> {
  return db
    .selectFrom('ledger_entries')
    .select(['organization_id as organizationId', 'id', 'source', 'currency'])
    .select(
      sql<StoredEntry['postings']>`coalesce((
        select json_agg(json_build_object('account', p.account, 'amount', p.amount, 'currency', p.currency) order by p.position)
        from ledger_postings p where p.organization_id = ledger_entries.organization_id and p.entry_id = ledger_entries.id), '[]')`.as(
        'postings',
      ),
    )
    .$if(cursor !== undefined, (select) =>
      select.where(sql<boolean>`(organization_id, id) > (${cursor?.organizationId}::uuid, ${cursor?.id}::uuid)`),
    )
    .orderBy('organization_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The entries of these orders, to verify the orders against. */
export async function entriesOfOrders(db: Database, organizationIds: readonly string[], orderIds: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<StoredRow>`select ${ledgerEntries.selection()}, ${postings.select} as postings from ledger_entries
    where organization_id = ${anyOf(organizationIds)} and order_id = ${anyOf(orderIds)}`.execute(db)
  return rows.map((row) => ({ ...ledgerEntries.fromRow(row), postings: postings.read(row['postings']) }))
}

/** The entries of these sources. */
export async function entriesOfSources(db: Database, organizationIds: readonly string[], sources: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<StoredRow>`select ${ledgerEntries.selection()}, ${postings.select} as postings from ledger_entries
    where organization_id = ${anyOf(organizationIds)} and source = any(${[...sources]}::text[])`.execute(db)
  return rows.map((row) => ({ ...ledgerEntries.fromRow(row), postings: postings.read(row['postings']) }))
}

/** Credit of a customer that was used although it was not there: minor units. */
export interface OverdrawnCredit {
  readonly organizationId: string
  readonly customerId: string
  readonly currency: string
  readonly overdrawn: number
  /** The last entry that has used it. */
  readonly entryId: string
}

/** The credits of customers that are negative (rule L5), at most `limit`. */
export async function overdrawnCredits(db: Database, limit: number): Promise<OverdrawnCredit[]> {
  const { rows } = await sql<OverdrawnCredit>`
    select posting.organization_id as "organizationId", posting.customer_id as "customerId", posting.currency,
      sum(posting.amount)::int8 as overdrawn, (array_agg(posting.entry_id order by posting.entry_id desc) filter (where posting.amount > 0))[1] as "entryId"
    from ledger_postings posting where posting.account = 'customer_credit'
    group by posting.organization_id, posting.customer_id, posting.currency having sum(posting.amount) > 0 limit ${limit}`.execute(db)
  return rows
}
