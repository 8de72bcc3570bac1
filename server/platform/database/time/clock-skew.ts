import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../database.ts'

/** A larger difference between the clocks of an instance and of the database is reported: leases and expiries compare them. */
export const CLOCK_SKEW_MAX_MS = 5000

/** The milliseconds by which the clock of this process is ahead of the database's; negative where it is behind. */
export async function clockSkewMs(db: Database, clock: Pick<Clock, 'now'>): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp()::timestamptz(3) as at`.execute(db)
  const [row] = rows
  return row ? clock.now().getTime() - row.at.getTime() : 0
}
