/**
 * The health of an endpoint: `healthy` answered its last attempt successfully and promptly; a `new` one had no attempt yet; a `failing`
 * one failed, or kept the attempt waiting.
 */
export type EndpointHealth = 'healthy' | 'new' | 'failing'

/** One attempt that is running or waits to run. */
export interface Run {
  /** The first owner of the endpoint's organization: all endpoints of one person count together. */
  readonly ownerId: string
  readonly endpointId: string
  readonly health: EndpointHealth
}

/** Concurrent attempts in one process. */
export const SLOTS = 80
/** Concurrent attempts to endpoints that are not healthy: the other slots are kept for healthy ones. */
const UNPROVEN_TOTAL = 36
/** Concurrent attempts to the endpoints of one person, and of those to the ones that are not healthy. */
const PER_OWNER = 12
const UNPROVEN_PER_OWNER = 6

interface WaitingRun {
  readonly run: Run
  readonly wake: () => Promise<void>
}

/**
 * Limits concurrent attempts, so that neither one person nor the endpoints that do not answer take all slots. An endpoint gets several
 * at the same time only once it has answered.
 */
export class ConcurrencyLimit {
  readonly #running = new Set<Run>()
  readonly #waiting = new Map<string, WaitingRun>()

  /**
   * Returns the function that ends the run and wakes a waiting one; undefined when the run may not start now. Such a run is woken
   * once, as soon as it may start; `key` identifies it over repeated calls.
   */
  acquire(key: string, { run, wake }: WaitingRun): (() => Promise<void>) | undefined {
    if (!this.#mayRun(run)) {
      this.#waiting.set(key, { run, wake })
      return undefined
    }
    this.#waiting.delete(key)
    this.#running.add(run)
    return () => this.#release(run)
  }

  /** Whether the run waits: it will be woken. */
  isWaiting(key: string): boolean {
    return this.#waiting.has(key)
  }

  /** Ends the wait of a run that is not needed any more. */
  forget(key: string): void {
    this.#waiting.delete(key)
  }

  async #release(run: Run): Promise<void> {
    this.#running.delete(run)
    for (const [key, waiting] of this.#waiting) {
      if (!this.#mayRun(waiting.run)) continue
      this.#waiting.delete(key)
      return waiting.wake()
    }
  }

  #mayRun({ ownerId, endpointId, health }: Run): boolean {
    const running = [...this.#running]
    const own = running.filter((each) => each.ownerId === ownerId)
    if (own.length >= PER_OWNER) return false
    if (health === 'healthy') return true
    const unproven = ({ health: other }: Run): boolean => other !== 'healthy'
    if (own.some((each) => each.endpointId === endpointId) || own.filter(unproven).length >= UNPROVEN_PER_OWNER) return false
    return running.filter(unproven).length < UNPROVEN_TOTAL
  }
}
