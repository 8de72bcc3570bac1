// The dates of periods and trials, in the zone of the subscription (section 3.2 of the billing behaviour).
import { Temporal } from 'temporal-polyfill'
import type { RecurringInterval } from '#merchant/catalogue/products/model.ts'
import type { TrialLength } from './model.ts'

/** The periods that are billed at once after a downtime; an operator confirms more (rule D4). */
export const CATCH_UP_MAXIMUM = 12

/** The months of an interval. */
export const MONTHS_OF_INTERVAL: Readonly<Record<RecurringInterval, number>> = { month: 1, year: 12 }

/** The values from which the boundaries of periods are counted. */
export interface BillingCycle {
  readonly anchorAt: Date
  readonly recurringInterval: RecurringInterval
  /** IANA name. */
  readonly billingTimezone: string
}

/** A period: [start, end). */
export interface Period {
  readonly start: Date
  readonly end: Date
}

/** The instant with its milliseconds cut off: periods are whole seconds (rule T1). */
export function wholeSeconds(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000)
}

/** The first period of a subscription that starts at `now`, in whole seconds: its trial, or else a paid one (rules D1, R1, T1). */
export function firstPeriod(
  now: Date,
  { trial, ...cycle }: Omit<BillingCycle, 'anchorAt'> & { readonly trial: TrialLength | null },
): Period {
  const start = wholeSeconds(now)
  return trial ? { start, end: trialEnd(start, trial, cycle.billingTimezone) } : periodFrom({ ...cycle, anchorAt: start }, start)
}

/** The cycle from which the periods of a subscription are counted, by its first one: a trial is not among them (rule R1). */
export function cycleFrom(
  { start, end }: Period,
  { trial, recurringInterval, billingTimezone }: Omit<BillingCycle, 'anchorAt'> & { readonly trial: TrialLength | null },
): BillingCycle {
  return { anchorAt: trial ? end : start, recurringInterval, billingTimezone }
}

/** The k-th boundary: the anchor's local day and time, k intervals later; the last day of the month where it has no such day (rule D1). */
export function boundary({ anchorAt, recurringInterval, billingTimezone }: BillingCycle, k: number): Date {
  return addInZone(anchorAt, { months: MONTHS_OF_INTERVAL[recurringInterval] * k }, billingTimezone)
}

/** The period that starts at `start`, which is a boundary. */
export function periodFrom(cycle: BillingCycle, start: Date): Period {
  return { start, end: boundary(cycle, indexAfter(cycle, start)) }
}

/** The periods that are due at `now`, in order, from the one that starts at `periodEnd`; at most `CATCH_UP_MAXIMUM` (rule D4). */
export function duePeriods(cycle: BillingCycle, periodEnd: Date, now: Date): Period[] {
  const periods: Period[] = []
  for (let start = periodEnd; start <= now && periods.length < CATCH_UP_MAXIMUM; ) {
    const period = periodFrom(cycle, start)
    periods.push(period)
    start = period.end
  }
  return periods
}

/** The end of a trial: a calendar addition in the zone, clamped to the last day of a month (rule R1). */
export function trialEnd(start: Date, { interval, count }: TrialLength, timezone: string): Date {
  return addInZone(start, { [`${interval}s`]: count }, timezone)
}

// The first boundary after an instant: the estimate by months is at most one off.
function indexAfter(cycle: BillingCycle, instant: Date): number {
  const [from, to] = [cycle.anchorAt, instant].map((each) => zoned(each, cycle.billingTimezone)) as [
    Temporal.ZonedDateTime,
    Temporal.ZonedDateTime,
  ]
  const months = (to.year - from.year) * 12 + to.month - from.month
  let k = Math.max(0, Math.floor(months / MONTHS_OF_INTERVAL[cycle.recurringInterval]))
  while (boundary(cycle, k) <= instant) k += 1
  return k
}

function zoned(instant: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)
}

// A local time that does not exist moves forward by the gap; of one that occurs twice the first counts (rule D2).
function addInZone(instant: Date, duration: Temporal.DurationLike, timezone: string): Date {
  const local = zoned(instant, timezone).toPlainDateTime().add(duration)
  return new Date(local.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds)
}
