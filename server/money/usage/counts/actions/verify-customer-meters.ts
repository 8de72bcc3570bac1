import { sql } from 'kysely'
import { NO_ID } from '#kernel/id.ts'
import { compileFilter, compileProperty, findEventsFrom } from '#money/usage/events/index.ts'
import { LATE_DAYS } from '#money/usage/events/model.ts'
import type { OpenDatabase, Tx } from '#platform/database/database.ts'
import { readWindowFigures } from '../billing/store.ts'
import { type CustomerEvents, type MeterDefinition, meteredEvent } from '../deltas.ts'
import { countedValue, type Figures } from '../figures.ts'
import { type FiguresRow, toFigures } from '../store.ts'
import { addFaults, differencesOf, type Faults, faultsIn, NO_FAULTS, type UsageFault, windowTexts } from '../verification/faults.ts'
import { beginSnapshot, readMissingWindows } from '../verification/reads.ts'

/** Customer meters of one transaction: each has an hour for each in which it was used. */
const PAGE = 100
/** The events of a customer that a statement reads to count different values. Of more, only that each value is stored is verified. */
const DIFFERENT_EVENTS_MAXIMUM = 1_000_000
/** A window has events of so long before its start: those that were late (rule E5). */
const LATE_MS = LATE_DAYS * 86_400_000

/** The figures of a window, those of the customer's hours where it has no beginning, and the rows of its different values. */
interface Window extends MeterDefinition {
  readonly id: string
  readonly customerId: string
  readonly start: Date | null
  readonly own: FiguresRow & { readonly consumed: string }
  readonly hours: FiguresRow
  readonly values: number
}

/** A page of customer meters. */
export interface VerifiedPage {
  readonly faults: Faults
  /** After which the next page begins; null after the last one. */
  readonly next: string | null
}

/**
 * Verifies a page of what customers have used: since the beginning it is the sum of their hours, and since a reset it is what the events make. A
 * window with events in dropped months is left out.
 */
export async function verifyCustomerMeters(
  database: Pick<OpenDatabase, 'transaction'>,
  organizationId: string,
  after: string | null,
): Promise<VerifiedPage> {
  return database.transaction(async (tx) => {
    await beginSnapshot(tx)
    const eventsFrom = await findEventsFrom(tx)
    const windows = await readWindows(tx, organizationId, after)
    const faults: UsageFault[] = []
    for (const window of windows) {
      if (window.start) {
        if (eventsFrom === null || window.start.getTime() - eventsFrom.getTime() > LATE_MS)
          faults.push(...openFaults(organizationId, window, await readOpen(tx, organizationId, window)))
        continue
      }
      const different = eventsFrom === null ? await countDifferent(tx, organizationId, window) : undefined
      faults.push(...windowFaults(organizationId, window, different))
    }
    return { faults: faultsIn(faults), next: windows.length < PAGE ? null : (windows.at(-1)?.id ?? null) }
  })
}

async function readWindows(tx: Tx, organizationId: string, after: string | null): Promise<readonly Window[]> {
  const { rows } = await sql<Window>`
    select own.id, own.customer_id as "customerId", own.meter_id as "meterId", own.window_start as start, kept.filter, kept.aggregation,
      json_build_object('events', own.events, 'numbers', own.numbers, 'total', own.total::text, 'maximum', own.maximum::text,
        'minimum', own.minimum::text, 'consumed', own.consumed::text) as own,
      json_build_object('events', hours.events, 'numbers', hours.numbers, 'total', hours.total::text, 'maximum', hours.maximum::text,
        'minimum', hours.minimum::text) as hours,
      (select count(*) from customer_meter_values as value where value.organization_id = own.organization_id
        and value.customer_id = own.customer_id and value.meter_id = own.meter_id) as values
    from customer_meters as own
    join meter_figures as kept on kept.organization_id = own.organization_id and kept.meter_id = own.meter_id and kept.completed_at is not null
    cross join lateral (
      select coalesce(sum(events), 0)::bigint as events, coalesce(sum(numbers), 0)::bigint as numbers, coalesce(sum(total), 0) as total,
        max(maximum) as maximum, min(minimum) as minimum
      from customer_meter_hours as hour where hour.organization_id = own.organization_id and hour.customer_id = own.customer_id
        and hour.meter_id = own.meter_id and own.window_start is null
    ) as hours
    where own.organization_id = ${organizationId}::uuid and own.id > ${after ?? NO_ID}::uuid
    order by own.id limit ${PAGE}`.execute(tx)
  return rows
}

