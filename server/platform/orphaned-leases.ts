import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { databaseTime } from './database/time/database-time.ts'

/** Older keys keep their lease until it expires: clients retry soon, and the search stays small. */
const RECENT_SECONDS = 3600

/** The number of released leases. */
export interface OrphanedLeases {
  readonly requests: number
  readonly jobs: number
}

/**
 * Ends the leases of requests and jobs that a dead process held, so that a retry resumes and a job runs again at once. Only for a
 * process that is known to be the only one on its database (decision 14). The interrupted run counts: see decision 36.
 */
export async function releaseOrphanedLeases(db: Database, clock: Clock): Promise<OrphanedLeases> {
  const now = databaseTime(clock)
  const answer = await sql<OrphanedLeases>`
    with requests as (
      update idempotency_keys set lease_until = created_at
      where state = 'running' and lease_until > ${now}
        and created_at > ${now} - make_interval(secs => ${RECENT_SECONDS}::int)
      returning 1
    ), released as (
      update jobs set run_at = ${now} where dead_at is null and is_running and run_at > ${now}
      returning 1
    )
    select (select count(*) from requests) as requests, (select count(*) from released) as jobs`.execute(db)
  return answer.rows[0] ?? { requests: 0, jobs: 0 }
}
