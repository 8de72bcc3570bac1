import { monotonicMs } from '#platform/clock.ts'

/** A signal within this time is the same one again: on Ctrl-C the terminal signals the whole process group, and npm forwards it as well. */
const SAME_SIGNAL_MS = 500
const CODES = { SIGTERM: 143, SIGINT: 130 } as const

/** Calls `onFirst` at the first SIGTERM or SIGINT; a second one ends the process at once. Returns a function that ends this. */
export function onStopSignal(onFirst: () => void): () => void {
  let firstAtMs: number | undefined
  const onSignal = (signal: keyof typeof CODES): void => {
    if (firstAtMs !== undefined && monotonicMs() - firstAtMs > SAME_SIGNAL_MS) process.exit(CODES[signal])
    if (firstAtMs !== undefined) return
    firstAtMs = monotonicMs()
    onFirst()
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return () => void process.off('SIGTERM', onSignal).off('SIGINT', onSignal)
}
