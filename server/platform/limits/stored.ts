import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import { preparedWrite } from '../database/prepared.ts'
import type { LimitRule, TakeInput } from './limits.ts'

/** Further ahead than any window: written by a clock that was wrong, and not believed. */
const CLOCK_DOUBT_SECONDS = 60

declare module '../database/tables.ts' {
  interface Tables {
    limit_counts: LimitCountsTable
  }
}

interface LimitCountsTable {
  name: string
  key: string
  count: number
  /** The window's end; every counted call moves it. */
  expires_at: Date
}

/** What is known of one key: calls counted, and when that is forgotten (milliseconds since 1970). */
export interface Count {
  readonly count: number
  readonly expiresAtMs: number
}

/** The part of a statement that counts one call: a row when it was counted, none when there were too many already. */
export function takingPart(taking: TakeInput): RawBuilder<unknown> {
  return sql`${addingPart(taking)} returning name`
}

// Without a row for who reads it: writes that are gathered give none.
function addingPart({ rule, key, when, now }: TakeInput): RawBuilder<unknown> {
  const { end, doubt } = windowOf(rule, now)
  return sql`
    insert into limit_counts as known (name, key, count, expires_at)
    select ${rule.name}::text, ${key}, 1, ${end} where ${when}
    on conflict (name, key) do update set
      count = case when known.expires_at <= ${now}::timestamptz or known.expires_at > ${doubt} then 1 else known.count + 1 end,
      expires_at = excluded.expires_at
    where known.expires_at <= ${now}::timestamptz or known.expires_at > ${doubt} or known.count < ${rule.max}::int`
}

/** Counts one call, in one statement; gives the seconds to wait when there were too many already, else 0. */
export async function countStored(
  db: Database,
  rule: LimitRule,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<number> {
  const taking = takingPart({ rule, key: sql`${key}::text`, when: sql`true`, now })
  const answer = await sql<{ counted: boolean; expires_at: Date | null }>`
    with counted as (${taking})
    select exists (select from counted) as counted,
      (select expires_at from limit_counts where name = ${rule.name} and key = ${key}) as expires_at`.execute(db)
  const [row] = answer.rows
  if (!row || row.counted) return 0
  return secondsUntil(row.expires_at?.getTime() ?? now.getTime() + rule.windowSeconds * 1000, rule, now)
}

/** Counts one call where there were not too many; nothing is read. */
export async function addStored(tx: Tx, rule: LimitRule, { key, now }: { readonly key: string; readonly now: Date }): Promise<void> {
  await addingPart({ rule, key: sql`${key}::text`, when: sql`true`, now }).execute(tx)
}

/** As an expression, without counting: when the window ends of a key that is too many, else null. */
export function waitingPart(rule: LimitRule, { key, now }: { readonly key: string; readonly now: Date }): RawBuilder<Date | null> {
  return sql`(
    select expires_at from limit_counts where name = ${rule.name} and key = ${key} and count >= ${rule.max}::int
      and expires_at > ${now}::timestamptz and expires_at <= ${windowOf(rule, now).doubt}
  )`
}

const deleteCount = preparedWrite((tx, { name, key }: { readonly name: string; readonly key: string }) =>
  tx.deleteFrom('limit_counts').where('name', '=', name).where('key', '=', key).compile(),
)

/** Forgets what was counted for one key. */
export function forgetCount(tx: Tx, rule: LimitRule, key: string): Promise<void> {
  return deleteCount(tx, { name: rule.name, key })
}

/** One key's calls that only this process knows of yet. */
export interface Addition extends Count {
  readonly name: string
  readonly key: string
  /** What the key's count will be where nobody else has counted. */
  readonly expected: number
}

/** What all instances together counted for the addition at a place, from 1. */
export interface StoredCount {
  readonly at: number
  readonly count: number
  readonly expires_at: Date
}

/**
 * Adds what was counted in memory, and gives what all instances counted together where that is not what this one expected: in
 * one statement, and one more where others have counted too. `additions` must be in one order everywhere, so that two instances
 * cannot wait for each other, and name no key twice.
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
      ) as given (name, key, count, ends_at)
      on conflict (name, key) do update set
        count = case when known.expires_at <= ${now}::timestamptz then excluded.count else known.count + excluded.count end,
        expires_at = greatest(excluded.expires_at, case when known.expires_at <= ${now}::timestamptz then excluded.expires_at else known.expires_at end)
      returning count
    )
    select sum(count)::float8 as total from stored`.execute(db)
  const expected = additions.reduce((sum, each) => sum + each.expected, 0)
  // To compare each row would cost the database half as much again, and mostly nobody else has counted any of them.
  return rows[0]?.total === expected ? [] : unexpected(db, additions, { names, keys })
}

async function unexpected(
  db: Database,
  additions: readonly Addition[],
  { names, keys }: { readonly names: readonly string[]; readonly keys: readonly string[] },
): Promise<readonly StoredCount[]> {
  const { rows } = await sql<StoredCount>`
    select at::int, stored.count, stored.expires_at
    from unnest(${names}::text[], ${keys}::text[]) with ordinality as given (name, key, at) join limit_counts as stored using (name, key)`.execute(
    db,
  )
  return rows.filter(({ at, count }) => count !== additions[at - 1]?.expected)
}

/** The counts that still live, the longest-living first, at most `max`. */
export async function livingCounts(db: Database, now: Date, max: number): Promise<readonly LimitCountsTable[]> {
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

// As expressions of the statement, so that `now` may be a parameter of one that is compiled once.
function windowOf({ windowSeconds }: LimitRule, now: Date): { end: RawBuilder<Date>; doubt: RawBuilder<Date> } {
  const after = (seconds: number) => sql<Date>`(${now}::timestamptz + ${sql.lit(`${seconds} seconds`)}::interval)`
  return { end: after(windowSeconds), doubt: after(windowSeconds + CLOCK_DOUBT_SECONDS) }
}
