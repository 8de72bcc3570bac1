import { monotonicMs } from '../../clock.ts'

/** Milliseconds of statements without a turn of the event loop. */
const BUSY_MS = 10

/**
 * Returns a function that lets the event loop turn if it last did so 10 ms ago. The embedded database answers within one turn, so that
 * a worker with much to do would keep the process from reading requests.
 */
export function pacer(): () => Promise<void> | undefined {
  let turnedAtMs = monotonicMs()
  return () => {
    if (monotonicMs() - turnedAtMs < BUSY_MS) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        turnedAtMs = monotonicMs()
        resolve()
      })
    })
  }
}
