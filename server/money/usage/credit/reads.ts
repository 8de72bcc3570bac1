import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import { customers } from '#merchant/customers/index.ts'
import type { LedgerFault } from '#money/books/ledger/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { ids } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { CreditBalance, CreditChange } from './model.ts'
import { customerCredits } from './store.ts'

/** The list of credit that was given, newest first: for the export of a customer's data. */
export const creditList = list(customerCredits, {
  filters: { customer_id: ids('customer_credits.customer_id') },
  newestFirst: 'customer_credits.created_at',
})

/** The credit of a customer: what it has, and a page of the changes, newest first. */
export interface CustomerCreditHistory {
  readonly balances: readonly CreditBalance[]
  readonly changes: readonly CreditChange[]
  readonly total: number
}

interface StoredChange extends Omit<CreditChange, 'createdAt'> {
  readonly createdAt: string
}

const kindOf = sql`case when entry.kind in ('credit_grant', 'platform_credit_grant') then 'grant'
  when entry.kind in ('customer_credit', 'platform_customer_credit') then 'downgrade'
  when entry.kind in ('customer_credit_reversal', 'platform_customer_credit_reversal') then 'downgrade_reversal'
  when entry.kind in ('refund', 'platform_refund') then 'refund'
  when entry.kind in ('refund_reversal', 'platform_refund_reversal') then 'refund_reversal' else 'order' end`

const ofCustomer = (alias: string) =>
  sql`${sql.ref(`${alias}.organization_id`)} = customers.organization_id and ${sql.ref(`${alias}.customer_id`)} = customers.id`

/** The credit of a customer of one of the organizations, in one statement; undefined where there is no such customer. */
export async function readCreditHistory(
  db: Database,
  { tenants, customerId, page }: { readonly tenants: readonly string[]; readonly customerId: string; readonly page: Page },
): Promise<CustomerCreditHistory | undefined> {
  const balances = sql`
    select json_agg(json_build_object('currency', currency, 'amount', amount) order by currency) from credit_balances
    where ${ofCustomer('credit_balances')} and amount > 0`
  const changes = sql`
    select json_agg(json_build_object('id', entry.id, 'createdAt', entry.happened_at, 'kind', ${kindOf}, 'amount', -posting.amount,
      'currency', posting.currency, 'orderId', entry.order_id, 'note', credit.note) order by entry.id desc)
    from (select own.organization_id, own.entry_id, own.amount, own.currency from ledger_postings own where ${ofCustomer('own')} order by own.entry_id desc limit ${page.limit} offset ${page.offset}) posting
    join ledger_entries entry on entry.organization_id = posting.organization_id and entry.id = posting.entry_id
    left join customer_credits credit on credit.organization_id = entry.organization_id and credit.source = entry.source`
  const { rows } = await sql<{ balances: CreditBalance[] | null; changes: StoredChange[] | null; total: number }>`
    select (${balances}) as balances, (${changes}) as changes,
      (select count(*)::int from ledger_postings own where ${ofCustomer('own')}) as total
    from customers where organization_id = ${anyOf(tenants)} and id = ${customerId}::uuid and ${customers.existing}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const found = (row.changes ?? []).map((change) => ({ ...change, createdAt: new Date(change.createdAt) }))
  return { balances: row.balances ?? [], changes: found, total: row.total }
}

/**
 * Balances of credit that differ from their postings, and credit that was given and differs from its entry, at most `limit` of each, as
 * faults of the ledger.
 */
export async function creditFaults(db: Database, limit: number): Promise<LedgerFault[]> {
  const balances = await sql<LedgerFault>`
    with posted as (
      select organization_id, customer_id, currency, -sum(amount) as amount from ledger_postings
      where account = 'customer_credit' group by organization_id, customer_id, currency
    )
    select coalesce(posted.organization_id, balance.organization_id) as "organizationId", null as "entryId", null as "orderId",
      format('the credit of customer %s is kept as %s %s instead of %s', coalesce(posted.customer_id, balance.customer_id),
        coalesce(balance.amount, 0), coalesce(posted.currency, balance.currency), coalesce(posted.amount, 0)) as sentence
    from posted full join credit_balances balance on balance.organization_id = posted.organization_id
      and balance.customer_id = posted.customer_id and balance.currency = posted.currency
    where coalesce(posted.amount, 0) <> coalesce(balance.amount, 0) limit ${limit}`.execute(db)
  const credits = await sql<LedgerFault>`
    select credit.organization_id as "organizationId", entry.id as "entryId", null as "orderId",
      format('of credit %s: %s is posted instead of %s', credit.id, coalesce(posted.amount, 0), credit.amount + credit.tax_amount) as sentence
    from customer_credits credit
    left join ledger_entries entry on entry.organization_id = credit.organization_id and entry.source = credit.source
    left join lateral (
      select -sum(posting.amount) filter (where posting.account = 'customer_credit' and posting.customer_id = credit.customer_id) as amount,
        coalesce(sum(posting.amount) filter (where posting.account = 'tax_payable'), 0) as tax_amount
      from ledger_postings posting where posting.organization_id = entry.organization_id and posting.entry_id = entry.id
    ) posted on true
    where posted.amount is distinct from credit.amount + credit.tax_amount or posted.tax_amount <> credit.tax_amount
      or entry.currency <> credit.currency
    limit ${limit}`.execute(db)
  return [...balances.rows, ...credits.rows]
}
