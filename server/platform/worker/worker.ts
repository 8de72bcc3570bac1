import { outside } from '../database/outside.ts'
import { isAlreadyLogged } from '../database/unavailable.ts'
import type { Listener } from '../outbox/listener.ts'
import { Relay } from '../outbox/relay.ts'
import { retryListenerJob } from '../outbox/retry-listener.ts'
import type { Platform } from '../platform.ts'
import { addUpCounts } from '../resource/row-counts.ts'
import { cleanUp } from './clean-up.ts'
import type { JobKind } from './job.ts'
import { JobRunner } from './run-jobs.ts'
import { enqueuePeriods, type Period } from './store.ts'
import { WORK_CHANNEL } from './wake.ts'

const POLL_MS = 1000
/** A relay that finds another one running tries again: its event may have been committed just after the other one read. */
const BUSY_RETRY_MS = 20
const STOP_GRACE_MS = 4000
const DRAIN_ROUNDS = 1000

/** Runs jobs and relays events; several may run at once, in one process or many. */
export interface Worker {
  /** Starts to work: at once, on every notification, and every second. */
  start(): Promise<void>
  /** Claims nothing new, waits a while for running jobs, and hands the rest back. */
  stop(): Promise<void>
  /** For tests: relays all events and runs all due jobs until nothing is due at the time of the platform. */
  drain(): Promise<void>
}

/** The dependencies of a worker. */
export interface WorkerDeps {
  readonly platform: Platform
  // biome-ignore lint/suspicious/noExplicitAny: jobs of every payload
  readonly jobs: readonly JobKind<any>[]
  readonly listeners: readonly Listener[]
  /** Milliseconds that a stop waits for running jobs; 4 seconds by default. */
  readonly stopGraceMs?: number
}

/** A worker for the jobs and listeners of the modules and of the platform. */
export function createWorker(deps: WorkerDeps): Worker {
  return new LoopingWorker(deps)
}

class LoopingWorker implements Worker {
  readonly #platform: Platform
  readonly #stopGraceMs: number
  readonly #relay: Relay
  readonly #recurring: readonly JobKind[]
  readonly #runner: JobRunner
  readonly #enqueuedPeriods = new Map<string, number>()
  readonly #relaying = new Loop(() => this.#relayBatch())
  readonly #claiming = new Loop(() => this.#claim())
  #poll: NodeJS.Timeout | undefined
  #stopListening: () => Promise<void> = async () => undefined

  constructor({ platform, jobs, listeners, stopGraceMs }: WorkerDeps) {
    const retryListener = retryListenerJob(listeners)
    const kinds: readonly JobKind[] = [
      ...(jobs as readonly JobKind[]),
      retryListener as JobKind,
      cleanUp as JobKind,
      addUpCounts as JobKind,
    ]
    const former = kinds.flatMap((kind) => (kind.formerKind === undefined ? [] : [{ ...kind, kind: kind.formerKind }]))
    this.#platform = platform
    this.#stopGraceMs = stopGraceMs ?? STOP_GRACE_MS
    this.#relay = new Relay({ platform, listeners, retryListener })
    this.#recurring = kinds.filter((kind) => kind.everySeconds !== undefined)
    this.#runner = new JobRunner(platform, [...kinds, ...former])
  }

  async start(): Promise<void> {
    const poll = (): void => {
      this.#relaying.again()
      this.#claiming.again()
    }
    await outside(async () => {
      this.#poll = setInterval(poll, POLL_MS)
      this.#stopListening = await this.#platform.database.listen(WORK_CHANNEL, poll)
      poll()
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#poll)
    await this.#stopListening()
    await Promise.all([this.#relaying.end(), this.#claiming.end()])
    await this.#runner.stop(this.#stopGraceMs)
  }

  async drain(): Promise<void> {
    for (let round = 0; round < DRAIN_ROUNDS; round += 1) {
      const relayed = await this.#relay.relay(this.#platform.clock.now())
      await this.#enqueuePeriods()
      const claimed = await this.#runner.claim()
      await this.#runner.settled()
      if (relayed === 'idle' && claimed === 0) return
    }
    throw new Error(`There was still work after ${DRAIN_ROUNDS} rounds.`)
  }

  async #relayBatch(): Promise<void> {
    try {
      const outcome = await this.#relay.relay(this.#platform.clock.now())
      if (outcome === 'relayed') this.#relaying.again()
      if (outcome === 'busy') setTimeout(() => this.#relaying.again(), BUSY_RETRY_MS).unref()
    } catch (error) {
      if (!isAlreadyLogged(error)) this.#platform.log.error('Events could not be relayed; they will be retried.', { error })
    }
  }

  async #claim(): Promise<void> {
    try {
      await this.#runner.saveOutcomes()
      await this.#enqueuePeriods()
      const claimed = await this.#runner.claim(() => this.#claiming.again())
      if (claimed) this.#claiming.again()
    } catch (error) {
      if (!isAlreadyLogged(error)) this.#platform.log.error('Jobs could not be claimed; they will be retried.', { error })
    }
  }

  async #enqueuePeriods(): Promise<void> {
    const now = this.#platform.clock.now()
    const due = this.#recurring.flatMap(({ kind, everySeconds = 1 }): Period[] => {
      const startsAt = Math.floor(now.getTime() / (everySeconds * 1000)) * everySeconds * 1000
      return this.#enqueuedPeriods.get(kind) === startsAt ? [] : [{ kind, startsAt: new Date(startsAt) }]
    })
    if (!due.length) return
    await enqueuePeriods({ db: this.#platform.database.db, clock: this.#platform.clock }, due)
    for (const { kind, startsAt } of due) this.#enqueuedPeriods.set(kind, startsAt.getTime())
  }
}

/** Runs `step` repeatedly, one at a time; a request during a run causes one more run. */
class Loop {
  readonly #step: () => Promise<void>
  #current: Promise<void> | undefined
  #isRequested = false
  #hasEnded = false

  constructor(step: () => Promise<void>) {
    this.#step = step
  }

  again(): void {
    if (this.#hasEnded) return
    this.#isRequested = true
    this.#current ??= this.#go()
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#current
  }

  async #go(): Promise<void> {
    while (this.#isRequested && !this.#hasEnded) {
      this.#isRequested = false
      await this.#step()
    }
    this.#current = undefined
  }
}
