// The counting of the events that there were before a meter: where it begins and how far it has come.
import { sql } from 'kysely'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import { json, type Tx } from '#platform/database/database.ts'
import { rowCount } from '#platform/resource/row-counts.ts'
import type { CountedEvent, MeterDefinition } from '../deltas.ts'

/** The progress of the counting of a meter's events. */
export interface CountingState extends MeterDefinition {
  readonly liveAfter: number
  /** Null before the first event. */
  readonly countedTo: string | null
  readonly completedAt: Date | null
}

/** The counting of a meter, locked; undefined before it began. */
export async function lockCounting(
  tx: Tx,
  { organizationId, id }: Pick<Meter, 'organizationId' | 'id'>,
): Promise<CountingState | undefined> {
  const { rows } = await sql<CountingState>`
    select meter_id as "meterId", filter, aggregation, live_after as "liveAfter", counted_to as "countedTo", completed_at as "completedAt"
    from meter_figures where organization_id = ${organizationId}::uuid and meter_id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}

/**
 * Begins the counting of a meter anew, by its present definition. The caller has claimed the figures of the organization: of its events each
 * has either arrived before, and is counted by the job, or arrives later, and is added by its ingestion.
 */
export async function beginCounting(tx: Tx, { organizationId, id, filter, aggregation }: Meter, now: Date): Promise<void> {
  const ofMeter = sql`organization_id = ${organizationId}::uuid and meter_id = ${id}::uuid`
  const total = rowCount('usage_events', sql`row_counts.organization_id = ${organizationId}::uuid`)
  await sql`delete from meter_hours where ${ofMeter}`.execute(tx)
  await sql`delete from customer_meter_hours where ${ofMeter}`.execute(tx)
  await sql`delete from customer_meter_values where ${ofMeter}`.execute(tx)
  await sql`update customer_meters set events = 0, numbers = 0, total = 0, maximum = null, minimum = null, consumed = 0 where ${ofMeter}`.execute(
    tx,
  )
  await sql`
    insert into meter_figures (organization_id, meter_id, filter, aggregation, live_after, total_events, completed_at)
    select ${organizationId}::uuid, ${id}::uuid, ${json(filter)}, ${json(aggregation)}, coalesce(pg_sequence_last_value('usage_event_arrivals'), 0),
      counted.total, case when counted.total = 0 then ${now}::timestamptz end
    from (select ${total} as total) as counted
    on conflict (organization_id, meter_id) do update set filter = excluded.filter, aggregation = excluded.aggregation,
      live_after = excluded.live_after, total_events = excluded.total_events, completed_at = excluded.completed_at, counted_to = null,
      counted_events = 0`.execute(tx)
}

/** The next events to be counted, in the order of time. */
export async function readUncounted(
  tx: Tx,
  organizationId: string,
  { liveAfter, countedTo, limit }: Pick<CountingState, 'liveAfter' | 'countedTo'> & { readonly limit: number },
): Promise<readonly CountedEvent[]> {
  const { rows } = await sql<CountedEvent>`
    select id, "timestamp", name, source, customer_id as "customerId", metadata from usage_events
    where organization_id = ${organizationId}::uuid and arrival <= ${liveAfter} and (${countedTo}::uuid is null or id > ${countedTo}::uuid)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** Saves how far the counting has come; `completedAt` ends it. */
export async function saveCounting(
  tx: Tx,
  { organizationId, meterId }: { readonly organizationId: string; readonly meterId: string },
  progress: { readonly countedTo: string | null; readonly events: number; readonly completedAt: Date | null },
): Promise<void> {
  await sql`update meter_figures set counted_to = coalesce(${progress.countedTo}::uuid, counted_to),
    counted_events = counted_events + ${progress.events}, completed_at = ${progress.completedAt}::timestamptz
    where organization_id = ${organizationId}::uuid and meter_id = ${meterId}::uuid`.execute(tx)
}
