// The quantities of a meter by hour, day, week, month or year in a time zone (section 4.4 of the billing behaviour). Pure.
import { Temporal } from 'temporal-polyfill'

/** Buckets of one range at most. */
export const BUCKETS_MAXIMUM = 1000

export const quantityIntervals = ['hour', 'day', 'week', 'month', 'year'] as const
export type QuantityInterval = (typeof quantityIntervals)[number]

/** A part of a range: [start, end). */
export interface Bucket {
  readonly start: Date
  readonly end: Date
}

/** A range: `end` is included. The first and the last bucket are whole, also where the range begins or ends within them. */
export interface QuantityRange {
  readonly start: Date
  readonly end: Date
  readonly interval: QuantityInterval
  /** IANA name. */
  readonly timezone: string
}

/** The buckets of a range, in order, without a gap; undefined where there are more than `BUCKETS_MAXIMUM`. */
export function bucketsOf({ start, end, interval, timezone }: QuantityRange): readonly Bucket[] | undefined {
  const buckets: Bucket[] = []
  for (let at = firstBoundary(start, interval, timezone); at.epochMilliseconds <= end.getTime(); ) {
    if (buckets.length === BUCKETS_MAXIMUM) return undefined
    const next = boundaryAfter(at, interval)
    buckets.push({ start: new Date(at.epochMilliseconds), end: new Date(next.epochMilliseconds) })
    at = next
  }
  return buckets
}

function firstBoundary(instant: Date, interval: QuantityInterval, timezone: string): Temporal.ZonedDateTime {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)
  if (interval === 'hour') return at.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const day = at.startOfDay()
  if (interval === 'day') return day
  if (interval === 'week') return day.subtract({ days: day.dayOfWeek - 1 }).startOfDay()
  return day.with(interval === 'month' ? { day: 1 } : { month: 1, day: 1 }).startOfDay()
}

// A day begins at its first instant, which is not midnight where the clocks are put forward at midnight.
function boundaryAfter(at: Temporal.ZonedDateTime, interval: QuantityInterval): Temporal.ZonedDateTime {
  const next = at.add({ [`${interval}s`]: 1 })
  return interval === 'hour' ? next : next.startOfDay()
}
