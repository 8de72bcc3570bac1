import { type Generated, sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { json, type Tx } from '../database/database.ts'
import { sendAhead } from '../database/named-pool.ts'
import { databaseTime, databaseTimeIn } from '../database/time/database-time.ts'
import { onCommit } from '../database/transaction.ts'
import type { Platform } from '../platform.ts'
import { INTERRUPTIONS_MAX } from './interruptions.ts'
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
  /** Jobs with the same key are merged while one of them is waiting. */
  key: string | null
  /** When it is due; while it runs, when its lease expires. */
  run_at: Date
  /** When it must run again, if it was enqueued again while it ran or waited for another attempt. */
  again_at: Date | null
  attempts: Generated<number>
  /** Set while a worker has it. When its lease expires and this is still set, the run did not come to an end. */
  is_running: Generated<boolean>
  /** Runs in a row that did not come to an end. */
  interruptions: Generated<number>
  last_error: string | null
  /** Set when all attempts failed: the job is kept for inspection and can be retried. */
  dead_at: Date | null
  created_at: Date
}

/** When a job runs, in the database's time, and with which jobs it is merged. */
export interface JobTime {
  /** Seconds until it is due; by default it is due at once. */
  readonly delaySeconds?: number
  /**
   * A job with the same key that is waiting is reused (the earlier of the two times counts). One that is running runs once more
   * afterwards, because it may not have seen the change.
   */
  readonly key?: string
}

/** A job that was put aside with its key, and is enqueued again a day later: its process may have ended for another reason. */
const isTriedAgain = sql`coalesce(known.dead_at < excluded.created_at - interval '1 day', false)`

/** The update of a job whose key is enqueued again: it is due earlier, or runs once more if it is running. */
const onRepeat = (toleranceSeconds: number) => sql`
  dead_at = case when ${isTriedAgain} then null else known.dead_at end,
  interruptions = case when ${isTriedAgain} then ${sql.lit(INTERRUPTIONS_MAX - 1)} else known.interruptions end,
  run_at = case when ${isTriedAgain} or known.attempts = 0 and known.run_at > excluded.run_at + make_interval(secs => ${sql.lit(toleranceSeconds)})
    then excluded.run_at else known.run_at end,
  again_at = case when known.attempts > 0 then least(known.again_at, excluded.run_at) end`

/** A job to enqueue: its kind, payload and time. */
export type JobSpec<P> = readonly [kind: JobSpecKind<P>, payload: P, time?: JobTime]

/** The dependencies of enqueuing. */
export type EnqueueDeps = Pick<Platform, 'wake' | 'clock'>

/** A job to enqueue among others of its kind, with its key. */
export type KeyedJob<P> = readonly [payload: P, key: string]

/** Jobs of one kind. Their keys differ. */
export interface KeyedJobs<P> {
  readonly spec: JobSpecKind<P>
  readonly jobs: readonly KeyedJob<P>[]
  /** A job with the key that is due within so many seconds keeps its time; by default it is made due at once. */
  readonly toleranceSeconds?: number
}

/** Enqueues several jobs of one kind, due at once, in one statement. */
export async function enqueueAll<P>(tx: Tx, platform: EnqueueDeps, { spec, jobs, toleranceSeconds = 0 }: KeyedJobs<P>): Promise<void> {
  if (jobs.length === 0) return
  const now = databaseTime(platform.clock)
  await sql`
    insert into jobs as known (id, kind, payload, key, run_at, created_at)
    select id, ${spec.kind}, payload::jsonb, key, ${now}, ${now}
    from unnest(${jobs.map(() => newId(platform.clock.now()))}::uuid[], ${jobs.map(([payload]) => JSON.stringify(payload))}::text[],
      ${jobs.map(([, key]) => key)}::text[]) as job (id, payload, key)
    order by key
    on conflict (key) do update set ${onRepeat(toleranceSeconds)}`.execute(tx)
  onCommit(tx, platform.wake)
}

/** Adds a job that is dead from the start, for work that was put aside: it runs when an operator retries it. */
export async function enqueueDead<P>(
  tx: Tx,
  { clock }: EnqueueDeps,
  { job: [kind, payload], message }: { readonly job: JobSpec<P>; readonly message: string },
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into jobs (id, kind, payload, run_at, interruptions, last_error, dead_at, created_at)
    values (${newId(now)}, ${kind.kind}, ${json(payload)}, ${databaseTime(clock)}, ${sql.lit(INTERRUPTIONS_MAX)}, ${message}, ${now},
      ${databaseTime(clock)})`.execute(tx)
}

/** Enqueues a job in the transaction of the change that requires it. */
export async function enqueue<P>(tx: Tx, platform: EnqueueDeps, ...[kind, payload, time = {}]: JobSpec<P>): Promise<void> {
  const { clock } = platform
  const runAt = databaseTimeIn(clock, time.delaySeconds ?? 0)
  const insert = sql`
    insert into jobs as known (id, kind, payload, key, run_at, created_at)
    values (${newId(clock.now())}, ${kind.kind}, ${json(payload)}, ${time.key ?? null}, ${runAt}, ${databaseTime(clock)})
    on conflict (key) do update set ${onRepeat(0)}`
  await sendAhead(async () => void (await insert.execute(tx)))
  onCommit(tx, platform.wake)
}
