import type { ApiCall } from './model.ts'

/** The calls that wait to be written in one process. Above it, further ones are counted and dropped. */
export const QUEUE_MAXIMUM = 5_000
/** The calls among them whose content waits as well: it takes the most memory, and redacting it the most time. */
export const CONTENTS_MAXIMUM = 100

/** The content that was sent and answered, as the request left it. */
export interface RawContent {
  readonly query: unknown
  readonly requestBody: unknown
  readonly answer: string
}

/** A call that waits to be written. `content` where the organization records it. */
export interface QueuedCall {
  readonly call: ApiCall
  readonly content: RawContent | undefined
}

/** The calls to write next, and how many were dropped, by organization. */
export interface CallBatch {
  readonly calls: readonly QueuedCall[]
  readonly drops: ReadonlyMap<string, number>
}

/** A bounded queue: it never makes a request wait. */
export class CallQueue {
  #calls: QueuedCall[] = []
  #contents = 0
  #drops = new Map<string, number>()

  /** Adds a call, or counts it as dropped. Its content alone is left out when too many wait. */
  add({ call, content }: QueuedCall): void {
    if (this.#calls.length >= QUEUE_MAXIMUM) {
      this.countDrops(call.organizationId, 1)
      return
    }
    const hasContent = content !== undefined && this.#contents < CONTENTS_MAXIMUM
    if (hasContent) this.#contents += 1
    this.#calls.push({ call, content: hasContent ? content : undefined })
  }

  /** Counts calls that could not be written. */
  countDrops(organizationId: string, calls: number): void {
    this.#drops.set(organizationId, (this.#drops.get(organizationId) ?? 0) + calls)
  }

  /** Whether nothing waits. */
  isEmpty(): boolean {
    return this.#calls.length === 0 && this.#drops.size === 0
  }

  /** Takes everything that waits. */
  take(): CallBatch {
    const batch = { calls: this.#calls, drops: this.#drops }
    this.#calls = []
    this.#contents = 0
    this.#drops = new Map()
    return batch
  }
}
