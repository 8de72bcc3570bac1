// The period that bills an event (rule E5). Pure.
import { LATE_DAYS } from '#money/usage/events/model.ts'

const DAY_MS = 86_400_000
/** The clock of a sender may be ahead by so much (rule E3). */
const AHEAD_MAXIMUM_MS = 60_000

/** `open`: the event counts in the open period · `late`: also there, although its own was billed already · `unbilled`: it is only shown. */
export type EventPeriod = 'open' | 'late' | 'unbilled'

/** Whether an event lies so far ahead of the time that it is refused (rule E3). */
export function isAhead(timestamp: Date, now: Date): boolean {
  return timestamp.getTime() - now.getTime() > AHEAD_MAXIMUM_MS
}

/** The period that is not billed yet. */
export interface OpenPeriod {
  readonly start: Date
  /** When usage began to be billed: what happened before is never billed. Null where it has never been. */
  readonly billedFrom: Date | null
}

/** The period that bills an event. */
export function periodOf(timestamp: Date, { start, billedFrom }: OpenPeriod): EventPeriod {
  const lateMs = start.getTime() - timestamp.getTime()
  if (lateMs <= 0) return 'open'
  if (billedFrom && timestamp < billedFrom) return 'unbilled'
  return lateMs <= LATE_DAYS * DAY_MS ? 'late' : 'unbilled'
}
