import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { job } from './job.ts'

const DAY_MS = 86_400_000
/** Days for which a relayed event is kept: long enough to deliver it again. */
const EVENT_DAYS = 30
/** Days for which the response to an `Idempotency-Key` is kept. */
const KEY_DAYS = 7
const DEAD_JOB_DAYS = 90
const BATCH = 1000
const BATCHES_MAX = 100

// Deletes in small batches, so that no statement waits long for a lock or for the embedded database.
async function deleteAll(db: Database, remove: RawBuilder<unknown>): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const { numAffectedRows } = await remove.execute(db)
    if ((numAffectedRows ?? 0n) < BigInt(BATCH)) return
  }
}

/** Deletes expired rows once an hour: relayed events, idempotency keys, limit counts, dead jobs. */
export const cleanUp = job({
  kind: 'platform:clean-up',
  payload: z.object({}),
  everySeconds: 3600,
  run: async (_, { database: { db } }, { now }) => {
    const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
    await deleteAll(
      db,
      sql`delete from domain_events where id in
      (select id from domain_events where relayed_at < ${before(EVENT_DAYS)}::timestamptz order by relayed_at limit ${BATCH}::int)`,
    )
    await deleteAll(
      db,
      sql`delete from idempotency_keys where ctid = any(array
      (select ctid from idempotency_keys where created_at < ${before(KEY_DAYS)}::timestamptz order by created_at limit ${BATCH}::int))`,
    )
    await deleteAll(
      db,
      sql`delete from limit_counts where ctid = any(array
      (select ctid from limit_counts where expires_at < ${now}::timestamptz limit ${BATCH}::int))`,
    )
    await deleteAll(
      db,
      sql`delete from jobs where id in
      (select id from jobs where dead_at < ${before(DEAD_JOB_DAYS)}::timestamptz order by dead_at limit ${BATCH}::int)`,
    )
  },
})
