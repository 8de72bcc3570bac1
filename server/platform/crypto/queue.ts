import { defineRefusals, Refusal } from '#kernel/refusal.ts'

/** What the queue of hashes can refuse. */
export const queueRefusals = defineRefusals({
  tooBusy: { status: 503, sentence: 'The server is busy. Please try again in a moment.' },
})

/** How many run at a time, how many may wait, and for how long (milliseconds). */
export interface QueueBounds {
  readonly atOnce: number
  readonly waiting: number
  readonly waitMs: number
}

interface Waiting {
  start(): void
}

/** Runs work a few at a time in order of arrival; who finds the queue full, or waits too long, is refused with 503. */
export function boundedQueue(bounds: QueueBounds): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: Waiting[] = []
  const turn = (): Promise<void> => {
    if (running < bounds.atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.length >= bounds.waiting) return Promise.reject(new Refusal(queueRefusals.tooBusy))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(place), 1)
      reject(new Refusal(queueRefusals.tooBusy))
    }, bounds.waitMs)
    const place = {
      start: () => {
        clearTimeout(timer)
        resolve()
      },
    }
    waiting.push(place)
    return promise
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next.start()
    else running -= 1
  }
  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
