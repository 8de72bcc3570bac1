import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../clock.ts'

/**
 * The present time for what instances compare with each other: leases, and when a job is due. It is the database's, because the clocks
 * of two instances may differ by more than a lease lasts. A clock that a test moves gives its own time. Whole milliseconds, as columns
 * store them.
 */
export function databaseTime(clock: Pick<Clock, 'now' | 'isSimulated'>): RawBuilder<Date> {
  return clock.isSimulated ? sql<Date>`${clock.now()}::timestamptz` : sql<Date>`date_trunc('milliseconds', statement_timestamp())`
}

/** The database time in so many seconds, which may be a fraction. */
export function databaseTimeIn(clock: Pick<Clock, 'now' | 'isSimulated'>, seconds: number): RawBuilder<Date> {
  return sql<Date>`(${databaseTime(clock)} + make_interval(secs => ${seconds}::float8))`
}
