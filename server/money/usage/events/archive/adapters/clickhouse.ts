// Events in ClickHouse, which is handed the months that PostgreSQL drops.
import { sql } from 'kysely'
import { type CallLimits, type ClickHouse, ClickHouseRefusal } from '#platform/clickhouse/clickhouse.ts'
import { type ClickHouseStatement, ch, type Fragment, toStatement } from '#platform/clickhouse/statement.ts'
import type { Database } from '#platform/database/database.ts'
import { customersOf } from '../../customer-sql.ts'
import type { EventSource, UsageEvent } from '../../model.ts'
import type { CopiedEvent, EventArchive, EventSelection } from '../event-store.ts'
import { scalarsOf } from '../scalars.ts'
import { isOfRange, isSelected } from './clickhouse-conditions.ts'
import { readClickHouseFigures, readDifferentValues } from './clickhouse-figures.ts'

const TABLE = 'usage_events'
/** The exception of a table that does not exist. */
const UNKNOWN_TABLE = 60
/** Digests are made by jobs, of some thousand events. */
const DIGEST_LIMITS: CallLimits = { timeoutMs: 60_000 }

// Ids are texts: ClickHouse orders its UUIDs by their second half. An empty text stands for none.
const CREATION = ch`CREATE TABLE IF NOT EXISTS usage_events (
  organization_id String,
  id String,
  timestamp DateTime64(3, 'UTC'),
  name String,
  source LowCardinality(String),
  customer_id String,
  external_customer_id String,
  external_id String,
  metadata String,
  texts Map(String, String),
  kinds Map(String, String),
  ranks Map(String, Int64),
  copied_at UInt64
) ENGINE = ReplacingMergeTree(copied_at)
PARTITION BY toYYYYMM(timestamp)
ORDER BY (organization_id, id)`

// Of what both stores have of an event: the id contains its time.
const DIGEST = ch`reinterpretAsUInt64(reverse(substring(MD5(concat(organization_id, '|', id, '|', name, '|', source, '|', customer_id, '|',
  external_customer_id, '|', external_id, '|', metadata)), 1, 8)))`

/** The events in ClickHouse. `db` says which customers have an external id now. */
export function clickHouseEvents(clickhouse: ClickHouse, db: Database): EventArchive {
  const prepare = () => clickhouse.command(toStatement(CREATION))
  // The table is created by the first hand-over, or by the first read before it.
  const select = async <Row>(statement: ClickHouseStatement, limits?: CallLimits): Promise<readonly Row[]> => {
    try {
      return await clickhouse.select<Row>(statement, limits)
    } catch (error) {
      if (!(error instanceof ClickHouseRefusal) || error.code !== UNKNOWN_TABLE) throw error
      await prepare()
      return clickhouse.select<Row>(statement, limits)
    }
  }
  const conditionOf = async (selection: EventSelection) => isSelected(selection, await customerIdsOf(db, selection))
  return {
    prepare,
    listEvents: async (selection, { isDescending, limit, offset }) => {
      const rows = await select<EventRow>(
        toStatement(ch`SELECT organization_id, id, toString(toUnixTimestamp64Milli(timestamp)) AS milliseconds, name, source, customer_id,
          external_customer_id, external_id, metadata FROM usage_events FINAL WHERE ${await conditionOf(selection)}
          ORDER BY id ${isDescending ? ch`DESC` : ch`ASC`} LIMIT ${{ type: 'UInt64', value: limit }} OFFSET ${{ type: 'UInt64', value: offset }}`),
      )
      return rows.map(toEvent)
    },
    countEvents: async (selection, maximum) => {
      const condition = await conditionOf(selection)
      const counted =
        maximum === undefined
          ? ch`SELECT toString(count()) AS events FROM usage_events FINAL WHERE ${condition}`
          : ch`SELECT toString(count()) AS events FROM (
            SELECT id FROM usage_events FINAL WHERE ${condition} LIMIT ${{ type: 'UInt64', value: maximum }})`
      const rows = await select<{ readonly events: string }>(toStatement(counted))
      return Number(rows[0]?.events ?? 0)
    },
    readFigures: async (selection, aggregation, buckets) =>
      readClickHouseFigures(select, { condition: await conditionOf(selection), aggregation, buckets }),
    readValues: async (selection, property, limit) =>
      readDifferentValues(select, { condition: await conditionOf(selection), property, limit }),
    insertEvents: (events, copiedAt) => insert(clickhouse, events, copiedAt),
    replaceEvents: (events, copiedAt) => replace(clickhouse, events, copiedAt),
    digestOf: async (range) => {
      const rows = await select<{ readonly events: string; readonly digest: string }>(
        toStatement(
          ch`SELECT toString(count()) AS events, toString(sum(${DIGEST})) AS digest FROM usage_events FINAL WHERE ${isOfRange(range)}`,
        ),
        DIGEST_LIMITS,
      )
      return { events: Number(rows[0]?.events ?? 0), digest: BigInt(rows[0]?.digest ?? 0) }
    },
    deleteRange: (range) => clickhouse.command(deletion(isOfRange(range))),
    deleteOrganization: async (organizationId) => {
      const ofOrganization = { organizationIds: [organizationId], firstId: null, endId: null }
      const condition = isSelected(ofOrganization, [])
      const rows = await select<{ readonly id: string }>(toStatement(ch`SELECT id FROM usage_events FINAL WHERE ${condition} LIMIT 1`))
      if (rows.length > 0) await clickhouse.command(deletion(condition))
    },
  }
}

