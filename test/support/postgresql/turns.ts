// Turns of the event loop as a measure of waiting, which does not depend on the speed of the machine.
import type { GapWatches } from '#platform/database/transaction.ts'

/** The waits of a database's transactions besides SQL, in turns of the event loop. */
export interface CountedTurns extends GapWatches {
  /** The most turns that a transaction waited since the last call. */
  takeLongest(): number
  stop(): void
}

/**
 * Counts the turns of the event loop that a transaction waits between an answer of the database and its next statement. Between the two code
 * only computes, which takes none; a request, a hash, a file or a timer takes at least one.
 */
export function countTurns(): CountedTurns {
  let turns = 0
  let longest = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return {
    gapClock: () => turns,
    onGap: (gap) => {
      longest = Math.max(longest, gap)
    },
    takeLongest: () => {
      const taken = longest
      longest = 0
      return taken
    },
    stop: () => clearImmediate(next),
  }
}
