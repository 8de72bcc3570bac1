// Instants of the values of inputs of date and time, and calendar arithmetic in a time zone.
import { toZoneTime } from '../zone-time.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * The instant of the value of an input of date and time, `2027-01-31T10:00`, in a time zone (IANA); null where it is empty or incomplete. A time that the zone skips is later by what it skips; of a time that
 * occurs twice it is the first.
 */
export function fromZoneTime(value: string, timeZone: string): Date | null {
  const civil = new Date(`${value}Z`).getTime()
  if (value === '' || Number.isNaN(civil)) return null
  const [before, after] = [-dayMs, dayMs].map((distance) => new Date(civil - offsetAt(civil + distance, timeZone))) as [Date, Date]
  return toZoneTime(before, timeZone) !== value && toZoneTime(after, timeZone) === value ? after : before
}

/** The time by which the clocks of the zone are later than UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  return new Date(`${toZoneTime(new Date(instant), timeZone)}Z`).getTime() - Math.floor(instant / minuteMs) * minuteMs
}

/** A unit of calendars. */
export type CalendarUnit = 'day' | 'week' | 'month' | 'year'

/** The instant so many days, weeks, months or years later in a time zone, at the same time of day; a day that the month lacks is its last. */
export function later(from: Date, { count, unit }: { readonly count: number; readonly unit: CalendarUnit }, timeZone: string): Date | null {
  const civil = new Date(`${toZoneTime(from, timeZone)}Z`)
  const day = civil.getUTCDate()
  if (unit === 'day' || unit === 'week') civil.setUTCDate(day + count * (unit === 'week' ? 7 : 1))
  else {
    civil.setUTCMonth(civil.getUTCMonth() + count * (unit === 'year' ? 12 : 1))
    if (civil.getUTCDate() !== day) civil.setUTCDate(0)
  }
  if (Number.isNaN(civil.getTime())) return null
  const minute = fromZoneTime(civil.toISOString().slice(0, 16), timeZone)
  return minute && new Date(minute.getTime() + (from.getTime() % minuteMs))
}
