import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'

/**
 * The time of each row's merchant, for a statement over the rows of several merchants. `organization` is the qualified name of the
 * column that holds the organization's id. One parameter while no merchant lives in a time of its own.
 */
export function merchantTime(clock: Clock, organization: string): RawBuilder<Date> {
  const now = sql<Date>`${clock.now()}::timestamptz`
  if (clock.frozenTimes.size === 0) return now
  const frozenMs = sql`(${JSON.stringify(Object.fromEntries(clock.frozenTimes))}::jsonb ->> ${sql.ref(organization)}::text)::float8`
  return sql<Date>`coalesce(to_timestamp(${frozenMs} / 1000), ${now})`
}
