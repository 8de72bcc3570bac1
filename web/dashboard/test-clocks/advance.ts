// The advance of a test clock: what the form holds, what must hold for it, and what follows. The server decides by the same rules.
import type { TestClock, TestClockAdvance } from '#client/types.ts'
import { type CalendarUnit, fromZoneTime, later } from '#web/ui/inputs/calendar/zone-instant.ts'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { t } from './messages.ts'

/** The maximum that one advance may cover. */
const yearsMax = 10
const minuteMs = 60_000

/** One of a unit, another duration, or a date and time. */
export const advanceKinds = ['day', 'week', 'month', 'year', 'custom', 'date'] as const
export const calendarUnits = ['day', 'week', 'month', 'year'] as const satisfies readonly CalendarUnit[]

export interface AdvanceValues {
  readonly kind: (typeof advanceKinds)[number]
  /** Of `custom`: how many units, as typed. */
  readonly count: string
  readonly unit: CalendarUnit
  /** Of `date`: in the billing time zone, `2027-01-31T10:00`. */
  readonly date: string
}

/** Where a form begins: the clock's time and the billing time zone (IANA). */
export interface AdvancePlace {
  readonly from: Date
  readonly zone: string
}

/** The instant that the values name; null where they name none. */
export function targetOf(values: AdvanceValues, { from, zone }: AdvancePlace): Date | null {
  if (values.kind === 'date') return fromZoneTime(values.date, zone)
  const duration = durationOf(values)
  return duration && later(from, duration, zone)
}

/** The request: a duration is left to the server to count. */
export function advanceBody(values: AdvanceValues, zone: string): TestClockAdvance {
  if (values.kind === 'date') return { to: fromZoneTime(values.date, zone)?.toISOString() }
  const duration = durationOf(values)
  return { by: duration && `P${duration.count}${duration.unit.charAt(0).toUpperCase()}` }
}

function durationOf({ kind, count, unit }: AdvanceValues): { readonly count: number; readonly unit: CalendarUnit } | null {
  if (kind === 'date') return null
  if (kind !== 'custom') return { count: 1, unit: kind }
  return /^\d{1,5}$/.test(count.trim()) ? { count: Number(count), unit } : null
}

/** The rules for the values. */
export const advanceRules = (place: AdvancePlace): Rules<AdvanceValues> => ({
  count: (_, values) => (values.kind === 'custom' ? findAdvanceFault(values, place, t('form.countInvalid')) : undefined),
  date: (_, values) => (values.kind === 'date' ? findAdvanceFault(values, place, t('form.dateInvalid')) : undefined),
})

function findAdvanceFault(values: AdvanceValues, place: AdvancePlace, missing: string): string | undefined {
  const target = targetOf(values, place)
  if (target === null) return missing
  if (target <= place.from) return values.kind === 'date' ? t('form.onlyForward') : missing
  const furthest = new Date(place.from)
  furthest.setUTCFullYear(furthest.getUTCFullYear() + yearsMax)
  return target > furthest ? t('form.tooFar', { years: yearsMax }) : undefined
}

/** The share of the way of an advance that is behind the clock, from 0 to 1. */
export function progressOf({
  advancedFrom,
  targetTime,
  frozenTime,
}: Pick<TestClock, 'advancedFrom' | 'targetTime' | 'frozenTime'>): number {
  if (advancedFrom === null || targetTime === null) return 0
  const [start, end, now] = [advancedFrom, targetTime, frozenTime].map((at) => new Date(at).getTime()) as [number, number, number]
  return end <= start ? 1 : Math.min(1, Math.max(0, (now - start) / (end - start)))
}

/** Where an advance that failed continues to: its target, or just beyond if the clock failed there. */
export function retryTarget({ frozenTime, targetTime }: Pick<TestClock, 'frozenTime' | 'targetTime'>): string {
  const next = new Date(new Date(frozenTime).getTime() + minuteMs).toISOString()
  return targetTime !== null && new Date(targetTime) > new Date(frozenTime) ? targetTime : next
}
