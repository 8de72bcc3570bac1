/** The health of an endpoint: its last attempt succeeded, there was none yet, or it failed. */
export type EndpointHealth = 'healthy' | 'new' | 'failing'

/** One attempt that is running or waits to run. */
export interface Run {
  readonly organizationId: string
  readonly endpointId: string
  readonly health: EndpointHealth
}

/** Concurrent attempts per merchant in one process. */
const PER_MERCHANT = 12
/** Concurrent attempts to all failing endpoints in one process, so that endpoints that hang block few slots. */
const FAILING_TOTAL = 10

interface WaitingRun {
  readonly run: Run
  readonly wake: () => Promise<void>
}

/**
 * Limits concurrent attempts, so that neither one merchant nor the failing endpoints take all slots. Only an endpoint that is known
 * to be healthy gets several at the same time.
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

  async #release(run: Run): Promise<void> {
    this.#running.delete(run)
    for (const [key, waiting] of this.#waiting) {
      if (!this.#mayRun(waiting.run)) continue
      this.#waiting.delete(key)
      return waiting.wake()
    }
  }

  #mayRun({ organizationId, endpointId, health }: Run): boolean {
    const running = [...this.#running]
    if (running.filter((each) => each.organizationId === organizationId).length >= PER_MERCHANT) return false
    if (health === 'healthy') return true
    if (running.some((each) => each.endpointId === endpointId)) return false
    return health === 'new' || running.filter((each) => each.health === 'failing').length < FAILING_TOTAL
  }
}
