import { Temporal } from 'temporal-polyfill'

/**
 * The same day and time of the month that is `months` later, in UTC; the last day of that month where it has no such day (rule D1). Add
 * to the first instant each time, never to a sum: three months after 31 January is 30 April, two of them one by one is 28 March.
 */
export function addMonths(instant: Date, months: number): Date {
  const first = new Date(instant)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(instant.getUTCDate(), days))
  return first
}

/** The day of an instant in a time zone, by its IANA name. */
export function dayIn(instant: Date, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
}
