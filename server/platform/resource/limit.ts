// The limit on the rows of one owner, checked in the statement that inserts another one.
import { type RawBuilder, sql } from 'kysely'
import { Refusal, type RefusalEntry } from '#kernel/refusal.ts'
import { sqlState } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Platform } from '../platform.ts'
import type { LimitName } from '../settings/limit-settings.ts'
import { resourceRefusals } from './refusals.ts'

/** The SQLSTATE that the function `within_limit` raises. */
const EXCEEDED = 'GH002'

/** The rows that a limit counts. */
export interface ResourceLimit {
  readonly setting: LimitName
  /** The share of the setting's number that may be there, from 0 to 1; by default all of it. At least one may be there. */
  readonly share?: number
  readonly table: keyof Tables & string
  /** Whether triggers count the rows of each organization (decision 42), which is then the owner: none is read. */
  readonly isCounted?: true
  /** The column of the owner's id; `organization_id` by default. */
  readonly ownedBy?: string
  /** A condition in SQL on the rows that count; by default all do. */
  readonly counted?: string
  /** The counted things, as in "at most 20 webhook endpoints". */
  readonly things: string
  /** The refusal of /api/auth, whose sentence the contract gives; by default that of /v1, which names the limit and its number. */
  readonly refusal?: RefusalEntry
}

/** A limit, and the id of the owner of the new row. */
export interface LimitedInsert {
  readonly limit: ResourceLimit
  readonly owner: string
}

/**
 * Runs `write` with the owner's id as an expression that fails at the limit: it inserts with it, so that the check costs no round trip.
 * Concurrent writers do not exceed the limit. The transaction of a refused write is aborted.
 */
export async function withinLimit<T>(
  { settings }: Pick<Platform, 'settings'>,
  { limit, owner }: LimitedInsert,
  write: (ownerId: RawBuilder<string>) => Promise<T>,
): Promise<T> {
  const maximum = Math.max(1, Math.floor(settings[limit.setting] * (limit.share ?? 1)))
  const { table, isCounted, ownedBy = 'organization_id', counted = 'true' } = limit
  try {
    return await write(
      isCounted
        ? sql<string>`within_counted_limit(${owner}::uuid, ${sql.lit(table)}, ${maximum}::integer)`
        : sql<string>`within_limit(${owner}::uuid, ${sql.lit(table)}, ${sql.lit(ownedBy)}, ${sql.lit(counted)}, ${maximum}::integer)`,
    )
  } catch (error) {
    throw sqlState(error) === EXCEEDED ? limitReached({ ...limit, maximum }) : error
  }
}

/** A limit that is reached: the name of its setting, its number, and what it counts. */
export interface ReachedLimit extends Pick<ResourceLimit, 'things' | 'refusal'> {
  readonly setting: string
  readonly maximum: number
}

/** The refusal at a limit. */
export function limitReached(reached: ReachedLimit): Refusal {
  const { setting, things, refusal, maximum } = reached
  if (refusal) return new Refusal(refusal)
  const detail = `There can be at most ${maximum} ${things} (${setting}).`
  return new Refusal(resourceRefusals.LimitReached, { detail, extra: { limit: setting, maximum } })
}
