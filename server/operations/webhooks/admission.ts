/** What is known of an endpoint: its last attempt succeeded, there was none yet, or it failed. */
export type Standing = 'well' | 'new' | 'failing'

/** One attempt that is under way or wants to be. */
export interface Run {
  readonly organizationId: string
  readonly endpointId: string
  readonly standing: Standing
}

/** Attempts that may be on their way at the same time in one process to endpoints of one merchant. */
const OF_A_MERCHANT = 12
/** The same to all endpoints that fail, so that whoever hangs holds up few. */
const TO_FAILING = 10

interface Refused {
  readonly run: Run
  readonly wake: () => Promise<void>
}

/**
 * Lets attempts begin as long as neither one merchant nor the endpoints that fail take the room of all others. An endpoint gets
 * several at the same time only once it has shown that it is well.
 */
export class Admission {
  readonly #running = new Set<Run>()
  readonly #refused = new Map<string, Refused>()

  /**
   * Gives what ends the run and wakes whom it kept out; undefined when it may not begin now. A run that may not is woken, once,
   * as soon as it may; `key` is the same each time it comes.
   */
  enter(key: string, { run, wake }: Refused): (() => Promise<void>) | undefined {
    if (!this.#mayRun(run)) {
      this.#refused.set(key, { run, wake })
      return undefined
    }
    this.#refused.delete(key)
    this.#running.add(run)
    return () => this.#leave(run)
  }

  async #leave(run: Run): Promise<void> {
    this.#running.delete(run)
    for (const [key, refused] of this.#refused) {
      if (!this.#mayRun(refused.run)) continue
      this.#refused.delete(key)
      return refused.wake()
    }
  }

  #mayRun({ organizationId, endpointId, standing }: Run): boolean {
    const running = [...this.#running]
    if (running.filter((each) => each.organizationId === organizationId).length >= OF_A_MERCHANT) return false
    if (standing === 'well') return true
    if (running.some((each) => each.endpointId === endpointId)) return false
    return standing === 'new' || running.filter((each) => each.standing === 'failing').length < TO_FAILING
  }
}
