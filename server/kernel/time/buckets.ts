// Spans of time by hour, day, week, month or year in a time zone (section 4.4 of the billing behaviour). Pure.
import { Temporal } from 'temporal-polyfill'

/** Buckets of one range at most. */
export const BUCKETS_MAXIMUM = 1000

export const intervals = ['hour', 'day', 'week', 'month', 'year'] as const
export type Interval = (typeof intervals)[number]

/** A part of a range: [start, end). */
export interface Bucket {
  readonly start: Date
  readonly end: Date
}

/** A range: `end` is included. The first and the last bucket are whole, also where the range begins or ends within them. */
export interface BucketRange {
  readonly start: Date
  readonly end: Date
  readonly interval: Interval
  /** IANA name. */
  readonly timezone: string
}

/** The buckets of a range, in order, without a gap; undefined where there are more than `BUCKETS_MAXIMUM`. */
export function bucketsOf({ start, end, interval, timezone }: BucketRange): readonly Bucket[] | undefined {
  const buckets: Bucket[] = []
  for (let at = firstBoundary(start, interval, timezone); at.epochMilliseconds <= end.getTime(); ) {
    if (buckets.length === BUCKETS_MAXIMUM) return undefined
    const next = boundaryAfter(at, interval)
    buckets.push({ start: new Date(at.epochMilliseconds), end: new Date(next.epochMilliseconds) })
    at = next
  }
  return buckets
}

function firstBoundary(instant: Date, interval: Interval, timezone: string): Temporal.ZonedDateTime {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)
  if (interval === 'hour') return at.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const day = at.startOfDay()
  if (interval === 'day') return day
  if (interval === 'week') return day.subtract({ days: day.dayOfWeek - 1 }).startOfDay()
  return day.with(interval === 'month' ? { day: 1 } : { month: 1, day: 1 }).startOfDay()
}

// A day begins at its first instant, which is not midnight where the clocks are put forward at midnight.
function boundaryAfter(at: Temporal.ZonedDateTime, interval: Interval): Temporal.ZonedDateTime {
  const next = at.add({ [`${interval}s`]: 1 })
  return interval === 'hour' ? next : next.startOfDay()
}

/** A range of days (`2026-03-01`), both included, each in `timezone`. */
export interface DayRange extends Pick<BucketRange, 'interval' | 'timezone'> {
  readonly from: string
  readonly to: string
}

/** The buckets of a range of days, as `bucketsOf`. */
export function bucketsOfDays({ from, to, interval, timezone }: DayRange): readonly Bucket[] | undefined {
  const start = Temporal.PlainDate.from(from).toZonedDateTime(timezone)
  const after = Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(timezone)
  return bucketsOf({ start: new Date(start.epochMilliseconds), end: new Date(after.epochMilliseconds - 1), interval, timezone })
}

/** The days from one day to another: 0 for the same. Negative where `to` is before. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days
}
