// The quantities of a meter: from the figures of its hours where these are kept, and otherwise from the events.
import { sql } from 'kysely'
import { firstId } from '#kernel/id.ts'
import { shownQuantity } from '#kernel/metering/aggregation.ts'
import { refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { Bucket } from '#kernel/time/buckets.ts'
import { meters } from '#merchant/catalogue/meters/index.ts'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import { DEFAULT_TIMEZONE } from '#merchant/merchants/model.ts'
import {
  type BucketFigures as EventBucketFigures,
  type EventDatabases,
  type EventFigures,
  type EventPart,
  type EventSelection,
  eventParts,
  NO_EVENT_FIGURES,
} from '#money/usage/events/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { MetadataFilter } from '#platform/http/wire-parts.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { addFigures, type Figures, NO_FIGURES, quantityOf } from '../figures.ts'
import { type FiguresRow, toFigures } from '../store.ts'

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
  /** Events that match and are skipped, since their property is no number; 0 where the meter counts events or different values. */
  readonly uncountedEvents: number
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

/**
 * The quantities of a meter in buckets that follow each other; an empty one has the quantity 0. They take one round trip where no event of them was
 * handed over to ClickHouse. 422 where both stores have too many different values to be compared.
 */
export async function readQuantities(
  databases: EventDatabases,
  { meter, hasFigures }: Pick<MeterToRead, 'meter' | 'hasFigures'>,
  { buckets, scope }: { readonly buckets: readonly Bucket[]; readonly scope: QuantityScope },
): Promise<Quantities> {
  const isByHour = hasFigures && fitsHours(meter, buckets, scope)
  const { figures, total } = await (isByHour
    ? readHours(databases.db, meter, { buckets, scope })
    : readEvents(databases, meter, { buckets, scope }))
  const quantity = (of: Figures) => shownQuantity(quantityOf(meter.aggregation, of))
  return {
    buckets: buckets.map(({ start }, at) => ({ start, quantity: quantity(figures.get(at + 1) ?? NO_FIGURES) })),
    total: quantity(total),
    uncountedEvents: ['count', 'unique'].includes(meter.aggregation.func) ? 0 : total.events - total.numbers,
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

/** Different values of one store that are compared with those of the other. */
const VALUES_MAXIMUM = 100_000

async function readEvents(databases: EventDatabases, meter: Meter, { buckets, scope }: Range): Promise<BucketFigures> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return { figures: new Map(), total: NO_FIGURES }
  const { customerIds, externalCustomerIds, metadata } = scope
  const range = { firstId: firstId(first.start), endId: firstId(last.end) }
  const scoped = { customerIds, externalCustomerIds, metadata, sources: ['user'] as const }
  const selection = { organizationIds: [meter.organizationId], ...range, ...scoped, filter: meter.filter }
  const parts = await eventParts(databases, range)
  const results = await Promise.all(
    parts.map((part) => part.store.readFigures({ ...selection, ...within(part, selection) }, meter.aggregation, buckets)),
  )
  const positions = new Set(results.flatMap(({ byPosition }) => [...byPosition.keys()]))
  const figures = new Map<number, Figures>()
  for (const position of positions) {
    const bucket = buckets[position - 1]
    const own = { ...selection, firstId: firstId(bucket?.start ?? first.start), endId: firstId(bucket?.end ?? last.end) }
    figures.set(
      position,
      await sumOf(
        meter,
        results.map(({ byPosition }) => byPosition.get(position) ?? NO_EVENT_FIGURES),
        { parts, selection: own },
      ),
    )
  }
  return {
    figures,
    total: await sumOf(
      meter,
      results.map(({ total }: EventBucketFigures) => total),
      { parts, selection },
    ),
  }
}

/** The figures of the stores together. Where more than one has different values, these are compared. */
async function sumOf(
  { aggregation }: Pick<Meter, 'aggregation'>,
  all: readonly EventFigures[],
  { parts, selection }: { readonly parts: readonly EventPart[]; readonly selection: EventSelection },
): Promise<Figures> {
  const sum = all.map(toFigures).reduce(addFigures, NO_FIGURES)
  if (aggregation.func !== 'unique') return sum
  const { property } = aggregation
  const isInBoth = all.filter(({ different }) => different > 0).length > 1
  if (!isInBoth) return { ...sum, numbers: all.reduce((most, { different }) => Math.max(most, different), 0) }
  if (all.some(({ different }) => different > VALUES_MAXIMUM))
    refuseProblems([
      valueProblem(
        ['query', 'start_timestamp'],
        'The range reaches into months that were handed over, with too many different values: divide it.',
      ),
    ])
  const values = new Set<string>()
  for (const part of parts)
    for (const value of await part.store.readValues({ ...selection, ...within(part, selection) }, property, VALUES_MAXIMUM))
      values.add(value)
  return { ...sum, numbers: values.size }
}

/** The intersection of two ranges of ids; the second one has both bounds. */
function within(part: Pick<EventPart, 'firstId' | 'endId'>, { firstId: first, endId: end }: EventSelection) {
  return {
    firstId: part.firstId !== null && (first === null || part.firstId > first) ? part.firstId : first,
    endId: part.endId !== null && (end === null || part.endId < end) ? part.endId : end,
  }
}

const unnested = (buckets: readonly Bucket[]) =>
  sql`unnest(${buckets.map(({ start }) => start.toISOString())}::timestamptz[], ${buckets.map(({ end }) => end.toISOString())}::timestamptz[])
    with ordinality as bucket (start_at, end_at, position)`
