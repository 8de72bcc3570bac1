import { failpoint } from '#platform/failpoint.ts'
import { monotonicMs } from '../clock.ts'
import { isGone, isUnanswered } from '../database/unavailable.ts'
import type { Platform } from '../platform.ts'
import { INTERRUPTIONS_MAX, interruptedSlots } from './interruptions.ts'
import type { JobKind, JobOutcome } from './job.ts'
import { backOffSeconds, errorMessageOf, jobDefaults } from './retry.ts'
import {
  type ClaimedJob,
  claimJobs,
  deleteJob,
  failJob,
  finishJob,
  handBackJobs,
  type JobStoreDeps,
  markJobDead,
  postponeJob,
} from './store.ts'

/**
 * The number of jobs that run at once in one process, and how many of them may be of one kind, so that a slow kind leaves slots for
 * others.
 */
const SLOTS = 50
const SLOTS_PER_KIND = 40
/** Seconds until a run during which the database was unreachable is repeated. */
const UNREACHABLE_RETRY_SECONDS = 1
/** The error of a job that is put aside. */
const PUT_ASIDE = 'The process ended, or the lease expired, during two runs of this job.'

/** Claims and runs jobs when its owner requests it. */
export class JobRunner {
  readonly #platform: Platform
  readonly #kinds: readonly JobKind[]
  readonly #running = new Map<ClaimedJob, Promise<void>>()
  /** The monotonic start of each running job that was interrupted before. */
  readonly #interrupted = new Map<ClaimedJob, number>()
  /** Outcomes that could not be saved because the database was unreachable. At most as many as there are slots. */
  #unsavedOutcomes: (() => Promise<void>)[] = []
  #turn = 0

  constructor(platform: Platform, kinds: readonly JobKind[]) {
    this.#platform = platform
    this.#kinds = kinds
  }

  /** The number of running jobs. */
  get running(): number {
    return this.#running.size
  }

