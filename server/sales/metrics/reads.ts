import { type RawBuilder, sql } from 'kysely'
import type { Bucket } from '#kernel/time/buckets.ts'
import { DEFAULT_CURRENCY, DEFAULT_TIMEZONE } from '#merchant/merchants/model.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { BucketSums, Measure, RangeSums, Sum, Sums } from './model.ts'
import { type PairPiece, piecesOf, type SumPiece } from './pieces.ts'
import { talliesOf } from './tallies-sql.ts'

/** Whose sales are counted, and which of them; undefined is no condition. */
export interface MetricScope {
  readonly organizationIds: readonly string[]
  /** Of all figures: sales in another currency are left out. */
  readonly currency: string
  readonly productIds: readonly string[] | undefined
  readonly customerIds: readonly string[] | undefined
  readonly isRecurring: readonly boolean[]
}

/** The defaults of a query that does not name them: the default currency of the first organization, and its days. */
export interface MetricDefaults {
  readonly currency: string
  /** IANA name. */
  readonly timezone: string
  /** The currencies in which the organizations ever had sales. */
  readonly currencies: readonly string[]
}

/** The defaults of a query; the currencies by one look into the index for each. */
export async function findDefaults(db: Database, organizationIds: readonly string[]): Promise<MetricDefaults> {
  const next = (table: string, after: RawBuilder<unknown>) => sql`
    select found.currency from unnest(${organizationIds}::uuid[]) as owners (id) cross join lateral (
      select sums.currency from ${sql.table(table)} as sums where sums.organization_id = owners.id ${after} limit 1) as found`
  const first = (after: RawBuilder<unknown>) => sql`
    select min(either.currency) from (
      (${next('metric_sums', sql`and sums.span = 'day' ${after} order by sums.currency`)})
      union all (${next('metric_changes', sql`${after} order by sums.currency`)})) as either`
  const { rows } = await sql<MetricDefaults>`
    with recursive codes (currency) as (
      ${first(sql``)}
      union all select (${first(sql`and sums.currency > codes.currency`)}) from codes where codes.currency is not null
    )
    select coalesce(merchants.default_currency, ${DEFAULT_CURRENCY}) as currency, coalesce(merchants.billing_timezone, ${DEFAULT_TIMEZONE}) as timezone,
      array(select codes.currency from codes where codes.currency is not null) as currencies
    from unnest(${organizationIds}::uuid[]) as owners (id) left join merchants on merchants.organization_id = owners.id
    order by owners.id limit 1`.execute(db)
  return rows[0] ?? { currency: DEFAULT_CURRENCY, timezone: DEFAULT_TIMEZONE, currencies: [] }
}

interface SumRow {
  readonly is_pair: boolean
  readonly bucket: number
  readonly measure: Measure
  readonly count: number
  readonly amount: number
}

/** The sums of a range, in one statement: what is added up and what is not yet are of one snapshot. */
export async function readSums(db: Database, { buckets, scope }: { buckets: readonly Bucket[]; scope: MetricScope }): Promise<RangeSums> {
  const pieces = piecesOf(buckets)
  const tallies = scope.customerIds ? talliesOfCustomers(scope, scope.customerIds) : newTallies(scope)
  const added = scope.customerIds ? sql`` : sql`union all ${addedSums(pieces.sums, scope)} union all ${addedPairs(pieces.pairs, scope)}`
  const ends = [...buckets.map(({ start }) => start), ...buckets.slice(-1).map(({ end }) => end)]
  const ranges = [...buckets, { start: ends[0] as Date, end: ends.at(-1) as Date }]
  const { rows } = await sql<SumRow>`
    with tallies as (${tallies}), found (is_pair, bucket, measure, count, amount) as (
      select false, width_bucket(tallies.happened_at, ${ends}::timestamptz[]), tallies.measure, tallies.count, tallies.amount from tallies
      where tallies.prior_at is null and tallies.happened_at < ${ends.at(-1)}::timestamptz
      union all
      select true, ranges.bucket::int, tallies.measure, tallies.count, 0
      from unnest(${ranges.map(({ start }) => start)}::timestamptz[], ${ranges.map(({ end }) => end)}::timestamptz[])
        with ordinality as ranges (starts_at, ends_at, bucket)
      join tallies on tallies.prior_at >= ranges.starts_at and tallies.happened_at >= ranges.starts_at and tallies.happened_at < ranges.ends_at
      ${added}
    )
    select is_pair, bucket, measure, sum(count)::bigint as count, sum(amount)::bigint as amount from found group by 1, 2, 3`.execute(db)
  return toRangeSums(rows, buckets.length)
}

