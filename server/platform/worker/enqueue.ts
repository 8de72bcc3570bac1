import type { Generated } from 'kysely'
import { newId } from '#kernel/id.ts'
import { json, type Tx } from '../database/database.ts'
import { onCommit } from '../database/transaction.ts'
import type { Platform } from '../platform.ts'
import type { JobKind } from './job.ts'

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
  /** An order with this key that still waits is not doubled. */
  readonly key?: string
}

/** Orders a job in the transaction of what makes it necessary. */
export async function enqueue<P>(tx: Tx, platform: Pick<Platform, 'wake'>, kind: JobKind<P>, payload: P, time: JobTime): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      id: newId(time.now),
      kind: kind.kind,
      payload: json(payload),
      key: time.key ?? null,
      run_at: time.runAt ?? time.now,
      created_at: time.now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  onCommit(tx, platform.wake)
}
