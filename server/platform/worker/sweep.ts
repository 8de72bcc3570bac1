import { z } from 'zod'
import { monotonicMs } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { type JobKind, job } from './job.ts'

const HOUR_SECONDS = 3600
/** The rows of one batch: few enough that no statement waits long for a lock or holds up the embedded database. */
const BATCH_SIZE = 1000
/** The time that one run may take. Rows that are left are deleted by the next run. */
const RUN_SECONDS = 300
/** Longer than a run, because the last batch ends after it. */
const LEASE_SECONDS = RUN_SECONDS + 60

/** Deletes at most `limit` expired rows. Returns how many it deleted. */
export type DeleteBatch = (tx: Tx, limit: number) => Promise<number>

/** A recurring job that deletes expired rows. */
export interface Sweep {
  readonly kind: string
  /** Every hour by default. */
  readonly everySeconds?: number
  /** One function for each kind of row, given the time of the run and the settings. */
  readonly deletions: (now: Date, settings: Platform['settings']) => readonly DeleteBatch[]
}

/**
 * Declares a job that deletes expired rows in batches, each in its own transaction, until none are left or five minutes have passed.
 * The kinds of rows take turns, so that a long backlog of one does not keep the others.
 */
export function sweepJob({ kind, everySeconds = HOUR_SECONDS, deletions }: Sweep): JobKind {
  const sweep = job({
    kind,
    payload: z.object({}),
    everySeconds,
    leaseSeconds: LEASE_SECONDS,
    run: async (_payload, { database, log, settings }, { now }) => {
      const endMs = monotonicMs() + RUN_SECONDS * 1000
      let unfinished = deletions(now, settings)
      while (unfinished.length > 0 && monotonicMs() < endMs) {
        const next: DeleteBatch[] = []
        for (const deleteBatch of unfinished)
          if ((await database.transaction((tx) => deleteBatch(tx, BATCH_SIZE))) === BATCH_SIZE) next.push(deleteBatch)
        unfinished = next
      }
      if (unfinished.length > 0) log.warn('Expired rows are left; the next run deletes them.', { kind, seconds: RUN_SECONDS })
    },
  })
  return sweep as JobKind
}
