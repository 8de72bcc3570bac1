import { type Generated, sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { json, type Tx } from '../database/database.ts'
import { onCommit } from '../database/transaction.ts'
import type { Platform } from '../platform.ts'
import type { JobSpecKind } from './job.ts'

declare module '../database/tables.ts' {
  interface Tables {
    jobs: JobsTable
  }
}

interface JobsTable {
  id: string
  kind: string
  payload: unknown
  /** Orders with the same key while one is waiting are one order. */
  key: string | null
  /** When it is due; while it runs, when its lease ends. */
  run_at: Date
  /** Ordered anew while it ran, or while it waited for another attempt: when it is to run once more. */
  again_at: Date | null
  attempts: Generated<number>
  last_error: string | null
  /** Set when all attempts failed: it stays to be seen and may be retried. */
  dead_at: Date | null
  created_at: Date
}

/** When a job is to run and what it is one with. */
export interface JobTime {
  readonly now: Date
  /** Due then; at once unless told. */
  readonly runAt?: Date
  /**
   * An order with this key that still waits is not doubled (the earlier of the two times holds); one that runs already is run
   * once more afterwards, for it may not have seen what this order is about.
   */
  readonly key?: string
}

/** What is ordered: which job, with what, when. */
export type JobSpec<P> = readonly [kind: JobSpecKind<P>, payload: P, time: JobTime]

/** Orders a job in the transaction of what makes it necessary. */
export async function enqueue<P>(tx: Tx, platform: Pick<Platform, 'wake'>, ...[kind, payload, time]: JobSpec<P>): Promise<void> {
  const runAt = time.runAt ?? time.now
  await sql`
    insert into jobs as known (id, kind, payload, key, run_at, created_at)
    values (${newId(time.now)}, ${kind.kind}, ${json(payload)}, ${time.key ?? null}, ${runAt}, ${time.now})
    on conflict (key) do update set
      run_at = case when known.attempts = 0 then least(known.run_at, excluded.run_at) else known.run_at end,
      again_at = case when known.attempts > 0 then least(known.again_at, excluded.run_at) end`.execute(tx)
  onCommit(tx, platform.wake)
}
