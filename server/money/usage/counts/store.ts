import { type RawBuilder, sql } from 'kysely'
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import type { Filter } from '#kernel/metering/filter.ts'
import { decimalRational, decimalText } from '#kernel/numbers/rational.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import type { CountedEvent, CustomerHourDelta, HourDelta } from './deltas.ts'
import type { Figures } from './figures.ts'
import { customerMeterColumns, type FiguredMeter } from './model.ts'
import type { OpenPeriod } from './periods.ts'
import { type ThresholdPair, type Thresholds, thresholdsOf } from './thresholds/crossings.ts'
import { thresholdPairs } from './thresholds/store.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customer_meters: Row<typeof customerMeterColumns>
    meter_figures: MeterFiguresTable
  }
}

interface MeterFiguresTable {
  organization_id: string
  meter_id: string
  filter: Filter
  aggregation: Aggregation
  live_after: number
  counted_to: string | null
  counted_events: number
  total_events: number
  completed_at: Date | null
}

/** The rows of customer meters. */
export const customerMeters = table('customer_meters', customerMeterColumns)

/** The columns of figures as the database returns them: decimals as text. */
export interface FiguresRow {
  readonly events: number
  readonly numbers: number
  readonly total: string
  readonly maximum: string | null
  readonly minimum: string | null
}

/** The figures of a row. */
export function toFigures({ events, numbers, total, maximum, minimum }: FiguresRow): Figures {
  const decimal = (text: string | null) => (text === null ? null : decimalRational(text))
  return { events, numbers, total: decimalRational(total), maximum: decimal(maximum), minimum: decimal(minimum) }
}

/** Figures column by column, each an array with one value for each row: to be unnested. */
export function figureArrays(all: readonly Figures[]): RawBuilder<unknown> {
  const texts = (read: (figures: Figures) => Figures['maximum']) =>
    all.map((each) => {
      const value = read(each)
      return value === null ? null : decimalText(value)
    })
  return sql`${all.map(({ events }) => events)}::bigint[], ${all.map(({ numbers }) => numbers)}::bigint[],
    ${texts(({ total }) => total)}::numeric[], ${texts(({ maximum }) => maximum)}::numeric[], ${texts(({ minimum }) => minimum)}::numeric[]`
}

/** `events = … + excluded.events, …`: adds the figures of a conflicting row to those of the table. */
const addingTo = (name: string) => {
  const own = (column: string) => sql.ref(`${name}.${column}`)
  return sql`events = ${own('events')} + excluded.events, numbers = ${own('numbers')} + excluded.numbers,
    total = ${own('total')} + excluded.total, maximum = greatest(${own('maximum')}, excluded.maximum),
    minimum = least(${own('minimum')}, excluded.minimum)`
}

/**
 * Keeps figures of an organization from being rebuilt until the transaction ends, for a transaction that inserts events; it comes before the
 * locks of windows. Any number hold it at once; a rebuild, and an attachment of events to a new customer, wait for them.
 */
export function shareFigures(tx: Tx, organizationId: string): Promise<void> {
  return sendAhead(async () => void (await sql`select pg_advisory_xact_lock_shared(${lockKey(organizationId)})`.execute(tx)))
}

