import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import { preparedWrite } from '../database/prepared-statements.ts'
import type { LimitRule, TakeInput } from './limits.ts'

/** A window that ends further ahead than this was written by a wrong clock, and is ignored. */
const CLOCK_SKEW_SECONDS = 60

declare module '../database/tables.ts' {
  interface Tables {
    limit_counts: LimitCountsTable
  }
}

interface LimitCountsTable {
  name: string
  key: string
  count: number
  /** The end of the window; each counted call extends it. */
  expires_at: Date
}

/** The count of one key, and when it expires (milliseconds since 1970). */
export interface Count {
  readonly count: number
  readonly expiresAtMs: number
}

/** The part of a statement that counts one call: returns a row if the call was counted, none if the limit was reached. */
export function hitStatement(input: TakeInput): RawBuilder<unknown> {
  return sql`${addStatement(input)} returning name`
}

// Without `returning`: batched statements return no rows.
function addStatement({ rule, key, when, now }: TakeInput): RawBuilder<unknown> {
  const { end, doubt } = windowOf(rule, now)
  return sql`
    insert into limit_counts as known (name, key, count, expires_at)
    select ${rule.name}::text, ${key}, 1, ${end} where ${when}
    on conflict (name, key) do update set
      count = case when known.expires_at <= ${now}::timestamptz or known.expires_at > ${doubt} then 1 else known.count + 1 end,
      expires_at = excluded.expires_at
    where known.expires_at <= ${now}::timestamptz or known.expires_at > ${doubt} or known.count < ${rule.max}::int`
}

/** Counts one call in one statement; resolves to the seconds to wait if the limit was reached, otherwise 0. */
export async function countStored(
  db: Database,
  rule: LimitRule,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<number> {
  const part = hitStatement({ rule, key: sql`${key}::text`, when: sql`true`, now })
  const answer = await sql<{ counted: boolean; expires_at: Date | null }>`
    with counted as (${part})
    select exists (select from counted) as counted,
      (select expires_at from limit_counts where name = ${rule.name} and key = ${key}) as expires_at`.execute(db)
  const [row] = answer.rows
  if (!row || row.counted) return 0
  return secondsUntil(row.expires_at?.getTime() ?? now.getTime() + rule.windowSeconds * 1000, rule, now)
}

/** Counts one call if the limit was not reached; returns nothing. */
export async function addStored(tx: Tx, rule: LimitRule, { key, now }: { readonly key: string; readonly now: Date }): Promise<void> {
  await addStatement({ rule, key: sql`${key}::text`, when: sql`true`, now }).execute(tx)
}

/** An expression, without counting: the end of the window if the limit is reached, otherwise null. */
export function blockedUntil(rule: LimitRule, { key, now }: { readonly key: string; readonly now: Date }): RawBuilder<Date | null> {
  return sql`(
    select expires_at from limit_counts where name = ${rule.name} and key = ${key} and count >= ${rule.max}::int
      and expires_at > ${now}::timestamptz and expires_at <= ${windowOf(rule, now).doubt}
  )`
}

const deleteCount = preparedWrite((tx, { name, key }: { readonly name: string; readonly key: string }) =>
  tx.deleteFrom('limit_counts').where('name', '=', name).where('key', '=', key).compile(),
)

/** Resets the count of one key. */
export function resetCount(tx: Tx, rule: LimitRule, key: string): Promise<void> {
  return deleteCount(tx, { name: rule.name, key })
}

/** The calls of one key that only this process knows yet. */
export interface Addition extends Count {
  readonly name: string
  readonly key: string
  /** The count of the key if no other instance has counted. */
  readonly expected: number
}

/** The total count of the addition at position `at`, from 1. */
export interface StoredCount {
  readonly at: number
  readonly count: number
  readonly expires_at: Date
}

/**
 * Adds counts from memory. Resolves to the totals that differ from the expectation of this instance: in one statement, and a second
 * one if other instances have counted too. `additions` must have the same order in every instance, so that two statements cannot
 * deadlock, and contain no key twice.
 */
export async function addCounts(db: Database, additions: readonly Addition[], now: Date): Promise<readonly StoredCount[]> {
  const names = additions.map(({ name }) => name)
  const keys = additions.map(({ key }) => key)
  const { rows } = await sql<{ total: number }>`
    with stored as (
      insert into limit_counts as known (name, key, count, expires_at)
      select name, key, count, to_timestamp(ends_at) from unnest(
        ${names}::text[], ${keys}::text[], ${additions.map(({ count }) => count)}::int[],
        ${additions.map(({ expiresAtMs }) => expiresAtMs / 1000)}::float8[]
      ) as addition (name, key, count, ends_at)
      on conflict (name, key) do update set
        count = case when known.expires_at <= ${now}::timestamptz then excluded.count else known.count + excluded.count end,
        expires_at = greatest(excluded.expires_at, case when known.expires_at <= ${now}::timestamptz then excluded.expires_at else known.expires_at end)
      returning count
    )
    select sum(count)::float8 as total from stored`.execute(db)
  const expected = additions.reduce((sum, each) => sum + each.expected, 0)
  // Comparing each row would cost the database half as much again, and usually no other instance has counted.
  return rows[0]?.total === expected ? [] : differingCounts(db, additions, { names, keys })
}

async function differingCounts(
  db: Database,
  additions: readonly Addition[],
  { names, keys }: { readonly names: readonly string[]; readonly keys: readonly string[] },
): Promise<readonly StoredCount[]> {
  const { rows } = await sql<StoredCount>`
    select at::int, stored.count, stored.expires_at
    from unnest(${names}::text[], ${keys}::text[]) with ordinality as addition (name, key, at) join limit_counts as stored using (name, key)`.execute(
    db,
  )
  return rows.filter(({ at, count }) => count !== additions[at - 1]?.expected)
}

/** The counts that have not expired, those that expire last first, at most `max`. */
export async function currentCounts(db: Database, now: Date, max: number): Promise<readonly LimitCountsTable[]> {
  return db
    .selectFrom('limit_counts')
    .select(['name', 'key', 'count', 'expires_at'])
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(max)
    .execute()
}

/** Whole seconds until `expiresAtMs`, at least 1 and never more than the rule's window. */
export function secondsUntil(expiresAtMs: number, rule: LimitRule, now: Date): number {
  return Math.min(rule.windowSeconds, Math.max(1, Math.ceil((expiresAtMs - now.getTime()) / 1000)))
}

// Expressions of the statement, so that `now` can be a parameter of a statement that is compiled once.
function windowOf({ windowSeconds }: LimitRule, now: Date): { end: RawBuilder<Date>; doubt: RawBuilder<Date> } {
  const after = (seconds: number) => sql<Date>`(${now}::timestamptz + ${sql.lit(`${seconds} seconds`)}::interval)`
  return { end: after(windowSeconds), doubt: after(windowSeconds + CLOCK_SKEW_SECONDS) }
}
