// Events that are in two stores: those of months that were handed over, and all later ones.
import { type RawBuilder, sql } from 'kysely'
import { firstId, idAfter } from '#kernel/id.ts'
import type { Page } from '#kernel/page.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { rowCount } from '#platform/resource/row-counts.ts'
import type { UsageEvent } from '../model.ts'
import { findEventsFrom } from '../months/store.ts'
import { clickHouseEvents } from './adapters/clickhouse.ts'
import { postgresEvents } from './adapters/postgres.ts'
import type { EventSelection, EventStore, IdRange } from './event-store.ts'

/** Where events are read. */
export interface EventDatabases {
  readonly db: Database
  /** Undefined where no months are handed over. */
  readonly clickhouse: ClickHouse | undefined
}

/** A store, and the range that is read there. */
export interface EventPart extends IdRange {
  readonly store: EventStore
  readonly isInPostgres: boolean
}

/**
 * The stores of a range in the order of time. Before the instant from which PostgreSQL has all events they are in ClickHouse alone, also where a
 * late one still waits to be moved: no event is read twice. Without ClickHouse it takes no round trip.
 */
export async function eventParts({ db, clickhouse }: EventDatabases, range: IdRange): Promise<readonly EventPart[]> {
  const from = clickhouse ? await findEventsFrom(db) : null
  if (!clickhouse || !from) return [{ store: postgresEvents(db), isInPostgres: true, ...range }]
  const border = firstId(from)
  const { firstId: first, endId: end } = range
  const [isBefore, isAfter] = [first === null || first < border, end === null || end > border]
  return [
    ...(isBefore ? [{ store: clickHouseEvents(clickhouse, db), isInPostgres: false, firstId: first, endId: isAfter ? border : end }] : []),
    ...(isAfter ? [{ store: postgresEvents(db), isInPostgres: true, firstId: isBefore ? border : first, endId: end }] : []),
  ]
}

/** The page to read, and of which events. */
export interface EventPageQuery {
  readonly selection: EventSelection
  readonly isDescending: boolean
  readonly page: Page
}

/** The events of a page over their stores. */
export async function readEventPage(
  parts: readonly EventPart[],
  { selection, isDescending, page }: EventPageQuery,
): Promise<readonly UsageEvent[]> {
  const items: UsageEvent[] = []
  let offset = page.offset
  for (const { store, firstId: first, endId } of isDescending ? parts.toReversed() : parts) {
    const own = { ...selection, firstId: first, endId }
    const limit = page.limit - items.length
    if (limit === 0) break
    const found = await store.listEvents(own, { isDescending, limit, offset })
    items.push(...found)
    // The number of events to pass over in the next store depends on how many events this one has.
    if (found.length > 0) offset = 0
    else if (offset > 0) offset -= await store.countEvents(own, offset)
  }
  return items
}

/** The events of a batch that `readMatchingEvents` reads. */
const BATCH = 500

/** All events that match, at most `limit`, in batches. Each begins at the id where the last one ended, so that none is read twice. */
export async function* readMatchingEvents(
  databases: EventDatabases,
  { selection, isDescending, limit }: { readonly selection: EventSelection; readonly isDescending: boolean; readonly limit: number },
): AsyncGenerator<readonly UsageEvent[]> {
  let rest = selection
  for (let count = 0; count < limit; count += BATCH) {
    const page = { page: 1, limit: Math.min(BATCH, limit - count), offset: 0 }
    const events = await readEventPage(await eventParts(databases, rest), { selection: rest, isDescending, page })
    yield events
    const last = events.at(-1)
    if (!last || events.length < page.limit) return
    rest = isDescending ? { ...rest, endId: last.id } : { ...rest, firstId: idAfter(last.id) }
  }
}

/** Counts the events in stores, `maximum` at most. */
export async function countEvents(parts: readonly EventPart[], selection: EventSelection, maximum?: number): Promise<number> {
  const counts = await Promise.all(
    parts.map(({ store, firstId: first, endId }) => store.countEvents({ ...selection, firstId: first, endId }, maximum)),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  return Math.min(total, maximum ?? total)
}

/** Counts the events of organizations in PostgreSQL, without reading them; late ones count until they are moved. */
export async function countStored(db: Database, organizationIds: readonly string[]): Promise<number> {
  const total = rowCount('usage_events', sql`row_counts.organization_id = ${anyOf(organizationIds)}`)
  const { rows } = await sql<{ readonly total: number }>`select ${total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** The customers of events, by their id. */
export async function readCustomers(db: Database, events: readonly UsageEvent[]): Promise<ReadonlyMap<string, Customer>> {
  const ids = [...new Set(events.flatMap(({ customerId }) => customerId ?? []))]
  if (ids.length === 0) return new Map()
  const organizationIds = [...new Set(events.map(({ organizationId }) => organizationId))]
  const ofEvents: RawBuilder<unknown> = sql`where customers.organization_id = ${anyOf(organizationIds)} and customers.id = ${anyOf(ids)}`
  return new Map((await customers.select(db, ofEvents)).map((customer) => [customer.id, customer]))
}
