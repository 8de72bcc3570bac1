import { type RawBuilder, sql } from 'kysely'
import { deleteAuditEntries } from '../audit/erasure.ts'
import { type DeleteBatch, sweepJob } from './sweep.ts'

const DAY_MS = 86_400_000
/** Days for which a relayed event is kept: long enough to deliver it again. */
const EVENT_DAYS = 30
/** Days for which the response to an `Idempotency-Key` is kept. */
const KEY_DAYS = 7
const DEAD_JOB_DAYS = 90

function deletion(statement: (limit: number) => RawBuilder<unknown>): DeleteBatch {
  return async (tx, limit) => Number((await statement(limit).execute(tx)).numAffectedRows ?? 0n)
}

/** Deletes the expired rows of the platform once an hour: relayed events, idempotency keys, limit counts, dead jobs, audit entries. */
export const cleanUp = sweepJob({
  kind: 'platform:clean-up',
  deletions: (now, { AUDIT_LOG_RETENTION_DAYS }) => {
    const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
    return [
      deletion(
        (limit) => sql`delete from domain_events where id in
        (select id from domain_events where relayed_at < ${before(EVENT_DAYS)}::timestamptz order by relayed_at limit ${limit}::int)`,
      ),
      deletion(
        (limit) => sql`delete from idempotency_keys where ctid = any(array
        (select ctid from idempotency_keys where created_at < ${before(KEY_DAYS)}::timestamptz order by created_at limit ${limit}::int))`,
      ),
      deletion(
        (limit) => sql`delete from limit_counts where ctid = any(array
        (select ctid from limit_counts where expires_at < ${now}::timestamptz order by expires_at limit ${limit}::int))`,
      ),
      deletion(
        (limit) => sql`delete from jobs where id in
        (select id from jobs where dead_at < ${before(DEAD_JOB_DAYS)}::timestamptz order by dead_at limit ${limit}::int)`,
      ),
      (tx, limit) => deleteAuditEntries(tx, { before: before(AUDIT_LOG_RETENTION_DAYS), limit }),
    ]
  },
})