function readOpen(tx: Tx, organizationId: string, { customerId, meterId, start, filter, aggregation }: Window): Promise<Figures> {
  return readWindowFigures(tx, { organizationId, customerId, meter: { id: meterId, filter, aggregation }, start, end: null })
}

function openFaults(organizationId: string, { customerId, meterId, aggregation, own, values }: Window, expected: Figures): UsageFault[] {
  const found = { ...own, events: String(own.events), numbers: String(own.numbers) }
  const differences = [
    ...differencesOf(windowTexts(aggregation, expected), found),
    ...(aggregation.func === 'unique' ? differencesOf({ values: String(expected.numbers) }, { values: String(values) }) : []),
  ]
  return differences.length > 0 ? [{ organizationId, customerId, meterId, hour: null, name: null, differences }] : []
}

function windowFaults(organizationId: string, window: Window, different: number | undefined): UsageFault[] {
  const { customerId, meterId, aggregation, own, hours, values } = window
  const isDifferent = aggregation.func === 'unique'
  const sums = toFigures(hours)
  const expected: Figures = isDifferent ? { ...sums, numbers: values } : sums
  const found = { ...own, events: String(own.events), numbers: String(own.numbers) }
  const differences = [
    ...differencesOf(windowTexts(aggregation, expected), found),
    ...(different === undefined ? [] : differencesOf({ values: String(different) }, { values: String(values) })),
  ]
  return differences.length > 0 ? [{ organizationId, customerId, meterId, hour: null, name: null, differences }] : []
}

/** The different values of the events themselves; undefined of a meter that counts none, or where the events are too many. */
async function countDifferent(
  tx: Tx,
  organizationId: string,
  { customerId, filter, aggregation, own }: Window,
): Promise<number | undefined> {
  if (aggregation.func !== 'unique' || own.events > DIFFERENT_EVENTS_MAXIMUM) return undefined
  const { rows } = await sql<{ readonly count: number }>`
    select count(distinct matched.value) as count from (
      select ${compileProperty(aggregation.property)} as value from usage_events
      where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and source = 'user' and ${compileFilter(filter)}
    ) as matched where jsonb_typeof(matched.value) in ('string', 'number', 'boolean')`.execute(tx)
  return rows[0]?.count
}

/** Verifies that what customers have used is stored for each of these events, and each of their different values. */
export async function verifyStoredValues(tx: Tx, organizationId: string, customers: readonly CustomerEvents[]): Promise<Faults> {
  if (customers.length === 0) return NO_FAULTS
  const missing = (await readMissingWindows(tx, organizationId, customers)).map(({ customerId, meterId }) => ({
    organizationId,
    customerId,
    meterId,
    hour: null,
    name: null,
    differences: [{ figure: 'customer meters', expected: '1', found: '0' }],
  }))
  return addFaults(faultsIn(missing), await valueFaults(tx, organizationId, customers))
}

async function valueFaults(tx: Tx, organizationId: string, customers: readonly CustomerEvents[]): Promise<Faults> {
  const all = customers.flatMap(({ customerId, meter, events }) =>
    [...new Set(events.flatMap((event) => countedValue(meter.aggregation, meteredEvent(event)) ?? []))].map((text) => ({
      customerId,
      meterId: meter.meterId,
      text,
    })),
  )
  if (all.length === 0) return NO_FAULTS
  const { rows } = await sql<{ readonly customerId: string; readonly meterId: string; readonly expected: number; readonly found: number }>`
    select value.customer_id as "customerId", value.meter_id as "meterId", count(*) as expected, count(stored.digest) as found
    from unnest(${all.map(({ customerId }) => customerId)}::uuid[], ${all.map(({ meterId }) => meterId)}::uuid[],
      ${all.map(({ text }) => text)}::text[]) as value (customer_id, meter_id, text)
    join customer_meters as own on own.organization_id = ${organizationId}::uuid and own.customer_id = value.customer_id
      and own.meter_id = value.meter_id and own.window_start is null
    left join customer_meter_values as stored on stored.organization_id = ${organizationId}::uuid and stored.customer_id = value.customer_id
      and stored.meter_id = value.meter_id and stored.digest = sha256(convert_to(value.text, 'UTF8'))
    group by 1, 2 having count(*) <> count(stored.digest)`.execute(tx)
  return faultsIn(
    rows.map(({ customerId, meterId, expected, found }) => ({
      organizationId,
      customerId,
      meterId,
      hour: null,
      name: null,
      differences: differencesOf({ 'values of these events': String(expected) }, { 'values of these events': String(found) }),
    })),
  )
}
