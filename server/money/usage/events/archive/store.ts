// The events copied to the second store, and how far. Tables are those of months, which are read in the order of their primary key.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import type { EventSource } from '../model.ts'
import type { CopiedEvent, EventKey } from './event-store.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    usage_event_copies: { source_table: string; to_organization: string; to_event: string; events: number }
  }
}

/** The table of events of no month of their own. */
export const OTHERS = 'usage_events_other'
/** Characters of metadata that are copied at once, unless one event has more. */
const TEXT_MAXIMUM = 8_000_000

/** A part of a table, in the order of its key. */
export interface TablePart {
  readonly table: string
  /** Before this id; null for all. */
  readonly endId: string | null
  readonly after: EventKey | null
  /** Up to this one; null for no bound. */
  readonly to?: EventKey | null
}

/** An event by its key, with the digest of what both stores have of it. */
export interface DigestRow extends EventKey {
  readonly digest: string
}

// The first 64 bits; the id contains the time.
const digest = sql`('x' || left(md5(concat(organization_id, '|', id, '|', name, '|', source, '|', customer_id, '|', external_customer_id, '|',
  external_id, '|', metadata)), 16))::bit(64)::bigint`

/** The next events of a table with their digests: `limit` at most, and fewer where they are long. */
export async function readDigests(
  db: Database,
  part: TablePart,
  limit: number,
): Promise<{ readonly rows: readonly DigestRow[]; readonly isEnd: boolean }> {
  const { rows } = await sql<DigestRow & { readonly length: number }>`
    select organization_id as "organizationId", id, (${digest})::text as digest,
      sum(length(metadata::text)) over (order by organization_id, id)::bigint as length
    from (${eventsOf(part, limit)}) as next order by organization_id, id`.execute(db)
  const short = rows.filter(({ length }, at) => at === 0 || length <= TEXT_MAXIMUM)
  return { rows: short, isEnd: rows.length < limit && short.length === rows.length }
}

/** The events of a part as they are copied. */
export async function readCopies(db: Database, part: TablePart): Promise<readonly CopiedEvent[]> {
  const { rows } = await sql<CopiedEvent & { readonly source: EventSource }>`
    select organization_id as "organizationId", id, "timestamp", name, source, customer_id as "customerId",
      external_customer_id as "externalCustomerId", external_id as "externalId", metadata::text as "metadataText"
    from (${eventsOf(part, null)}) as part order by organization_id, id`.execute(db)
  return rows
}

const COLUMNS = sql`organization_id, id, "timestamp", name, source, customer_id, external_customer_id, external_id, metadata`

/** The events of a part, in the order of its key. */
function eventsOf({ table, endId, after, to = null }: TablePart, limit: number | null): RawBuilder<unknown> {
  const most = limit === null ? sql`` : sql`limit ${limit}`
  if (endId === null)
    return sql`select ${COLUMNS} from ${sql.table(table)} where ${isBetween(after, to)} order by organization_id, id ${most}`
  // Each organization is one read of the index, which does not pass over its later events.
  return sql`select own.* from organizations cross join lateral (
      select ${COLUMNS} from ${sql.table(table)} where organization_id = organizations.id and id < ${endId}::uuid and ${isBetween(after, to)}
      order by id ${most}
    ) as own where ${after ? sql`organizations.id >= ${after.organizationId}::uuid` : sql`true`} order by organizations.id, own.id ${most}`
}

function isBetween(after: EventKey | null, to: EventKey | null): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(after ? [sql`(organization_id, id) > (${after.organizationId}::uuid, ${after.id}::uuid)`] : []),
    ...(to ? [sql`(organization_id, id) <= (${to.organizationId}::uuid, ${to.id}::uuid)`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Up to where a table is copied; undefined where the copy has not begun. */
export async function findCopied(db: Database, table: string): Promise<EventKey | undefined> {
  const { rows } = await sql<EventKey>`select to_organization as "organizationId", to_event as id from usage_event_copies
    where source_table = ${table}`.execute(db)
  return rows[0]
}

/** Saves that the next events of a table are copied, up to a key. */
export async function saveCopied(
  tx: Tx,
  table: string,
  { organizationId, id, events }: EventKey & { readonly events: number },
): Promise<void> {
  await sql`insert into usage_event_copies as known (source_table, to_organization, to_event, events)
    values (${table}, ${organizationId}::uuid, ${id}::uuid, ${events})
    on conflict (source_table) do update set to_organization = excluded.to_organization, to_event = excluded.to_event,
      events = known.events + excluded.events`.execute(tx)
}

/** Forgets how far a table is copied: the next copy begins anew. */
export async function deleteCopied(tx: Tx, table: string): Promise<void> {
  await sql`delete from usage_event_copies where source_table = ${table}`.execute(tx)
}

/** Deletes events of no month of their own, with ids before `endId`, that are still the same as their copies. */
export async function deleteCopies(tx: Tx, rows: readonly DigestRow[], endId: string): Promise<void> {
  await sql`delete from usage_events using unnest(${rows.map(({ organizationId }) => organizationId)}::uuid[],
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.digest)}::bigint[]) as copied (of_organization, of_event, expected)
    where id < ${endId}::uuid and organization_id = of_organization and id = of_event and ${digest} = expected`.execute(tx)
}
