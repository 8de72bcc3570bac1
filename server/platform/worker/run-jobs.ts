import { monotonicMs } from '../clock.ts'
import { isGone, isUnanswered } from '../database/unavailable.ts'
import type { Platform } from '../platform.ts'
import type { JobKind, JobOutcome } from './job.ts'
import { backOffSeconds, errorMessageOf, jobDefaults } from './retry.ts'
import { type ClaimedJob, claimJobs, deleteJob, failJob, finishJob, handBackJobs, markJobDead, postponeJob } from './store.ts'

/**
 * The number of jobs that run at once in one process, and how many of them may be of one kind, so that a slow kind leaves slots for
 * others.
 */
const SLOTS = 50
const SLOTS_PER_KIND = 40
/** Milliseconds until a run that the database interrupted runs again. */
const INTERRUPTED_RETRY_MS = 1000

/** Claims and runs jobs when its owner requests it. */
export class JobRunner {
  readonly #platform: Platform
  readonly #kinds: readonly JobKind[]
  readonly #running = new Map<ClaimedJob, Promise<void>>()
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
    const now = this.#platform.clock.now()
    const claimed = await claimJobs(this.#platform.database.db, this.#freeSlotsByKind(), { max, now })
    for (const job of claimed) {
      const run = this.#run(job).finally(() => {
        this.#running.delete(job)
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
      if (this.#running.size) await handBackJobs(this.#platform.database.db, [...this.#running.keys()], this.#platform.clock.now())
    } catch (fault) {
      this.#logUnsaved(fault)
    }
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
    try {
      const max = kind.attempts ?? jobDefaults.attempts
      if (job.attempts > max) throw new Error('The process ended during its last attempt.')
      const jobRun = { id: job.id, attempt: job.attempts, isLastAttempt: job.attempts === max, now: this.#platform.clock.now() }
      const outcome = await kind.run(kind.payload.parse(job.payload), this.#platform, jobRun)
      return { note: outcome ? () => postponeJob(db, job, this.#nextRunOf(outcome)) : () => finishJob(db, job.id) }
    } catch (error) {
      return { error, note: () => this.#fail(job, kind, error) }
    }
  }

  #nextRunOf(outcome: Exclude<JobOutcome, void>): Date {
    return 'againAt' in outcome ? outcome.againAt : new Date(this.#platform.clock.now().getTime() + outcome.againInSeconds * 1000)
  }

  async #fail(job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
    const { db } = this.#platform.database
    const now = this.#platform.clock.now()
    const message = errorMessageOf(error)
    // Not the fault of the job: the run does not count.
    if (isGone(error)) return handBackJobs(db, [job], new Date(now.getTime() + INTERRUPTED_RETRY_MS))
    if (job.attempts < (kind.attempts ?? jobDefaults.attempts)) {
      const seconds = backOffSeconds(job.attempts, Math.random(), kind.everySeconds)
      return failJob(db, job, { message, runAt: new Date(now.getTime() + seconds * 1000) })
    }
    this.#platform.log.error('A job failed for the last time.', { kind: job.kind, id: job.id, message })
    // The next period enqueues a recurring job again; dead ones would only accumulate.
    return kind.everySeconds === undefined ? markJobDead(db, job, { message, now }) : deleteJob(db, job)
  }
}
