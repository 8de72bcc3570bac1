import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { WorkProgress } from '../work-control.ts'
import type { Tables } from './tables.ts'

/** A handle that reads. An open transaction is one as well. */
export type Database = Kysely<Tables>

/** An open transaction: the only handle that writes. Pass it down, never store it. */
export type Tx = Transaction<Tables>

/** Runs a callback in one transaction and resolves to its result; see {@link OpenDatabase.transaction}. */
export type RunTransaction = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/** The follower of the migrations of a database. */
export interface MigrationWatch {
  /** Prints that migrations begin. */
  readonly print?: ((line: string) => void) | undefined
  readonly onProgress?: ((progress: WorkProgress) => void) | undefined
}

/** The open database: PostgreSQL, or the embedded one in this process. */
export interface OpenDatabase {
  readonly mode: 'embedded' | 'postgres'
  /** For reads outside a transaction; it throws if the same call flow has a transaction open. */
  readonly db: Database
  /**
   * Runs `run` in one transaction and resolves to its result. After a serialization failure, a deadlock or a connection lost before
   * COMMIT was sent it runs again, at most five times in all, so `run` must have no effect but SQL. A connection lost after COMMIT was
   * sent rejects: whether the transaction committed is unknown.
   */
  readonly transaction: RunTransaction
  /** Calls `handler` for each notification on `channel`, from any process; resolves to a function that stops it. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * The time (monotonic milliseconds) since which every notification was received; it changes when some may have been missed.
   * Undefined while the listening connection is not known to be alive, or while the clock of this machine is off.
   */
  listeningSince(): number | undefined
  /** Notifies every process that listens on `channel`. Never inside a transaction: there it serializes all writers. */
  notify(channel: string, payload: string): Promise<void>
  /** Applies pending migrations; safe with several instances starting at once. Resolves to the names of those it applied. */
  migrate(watch?: MigrationWatch): Promise<readonly string[]>
  /** The names of the migrations that are not applied yet. */
  pendingMigrations(): Promise<readonly string[]>
  /** One trivial statement; rejects with `Unavailable` after a short timeout if the database does not answer. */
  ping(): Promise<void>
  /** Whether writes are refused because the disk is full; only the embedded database knows. */
  isFull?(): boolean
  close(): Promise<void>
}

/** A value for a jsonb column. The driver would convert arrays and plain strings to other types. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}

/** PostgreSQL's SQLSTATE for a full disk; the embedded database refuses writes with it as well. */
export const DISK_FULL = '53100'

/** The SQLSTATE of an error of PostgreSQL: `23505`, `40001` … */
export function sqlState(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Whether `error` is a violation of the constraint named `name`, of any kind. */
export function isBreach(error: unknown, name: string): boolean {
  return (
    sqlState(error)?.startsWith('23') === true &&
    typeof error === 'object' &&
    error !== null &&
    'constraint' in error &&
    error.constraint === name
  )
}

/**
 * Whether `error` is a foreign key violation. Actions read the referenced row before they write, so it was deleted in between: an
 * organization, or the account of a user.
 */
export function isReferenceBreach(error: unknown): boolean {
  return sqlState(error) === '23503'
}

/** Whether `error` is a violation of the unique index or constraint named `name`. */
export function isUniqueBreach(error: unknown, name: string): boolean {
  return sqlState(error) === '23505' && isBreach(error, name)
}
