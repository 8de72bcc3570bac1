// The period that the overview shows and the one it is compared with. Days are local ones that stand for those of the organization's zone.
import { toZoneTime } from '#web/ui/inputs/zone-time.ts'

/** Consecutive days: the local midnight at which the first one starts, and how many there are. */
export interface Period {
  readonly start: Date
  readonly days: number
}

/** The period that a period is compared with: the same number of days before it, the same days a year before, or nothing. */
export type Comparison = 'period' | 'year' | 'none'

/** The period in the URL. `from` and `to` are days (`2026-03-01`), both inclusive, in place of `range`. */
export interface PeriodSearch {
  readonly range: '7d' | '30d'
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The longest period, in days: a leap year. */
const DAYS_MAXIMUM = 366

/** The time that the clocks of a zone (IANA) show, as a local time: its days are those of the zone. */
export const clockTime = (now: Date, timeZone: string): Date => new Date(toZoneTime(now, timeZone))

/** The start of the day `count` days after that of `at`, in the local time zone. */
export const dayAfter = (at: Date, count: number): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() + count)

/** The first instant after a period. */
export const endOf = ({ start, days }: Period): Date => dayAfter(start, days)

/** The period that the URL names: chosen days until today at most, otherwise the last days including today. */
export function periodOf({ range, from, to }: PeriodSearch, now: Date): Period {
  const today = dayAfter(now, 0)
  const [start, last] = [dayOf(from), dayOf(to)]
  if (start !== undefined && last !== undefined && start <= today) {
    const days = Math.min(daysBetween(start, last), daysBetween(start, today)) + 1
    if (days >= 1 && days <= DAYS_MAXIMUM) return { start, days }
  }
  const days = Number.parseInt(range, 10)
  return { start: dayAfter(now, 1 - days), days }
}

/** The period with which another one is compared; null for none. */
export function comparedPeriod({ start, days }: Period, comparison: Comparison): Period | null {
  if (comparison === 'none') return null
  if (comparison === 'period') return { start: dayAfter(start, -days), days }
  return { start: new Date(start.getFullYear() - 1, start.getMonth(), start.getDate()), days }
}

/** The local midnight of `2026-03-01`; undefined for any other text. */
function dayOf(text: string | undefined): Date | undefined {
  const at = new Date(`${text}T00:00`)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) ? at : undefined
}

/** Whole days from one midnight to another, also where a day has 23 or 25 hours. */
const daysBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 86_400_000)
