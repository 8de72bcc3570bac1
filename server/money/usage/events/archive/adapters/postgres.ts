// Events in PostgreSQL, where they are ingested.
import { type RawBuilder, sql } from 'kysely'
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import type { Database } from '#platform/database/database.ts'
import { containing, matchesMetadata } from '#platform/database/list.ts'
import { isAmong, ofExternalCustomers } from '../../customer-sql.ts'
import { figuresOfEvents, figureValue } from '../../figures-sql.ts'
import { compileFilter, compileProperty } from '../../filter-sql.ts'
import { usageEvents } from '../../store.ts'
import {
  type BucketFigures,
  type EventFigures,
  type EventSelection,
  type EventStore,
  NO_EVENT_FIGURES,
  type TimeBucket,
} from '../event-store.ts'

/** The events in PostgreSQL. Each call is one statement. */
export function postgresEvents(db: Database): EventStore {
  return {
    listEvents: (selection, { isDescending, limit, offset }) => {
      const order = isDescending ? sql`usage_events.id desc` : sql`usage_events.id asc`
      return usageEvents.select(db, sql`where ${conditionOf(selection)} order by ${order} limit ${limit} offset ${offset}`)
    },
    countEvents: async (selection, maximum) => {
      const counted = sql`select 1 from usage_events where ${conditionOf(selection)} ${maximum === undefined ? sql`` : sql`limit ${maximum}`}`
      const { rows } = await sql<{ readonly count: number }>`select count(*) as count from (${counted}) as counted`.execute(db)
      return rows[0]?.count ?? 0
    },
    readFigures: (selection, aggregation, buckets) => readFigures(db, { selection, aggregation, buckets }),
    readValues: async (selection, property, limit) => {
      const { rows } = await sql<{ readonly value: string }>`
        select distinct matched.value::text as value from (
          select ${compileProperty(property)} as value from usage_events where ${conditionOf(selection)}
        ) as matched where jsonb_typeof(matched.value) in ('string', 'number', 'boolean') limit ${limit}`.execute(db)
      return rows.map(({ value }) => JSON.stringify(JSON.parse(value)))
    },
  }
}

interface FiguresQuery {
  readonly selection: EventSelection
  readonly aggregation: Aggregation
  readonly buckets: readonly TimeBucket[]
}

async function readFigures(db: Database, { selection, aggregation, buckets }: FiguresQuery): Promise<BucketFigures> {
  const { rows } = await sql<EventFigures & { readonly position: number | null }>`
    with matched as (
      select "timestamp", ${figureValue(aggregation)} as value from usage_events where ${conditionOf(selection)}
    )
    select bucket.position, ${figuresOfEvents}
    from ${unnested(buckets)} join matched on matched."timestamp" >= bucket.start_at and matched."timestamp" < bucket.end_at
    group by grouping sets ((bucket.position), ())`.execute(db)
  return {
    byPosition: new Map(rows.flatMap(({ position, ...figures }) => (position === null ? [] : [[position, figures] as const]))),
    total: rows.find(({ position }) => position === null) ?? NO_EVENT_FIGURES,
  }
}

const unnested = (buckets: readonly TimeBucket[]) =>
  sql`unnest(${buckets.map(({ start }) => start.toISOString())}::timestamptz[], ${buckets.map(({ end }) => end.toISOString())}::timestamptz[])
    with ordinality as bucket (start_at, end_at, position)`

function conditionOf(selection: EventSelection): RawBuilder<unknown> {
  const { organizationIds, firstId, endId, id, customerIds, externalCustomerIds, names, sources, text, metadata = [], filter } = selection
  const conditions = [
    isAmong('usage_events.organization_id', organizationIds),
    ...(firstId === null ? [] : [sql`usage_events.id >= ${firstId}::uuid`]),
    ...(endId === null ? [] : [sql`usage_events.id < ${endId}::uuid`]),
    ...(id === undefined ? [] : [sql`usage_events.id = ${id}::uuid`]),
    ...(customerIds ? [isAmong('usage_events.customer_id', customerIds)] : []),
    ...(externalCustomerIds ? [ofExternalCustomers(externalCustomerIds, organizationIds)] : []),
    ...(names ? [isAmong('usage_events.name', names)] : []),
    ...(sources ? [isAmong('usage_events.source', sources)] : []),
    ...(text ? [sql`usage_events.name ilike ${containing(text)}`] : []),
    ...(metadata.length > 0 ? [matchesMetadata(sql.ref('usage_events.metadata'), metadata)] : []),
    ...(filter ? [compileFilter(filter)] : []),
  ]
  return sql.join(conditions, sql` and `)
}
