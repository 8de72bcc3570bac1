import { type RawBuilder, sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../database/database.ts'
import { databaseTime, databaseTimeIn } from '../database/time/database-time.ts'
import type { Platform } from '../platform.ts'
import { INTERRUPTIONS_MAX } from './interruptions.ts'

/** The database and the clock by which jobs are due. */
export type JobStoreDeps = Pick<Platform, 'clock'> & { readonly db: Database }

/** A job that this worker may run until its lease expires. */
export interface ClaimedJob {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  /** The number of this run; it also identifies the lease. */
  readonly attempts: number
  /** The number of runs just before this one that did not come to an end: their process ended, or their lease expired. */
  readonly interruptions: number
}

/** The number of jobs of one kind that may be claimed, and for how long. */
export interface ClaimKind {
  readonly kind: string
  readonly slots: number
  readonly leaseSeconds: number
}

/** The number of jobs that a claim may take, and the number of those whose last run did not come to an end. */
export interface ClaimBounds {
  readonly max: number
  readonly interrupted: number
}

/**
 * Claims at most `max` due jobs, of each kind at most as many as it has free slots, and besides them at most `interrupted` whose last run
 * did not come to an end; one statement, and concurrent workers skip locked jobs.
 */
export async function claimJobs({ db, clock }: JobStoreDeps, kinds: readonly ClaimKind[], bounds: ClaimBounds): Promise<ClaimedJob[]> {
  const now = databaseTime(clock)
  const isInterrupted = sql`(is_running or interruptions > 0)`
  const answer = await sql<ClaimedJob>`
    with requested as (
      select kind, slots, lease from unnest(${kinds.map((each) => each.kind)}::text[], ${kinds.map((each) => each.slots)}::int[],
        ${kinds.map((each) => each.leaseSeconds)}::int[]) as requested (kind, slots, lease)
    ), regular as (
      select job.id, requested.lease from requested cross join lateral (
        select id from jobs where jobs.kind = requested.kind and dead_at is null and run_at <= ${now} and not ${isInterrupted}
        order by run_at limit requested.slots for update skip locked
      ) as job
      limit ${bounds.max}::int
    ), interrupted as (
      select jobs.id, requested.lease from jobs join requested using (kind)
      where dead_at is null and run_at <= ${now} and ${isInterrupted}
      order by run_at limit ${bounds.interrupted}::int for update of jobs skip locked
    )
    update jobs set run_at = ${now} + make_interval(secs => claimed.lease), attempts = attempts + 1,
      interruptions = interruptions + is_running::int, is_running = true
    from (select id, lease from regular union all select id, lease from interrupted) as claimed where jobs.id = claimed.id
    returning jobs.id, jobs.kind, jobs.payload, jobs.attempts, jobs.interruptions`.execute(db)
  return answer.rows
}

const FINISH_TRIES = 3

/** The run came to an end. */
const ended = sql`is_running = false, interruptions = 0`

/** Deletes a job that is done, or makes it due again if it was enqueued while it ran. */
export async function finishJob(db: Database, id: string): Promise<void> {
  // A job enqueued between the two parts of the statement leaves the row to the next attempt.
  for (let tries = 0; tries < FINISH_TRIES; tries += 1) {
    const answer = await sql<{ settled: boolean }>`
      with again as (
        update jobs set run_at = again_at, again_at = null, attempts = 0, last_error = null, ${ended}
        where id = ${id} and again_at is not null returning id
      ), done as (
        delete from jobs where id = ${id} and again_at is null returning id
      )
      select exists (select from again) or exists (select from done) as settled`.execute(db)
    if (answer.rows[0]?.settled) return
  }
}

/** Runs the job again in so many seconds, without counting a failure. */
export async function postponeJob({ db, clock }: JobStoreDeps, job: ClaimedJob, inSeconds: number): Promise<void> {
  await sql`update jobs set run_at = least(${databaseTimeIn(clock, inSeconds)}, again_at), again_at = null, attempts = 0,
    last_error = null, ${ended} where id = ${job.id} and attempts = ${job.attempts}::int`.execute(db)
}

/** Records a failure and in how many seconds to retry. Does nothing if another worker has taken the job over. */
export async function failJob(
  { db, clock }: JobStoreDeps,
  job: ClaimedJob,
  failure: { readonly message: string; readonly retryInSeconds: number },
): Promise<void> {
  await sql`update jobs set run_at = ${databaseTimeIn(clock, failure.retryInSeconds)}, last_error = ${failure.message}, ${ended}
    where id = ${job.id} and attempts = ${job.attempts}::int`.execute(db)
}

/** Why a job is dead, and since when. `keepsKey`: it is not enqueued again under its key while it is dead. */
export interface JobDeath {
  readonly message: string
  readonly now: Date
  readonly keepsKey?: boolean
}

/** Marks a job as dead; its key is free for a new job unless `keepsKey`. */
export async function markJobDead(db: Database, job: ClaimedJob, { message, now, keepsKey = false }: JobDeath): Promise<void> {
  await sql`update jobs set dead_at = ${now}::timestamptz, key = case when ${keepsKey}::boolean then key end, again_at = null,
    last_error = ${message}, is_running = false where id = ${job.id} and attempts = ${job.attempts}::int`.execute(db)
}

/** Hands claimed jobs back as if they had not been claimed; they are due in so many seconds. */
export async function handBackJobs({ db, clock }: JobStoreDeps, jobs: readonly ClaimedJob[], inSeconds = 0): Promise<void> {
  await sql`update jobs set run_at = ${databaseTimeIn(clock, inSeconds)}, attempts = jobs.attempts - 1, is_running = false
    from unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.attempts)}::int[]) as released (id, attempts)
    where jobs.id = released.id and jobs.attempts = released.attempts`.execute(db)
}

/** A recurring kind and the start of its due period. */
export interface Period {
  readonly kind: string
  readonly startsAt: Date
}

/**
 * Enqueues each recurring job that was not enqueued for its period yet; a running one is not duplicated. One that was put aside runs
 * once more a day later: its process may have ended for another reason.
 */
export async function enqueuePeriods({ db, clock }: JobStoreDeps, periods: readonly Period[]): Promise<void> {
  const starts: RawBuilder<unknown> = sql`${periods.map((period) => period.startsAt)}::timestamptz[]`
  const now = clock.now()
  const dueAt = databaseTime(clock)
  // A period far ahead was written by a wrong clock.
  await sql`
    with due as (
      insert into job_periods as known (kind, period_at)
      select kind, period_at from unnest(${periods.map((period) => period.kind)}::text[], ${starts}) as due (kind, period_at) order by kind
      on conflict (kind) do update set period_at = excluded.period_at
      where known.period_at < excluded.period_at or known.period_at > ${now}::timestamptz + interval '5 minutes'
      returning kind
    ), ids as (
      select kind, id from unnest(${periods.map((period) => period.kind)}::text[], ${periods.map(() => newId(now))}::uuid[]) as ids (kind, id)
    )
    insert into jobs as known (id, kind, payload, key, run_at, created_at)
    select ids.id, due.kind, '{}'::jsonb, 'every:' || due.kind, ${dueAt}, ${dueAt} from due join ids using (kind)
    on conflict (key) do update set ${revived}, run_at = excluded.run_at where known.dead_at < ${now}::timestamptz - interval '1 day'`.execute(
    db,
  )
}

/** Deletes a recurring job that failed too often: its next period enqueues it again. */
export async function deleteJob(db: Database, job: ClaimedJob): Promise<void> {
  await sql`delete from jobs where id = ${job.id} and attempts = ${job.attempts}::int`.execute(db)
}

/** A job whose attempts all failed. */
export interface DeadJob {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly lastError: string | null
  readonly deadAt: Date
}

/** The dead jobs, the latest first. */
export async function listDeadJobs(db: Database, page: { readonly limit: number; readonly offset: number }): Promise<readonly DeadJob[]> {
  const answer = await sql<DeadJob>`
    select id, kind, payload, attempts, last_error as "lastError", dead_at as "deadAt"
    from jobs where dead_at is not null order by dead_at desc, id desc limit ${page.limit}::int offset ${page.offset}::int`.execute(db)
  return answer.rows
}

/** All attempts again. A job that was put aside is still suspected: it runs apart, and the next interruption puts it aside again. */
const revived = sql`dead_at = null, attempts = 0, interruptions = least(known.interruptions, ${sql.lit(INTERRUPTIONS_MAX - 1)})`

/** Makes a dead job due at once, with all its attempts; false if there is no such dead job. */
export async function retryDeadJob(tx: Tx, id: string, clock: Clock): Promise<boolean> {
  const answer = await sql`update jobs as known set ${revived}, run_at = ${databaseTime(clock)}
    where id = ${id} and dead_at is not null`.execute(tx)
  return (answer.numAffectedRows ?? 0n) > 0n
}

/** Makes every dead job (of a kind) due at once, with all its attempts; resolves to their number. */
export async function retryDeadJobs(tx: Tx, clock: Clock, kind?: string): Promise<number> {
  const answer = await sql`update jobs as known set ${revived}, run_at = ${databaseTime(clock)}
    where dead_at is not null and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)`.execute(tx)
  return Number(answer.numAffectedRows ?? 0n)
}

/** The amount of waiting work. */
export interface Work {
  readonly waitingJobs: number
  readonly deadJobs: number
  /** The dead jobs that were put aside because their process ended. */
  readonly interruptedJobs: number
  readonly waitingEvents: number
  /** Age in seconds of the oldest event that was not relayed; 0 if there is none. */
  readonly oldestEventSeconds: number
}

/** Counts waiting jobs and events, and dead jobs: for the metrics and `guildhall doctor`. */
export async function countWork(db: Database, now: Date): Promise<Work> {
  const answer = await sql<Work>`
    select (select count(*) from jobs where dead_at is null) as "waitingJobs",
      (select count(*) from jobs where dead_at is not null) as "deadJobs",
      (select count(*) from jobs where dead_at is not null and interruptions >= ${sql.lit(INTERRUPTIONS_MAX)}) as "interruptedJobs",
      (select count(*) from domain_events where relayed_at is null) as "waitingEvents",
      (select greatest(extract(epoch from ${now}::timestamptz - min(happened_at)), 0)::float8 from domain_events where relayed_at is null)
        as "oldestEventSeconds"`.execute(db)
  return answer.rows[0] ?? { waitingJobs: 0, deadJobs: 0, interruptedJobs: 0, waitingEvents: 0, oldestEventSeconds: 0 }
}