function insert(clickhouse: ClickHouse, events: readonly CopiedEvent[], copiedAt: Date): Promise<void> {
  return clickhouse.insert(
    TABLE,
    events.map((event) => toRow(event, copiedAt)),
  )
}

// First the new copies: an interruption leaves both, and the last one is read.
async function replace(clickhouse: ClickHouse, events: readonly CopiedEvent[], copiedAt: Date): Promise<void> {
  const organizationIds = [...new Set(events.map(({ organizationId }) => organizationId))]
  const range = isOfRange({ organizationIds, ids: events.map(({ id }) => id) })
  await insert(clickhouse, events, copiedAt)
  await clickhouse.command(deletion(ch`${range} AND copied_at < ${{ type: 'UInt64', value: copiedAt.getTime() }}`))
}

// A mutation writes the data anew without these rows, unlike DELETE FROM, which only hides them until then.
const deletion = (condition: Fragment) => toStatement(ch`ALTER TABLE usage_events DELETE WHERE ${condition}`)

async function customerIdsOf(db: Database, { externalCustomerIds, organizationIds }: EventSelection): Promise<readonly string[]> {
  if (!externalCustomerIds) return []
  const { rows } = await sql<{ readonly id: string }>`${customersOf(externalCustomerIds, organizationIds)}`.execute(db)
  return rows.map(({ id }) => id)
}

interface EventRow {
  readonly organization_id: string
  readonly id: string
  readonly milliseconds: string
  readonly name: string
  readonly source: EventSource
  readonly customer_id: string
  readonly external_customer_id: string
  readonly external_id: string
  readonly metadata: string
}

function toEvent(row: EventRow): UsageEvent {
  return {
    organizationId: row.organization_id,
    id: row.id,
    timestamp: new Date(Number(row.milliseconds)),
    name: row.name,
    source: row.source,
    customerId: row.customer_id || null,
    externalCustomerId: row.external_customer_id || null,
    externalId: row.external_id || null,
    metadata: JSON.parse(row.metadata) as UsageEvent['metadata'],
  }
}

function toRow(event: CopiedEvent, copiedAt: Date) {
  return {
    organization_id: event.organizationId,
    id: event.id,
    timestamp: event.timestamp.toISOString().replace('T', ' ').replace('Z', ''),
    name: event.name,
    source: event.source,
    customer_id: event.customerId ?? '',
    external_customer_id: event.externalCustomerId ?? '',
    external_id: event.externalId ?? '',
    metadata: event.metadataText,
    ...scalarsOf(JSON.parse(event.metadataText)),
    copied_at: copiedAt.getTime(),
  }
}