  /** Claims due jobs for the free slots and starts them; calls `done` as each ends. Resolves to the number of claimed jobs. */
  async claim(done: () => void = () => undefined): Promise<number> {
    const max = SLOTS - this.#running.size - this.#unsavedOutcomes.length
    if (max <= 0 || !this.#kinds.length) return 0
    const interrupted = interruptedSlots([...this.#interrupted.values()], monotonicMs())
    const claimed = await claimJobs(this.#deps, this.#freeSlotsByKind(), { max, interrupted })
    for (const job of claimed) {
      if (job.interruptions > 0) this.#interrupted.set(job, monotonicMs())
      const run = this.#run(job).finally(() => {
        this.#running.delete(job)
        this.#interrupted.delete(job)
        done()
      })
      this.#running.set(job, run)
    }
    return claimed.length
  }

  /** Saves the outcomes of runs during which the database was unreachable; call it before claiming. */
  async saveOutcomes(): Promise<void> {
    for (let [note] = this.#unsavedOutcomes; note; [note] = this.#unsavedOutcomes) {
      await note().catch((fault: unknown) => {
        if (isUnanswered(fault)) throw fault
        this.#logUnsaved(fault)
      })
      this.#unsavedOutcomes.shift()
    }
  }

  /** Resolves when every running job has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  /** Waits at most `graceMs` for running jobs, then hands the rest back to other workers. */
  async stop(graceMs: number): Promise<void> {
    const grace = Promise.withResolvers<void>()
    const timer = setTimeout(grace.resolve, graceMs)
    await Promise.race([this.settled(), grace.promise])
    clearTimeout(timer)
    try {
      await this.saveOutcomes()
      if (this.#running.size) await handBackJobs(this.#deps, [...this.#running.keys()])
    } catch (fault) {
      this.#logUnsaved(fault)
    }
  }

  get #deps(): JobStoreDeps {
    return { db: this.#platform.database.db, clock: this.#platform.clock }
  }

  // The lease of a job whose outcome cannot be saved expires, and another run follows.
  #logUnsaved(error: unknown, job?: ClaimedJob): void {
    this.#platform.log.error('The outcome of a job could not be saved.', { ...(job ? { kind: job.kind, id: job.id } : {}), error })
  }

  // Each claim starts with another kind, so that none is always first.
  #freeSlotsByKind(): { kind: string; slots: number; leaseSeconds: number }[] {
    this.#turn = (this.#turn + 1) % this.#kinds.length
    const running = [...this.#running.keys()]
    return [...this.#kinds.slice(this.#turn), ...this.#kinds.slice(0, this.#turn)]
      .map(({ kind, leaseSeconds, slots }) => ({
        kind,
        slots: (slots ?? SLOTS_PER_KIND) - running.filter((job) => job.kind === kind).length,
        leaseSeconds: leaseSeconds ?? jobDefaults.leaseSeconds,
      }))
      .filter(({ slots }) => slots > 0)
  }

  async #run(job: ClaimedJob): Promise<void> {
    const kind = this.#kinds.find((each) => each.kind === job.kind)
    if (!kind) return
    const { log } = this.#platform
    if (job.interruptions > 0) log.warn('The last run of a job did not come to an end.', { kind: job.kind, id: job.id })
    const startMs = monotonicMs()
    const ended = await this.#outcomeOf(job, kind)
    if (ended.error === undefined) log.debug('A job succeeded.', { kind: job.kind, id: job.id, durationMs: monotonicMs() - startMs })
    else log.warn('A job failed.', { kind: job.kind, id: job.id, attempt: job.attempts, error: ended.error })
    try {
      await ended.note()
    } catch (fault) {
      if (isUnanswered(fault)) this.#unsavedOutcomes.push(ended.note)
      else this.#logUnsaved(fault, job)
    }
  }

  // Runs the job; returns its error, if any, and the function that saves its outcome.
  async #outcomeOf(job: ClaimedJob, kind: JobKind): Promise<{ readonly error?: unknown; readonly note: () => Promise<void> }> {
    const { db } = this.#platform.database
    if (job.interruptions >= INTERRUPTIONS_MAX) return { error: new Error(PUT_ASIDE), note: () => this.#putAside(job, kind) }
    try {
      const max = kind.attempts ?? jobDefaults.attempts
      // An interrupted run counts as an attempt, but does not take the last one away.
      const jobRun = {
        id: job.id,
        attempt: job.attempts,
        isLastAttempt: job.attempts >= max,
        wasInterrupted: job.interruptions > 0,
        now: this.#platform.clock.now(),
      }
      failpoint('during-job', job.payload)
      const outcome = await kind.run(kind.payload.parse(job.payload), this.#platform, jobRun)
      return { note: outcome ? () => postponeJob(this.#deps, job, this.#secondsUntil(outcome)) : () => finishJob(db, job.id) }
    } catch (error) {
      return { error, note: () => this.#fail(job, kind, error) }
    }
  }

  #secondsUntil(outcome: Exclude<JobOutcome, void>): number {
    return 'againAt' in outcome ? (outcome.againAt.getTime() - this.#platform.clock.now().getTime()) / 1000 : outcome.againInSeconds
  }

  async #putAside(job: ClaimedJob, kind: JobKind): Promise<void> {
    const { log, database, clock } = this.#platform
    log.error('A job was put aside: its process ended twice while it ran.', { kind: job.kind, id: job.id })
    // A recurring job keeps its key, or its next period would enqueue it again.
    const keepsKey = kind.keepsKey ?? kind.everySeconds !== undefined
    await markJobDead(database.db, job, { message: PUT_ASIDE, now: clock.now(), keepsKey })
  }

  async #fail(job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
    const { db } = this.#platform.database
    const now = this.#platform.clock.now()
    const message = errorMessageOf(error)
    // Not the fault of the job: the run does not count.
    if (isGone(error)) return handBackJobs(this.#deps, [job], UNREACHABLE_RETRY_SECONDS)
    if (job.attempts < (kind.attempts ?? jobDefaults.attempts)) {
      const retryInSeconds = backOffSeconds(job.attempts, Math.random(), kind.everySeconds)
      return failJob(this.#deps, job, { message, retryInSeconds })
    }
    this.#platform.log.error('A job failed for the last time.', { kind: job.kind, id: job.id, message })
    // The next period enqueues a recurring job again; dead ones would only accumulate.
    return kind.everySeconds === undefined ? markJobDead(db, job, { message, now }) : deleteJob(db, job)
  }
}
