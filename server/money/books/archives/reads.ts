import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import type { Database } from '#platform/database/database.ts'
import type { AccountSums, CountryTax } from './rules.ts'

interface Range {
  readonly organizationId: string
  readonly start: Date
  readonly end: Date
}

/** The source of the books of a month. */
export interface BooksSums {
  readonly sums: readonly AccountSums[]
  readonly taxes: readonly CountryTax[]
}

/**
 * Sums the postings of an organization in [start, end) by account and currency, and its revenue and taxes by the country of the order:
 * that which levies the tax, or that of the buyer.
 */
export async function readBooksSums(db: Database, { organizationId, start, end }: Range): Promise<BooksSums> {
  const { rows } = await sql<BooksSums>`
    with postings as (
      select posting.account, posting.amount, posting.currency, entry.order_id from ledger_entries entry
      join ledger_postings posting on posting.organization_id = entry.organization_id and posting.entry_id = entry.id
      where entry.organization_id = ${organizationId}::uuid and entry.happened_at >= ${start} and entry.happened_at < ${end}
    ), sums as (
      select account, currency, coalesce(sum(amount) filter (where amount > 0), 0)::int8 as debit,
        coalesce(-sum(amount) filter (where amount < 0), 0)::int8 as credit
      from postings group by account, currency
    ), taxes as (
      select coalesce(orders.tax ->> 'jurisdiction', orders.billing_address ->> 'country') as country, postings.currency,
        coalesce(-sum(postings.amount) filter (where account in ('revenue', 'refunds', 'org_payable', 'org_held', 'platform_fee')), 0)::int8
          as "netAmount",
        coalesce(-sum(postings.amount) filter (where account = 'tax_payable'), 0)::int8 as "taxAmount"
      from postings join orders on orders.organization_id = ${organizationId}::uuid and orders.id = postings.order_id
      where account in ('revenue', 'refunds', 'org_payable', 'org_held', 'platform_fee', 'tax_payable')
      group by 1, 2
    )
    select (select coalesce(json_agg(sums order by currency, account), '[]') from sums) as sums,
      (select coalesce(json_agg(taxes order by currency, country nulls last), '[]') from taxes) as taxes`.execute(db)
  return present(rows[0], 'A row of sums')
}
