// Takes turns between networks, so that one that sends a thousand requests at once waits for itself (decision 40).

/** Pieces of work of one network that run at the same time. */
const PLACES = 4
/** Milliseconds after which work gives up its place: it is waiting for another server, such as a payment processor. */
const HELD_MS = 250

/** Runs work of a subject when it is its turn, in the order in which it arrives. */
export type Turns = <T>(subject: string, work: () => Promise<T>) => Promise<T>

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Creates the turns of a process: at most four pieces of work of a subject run at the same time, and each turn of the event loop starts one
 * of each subject. The queues have no bound of their own: the limits of requests bound what may wait.
 */
export function createTurns(): Turns {
  const queues = new Map<string, Queue>()
  let isPlanned = false
  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(startNext)
  }
  // One of each subject, because on the embedded database work ends within the turn in which it starts: everything that starts here ends
  // before the next request is read.
  const startNext = (): void => {
    isPlanned = false
    for (const queue of queues.values()) {
      if (!queue.waiting.length || queue.running >= PLACES) continue
      queue.running += 1
      queue.waiting.shift()?.()
      if (queue.waiting.length) plan()
    }
  }
  const enter = (subject: string): Promise<() => void> => {
    const queue = queues.get(subject) ?? { running: 0, waiting: [] }
    queues.set(subject, queue)
    const leave = (): void => {
      queue.running -= 1
      if (queue.waiting.length) plan()
      else if (queue.running === 0) queues.delete(subject)
    }
    return new Promise((resolve) => {
      queue.waiting.push(() => resolve(once(leave)))
      plan()
    })
  }
  return async (subject, work) => {
    const leave = await enter(subject)
    const timer = setTimeout(leave, HELD_MS)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      leave()
    }
  }
}

/** Runs all work at once. */
export const withoutTurns: Turns = (_subject, work) => work()

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
