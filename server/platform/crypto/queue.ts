import { defineRefusals, Refusal } from '#kernel/refusal.ts'

/** The refusals of the hashing queue. */
export const queueRefusals = defineRefusals({
  tooBusy: { status: 503, sentence: 'The server is busy. Please try again in a moment.' },
})

/** The number of calls that run at once, the number that may wait, and the longest wait in milliseconds. */
export interface QueueBounds {
  readonly atOnce: number
  readonly waiting: number
  readonly waitMs: number
}

interface Waiter {
  start(): void
}

/** Runs calls a few at a time, first come first served. A call is refused with 503 if the queue is full or it waits too long. */
export function boundedQueue(bounds: QueueBounds): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: Waiter[] = []
  const acquire = (): Promise<void> => {
    if (running < bounds.atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.length >= bounds.waiting) return Promise.reject(new Refusal(queueRefusals.tooBusy))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(waiter), 1)
      reject(new Refusal(queueRefusals.tooBusy))
    }, bounds.waitMs)
    const waiter = {
      start: () => {
        clearTimeout(timer)
        resolve()
      },
    }
    waiting.push(waiter)
    return promise
  }
  const release = (): void => {
    const next = waiting.shift()
    if (next) next.start()
    else running -= 1
  }
  return async (work) => {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
