import { sql } from 'kysely'
import type { Database } from './database/database.ts'

/** Keys that are older are left to the end of their lease: who repeats a request does so soon, and the search stays small. */
const RECENT_SECONDS = 3600

/** How much of it there was. */
export interface OrphanedLeases {
  readonly requests: number
  readonly jobs: number
}

/**
 * Ends the leases of requests and jobs that a process held which is no more, so that a repeat resumes and a job runs again at
 * once. Only for a process that knows itself alone on its database (decision 14). A run that was cut off counts as an attempt:
 * a job that ends its process does not do so for ever. One that failed before keeps its time: whether it ran is not to be seen.
 */
export async function releaseOrphanedLeases(db: Database, now: Date): Promise<OrphanedLeases> {
  const answer = await sql<OrphanedLeases>`
    with requests as (
      update idempotency_keys set lease_until = created_at
      where state = 'running' and lease_until > ${now}::timestamptz
        and created_at > ${now}::timestamptz - make_interval(secs => ${RECENT_SECONDS}::int)
      returning 1
    ), held as (
      update jobs set run_at = ${now}::timestamptz
      where dead_at is null and attempts > 0 and last_error is null and run_at > ${now}::timestamptz
      returning 1
    )
    select (select count(*) from requests) as requests, (select count(*) from held) as jobs`.execute(db)
  return answer.rows[0] ?? { requests: 0, jobs: 0 }
}