const isSold = ({ productIds, isRecurring }: MetricScope, table: string) => {
  const ofProducts = productIds ? sql`= ${anyOf(productIds)}` : sql`is null`
  return sql`${sql.ref(`${table}.product_id`)} ${ofProducts} and ${sql.ref(`${table}.is_recurring`)} = ${anyOf(isRecurring)}`
}

function addedSums(pieces: readonly SumPiece[], scope: MetricScope): RawBuilder<unknown> {
  return sql`
    select false, pieces.bucket, summed.measure, summed.count, summed.amount
    from unnest(${pieces.map(({ bucket }) => bucket)}::int[], ${pieces.map(({ span }) => span)}::text[],
      ${pieces.map(({ from }) => from)}::timestamptz[], ${pieces.map(({ to }) => to)}::timestamptz[]) as pieces (bucket, span, starts_at, ends_at)
    cross join lateral (
      select sums.measure, sum(sums.count) as count, sum(sums.amount) as amount from metric_sums as sums
      where sums.organization_id = ${anyOf(scope.organizationIds)} and sums.span = pieces.span and sums.currency = ${scope.currency}
        and ${isSold(scope, 'sums')} and sums.starts_at >= pieces.starts_at and sums.starts_at < pieces.ends_at
      group by sums.measure
    ) as summed`
}

function addedPairs(pieces: readonly PairPiece[], scope: MetricScope): RawBuilder<unknown> {
  return sql`
    select true, pieces.bucket, paired.measure, paired.count, 0
    from unnest(${pieces.map(({ bucket }) => bucket)}::int[], ${pieces.map(({ span }) => span)}::text[],
      ${pieces.map(({ from }) => from)}::timestamptz[], ${pieces.map(({ to }) => to)}::timestamptz[],
      ${pieces.map(({ priorFrom }) => priorFrom)}::timestamptz[], ${pieces.map(({ priorTo }) => priorTo)}::timestamptz[])
      as pieces (bucket, span, starts_at, ends_at, prior_starts_at, prior_ends_at)
    cross join lateral (
      select pairs.measure, sum(pairs.count) as count from metric_pairs as pairs
      where pairs.organization_id = ${anyOf(scope.organizationIds)} and pairs.span = pieces.span and pairs.currency = ${scope.currency}
        and ${isSold(scope, 'pairs')} and pairs.starts_at >= pieces.starts_at and pairs.starts_at < pieces.ends_at
        and pairs.prior_starts_at >= pieces.prior_starts_at and pairs.prior_starts_at < pieces.prior_ends_at
      group by pairs.measure
    ) as paired`
}

const ofProducts = ({ productIds }: MetricScope, column: string) =>
  productIds ? sql`${sql.ref(column)} = ${anyOf(productIds)}` : sql`true`

/** The tallies that are not added up yet. */
function newTallies(scope: MetricScope): RawBuilder<unknown> {
  return sql`
    select changes.measure, changes.happened_at, changes.prior_at, changes.count, changes.amount from metric_changes as changes
    where changes.organization_id = ${anyOf(scope.organizationIds)} and changes.currency = ${scope.currency}
      and changes.is_recurring = ${anyOf(scope.isRecurring)} and ${ofProducts(scope, 'changes.product_id')}`
}

/** The tallies of some customers, from the rows themselves. */
function talliesOfCustomers(scope: MetricScope, customerIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select tallies.measure, tallies.happened_at, tallies.prior_at, tallies.count, tallies.amount
    from (${talliesOf(anyOf(scope.organizationIds), anyOf(customerIds))}) as tallies
    where tallies.currency = ${scope.currency} and tallies.is_recurring = ${anyOf(scope.isRecurring)} and ${ofProducts(scope, 'tallies.product_id')}`
}

function toRangeSums(rows: readonly SumRow[], buckets: number): RangeSums {
  const sumsOf = (isPair: boolean, bucket: number): Sums =>
    new Map<Measure, Sum>(
      (grouped.get(`${isPair} ${bucket}`) ?? []).map(({ measure, count, amount }) => [measure, { count, amount }] as const),
    )
  const grouped = Map.groupBy(rows, (row) => `${row.is_pair} ${row.bucket}`)
  return {
    before: sumsOf(false, 0),
    buckets: Array.from({ length: buckets }, (_, at): BucketSums => ({ sums: sumsOf(false, at + 1), pairs: sumsOf(true, at + 1) })),
    pairs: sumsOf(true, buckets + 1),
  }
}
