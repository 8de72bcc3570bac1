// The windows that subscriptions bill, their credits, and what was used in them by the events.
import { sql } from 'kysely'
import { firstId } from '#kernel/id.ts'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import { compileFilter, type EventFigures, figuresOfEvents, figureValue, NO_EVENT_FIGURES } from '#money/usage/events/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Row } from '#platform/resource/columns.ts'
import { rows } from '#platform/resource/table.ts'
import type { CountedEvent } from '../deltas.ts'
import type { Figures } from '../figures.ts'
import { type CustomerMeterKey, toFigures } from '../store.ts'
import { type MeterCredit, meterCreditColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    meter_credits: Row<typeof meterCreditColumns>
  }
}

const meterCredits = rows('meter_credits', meterCreditColumns)

/** A window that a subscription bills. */
export interface BilledWindow extends CustomerMeterKey {
  readonly subscriptionId: string
  readonly priceId: string
  readonly start: Date
}

/** Locks the windows that subscriptions bill, in the order in which an ingestion locks them. */
export async function lockBilledWindows(
  tx: Tx,
  organizationId: string,
  subscriptionIds: readonly string[],
): Promise<readonly BilledWindow[]> {
  const { rows: windows } = await sql<BilledWindow>`
    select customer_id as "customerId", meter_id as "meterId", subscription_id as "subscriptionId", price_id as "priceId", window_start as start
    from customer_meters where organization_id = ${organizationId}::uuid and subscription_id = ${anyOf(subscriptionIds)}
    order by customer_id, meter_id for update`.execute(tx)
  return windows
}

/** The usage of a meter by a customer from `start` on, before `end`. */
export interface UsageRange {
  readonly organizationId: string
  readonly customerId: string
  readonly meter: Pick<Meter, 'id' | 'filter' | 'aggregation'>
  /** Null: since the first event. */
  readonly start: Date | null
  /** Null: without an end. */
  readonly end: Date | null
}

/**
 * The figures of a window by its events: those that happened in it, and late ones that are billed with it instead of their own (rule E5).
 * One statement, by an index of the customer's events.
 */
export async function readWindowFigures(db: Database, { organizationId, customerId, meter, start, end }: UsageRange): Promise<Figures> {
  const ofMeter = sql`late.organization_id = ${organizationId}::uuid and late.meter_id = ${meter.id}::uuid`
  const matching = sql`organization_id = ${organizationId}::uuid and source = 'user' and ${compileFilter(meter.filter)}`
  const value = sql`${figureValue(meter.aggregation)} as value`
  const { rows: found } = await sql<EventFigures>`
    with counted as (
      select ${value} from usage_events
      where ${matching} and customer_id = ${customerId}::uuid and id >= ${firstId(start ?? new Date(0))}::uuid 
        and (${end && firstId(end)}::uuid is null or id < ${end && firstId(end)}::uuid)
        and not exists (select from late_usage_events as late where ${ofMeter} and late.event_id = usage_events.id)
      union all
      select ${value} from usage_events
      where ${matching} and id in (
        select late.event_id from late_usage_events as late
        where ${ofMeter} and late.customer_id = ${customerId}::uuid and late.window_start = ${start}::timestamptz)
    )
    select ${figuresOfEvents} from counted`.execute(db)
  const [row = NO_EVENT_FIGURES] = found
  const figures = toFigures(row)
  return meter.aggregation.func === 'unique' ? { ...figures, numbers: row.different } : figures
}

/** The credits of windows, each from its start on, in the order of time, by `customer meter`. */
export async function readCredits(
  db: Database,
  organizationId: string,
  windows: readonly (CustomerMeterKey & { readonly start: Date | null })[],
): Promise<ReadonlyMap<string, readonly MeterCredit[]>> {
  if (windows.length === 0) return new Map()
  const found = await meterCredits.select(
    db,
    sql`join unnest(${windows.map(({ customerId }) => customerId)}::uuid[], ${windows.map(({ meterId }) => meterId)}::uuid[],
        ${windows.map(({ start }) => start?.toISOString() ?? null)}::timestamptz[]) as own (customer_id, meter_id, start)
      on meter_credits.customer_id = own.customer_id and meter_credits.meter_id = own.meter_id
      where meter_credits.organization_id = ${organizationId}::uuid and (own.start is null or meter_credits.credited_at >= own.start)
      order by meter_credits.credited_at, meter_credits.id`,
  )
  return Map.groupBy(found, ({ customerId, meterId }) => `${customerId} ${meterId}`)
}

/** Inserts credits whose source is new. Returns them. */
export async function insertCredits(tx: Tx, credits: readonly MeterCredit[]): Promise<readonly MeterCredit[]> {
  if (credits.length === 0) return []
  const inserted = await meterCredits
    .inserting(tx, credits)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id as string))
  return credits.filter(({ id }) => ids.has(id))
}

/** Saves what a customer was credited since the last reset. It is sent ahead. */
export function saveCreditedUnits(tx: Tx, key: CustomerMeterKey & { readonly organizationId: string }, units: number): Promise<void> {
  return sendAhead(
    async () =>
      void (await sql`update customer_meters set credited_units = ${units}
        where organization_id = ${key.organizationId}::uuid and customer_id = ${key.customerId}::uuid and meter_id = ${key.meterId}::uuid`.execute(
        tx,
      )),
  )
}

/** The window that follows another. */
export interface NextWindow extends CustomerMeterKey {
  readonly organizationId: string
  readonly start: Date
  /** The subscription that bills it and its price; null: none does. */
  readonly billing: { readonly subscriptionId: string; readonly priceId: string } | null
  /** Whether another subscription, or none, has billed the customer's usage until now. */
  readonly isFirst: boolean
  readonly creditedUnits: number
}

/** Begins a window of a locked row, without any usage. */
export async function beginWindow(tx: Tx, window: NextWindow): Promise<void> {
  const { organizationId, customerId, meterId, start, billing, isFirst, creditedUnits } = window
  const ofRow = sql`organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and meter_id = ${meterId}::uuid`
  await sql`delete from customer_meter_values where ${ofRow}`.execute(tx)
  await sql`
    update customer_meters set window_start = ${start}::timestamptz, subscription_id = ${billing?.subscriptionId ?? null}::uuid,
      price_id = ${billing?.priceId ?? null}::uuid, credited_units = ${creditedUnits},
      billed_from = ${billing && isFirst ? sql`${start}::timestamptz` : sql`billed_from`},
      events = 0, numbers = 0, total = 0, maximum = null, minimum = null, consumed = 0
    where ${ofRow}`.execute(tx)
}

/** The first events of a new window, after another one of it or from its start on. */
export interface CountedPage extends CustomerMeterKey {
  readonly organizationId: string
  readonly start: Date
  readonly after: string | null
  readonly limit: number
}

/**
 * The events of a new window that its meter has counted already, in the order of time: those that a counting in progress has still to count are
 * left out.
 */
export async function readCounted(
  tx: Tx,
  { organizationId, customerId, meterId, start, after, limit }: CountedPage,
): Promise<readonly CountedEvent[]> {
  const { rows: events } = await sql<CountedEvent>`
    select id, "timestamp", name, source, customer_id as "customerId", metadata from usage_events
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and id >= ${firstId(start)}::uuid
      and (${after}::uuid is null or id > ${after}::uuid)
      and exists (select from meter_figures as own where own.organization_id = usage_events.organization_id and own.meter_id = ${meterId}::uuid
        and (own.completed_at is not null or usage_events.arrival > own.live_after or usage_events.id <= own.counted_to))
    order by id limit ${limit}`.execute(tx)
  return events
}
