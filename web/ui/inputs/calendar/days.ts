// Days as `2026-03-01`, without a time and without a zone.

/** A range of days, both inclusive; a side that is missing is open. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A month of a year; `month` counts from 1. */
export interface Month {
  readonly year: number
  readonly month: number
}

const DAYS_IN_WEEK = 7
const two = (value: number) => String(value).padStart(2, '0')
const textOf = (at: Date) => `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
const utc = (day: string) => new Date(`${day}T00:00:00Z`)

/** The day that is `count` days later, or earlier if it is negative. */
export function addDays(day: string, count: number): string {
  const at = utc(day)
  at.setUTCDate(at.getUTCDate() + count)
  return textOf(at)
}

/** The same day of another month; the last of a month that is shorter. */
export function addMonths(day: string, count: number): string {
  const { year, month } = addMonthsTo(monthOf(day), count)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(Math.min(Number(day.slice(8)), last))}`
}

/** The month of a day. */
export const monthOf = (day: string): Month => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) })

/** The month that is `count` months later. */
export function addMonthsTo({ year, month }: Month, count: number): Month {
  const index = year * 12 + month - 1 + count
  return { year: Math.floor(index / 12), month: (index % 12) + 1 }
}

/** Whole months from one to another. */
export const monthsBetween = (from: Month, to: Month): number => (to.year - from.year) * 12 + to.month - from.month

/** The day that Tab reaches where the months from `first` to `last` are shown: the active day, or the first that is shown if it is not. */
export function tabStop(active: string, first: Month, last: Month): string {
  const month = monthOf(active)
  if (monthsBetween(first, month) >= 0 && monthsBetween(month, last) >= 0) return active
  return `${String(first.year).padStart(4, '0')}-${two(first.month)}-01`
}

/** The days since the first day of the week; `firstDay` is 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string, firstDay: number): number {
  const weekday = utc(day).getUTCDay() || DAYS_IN_WEEK
  return (weekday - firstDay + DAYS_IN_WEEK) % DAYS_IN_WEEK
}

/** The weeks of a month; null for the days of the first and the last week that belong to its neighbours. */
export function weeksOf({ year, month }: Month, firstDay: number): readonly (readonly (string | null)[])[] {
  const first = `${String(year).padStart(4, '0')}-${two(month)}-01`
  const lead = weekdayOf(first, firstDay)
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const weeks = Math.ceil((lead + count) / DAYS_IN_WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_IN_WEEK }, (_, weekday) => {
      const at = week * DAYS_IN_WEEK + weekday - lead
      return at < 0 || at >= count ? null : addDays(first, at)
    }),
  )
}

/** The range after a click on `day`: the first click begins a range, the second one ends it, on whichever side it lies. */
export function chooseDay({ from, to }: DayRange, day: string): DayRange {
  if (from === undefined || to !== undefined) return { from: day }
  return day < from ? { from: day, to: from } : { from, to: day }
}

/** Whether the range contains the day. */
export const contains = ({ from, to }: DayRange, day: string): boolean =>
  (from !== undefined || to !== undefined) && (from === undefined || from <= day) && (to === undefined || day <= to)

/** The day to which a key moves from `day`; undefined for other keys. */
export function dayOfKey(key: string, day: string, firstDay: number): string | undefined {
  const weekday = weekdayOf(day, firstDay)
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -DAYS_IN_WEEK)
    case 'ArrowDown':
      return addDays(day, DAYS_IN_WEEK)
    case 'Home':
      return addDays(day, -weekday)
    case 'End':
      return addDays(day, DAYS_IN_WEEK - 1 - weekday)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}