/** Waits for the ingestions of an organization that are under way, and holds up new ones until the transaction ends. */
export async function claimFigures(tx: Tx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(organizationId)})`.execute(tx)
}

const lockKey = (organizationId: string) => sql`hashtextextended(${`usage:${organizationId}`}, 0)`

/** The customers and the meters that an ingestion needs. */
export interface IngestionContext {
  /** The named customers that exist, by their id. */
  readonly customerIds: ReadonlySet<string>
  /** Customer ids by external id. */
  readonly byExternalId: ReadonlyMap<string, string>
  readonly meters: readonly FiguredMeter[]
  readonly thresholds: Thresholds
}

/** Reads them in one statement. A deleted customer does not exist. */
export async function readIngestionContext(
  db: Database,
  organizationId: string,
  named: { readonly ids: readonly string[]; readonly externalIds: readonly string[] },
): Promise<IngestionContext> {
  // Not one condition with `or`: each half has an index of its own.
  const existing = sql`select id, external_id from customers where organization_id = ${organizationId}::uuid and deleted_at is null`
  const { rows } = await sql<{
    readonly customers: readonly { readonly id: string; readonly external_id: string | null }[]
    readonly meters: readonly FiguredMeterJson[]
    readonly thresholds: readonly ThresholdPair[]
  }>`select
    (select coalesce(json_agg(json_build_object('id', id, 'external_id', external_id)), '[]') from (
      ${existing} and id = ${anyOf(named.ids)} union all ${existing} and external_id = ${anyOf(named.externalIds)}) as named) as customers,
    (select coalesce(json_agg(${figuredMeterJson} order by meter_id), '[]') from meter_figures
      where organization_id = ${organizationId}::uuid) as meters,
    ${thresholdPairs(organizationId)} as thresholds`.execute(db)
  const { customers = [], meters = [], thresholds = [] } = rows[0] ?? {}
  return {
    customerIds: new Set(customers.map(({ id }) => id)),
    byExternalId: new Map(customers.flatMap(({ id, external_id }) => (external_id === null ? [] : [[external_id, id] as const]))),
    meters: meters.map(toFiguredMeter),
    thresholds: thresholdsOf(thresholds),
  }
}

type FiguredMeterJson = Omit<FiguredMeter, 'completedAt'> & { readonly completedAt: string | null }

const figuredMeterJson = sql`json_build_object('meterId', meter_id, 'filter', filter, 'aggregation', aggregation, 'liveAfter', live_after,
  'countedEvents', counted_events, 'totalEvents', total_events, 'completedAt', completed_at)`

const toFiguredMeter = ({ completedAt, ...meter }: FiguredMeterJson): FiguredMeter => ({
  ...meter,
  completedAt: completedAt === null ? null : new Date(completedAt),
})

/** An event to be inserted. */
export interface NewEvent extends CountedEvent {
  readonly externalCustomerId: string | null
  readonly externalId: string | null
}

/**
 * Inserts events with one statement: first the ids that their senders gave them, then the events whose id was not there yet (rule E2).
 * Returns the ids of the inserted ones.
 */
export async function insertEvents(tx: Tx, organizationId: string, events: readonly NewEvent[]): Promise<ReadonlySet<string>> {
  const keys = events.flatMap(({ externalId }) => externalId ?? []).sort()
  const column = <K extends keyof NewEvent>(name: K) => events.map((event) => event[name])
  const { rows } = await sql<{ readonly id: string }>`
    with keys as (
      insert into event_keys (organization_id, external_id) select ${organizationId}::uuid, key from unnest(${keys}::text[]) as key
      on conflict do nothing returning external_id
    )
    insert into usage_events (organization_id, id, "timestamp", name, source, customer_id, external_customer_id, external_id, metadata)
    select ${organizationId}::uuid, event.* from unnest(${column('id')}::uuid[], ${column('timestamp').map((at) => at.toISOString())}::timestamptz[],
      ${column('name')}::text[], ${column('source')}::text[], ${column('customerId')}::uuid[], ${column('externalCustomerId')}::text[],
      ${column('externalId')}::text[], ${column('metadata').map((each) => JSON.stringify(each))}::jsonb[])
      as event (id, "timestamp", name, source, customer_id, external_customer_id, external_id, metadata)
    where event.external_id is null or event.external_id in (select external_id from keys)
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A customer and a meter. */
export interface CustomerMeterKey {
  readonly customerId: string
  readonly meterId: string
}

/** The open window of a customer, locked. */
export interface LockedWindow extends CustomerMeterKey {
  /** Null where there was no reset yet. */
  readonly period: OpenPeriod | null
  readonly figures: Figures
  /** The subscription that bills it; null: none does. */
  readonly subscriptionId: string | null
}

/** Locks the windows of customers in the order of the keys; creates those that are missing. */
export async function lockWindows(
  tx: Tx,
  organizationId: string,
  { keys, idsOfNew, now }: { readonly keys: readonly CustomerMeterKey[]; readonly idsOfNew: readonly string[]; readonly now: Date },
): Promise<readonly LockedWindow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<CustomerMeterKey & FiguresRow & LockedWindowRow>`
    insert into customer_meters (organization_id, id, customer_id, meter_id, created_at)
    select ${organizationId}::uuid, key.*, ${now}::timestamptz from unnest(${idsOfNew}::uuid[], ${keys.map(({ customerId }) => customerId)}::uuid[],
      ${keys.map(({ meterId }) => meterId)}::uuid[]) as key
    on conflict (organization_id, customer_id, meter_id) do update set modified_at = excluded.created_at
    returning customer_id as "customerId", meter_id as "meterId", window_start as "windowStart", billed_from as "billedFrom",
      subscription_id as "subscriptionId", events, numbers, total::text as total, maximum::text as maximum, minimum::text as minimum`.execute(
    tx,
  )
  return rows.map(({ customerId, meterId, windowStart, billedFrom, subscriptionId, ...row }) => ({
    customerId,
    meterId,
    subscriptionId,
    figures: toFigures(row),
    period: windowStart && { start: windowStart, billedFrom },
  }))
}

interface LockedWindowRow {
  readonly windowStart: Date | null
  readonly billedFrom: Date | null
  readonly subscriptionId: string | null
}

/** The next figures of a locked window, and the quantity that they make: a decimal, as text. */
export interface SavedWindow extends CustomerMeterKey {
  readonly figures: Figures
  readonly consumed: string
}

/**
 * Saves locked windows. It is sent ahead. No row is inserted, because each exists: the conflict finds it by its key. An `update … from` would read
 * many windows of the meter for each one while the planner does not know yet how many there are.
 */
