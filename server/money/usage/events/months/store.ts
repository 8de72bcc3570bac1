// The partitions of events in the database. Statements upon a partition itself run no trigger: the counts of rows are those of the parent.
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { LATE_DAYS } from '../model.ts'
import { type EventMonth, monthNamed, retainedFrom } from './months.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    usage_event_retention: { only_row: boolean; events_from: Date }
  }
}

const DAY_MS = 86_400_000
/** The prefix of the name of a detached month; months that an operator has detached keep their own name. */
const DETACHED = 'usage_events_dropped'
/** Statements that wait for these locks hold up others, so they give up soon; the job is then retried. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '1s'`

/** The months that have a partition, the oldest first. */
export async function listMonths(db: Database): Promise<readonly EventMonth[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'usage_events'::regclass order by child.relname`.execute(db)
  return rows.flatMap(({ name }) => monthNamed(name) ?? [])
}

/** Counts the events of a month in the default partition, `maximum` at most. Each organization is one read of an index. */
export async function countOthers(db: Database, { firstId, endId }: EventMonth, maximum: number): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::int as count from (
      select from organizations cross join lateral (
        select from usage_events_other where organization_id = organizations.id and id >= ${firstId}::uuid and id < ${endId}::uuid
        limit ${maximum}::int
      ) as own limit ${maximum}::int
    ) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Creates the partition of a month and moves the events of the default partition there. All other uses of events wait meanwhile, at the parent: a
 * statement that already knows the partitions would miss the events that moved, or be refused.
 */
export async function createMonth(tx: Tx, { name, firstId, endId }: EventMonth): Promise<void> {
  const [table, first, end] = [sql.table(name), sql.lit(firstId), sql.lit(endId)]
  await LOCK_TIMEOUT.execute(tx)
  await sql`lock table only usage_events in access exclusive mode`.execute(tx)
  await sql`create table ${table} (like usage_events including all)`.execute(tx)
  await sql`
    with moved as (delete from usage_events_other where id >= ${first} and id < ${end} returning usage_events_other.*)
    insert into ${table} select moved.* from moved`.execute(tx)
  await sql`alter table usage_events attach partition ${table} for values from (${first}) to (${end})`.execute(tx)
}

/** Detaches the partition of a month, which takes no time that depends on its events. They are not counted off yet. */
export async function detachMonth(tx: Tx, { name }: EventMonth): Promise<void> {
  await LOCK_TIMEOUT.execute(tx)
  await sql`alter table usage_events detach partition ${sql.table(name)}`.execute(tx)
  await sql`alter table ${sql.table(name)} rename to ${sql.ref(name.replace('usage_events', DETACHED))}`.execute(tx)
}

/** The detached months that are not dropped yet. */
export async function listDetached(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and starts_with(relname, ${`${DETACHED}_`}) order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** The name that a detached month had as a partition. */
export const monthOfDetached = (name: string) => name.replace(DETACHED, 'usage_events')

/** Drops a detached month with its events, and takes them off the counts of rows. */
export async function dropDetached(tx: Tx, name: string): Promise<void> {
  await sql`insert into row_counts (organization_id, counted_table, change)
    select organization_id, 'usage_events', -count(*) from ${sql.table(name)} group by organization_id`.execute(tx)
  await LOCK_TIMEOUT.execute(tx)
  await sql`drop table ${sql.table(name)}`.execute(tx)
}

/** Deletes at most `limit` events of the default partition with an id before `endId`. Returns how many it deleted. */
export async function deleteOthers(tx: Tx, endId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from usage_events where id < ${endId}::uuid and (organization_id, id) in (
      select own.organization_id, own.id from organizations cross join lateral (
        select organization_id, id from usage_events_other where organization_id = organizations.id and id < ${endId}::uuid
        order by id limit ${limit}::int
      ) as own limit ${limit}::int
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * The first instant whose events stay at the server's time `now`, by EVENT_RETENTION_MONTHS; null where all of them do. The months of windows that are not billed yet stay
 * with those before them whose late events are billed there: an order is recomputed from the events.
 */
export async function findRetainedFrom({ database, settings }: Pick<Platform, 'database' | 'settings'>, now: Date): Promise<Date | null> {
  const { EVENT_RETENTION_MONTHS: months } = settings
  if (months === undefined) return null
  const { rows } = await sql<{ readonly start: Date | null }>`
    select min(window_start) as start from customer_meters where subscription_id is not null`.execute(database.db)
  const byAge = retainedFrom(now, months)
  const start = rows[0]?.start
  const byWindows = start ? retainedFrom(new Date(start.getTime() - LATE_DAYS * DAY_MS), 0) : byAge
  return new Date(Math.min(byAge.getTime(), byWindows.getTime()))
}

/** Since when the events are complete; null where none was dropped. */
export async function findEventsFrom(db: Database): Promise<Date | null> {
  const found = await db.selectFrom('usage_event_retention').select('events_from').executeTakeFirst()
  return found?.events_from ?? null
}

/** Records that events before an instant are dropped from now on. It never goes back: they do not return. */
export async function raiseEventsFrom(tx: Tx, from: Date): Promise<void> {
  await sql`insert into usage_event_retention as known (events_from) values (${from}::timestamptz)
    on conflict (only_row) do update set events_from = greatest(known.events_from, excluded.events_from)`.execute(tx)
}
