import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { talliesOf } from '../tallies-sql.ts'

/** A figure that differs from what it is recomputed to. */
export interface MetricFault {
  readonly organizationId: string
  readonly sentence: string
}

/** Faults that one comparison of an organization lists. */
const LIMIT = 100
const EPOCH = sql`timestamptz '2000-01-01 00:00:00Z'`

/** The next organizations, at most `limit`. */
export async function organizationsAfter(db: Database, after: string | undefined, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from organizations where ${after === undefined ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

interface Difference {
  readonly figure: string
  readonly at: string | null
  readonly count: number
  readonly amount: number
}

/** Everything in which the figures of an organization differ from its rows, each comparison in one statement. */
export async function findFaults(db: Database, organizationId: string): Promise<readonly MetricFault[]> {
  const own = sql`${organizationId}::uuid`
  const comparisons: readonly (readonly [string, RawBuilder<Difference>])[] = [
    ['the quarters of an hour differ from the rows', quarters(own)],
    ['the hours differ from their quarters', spans(own, { short: 'quarter', long: 'hour', length: '1 hour' })],
    ['the days differ from their hours', spans(own, { short: 'hour', long: 'day', length: '1 day' })],
    ['all products together differ from each', products(own)],
    ['the renewals differ from the paid orders', renewals(own)],
    ['the changes of the recurring revenue differ from the subscription', values(own)],
  ]
  const faults: MetricFault[] = []
  for (const [what, comparison] of comparisons) {
    const { rows } = await comparison.execute(db)
    for (const { figure, at, count, amount } of rows)
      faults.push({ organizationId, sentence: `${what}: ${figure}${at === null ? '' : ` at ${at}`} by ${count} and ${amount}` })
  }
  return faults
}

const stored = (own: RawBuilder<unknown>, span: string, isOfProducts: boolean) => {
  const of = sql`organization_id = ${own} and span = ${span} and product_id is ${isOfProducts ? sql`not null` : sql`null`}`
  return sql`
    select currency, product_id, is_recurring, measure, starts_at, null::timestamptz as prior_starts_at, count, amount from metric_sums where ${of}
    union all select currency, product_id, is_recurring, measure, starts_at, prior_starts_at, count, 0 from metric_pairs where ${of}`
}

const NAME = sql`measure || ' in ' || currency`

/** The differences where `added` and `removed` are summed by the same columns. */
function differences(added: RawBuilder<unknown>, removed: RawBuilder<unknown>, keys: RawBuilder<unknown>): RawBuilder<Difference> {
  return sql<Difference>`
    select ${NAME} as figure, starts_at::text as at, sum(sign * count)::bigint as count, sum(sign * amount)::bigint as amount
    from (select 1 as sign, added.* from (${added}) as added union all select -1, removed.* from (${removed}) as removed) as both_sides
    group by measure, currency, starts_at, prior_starts_at, ${keys}
    having sum(sign * count) <> 0 or sum(sign * amount) <> 0 limit ${LIMIT}`
}

function quarters(own: RawBuilder<unknown>): RawBuilder<Difference> {
  const binned = (tallies: RawBuilder<unknown>) => sql`
    select currency, product_id, is_recurring, measure, date_bin('15 minutes', happened_at, ${EPOCH}) as starts_at,
      date_bin('15 minutes', prior_at, ${EPOCH}) as prior_starts_at, count, amount from (${tallies}) as tallies`
  const waiting = sql`
    select product_id, is_recurring, currency, measure, happened_at, prior_at, count, amount from metric_changes where organization_id = ${own}`
  return differences(
    sql`${stored(own, 'quarter', true)} union all ${binned(waiting)}`,
    binned(talliesOf(own)),
    sql`product_id, is_recurring`,
  )
}

function spans(
  own: RawBuilder<unknown>,
  { short, long, length }: { readonly short: string; readonly long: string; readonly length: string },
): RawBuilder<Difference> {
  const binned = sql`
    select currency, product_id, is_recurring, measure, date_bin(${length}::interval, starts_at, ${EPOCH}) as starts_at,
      date_bin(${length}::interval, prior_starts_at, ${EPOCH}) as prior_starts_at, count, amount from (${stored(own, short, true)}) as parts`
  return differences(stored(own, long, true), binned, sql`product_id, is_recurring`)
}

function products(own: RawBuilder<unknown>): RawBuilder<Difference> {
  const all = (isOfProducts: boolean) =>
    sql.join(
      ['quarter', 'hour', 'day'].map(
        (span) => sql`
          select ${span}::text as span, currency, is_recurring, measure, starts_at, prior_starts_at, count, amount
          from (${stored(own, span, isOfProducts)}) as sums`,
      ),
      sql` union all `,
    )
  return differences(all(false), all(true), sql`span, is_recurring`)
}

function renewals(own: RawBuilder<unknown>): RawBuilder<Difference> {
  return sql<Difference>`
    select 'order ' || coalesce(chain.id, paired.order_id) as figure, null as at, 1::bigint as count, 0::bigint as amount
    from (
      select id, paid_at, lag(paid_at) over (partition by subscription_id order by paid_at, id) as prior_paid_at from orders
      where organization_id = ${own} and billing_reason = 'subscription_cycle' and paid_at is not null and subscription_id is not null
    ) as chain
    full join (select order_id, paid_at, prior_paid_at from subscription_renewals where organization_id = ${own}) as paired on paired.order_id = chain.id
    where (chain.paid_at, chain.prior_paid_at) is distinct from (paired.paid_at, paired.prior_paid_at)
      and (chain.prior_paid_at is not null or paired.order_id is not null)
    limit ${LIMIT}`
}

function values(own: RawBuilder<unknown>): RawBuilder<Difference> {
  return sql<Difference>`
    select 'subscription ' || subscriptions.id as figure, null as at,
      (coalesce(noted.twelfths, 0) - subscription_value(subscriptions))::bigint as count,
      (coalesce(noted.committed, 0) - committed_value(subscriptions))::bigint as amount
    from subscriptions left join (
      select subscription_id, sum(twelfths) as twelfths, sum(committed_twelfths) as committed from subscription_value_changes
      where organization_id = ${own} group by subscription_id) as noted on noted.subscription_id = subscriptions.id
    where subscriptions.organization_id = ${own}
      and (coalesce(noted.twelfths, 0) <> subscription_value(subscriptions) or coalesce(noted.committed, 0) <> committed_value(subscriptions))
    limit ${LIMIT}`
}
