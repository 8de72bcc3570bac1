// The rows that are counted, as tallies: the database's `metric_tallies`.
import { type RawBuilder, sql } from 'kysely'

const bySubscription = (table: 'subscription_renewals' | 'subscription_value_changes') =>
  [
    table,
    sql`${sql.table(table)} join subscriptions on subscriptions.organization_id = ${sql.ref(`${table}.organization_id`)}
      and subscriptions.id = ${sql.ref(`${table}.subscription_id`)}`,
    sql`subscriptions.customer_id`,
  ] as const

/** Each table that is counted, with what it is read from and the column of its customer. */
const countedTables = [
  ['orders', sql`orders`, sql`orders.customer_id`],
  ['refunds', sql`refunds`, sql`refunds.customer_id`],
  ['checkouts', sql`checkouts`, sql`checkouts.customer_id`],
  ['subscriptions', sql`subscriptions`, sql`subscriptions.customer_id`],
  bySubscription('subscription_renewals'),
  bySubscription('subscription_value_changes'),
] as const

/**
 * The tallies of some organizations, and of some of their customers: by the index of each table. Columns: product_id, is_recurring, currency, measure,
 * happened_at, prior_at, count, amount.
 */
export function talliesOf(organizations: RawBuilder<unknown>, customers?: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofTables = countedTables.map(
    ([table, from, customer]) => sql`
      select tallies.product_id, products.recurring_interval is not null as is_recurring, tallies.currency, tallies.measure, tallies.happened_at,
        tallies.prior_at, tallies.count, tallies.amount
      from ${from} cross join lateral metric_tallies(${sql.table(table)}) as tallies
      join products on products.organization_id = ${sql.ref(`${table}.organization_id`)} and products.id = tallies.product_id
      where ${sql.ref(`${table}.organization_id`)} = ${organizations} ${customers ? sql`and ${customer} = ${customers}` : sql``}`,
  )
  return sql.join(ofTables, sql` union all `)
}
