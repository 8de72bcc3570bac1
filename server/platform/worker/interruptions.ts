// Work during which the process ended (decision 36). A plain kill interrupts healthy work too, so the first time nothing is put aside.

/** Runs in a row that did not come to an end, after which a job or an event is put aside. */
export const INTERRUPTIONS_MAX = 2

/** Milliseconds for which one interrupted job keeps the next from starting: if the process ends again, the culprit is known. */
const APART_MS = 5000

/** The number of interrupted jobs that may start now, given when those that run were started. Monotonic milliseconds. */
export function interruptedSlots(startsMs: readonly number[], nowMs: number): number {
  return startsMs.every((startMs) => nowMs - startMs >= APART_MS) ? 1 : 0
}
