import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult, readList, totalCount } from '#platform/database/list.ts'
import type { Account, Entry, Posting } from './model.ts'

const postings: RawBuilder<Posting[]> = sql`(
  select json_agg(json_build_object('account', p.account, 'customerId', p.customer_id, 'amount', p.amount) order by p.position)
  from ledger_postings p where p.organization_id = ledger_entries.organization_id and p.entry_id = ledger_entries.id)`

const columns = [
  'ledger_entries.organization_id as organizationId',
  'ledger_entries.id',
  'ledger_entries.kind',
  'ledger_entries.source',
  'ledger_entries.order_id as orderId',
  'ledger_entries.currency',
  'ledger_entries.happened_at as happenedAt',
] as const

/** The filter of a list of entries, newest first. */
export interface EntryFilter {
  readonly organizationIds: readonly string[]
  readonly orderIds?: readonly string[] | undefined
  readonly page: Page
}

/** Lists entries with their postings, in one statement. */
export function listEntries(db: Database, filter: EntryFilter): Promise<ListResult<Entry>> {
  const found = db
    .selectFrom('ledger_entries')
    .where('organization_id', '=', anyOf(filter.organizationIds))
    .$if(filter.orderIds !== undefined, (select) => select.where('order_id', '=', anyOf(filter.orderIds ?? [])))
  const rows = found.select(columns).select(postings.as('postings')).orderBy('happened_at', 'desc').orderBy('id', 'desc')
  return readList(
    db,
    { count: found.select(totalCount), rows, page: filter.page },
    ({ total: _, ...entry }: Entry & { total?: number }): Entry => entry,
  )
}

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

/** An entry as stored, not validated: verification must not trust it. */
export interface StoredEntry {
  readonly organizationId: string
  readonly id: string
  readonly source: string
  readonly currency: string
  readonly postings: readonly { readonly account: string; readonly amount: number; readonly currency: string }[]
}

/** The key of the last row of a batch. */
export interface EntryCursor {
  readonly organizationId: string
  readonly id: string
}

/** The next entries of all organizations after `cursor`, at most `limit`, in key order. */
export async function entriesAfter(db: Database, cursor: EntryCursor | undefined, limit: number): Promise<StoredEntry[]> {
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
export async function entriesOfOrders(
  db: Database,
  organizationIds: readonly string[],
  orderIds: readonly string[],
): Promise<(Pick<Entry, 'id' | 'kind' | 'postings'> & { readonly organizationId: string; readonly orderId: string | null })[]> {
  return db
    .selectFrom('ledger_entries')
    .select(columns)
    .select(postings.as('postings'))
    .where('organization_id', '=', anyOf(organizationIds))
    .where('order_id', '=', anyOf(orderIds))
    .execute()
}
