import { outside } from '../database/outside.ts'
import { isKnown } from '../database/unavailable.ts'
import type { Listener } from '../outbox/listener.ts'
import { type RelayDeps, relayEvents } from '../outbox/relay.ts'
import { retryListenerJob } from '../outbox/retry-listener.ts'
import type { Platform } from '../platform.ts'
import { cleanUp } from './clean-up.ts'
import type { JobKind } from './job.ts'
import { JobRunner } from './run-jobs.ts'
import { orderPeriods, type Period } from './store.ts'
import { WORK_CHANNEL } from './wake.ts'

const POLL_MS = 1000
/** A relay that finds another at work looks again: what it came for may have been committed just after the other's look. */
const BUSY_AGAIN_MS = 20
const STOP_GRACE_MS = 4000
const DRAIN_ROUNDS = 1000

/** What works on jobs and hands facts on; several may run side by side, in one process or many. */
export interface Worker {
  /** Begins to work: at once, whenever woken, and each second. */
  start(): Promise<void>
  /** Takes nothing new, lets what runs end (for a while) and hands the rest back. */
  stop(): Promise<void>
  /** For tests: hands on all facts and runs all due jobs until nothing is due at the platform's time. */
  drain(): Promise<void>
}

/** What a worker is made of. */
export interface WorkerDeps {
  readonly platform: Platform
  // biome-ignore lint/suspicious/noExplicitAny: jobs of every payload
  readonly jobs: readonly JobKind<any>[]
  readonly listeners: readonly Listener[]
  /** How long a stop waits for what runs; 4 seconds unless told. */
  readonly stopGraceMs?: number
}

/** A worker over the capabilities' jobs and listeners, and the platform's own. */
export function createWorker(parts: WorkerDeps): Worker {
  return new LoopingWorker(parts)
}

class LoopingWorker implements Worker {
  readonly #platform: Platform
  readonly #stopGraceMs: number
  readonly #relay: RelayDeps
  readonly #recurring: readonly JobKind[]
  readonly #runner: JobRunner
  readonly #ordered = new Map<string, number>()
  readonly #relaying = new Loop(() => this.#handOn())
  readonly #claiming = new Loop(() => this.#claim())
  #poll: NodeJS.Timeout | undefined
  #deaf: () => Promise<void> = async () => undefined

  constructor({ platform, jobs, listeners, stopGraceMs }: WorkerDeps) {
    const hearAgain = retryListenerJob(listeners)
    const kinds: readonly JobKind[] = [...(jobs as readonly JobKind[]), hearAgain as JobKind, cleanUp as JobKind]
    this.#platform = platform
    this.#stopGraceMs = stopGraceMs ?? STOP_GRACE_MS
    this.#relay = { platform, listeners, hearAgain }
    this.#recurring = kinds.filter((kind) => kind.everySeconds !== undefined)
    this.#runner = new JobRunner(platform, kinds)
  }

  async start(): Promise<void> {
    const look = (): void => {
      this.#relaying.again()
      this.#claiming.again()
    }
    await outside(async () => {
      this.#poll = setInterval(look, POLL_MS)
      this.#deaf = await this.#platform.database.listen(WORK_CHANNEL, look)
      look()
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#poll)
    await this.#deaf()
    await Promise.all([this.#relaying.end(), this.#claiming.end()])
    await this.#runner.stop(this.#stopGraceMs)
  }

  async drain(): Promise<void> {
    for (let round = 0; round < DRAIN_ROUNDS; round += 1) {
      const relayed = await relayEvents(this.#relay, this.#platform.clock.now())
      await this.#orderPeriods()
      const claimed = await this.#runner.claim()
      await this.#runner.settled()
      if (relayed === 'idle' && claimed === 0) return
    }
    throw new Error(`There was still work after ${DRAIN_ROUNDS} rounds.`)
  }

  async #handOn(): Promise<void> {
    try {
      const outcome = await relayEvents(this.#relay, this.#platform.clock.now())
      if (outcome === 'relayed') this.#relaying.again()
      if (outcome === 'busy') setTimeout(() => this.#relaying.again(), BUSY_AGAIN_MS).unref()
    } catch (error) {
      if (!isKnown(error)) this.#platform.log.error('Facts could not be handed on; they wait.', { error })
    }
  }

  async #claim(): Promise<void> {
    try {
      await this.#runner.noteOwed()
      await this.#orderPeriods()
      const claimed = await this.#runner.claim(() => this.#claiming.again())
      if (claimed) this.#claiming.again()
    } catch (error) {
      if (!isKnown(error)) this.#platform.log.error('Jobs could not be claimed; they wait.', { error })
    }
  }

  async #orderPeriods(): Promise<void> {
    const now = this.#platform.clock.now()
    const due = this.#recurring.flatMap(({ kind, everySeconds = 1 }): Period[] => {
      const startsAt = Math.floor(now.getTime() / (everySeconds * 1000)) * everySeconds * 1000
      return this.#ordered.get(kind) === startsAt ? [] : [{ kind, startsAt: new Date(startsAt) }]
    })
    if (!due.length) return
    await orderPeriods(this.#platform.database.db, due, now)
    for (const { kind, startsAt } of due) this.#ordered.set(kind, startsAt.getTime())
  }
}

/** Runs `step` one at a time; asked for while it runs, it runs once more. */
class Loop {
  readonly #step: () => Promise<void>
  #going: Promise<void> | undefined
  #isWanted = false
  #hasEnded = false

  constructor(step: () => Promise<void>) {
    this.#step = step
  }

  again(): void {
    if (this.#hasEnded) return
    this.#isWanted = true
    this.#going ??= this.#go()
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#going
  }

  async #go(): Promise<void> {
    while (this.#isWanted && !this.#hasEnded) {
      this.#isWanted = false
      await this.#step()
    }
    this.#going = undefined
  }
}
