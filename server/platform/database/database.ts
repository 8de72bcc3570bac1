import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Where one may read. An open transaction is one as well. */
export type Database = Kysely<Tables>

/** An open transaction: the only handle that writes. It is passed down, never kept. */
export type Tx = Transaction<Tables>

/** The opened database: PostgreSQL, or the embedded one in this process. */
export interface OpenDatabase {
  readonly mode: 'embedded' | 'postgres'
  /** For reads outside a transaction; it throws when a transaction is open in the same flow of calls. */
  readonly db: Database
  /**
   * Runs `run` in one transaction and gives its result. Serialization failures, deadlocks and connections cut before COMMIT was
   * sent are tried again, at most five times in all, so `run` must have no effect but SQL. Once COMMIT was sent a cut rejects:
   * whether it was committed is not known.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls `heard` for each message on `channel`, from whichever process it came; gives the way to stop. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Since when (a monotonic count of milliseconds) everything told on the channels has surely been heard here; it changes when
   * something may have been missed. Undefined while the connection that hears is not known to be alive, or while this
   * machine's clock is off.
   */
  listeningSince(): number | undefined
  /** Tells every process that listens on `channel`. Never inside a transaction: there it slows all writers. */
  notify(channel: string, payload: string): Promise<void>
  /** Brings the schema up to date; safe with several instances starting at once. Gives the names it applied. */
  migrate(say?: (line: string) => void): Promise<readonly string[]>
  /** The names of migrations that are not applied yet. */
  pendingMigrations(): Promise<readonly string[]>
  /** One trivial statement; rejects, with `Unavailable` and in time, when the database does not answer. */
  ping(): Promise<void>
  /** Whether writes are refused because the disk is full; only the embedded database knows. */
  isFull?(): boolean
  close(): Promise<void>
}

/** A value for a jsonb column. Arrays and plain strings would otherwise reach the driver as something else. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}

/** What PostgreSQL calls a disk without room; the embedded database refuses writes with it as well. */
export const DISK_FULL = '53100'

/** What PostgreSQL calls the fault, when `error` came from it: `23505`, `40001` … */
export function sqlState(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Whether `error` is the breach of the constraint named `name`, of whatever kind. */
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
 * Whether `error` says that a row points at one that is not there. Actions look at what they write for before they write, so it
 * was deleted in between: an organization, somebody's account.
 */
export function isReferenceBreach(error: unknown): boolean {
  return sqlState(error) === '23503'
}

/** Whether `error` is the breach of the unique index or constraint named `name`. */
export function isUniqueBreach(error: unknown, name: string): boolean {
  return sqlState(error) === '23505' && isBreach(error, name)
}
