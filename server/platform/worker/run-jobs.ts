import { monotonicMs } from '../clock.ts'
import { isGone, isUnanswered } from '../database/unavailable.ts'
import type { Platform } from '../platform.ts'
import type { JobKind } from './job.ts'
import { backOffSeconds, errorMessageOf, jobDefaults } from './retry.ts'
import { buryJob, type ClaimedJob, claimJobs, dropJob, failJob, finishJob, handBackJobs, putOffJob } from './store.ts'

/** Jobs that run at the same time in one process, and how many of them may be of one kind: a slow kind leaves room for others. */
const SLOTS = 50
const SLOTS_OF_A_KIND = 40
/** When to run again what was cut off by the database. */
const GONE_AGAIN_MS = 1000

/** Claims and runs jobs; whoever owns it says when. */
export class JobRunner {
  readonly #platform: Platform
  readonly #kinds: readonly JobKind[]
  readonly #running = new Map<ClaimedJob, Promise<void>>()
  /** Ends of runs that could not be written down, for the database was gone. No more than there were slots. */
  #owed: (() => Promise<void>)[] = []
  #turn = 0

  constructor(platform: Platform, kinds: readonly JobKind[]) {
    this.#platform = platform
    this.#kinds = kinds
  }

  /** How many run now. */
  get running(): number {
    return this.#running.size
  }

  /** Claims due jobs for the free slots and begins to run them; `done` is called as each ends. Gives how many it claimed. */
  async claim(done: () => void = () => undefined): Promise<number> {
    const max = SLOTS - this.#running.size - this.#owed.length
    if (max <= 0 || !this.#kinds.length) return 0
    const now = this.#platform.clock.now()
    const claimed = await claimJobs(this.#platform.database.db, this.#roomByKind(), { max, now })
    for (const job of claimed) {
      const run = this.#run(job).finally(() => {
        this.#running.delete(job)
        done()
      })
      this.#running.set(job, run)
    }
    return claimed.length
  }

  /** Writes down how those runs ended during which the database went; to be called before jobs are claimed. */
  async noteOwed(): Promise<void> {
    for (let [note] = this.#owed; note; [note] = this.#owed) {
      await note().catch((fault: unknown) => {
        if (isUnanswered(fault)) throw fault
        this.#tellUnnoted(fault)
      })
      this.#owed.shift()
    }
  }

  /** Settles when everything that runs now has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  /** Waits at most `graceMs` for what runs, then gives the rest back for others to run. */
  async stop(graceMs: number): Promise<void> {
    const grace = Promise.withResolvers<void>()
    const timer = setTimeout(grace.resolve, graceMs)
    await Promise.race([this.settled(), grace.promise])
    clearTimeout(timer)
    try {
      await this.noteOwed()
      if (this.#running.size) await handBackJobs(this.#platform.database.db, [...this.#running.keys()], this.#platform.clock.now())
    } catch (fault) {
      this.#tellUnnoted(fault)
    }
  }

  // Whatever cannot be written down: its lease ends by itself, and another run follows.
  #tellUnnoted(error: unknown, job?: ClaimedJob): void {
    this.#platform.log.error('The end of a job could not be noted.', { ...(job ? { kind: job.kind, id: job.id } : {}), error })
  }

  // Each claim begins with another kind, so that none is always first.
  #roomByKind(): { kind: string; room: number; leaseSeconds: number }[] {
    this.#turn = (this.#turn + 1) % this.#kinds.length
    const running = [...this.#running.keys()]
    return [...this.#kinds.slice(this.#turn), ...this.#kinds.slice(0, this.#turn)]
      .map(({ kind, leaseSeconds, slots }) => ({
        kind,
        room: (slots ?? SLOTS_OF_A_KIND) - running.filter((job) => job.kind === kind).length,
        leaseSeconds: leaseSeconds ?? jobDefaults.leaseSeconds,
      }))
      .filter(({ room }) => room > 0)
  }

  async #run(job: ClaimedJob): Promise<void> {
    const kind = this.#kinds.find((each) => each.kind === job.kind)
    if (!kind) return
    const { log } = this.#platform
    const startMs = monotonicMs()
    const ended = await this.#outcomeOf(job, kind)
    if (ended.error === undefined) log.debug('A job is done.', { kind: job.kind, id: job.id, durationMs: monotonicMs() - startMs })
    else log.warn('A job failed.', { kind: job.kind, id: job.id, attempt: job.attempts, error: ended.error })
    try {
      await ended.note()
    } catch (fault) {
      if (isUnanswered(fault)) this.#owed.push(ended.note)
      else this.#tellUnnoted(fault, job)
    }
  }

  // How a run ended, and how that is written down.
  async #outcomeOf(job: ClaimedJob, kind: JobKind): Promise<{ readonly error?: unknown; readonly note: () => Promise<void> }> {
    const { db } = this.#platform.database
    try {
      const max = kind.attempts ?? jobDefaults.attempts
      if (job.attempts > max) throw new Error('The process ended during its last attempt.')
      const about = { id: job.id, attempt: job.attempts, isLastAttempt: job.attempts === max, now: this.#platform.clock.now() }
      const outcome = await kind.run(kind.payload.parse(job.payload), this.#platform, about)
      return { note: outcome ? () => putOffJob(db, job, outcome.againAt) : () => finishJob(db, job.id) }
    } catch (error) {
      return { error, note: () => this.#fail(job, kind, error) }
    }
  }

  async #fail(job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
    const { db } = this.#platform.database
    const now = this.#platform.clock.now()
    const words = errorMessageOf(error)
    // None of the job's own doing: the run does not count.
    if (isGone(error)) return handBackJobs(db, [job], new Date(now.getTime() + GONE_AGAIN_MS))
    if (job.attempts < (kind.attempts ?? jobDefaults.attempts)) {
      const seconds = backOffSeconds(job.attempts, Math.random(), kind.everySeconds)
      return failJob(db, job, { words, runAt: new Date(now.getTime() + seconds * 1000) })
    }
    this.#platform.log.error('A job failed for the last time.', { kind: job.kind, id: job.id, words })
    // A recurring job is ordered anew by its next period; dead ones would only pile up.
    return kind.everySeconds === undefined ? buryJob(db, job, { words, now }) : dropJob(db, job)
  }
}
