import { monotonicMs } from '../clock.ts'
import type { Platform } from '../platform.ts'
import type { JobKind } from './job.ts'
import { backOffSeconds, jobDefaults, wordsOf } from './retry.ts'
import { buryJob, type ClaimedJob, claimJobs, dropJob, failJob, finishJob, handBackJobs, putOffJob } from './store.ts'

/** Jobs that run at the same time in one process, and how many of them may be of one kind: a slow kind leaves room for others. */
const SLOTS = 50
const SLOTS_OF_A_KIND = 40

/** Claims and runs jobs; whoever owns it says when. */
export class JobRunner {
  readonly #platform: Platform
  readonly #kinds: readonly JobKind[]
  readonly #running = new Map<ClaimedJob, Promise<void>>()
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
    const max = SLOTS - this.#running.size
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
    if (this.#running.size) await handBackJobs(this.#platform.database.db, [...this.#running.keys()], this.#platform.clock.now())
  }

  // Each claim begins with another kind, so that none is always first.
  #roomByKind(): { kind: string; room: number; leaseSeconds: number }[] {
    this.#turn = (this.#turn + 1) % this.#kinds.length
    const running = [...this.#running.keys()]
    return [...this.#kinds.slice(this.#turn), ...this.#kinds.slice(0, this.#turn)]
      .map(({ kind, leaseSeconds }) => ({
        kind,
        room: SLOTS_OF_A_KIND - running.filter((job) => job.kind === kind).length,
        leaseSeconds: leaseSeconds ?? jobDefaults.leaseSeconds,
      }))
      .filter(({ room }) => room > 0)
  }

  async #run(job: ClaimedJob): Promise<void> {
    const kind = this.#kinds.find((each) => each.kind === job.kind)
    if (!kind) return
    const { log, database } = this.#platform
    const startMs = monotonicMs()
    try {
      const max = kind.attempts ?? jobDefaults.attempts
      if (job.attempts > max) throw new Error('The process ended during its last attempt.')
      const about = { id: job.id, attempt: job.attempts, isLastAttempt: job.attempts === max, now: this.#platform.clock.now() }
      const outcome = await kind.run(kind.payload.parse(job.payload), this.#platform, about)
      if (outcome) await putOffJob(database.db, job, outcome.againAt)
      else await finishJob(database.db, job.id)
      log.debug('A job is done.', { kind: job.kind, id: job.id, durationMs: monotonicMs() - startMs })
    } catch (error) {
      log.warn('A job failed.', { kind: job.kind, id: job.id, attempt: job.attempts, error })
      // When even this cannot be written, the lease ends by itself and another run follows.
      await this.#fail(job, kind, error).catch((fault: unknown) => log.error('A failure could not be noted.', { id: job.id, error: fault }))
    }
  }

  async #fail(job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
    const { db } = this.#platform.database
    const now = this.#platform.clock.now()
    const words = wordsOf(error)
    if (job.attempts < (kind.attempts ?? jobDefaults.attempts)) {
      const seconds = backOffSeconds(job.attempts, Math.random(), kind.everySeconds)
      return failJob(db, job, { words, runAt: new Date(now.getTime() + seconds * 1000) })
    }
    this.#platform.log.error('A job failed for the last time.', { kind: job.kind, id: job.id, words })
    // A recurring job is ordered anew by its next period; dead ones would only pile up.
    return kind.everySeconds === undefined ? buryJob(db, job, { words, now }) : dropJob(db, job)
  }
}
