// The reads of the verification of usage. Stored figures are compared in the database: only what differs leaves it.
import { type RawBuilder, sql } from 'kysely'
import { firstId, NO_ID } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { rowCount } from '#platform/resource/row-counts.ts'
import type { CustomerEvents, MeterDefinition } from '../deltas.ts'
import { figureArrays } from '../store.ts'
import { differencesOf, type Faults, LISTED_MAXIMUM } from './faults.ts'
import type { HourFigures, NameCount, PassOptions, Position, StoredEvent } from './segments.ts'

/** Names of an organization whose events are counted apart. Of more, only the sum is compared. */
const NAMES_MAXIMUM = 100_000

/** The first statements of a transaction: all others read the same state. No month is dropped meanwhile, which a state does not show. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  await sql`lock table only usage_events in access share mode`.execute(tx)
}

/** The next organizations that have events or figures, by id. */
export async function readOrganizations(db: Database, after: string | null, limit: number): Promise<readonly string[]> {
  const has = (table: string) => sql`exists (select from ${sql.table(table)} as own where own.organization_id = organizations.id)`
  const { rows } = await sql<{ readonly id: string }>`
    select id from organizations where id > ${after ?? NO_ID}::uuid
      and (${has('usage_events')} or ${has('meter_figures')} or ${has('usage_event_names')})
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the organization was not deleted. */
export async function isExisting(db: Database, organizationId: string): Promise<boolean> {
  const found = await sql`select from organizations where id = ${organizationId}::uuid`.execute(db)
  return found.rows.length > 0
}

/** The events of all organizations, by the counts of rows. */
export async function countAllEvents(db: Database): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`select ${rowCount('usage_events', sql`true`)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** The meters whose figures are complete. */
export async function readCompleteMeters(db: Database, organizationId: string): Promise<readonly MeterDefinition[]> {
  const { rows } = await sql<MeterDefinition>`select meter_id as "meterId", filter, aggregation from meter_figures
    where organization_id = ${organizationId}::uuid and completed_at is not null order by meter_id`.execute(db)
  return rows
}

/** The counts that are stored about all events of an organization, up to the last one that has arrived. */
export interface StoredCounts {
  readonly lastSequence: number
  /** By the counts of rows, without those of months that were dropped. */
  readonly events: number
  readonly occurrences: number
  /** Undefined where they are too many. */
  readonly names: readonly NameCount[] | undefined
}

/** Reads it. The caller holds the figures of the organization: no event arrives meanwhile. */
export async function readStoredCounts(tx: Tx, organizationId: string, eventsFrom: Date | null): Promise<StoredCounts> {
  const ofOrganization = sql`organization_id = ${organizationId}::uuid`
  // Events that arrived after their month was dropped: a job deletes them.
  const late = eventsFrom
    ? sql`(select count(*) from usage_events where ${ofOrganization} and id < ${firstId(eventsFrom)}::uuid)`
    : sql`0::bigint`
  const { rows } = await sql<Omit<StoredCounts, 'names'> & { readonly count: number }>`
    select coalesce(pg_sequence_last_value('usage_event_arrivals'), 0) as "lastSequence",
      ${rowCount('usage_events', sql`row_counts.organization_id = ${organizationId}::uuid`)} - ${late} as events, counted.count, counted.occurrences
    from (select count(*) as count, coalesce(sum(occurrences), 0)::bigint as occurrences from usage_event_names where ${ofOrganization})
      as counted`.execute(tx)
  const { count = 0, ...stored } = rows[0] ?? { lastSequence: 0, events: 0, occurrences: 0 }
  if (count > NAMES_MAXIMUM) return { ...stored, names: undefined }
  const names = await sql<NameCount>`
    select name, source, occurrences, first_seen as "firstSeen", last_seen as "lastSeen" from usage_event_names
    where ${ofOrganization} order by name, source`.execute(tx)
  return { ...stored, names: names.rows }
}

/** The next events in the order of a pass: from the beginning of an hour, or after an event. */
export async function readNextEvents(
  tx: Tx,
  organizationId: string,
  { from, isByCustomer, limit }: { readonly from: Position | StoredEvent; readonly isByCustomer: boolean; readonly limit: number },
): Promise<readonly StoredEvent[]> {
  const operator = sql.raw('id' in from ? '>' : '>=')
  const id = 'id' in from ? from.id : firstId(from.hour)
  const [order, condition] = isByCustomer
    ? [sql`customer_id, id`, sql`customer_id is not null and (customer_id, id) ${operator} (${from.customerId}::uuid, ${id}::uuid)`]
    : [sql`id`, sql`id ${operator} ${id}::uuid`]
  const { rows } = await sql<StoredEvent>`
    select id, "timestamp", name, source, customer_id as "customerId", metadata, arrival as sequence from usage_events
    where organization_id = ${organizationId}::uuid and ${condition} order by ${order} limit ${limit}`.execute(tx)
  return rows
}

/** The part of a pass that is over: [from, to), and without `to` until the end. */
export interface Segment {
  readonly from: Position
  readonly to: Position | null
}

/** Compares the stored figures of hours with those that the events of a segment make: also rows that have no events. */
export async function compareHours(
  tx: Tx,
  organizationId: string,
  { segment, expected, meters, ...options }: PassOptions & HoursToCompare,
): Promise<Faults> {
  const { rows } = await sql<HourDifference>`
    with stored as (${storedHours(organizationId, { segment, meters, ...options })}),
    expected as (
      select expected.customer_id, expected.meter_id, expected.hour, expected.events, expected.numbers, expected.total, expected.maximum, expected.minimum
      from unnest(${expected.map(({ customerId }) => customerId)}::uuid[], ${expected.map(({ meterId }) => meterId)}::uuid[],
        ${expected.map(({ hour }) => hour.toISOString())}::timestamptz[], ${figureArrays(expected.map(({ figures }) => figures))})
        as expected (customer_id, meter_id, hour, events, numbers, total, maximum, minimum)
    )
    select coalesce(stored.customer_id, expected.customer_id) as "customerId", coalesce(stored.meter_id, expected.meter_id) as "meterId",
      coalesce(stored.hour, expected.hour) as hour, count(*) over () as count,
      ${texts('expected')} as expected, ${texts('stored')} as found
    from stored full join expected
      on stored.customer_id = expected.customer_id and stored.meter_id = expected.meter_id and stored.hour = expected.hour
    where (stored.events, stored.numbers, stored.total, stored.maximum, stored.minimum)
      is distinct from (expected.events, expected.numbers, expected.total, expected.maximum, expected.minimum)
    order by 3, 2, 1 limit ${LISTED_MAXIMUM}`.execute(tx)
  const listed = rows.map(({ customerId, meterId, hour, expected, found }) => ({
    organizationId,
    meterId,
    customerId: customerId === NO_ID ? null : customerId,
    hour: hour.toISOString(),
    name: null,
    differences: expected && found ? differencesOf(expected, found) : [isMissing(expected?.['events'], found?.['events'])],
  }))
  return { count: rows[0]?.count ?? 0, listed }
}

interface HoursToCompare {
  readonly segment: Segment
  readonly expected: readonly HourFigures[]
  readonly meters: readonly MeterDefinition[]
}

interface HourDifference {
  readonly customerId: string
  readonly meterId: string
  readonly hour: Date
  readonly count: number
  /** Null for a row that is missing. */
  readonly expected: Readonly<Record<string, string | null>> | null
  readonly found: Readonly<Record<string, string | null>> | null
}

const isMissing = (expected: string | null | undefined, found: string | null | undefined) => ({
  figure: 'events',
  expected: expected ?? '0',
  found: found ?? '0',
})

const texts = (side: string) => {
  const text = (column: string) => sql`${sql.ref(`${side}.${column}`)}::text`
  return sql`case when ${sql.ref(`${side}.events`)} is not null then json_build_object('events', ${text('events')}, 'numbers', ${text('numbers')},
    'total', ${text('total')}, 'maximum', ${text('maximum')}, 'minimum', ${text('minimum')}) end`
}

function storedHours(
  organizationId: string,
  { segment: { from, to }, meters, isByCustomer, eventsFrom }: Omit<HoursToCompare, 'expected'> & PassOptions,
) {
  const since = (hour: Date) => (eventsFrom && eventsFrom > hour ? eventsFrom : hour)
  const after = sql`hour >= ${since(from.hour)}::timestamptz`
  const before = to ? sql`hour < ${to.hour}::timestamptz` : sql`true`
  const all = sql`hour >= ${since(new Date(0))}::timestamptz`
  const [customer, table] = isByCustomer ? [sql`customer_id`, sql`customer_meter_hours`] : [sql`${NO_ID}::uuid`, sql`meter_hours`]
  const rowsWhere = (condition: RawBuilder<unknown>) => sql`
    select ${customer} as customer_id, meter_id, hour, events, numbers, total, maximum, minimum from ${table}
    where organization_id = ${organizationId}::uuid and meter_id = any(${meters.map(({ meterId }) => meterId)}::uuid[]) and ${condition}`
  if (!isByCustomer) return rowsWhere(sql`${after} and ${before}`)
  const isOf = ({ customerId }: Position) => sql`customer_id = ${customerId}::uuid`
  if (to?.customerId === from.customerId) return rowsWhere(sql`${isOf(from)} and ${after} and ${before}`)
  const between = sql`customer_id > ${from.customerId}::uuid and ${to ? sql`customer_id < ${to.customerId}::uuid` : sql`true`}`
  const parts = [rowsWhere(sql`${isOf(from)} and ${after}`), rowsWhere(sql`${between} and ${all}`)]
  return sql.join(to ? [...parts, rowsWhere(sql`${isOf(to)} and ${all} and ${before}`)] : parts, sql` union all `)
}

/** The customers and meters of events that have no row of what the customer has used. */
export async function readMissingWindows(
  tx: Tx,
  organizationId: string,
  customers: readonly CustomerEvents[],
): Promise<readonly { readonly customerId: string; readonly meterId: string }[]> {
  const { rows } = await sql<{ readonly customerId: string; readonly meterId: string }>`
    select key.customer_id as "customerId", key.meter_id as "meterId"
    from unnest(${customers.map(({ customerId }) => customerId)}::uuid[], ${customers.map(({ meter }) => meter.meterId)}::uuid[])
      as key (customer_id, meter_id)
    where not exists (select from customer_meters as own where own.organization_id = ${organizationId}::uuid
      and own.customer_id = key.customer_id and own.meter_id = key.meter_id)`.execute(tx)
  return rows
}
