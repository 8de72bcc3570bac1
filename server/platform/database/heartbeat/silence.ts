// When a connection that queries the time again and again counts as silent. Time alone does not decide: a process that is busy for three
// seconds reads an answer late that came at once.

/** The interval at which `tick` is called, if the process has time. */
export const TICK_MS = 250
/** After this many ticks without an answer the connection is silent. Between two ticks the process reads what has arrived. */
const SILENT_TICKS = 8
/** After a pause this long (a process that was stopped, a machine that slept) the connection is trusted again once it answers. */
const PAUSE_MS = 3000
/** A query is due so many ticks after the previous one. */
const QUERY_TICKS = 4

/** The outcome of a tick: a query, the end of a silent connection, or nothing. */
export type TickOutcome = 'query' | 'end' | 'none'

/** Judges a connection by its answers. Times are monotonic milliseconds. */
export interface Silence {
  /** A turn of the timer. */
  tick(nowMs: number): TickOutcome
  /** A query was sent, by a tick or at the start. */
  sent(nowMs: number): void
  /** The query was answered. */
  answered(): void
  /** Whether notifications may be missing: no answer for too long, or none since a pause of the process. */
  isSilent(nowMs: number): boolean
}

/** Begins to judge a connection that has not yet answered. */
export function createSilence(nowMs: number): Silence {
  let tickedMs = nowMs
  let sentMs = nowMs
  let answeredMs = Number.NEGATIVE_INFINITY
  /** An answer must be to a query after this time. */
  let pausedMs = nowMs
  let isWaiting = false
  let ticks = 0
  return {
    tick: (atMs) => {
      if (atMs - tickedMs > PAUSE_MS) pausedMs = atMs
      tickedMs = atMs
      ticks += 1
      if (isWaiting) return ticks >= SILENT_TICKS ? 'end' : 'none'
      return ticks >= QUERY_TICKS || answeredMs < pausedMs ? 'query' : 'none'
    },
    sent: (atMs) => {
      isWaiting = true
      sentMs = atMs
      ticks = 0
    },
    answered: () => {
      isWaiting = false
      answeredMs = sentMs
    },
    isSilent: (atMs) => (isWaiting && ticks >= SILENT_TICKS) || answeredMs < pausedMs || atMs - tickedMs > PAUSE_MS,
  }
}