export function saveWindows(tx: Tx, organizationId: string, windows: readonly SavedWindow[]): Promise<void> {
  if (windows.length === 0) return Promise.resolve()
  const saving = sql`
    insert into customer_meters (organization_id, id, customer_id, meter_id, created_at, consumed, events, numbers, total, maximum, minimum)
    select ${organizationId}::uuid, gen_random_uuid(), customer_id, meter_id, 'epoch', consumed, events, numbers, total, maximum, minimum
    from unnest(${windows.map(({ customerId }) => customerId)}::uuid[], ${windows.map(({ meterId }) => meterId)}::uuid[],
      ${windows.map(({ consumed }) => consumed)}::numeric[], ${figureArrays(windows.map(({ figures }) => figures))})
      as saved (customer_id, meter_id, consumed, events, numbers, total, maximum, minimum)
    on conflict (organization_id, customer_id, meter_id) do update set events = excluded.events, numbers = excluded.numbers,
      total = excluded.total, maximum = excluded.maximum, minimum = excluded.minimum, consumed = excluded.consumed`
  return sendAhead(async () => void (await saving.execute(tx)))
}

/** Adds to the figures of hours, of all customers and of each. They are sent ahead. */
export async function addToHours(
  tx: Tx,
  organizationId: string,
  { hours, customerHours }: { readonly hours: readonly HourDelta[]; readonly customerHours: readonly CustomerHourDelta[] },
): Promise<void> {
  if (hours.length > 0) {
    const adding = sql`insert into meter_hours (organization_id, meter_id, hour, events, numbers, total, maximum, minimum)
      select ${organizationId}::uuid, added.* from unnest(${keysOf(hours)}, ${figureArrays(hours.map(({ figures }) => figures))}) as added
      on conflict (organization_id, meter_id, hour) do update set ${addingTo('meter_hours')}`
    await sendAhead(async () => void (await adding.execute(tx)))
  }
  if (customerHours.length > 0) {
    const customerIds = customerHours.map(({ customerId }) => customerId)
    const figures = figureArrays(customerHours.map((each) => each.figures))
    const adding = sql`
      insert into customer_meter_hours (organization_id, customer_id, meter_id, hour, events, numbers, total, maximum, minimum)
      select ${organizationId}::uuid, added.* from unnest(${customerIds}::uuid[], ${keysOf(customerHours)}, ${figures}) as added
      on conflict (organization_id, customer_id, meter_id, hour) do update set ${addingTo('customer_meter_hours')}`
    await sendAhead(async () => void (await adding.execute(tx)))
  }
}

const keysOf = (hours: readonly HourDelta[]) =>
  sql`${hours.map(({ meterId }) => meterId)}::uuid[], ${hours.map(({ hour }) => hour.toISOString())}::timestamptz[]`

/** The different values that a customer's events had. */
export interface CustomerValues extends CustomerMeterKey {
  readonly values: readonly string[]
}

/** Adds to the different values of windows. Returns how many were new, by `customer meter`. */
export async function addValues(
  tx: Tx,
  organizationId: string,
  customers: readonly CustomerValues[],
): Promise<ReadonlyMap<string, number>> {
  const all = customers.flatMap(({ customerId, meterId, values }) => values.map((value) => ({ customerId, meterId, value })))
  if (all.length === 0) return new Map()
  const { rows } = await sql<CustomerMeterKey & { readonly count: number }>`
    with added as (
      insert into customer_meter_values (organization_id, customer_id, meter_id, digest)
      select ${organizationId}::uuid, value.customer_id, value.meter_id, sha256(convert_to(value.text, 'UTF8'))
      from unnest(${all.map(({ customerId }) => customerId)}::uuid[], ${all.map(({ meterId }) => meterId)}::uuid[],
        ${all.map(({ value }) => value)}::text[]) as value (customer_id, meter_id, text)
      on conflict do nothing returning customer_id, meter_id
    )
    select customer_id as "customerId", meter_id as "meterId", count(*)::int as count from added group by 1, 2`.execute(tx)
  return new Map(rows.map(({ customerId, meterId, count }) => [`${customerId} ${meterId}`, count]))
}

/** Adds new events to the names of an organization. It is sent ahead. */
export function addNames(tx: Tx, organizationId: string, events: readonly CountedEvent[]): Promise<void> {
  if (events.length === 0) return Promise.resolve()
  const adding = sql`insert into usage_event_names as known (organization_id, name, source, occurrences, first_seen, last_seen)
    select ${organizationId}::uuid, name, source, count(*), min(at), max(at)
    from unnest(${events.map(({ name }) => name)}::text[], ${events.map(({ source }) => source)}::text[],
      ${events.map(({ timestamp }) => timestamp.toISOString())}::timestamptz[]) as event (name, source, at)
    group by name, source order by name, source
    on conflict (organization_id, name, source) do update set occurrences = known.occurrences + excluded.occurrences,
      first_seen = least(known.first_seen, excluded.first_seen), last_seen = greatest(known.last_seen, excluded.last_seen)`
  return sendAhead(async () => void (await adding.execute(tx)))
}
