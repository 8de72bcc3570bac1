import { type RawBuilder, sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Database, Tx } from '../database/database.ts'

/** A job that this worker may run until its lease ends. */
export interface ClaimedJob {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  /** This run's number; also proves that the job is still ours. */
  readonly attempts: number
}

/** How many jobs of one kind may be claimed, and for how long. */
export interface ClaimKind {
  readonly kind: string
  readonly room: number
  readonly leaseSeconds: number
}

/** Claims at most `max` due jobs, each kind at most as many as it has room for; one statement, and other workers pass by. */
export async function claimJobs(
  db: Database,
  kinds: readonly ClaimKind[],
  bounds: { readonly max: number; readonly now: Date },
): Promise<ClaimedJob[]> {
  const answer = await sql<ClaimedJob>`
    with claimed as (
      select job.id, wanted.lease
      from unnest(${kinds.map((each) => each.kind)}::text[], ${kinds.map((each) => each.room)}::int[],
        ${kinds.map((each) => each.leaseSeconds)}::int[]) as wanted (kind, room, lease)
      cross join lateral (
        select id from jobs where jobs.kind = wanted.kind and dead_at is null and run_at <= ${bounds.now}::timestamptz
        order by run_at limit wanted.room for update skip locked
      ) as job
      limit ${bounds.max}::int
    )
    update jobs set run_at = ${bounds.now}::timestamptz + make_interval(secs => claimed.lease), attempts = attempts + 1
    from claimed where jobs.id = claimed.id
    returning jobs.id, jobs.kind, jobs.payload, jobs.attempts`.execute(db)
  return answer.rows
}

const FINISH_TRIES = 3

/** The job is done: it goes, or runs again when it was ordered anew while it ran. */
export async function finishJob(db: Database, id: string): Promise<void> {
  // An order that commits between the two parts of the statement leaves the row to a second look.
  for (let tries = 0; tries < FINISH_TRIES; tries += 1) {
    const answer = await sql<{ settled: boolean }>`
      with again as (
        update jobs set run_at = again_at, again_at = null, attempts = 0, last_error = null
        where id = ${id} and again_at is not null returning id
      ), done as (
        delete from jobs where id = ${id} and again_at is null returning id
      )
      select exists (select from again) or exists (select from done) as settled`.execute(db)
    if (answer.rows[0]?.settled) return
  }
}

/** Puts the run off to `runAt` without counting it as a failure. */
export async function putOffJob(db: Database, job: ClaimedJob, runAt: Date): Promise<void> {
  await sql`update jobs set run_at = least(${runAt}::timestamptz, again_at), again_at = null, attempts = 0, last_error = null
    where id = ${job.id} and attempts = ${job.attempts}::int`.execute(db)
}

/** Notes a failure and when to try again. A job that somebody else has taken over meanwhile is left alone. */
export async function failJob(db: Database, job: ClaimedJob, failure: { readonly words: string; readonly runAt: Date }): Promise<void> {
  await sql`update jobs set run_at = ${failure.runAt}::timestamptz, last_error = ${failure.words}
    where id = ${job.id} and attempts = ${job.attempts}::int`.execute(db)
}

/** All attempts failed: the job stays to be seen, and its key is free for a new order. */
export async function buryJob(db: Database, job: ClaimedJob, failure: { readonly words: string; readonly now: Date }): Promise<void> {
  await sql`update jobs set dead_at = ${failure.now}::timestamptz, key = null, again_at = null, last_error = ${failure.words}
    where id = ${job.id} and attempts = ${job.attempts}::int`.execute(db)
}

/** Gives claimed jobs back unrun, as if they had not been claimed. */
export async function handBackJobs(db: Database, jobs: readonly ClaimedJob[], now: Date): Promise<void> {
  await sql`update jobs set run_at = ${now}::timestamptz, attempts = jobs.attempts - 1
    from unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.attempts)}::int[]) as held (id, attempts)
    where jobs.id = held.id and jobs.attempts = held.attempts`.execute(db)
}

/** A recurring kind and the start of the period that is due. */
export interface Period {
  readonly kind: string
  readonly startsAt: Date
}

/** Orders each recurring job whose period nobody has ordered yet; a run that still goes on is not doubled. */
export async function orderPeriods(db: Database, periods: readonly Period[], now: Date): Promise<void> {
  const starts: RawBuilder<unknown> = sql`${periods.map((period) => period.startsAt)}::timestamptz[]`
  // A period far ahead was written by a clock that was wrong.
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
    insert into jobs (id, kind, payload, key, run_at, created_at)
    select ids.id, due.kind, '{}'::jsonb, 'every:' || due.kind, ${now}::timestamptz, ${now}::timestamptz from due join ids using (kind)
    on conflict (key) do nothing`.execute(db)
}

/** Removes a recurring job that failed too often: its next period orders it anew. */
export async function dropJob(db: Database, job: ClaimedJob): Promise<void> {
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

/** Lets a dead job run again at once, with all its attempts; false when there is no such dead job. */
export async function retryDeadJob(tx: Tx, id: string, now: Date): Promise<boolean> {
  const answer = await sql`update jobs set dead_at = null, attempts = 0, run_at = ${now}::timestamptz
    where id = ${id} and dead_at is not null`.execute(tx)
  return (answer.numAffectedRows ?? 0n) > 0n
}

/** Lets every dead job run again at once, with all its attempts, or every one of a kind; gives how many there were. */
export async function retryDeadJobs(tx: Tx, now: Date, kind?: string): Promise<number> {
  const answer = await sql`update jobs set dead_at = null, attempts = 0, run_at = ${now}::timestamptz
    where dead_at is not null and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)`.execute(tx)
  return Number(answer.numAffectedRows ?? 0n)
}

/** How much work there is. */
export interface Work {
  readonly waitingJobs: number
  readonly deadJobs: number
  readonly waitingFacts: number
  /** Seconds since the oldest fact that was not handed on happened; 0 when there is none. */
  readonly oldestFactSeconds: number
}

/** Counts what waits and what failed for good: for the metrics and `guildhall doctor`. */
export async function countWork(db: Database, now: Date): Promise<Work> {
  const answer = await sql<Work>`
    select (select count(*) from jobs where dead_at is null) as "waitingJobs",
      (select count(*) from jobs where dead_at is not null) as "deadJobs",
      (select count(*) from facts where relayed_at is null) as "waitingFacts",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(happened_at)), 0)::float8 from facts where relayed_at is null)
        as "oldestFactSeconds"`.execute(db)
  return answer.rows[0] ?? { waitingJobs: 0, deadJobs: 0, waitingFacts: 0, oldestFactSeconds: 0 }
}
