// The quantities of a meter: from the figures of its hours where these are kept, and otherwise from the events.
import { type RawBuilder, sql } from 'kysely'
import { firstId } from '#kernel/id.ts'
import { shownQuantity } from '#kernel/metering/aggregation.ts'
import { DEFAULT_TIMEZONE } from '#merchant/merchants/model.ts'
import { meters } from '#merchant/meters/index.ts'
import type { Meter } from '#merchant/meters/model.ts'
import { compileFilter, ofExternalCustomers } from '#money/usage-events/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, matchesMetadata } from '#platform/database/list.ts'
import type { MetadataFilter } from '#platform/http/wire-parts.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { addFigures, type Figures, NO_FIGURES, quantityOf } from '../figures.ts'
import { type FiguresOfEventsRow, figuresOfEvents, figureValue, toFiguresOfEvents } from '../figures-sql.ts'
import { type FiguresRow, toFigures } from '../store.ts'
import type { Bucket } from './buckets.ts'

const HOUR_MS = 3_600_000

/** Whose usage is counted, and which of it. */
export interface QuantityScope {
  /** Undefined for all customers, and for events that belong to none yet. */
  readonly customerIds: readonly string[] | undefined
  /** The same by external id: also events that were sent in advance of the customer. */
  readonly externalCustomerIds: readonly string[] | undefined
  readonly metadata: readonly MetadataFilter[]
}

/** The quantity of each bucket, and that of all of them together. */
export interface Quantities {
  readonly buckets: readonly { readonly start: Date; readonly quantity: number }[]
  readonly total: number
}

/** A meter, and what its quantities depend on. */
export interface MeterToRead {
  readonly meter: Meter
  /** The IANA zone in which its merchant counts days. */
  readonly timezone: string
  /** Whether the figures of its hours are complete, and of its present definition. */
  readonly hasFigures: boolean
}

/** A meter of one of the organizations, in one round trip. */
export async function findMeterToRead(db: Database, tenants: readonly string[], id: string): Promise<MeterToRead | undefined> {
  const { rows } = await sql<StoredRow & { readonly timezone: string | null; readonly has_figures: boolean }>`
    select ${meters.selection()},
      (select billing_timezone from merchants where merchants.organization_id = meters.organization_id) as timezone,
      exists (select from meter_figures as kept where kept.organization_id = meters.organization_id and kept.meter_id = meters.id
        and kept.completed_at is not null and kept.filter = meters.filter and kept.aggregation = meters.aggregation) as has_figures
    from meters where meters.organization_id = ${anyOf(tenants)} and meters.id = ${id}`.execute(db)
  const [row] = rows
  return row && { meter: meters.fromRow(row), timezone: row.timezone ?? DEFAULT_TIMEZONE, hasFigures: row.has_figures }
}

/** The quantities of a meter in buckets that follow each other, in one round trip; an empty one has the quantity 0. */
export async function readQuantities(
  db: Database,
  { meter, hasFigures }: Pick<MeterToRead, 'meter' | 'hasFigures'>,
  { buckets, scope }: { readonly buckets: readonly Bucket[]; readonly scope: QuantityScope },
): Promise<Quantities> {
  const read = hasFigures && fitsHours(meter, buckets, scope) ? readHours : readEvents
  const { figures, total } = await read(db, meter, { buckets, scope })
  const quantity = (of: Figures) => shownQuantity(quantityOf(meter.aggregation, of))
  return {
    buckets: buckets.map(({ start }, at) => ({ start, quantity: quantity(figures.get(at + 1) ?? NO_FIGURES) })),
    total: quantity(total),
  }
}

/** The figures of the buckets, by their position from 1, and of all together. */
interface BucketFigures {
  readonly figures: ReadonlyMap<number, Figures>
  readonly total: Figures
}

type Range = { readonly buckets: readonly Bucket[]; readonly scope: QuantityScope }

// In some time zones a day does not begin with an hour of UTC; different values cannot be added up.
function fitsHours({ aggregation }: Pick<Meter, 'aggregation'>, buckets: readonly Bucket[], scope: QuantityScope): boolean {
  const { externalCustomerIds, metadata } = scope
  const isWhole = (at: Date) => at.getTime() % HOUR_MS === 0
  const isCountedByHour = aggregation.func !== 'unique' && metadata.length === 0 && externalCustomerIds === undefined
  return isCountedByHour && buckets.every(({ start, end }) => isWhole(start) && isWhole(end))
}

async function readHours(db: Database, { organizationId, id }: Meter, { buckets, scope: { customerIds } }: Range): Promise<BucketFigures> {
  const hours = customerIds ? sql`customer_meter_hours` : sql`meter_hours`
  const ofCustomers = customerIds ? sql`and hours.customer_id = ${anyOf(customerIds)}` : sql``
  const { rows } = await sql<FiguresRow & { readonly position: number }>`
    select bucket.position, sum(events)::bigint as events, sum(numbers)::bigint as numbers, sum(total)::text as total,
      max(maximum)::text as maximum, min(minimum)::text as minimum
    from ${unnested(buckets)}
    join ${hours} as hours on hours.organization_id = ${organizationId}::uuid and hours.meter_id = ${id}::uuid ${ofCustomers}
      and hours.hour >= bucket.start_at and hours.hour < bucket.end_at
    group by bucket.position`.execute(db)
  const figures = new Map(rows.map(({ position, ...row }) => [position, toFigures(row)]))
  return { figures, total: [...figures.values()].reduce(addFigures, NO_FIGURES) }
}

async function readEvents(db: Database, meter: Meter, { buckets, scope }: Range): Promise<BucketFigures> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return { figures: new Map(), total: NO_FIGURES }
  const { rows } = await sql<FiguresOfEventsRow & { readonly position: number | null }>`
    with matched as (
      select "timestamp", ${figureValue(meter.aggregation)} as value from usage_events
      where organization_id = ${meter.organizationId}::uuid and source = 'user' and id >= ${firstId(first.start)}::uuid and id < ${firstId(last.end)}::uuid
        and ${scopeCondition(meter.organizationId, scope)} and ${compileFilter(meter.filter)}
    )
    select bucket.position, ${figuresOfEvents}
    from ${unnested(buckets)} join matched on matched."timestamp" >= bucket.start_at and matched."timestamp" < bucket.end_at
    group by grouping sets ((bucket.position), ())`.execute(db)
  const all = rows.map(({ position, ...row }) => [position, toFiguresOfEvents(meter.aggregation, row)] as const)
  const figures = new Map(all.flatMap(([position, each]) => (position === null ? [] : [[position, each] as const])))
  return { figures, total: all.find(([position]) => position === null)?.[1] ?? NO_FIGURES }
}

function scopeCondition(organizationId: string, { customerIds, externalCustomerIds, metadata }: QuantityScope): RawBuilder<unknown> {
  const conditions = [
    ...(customerIds ? [sql`customer_id = ${anyOf(customerIds)}`] : []),
    ...(externalCustomerIds ? [ofExternalCustomers(externalCustomerIds, [organizationId])] : []),
    ...(metadata.length > 0 ? [matchesMetadata(sql.ref('usage_events.metadata'), metadata)] : []),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

const unnested = (buckets: readonly Bucket[]) =>
  sql`unnest(${buckets.map(({ start }) => start.toISOString())}::timestamptz[], ${buckets.map(({ end }) => end.toISOString())}::timestamptz[])
    with ordinality as bucket (start_at, end_at, position)`
