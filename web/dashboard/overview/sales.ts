import type { MetricPeriod, MetricsResponse, MetricsTotals } from '#client/index.ts'
import { dayAfter, type Period } from './period.ts'
import type { PeriodMetrics } from './queries.ts'

/** The figures of a day: its local midnight, and what the server has counted. Money in minor units. */
export interface SalesDay {
  readonly start: Date
  readonly figures: MetricPeriod
}

/** The figures of a period, and of the one that it is compared with (empty, null without one), by days, oldest first. */
export interface Sales {
  readonly currency: string
  readonly days: readonly SalesDay[]
  readonly before: readonly SalesDay[]
  readonly totals: MetricsTotals
  readonly totalsBefore: MetricsTotals | null
  /** Further currencies in which there were ever sales. */
  readonly otherCurrencies: readonly string[]
  /** The numbers of subscriptions that ended, by the reason of their customers, most frequent first. */
  readonly churn: MetricsResponse['churnedByReason']
}

/** Puts the figures of the server beside the days that they are of. */
export function salesOf({ period, compared, now, before }: PeriodMetrics): Sales {
  const daysOf = (of: Period, periods: readonly MetricPeriod[]) =>
    periods.map((figures, at) => ({ start: dayAfter(of.start, at), figures }))
  return {
    currency: now.currency,
    days: daysOf(period, now.periods),
    before: compared && before ? daysOf(compared, before.periods) : [],
    totals: now.totals,
    totalsBefore: before?.totals ?? null,
    otherCurrencies: now.otherCurrencies,
    churn: now.churnedByReason,
  }
}

/** Whether there was ever a subscription that these figures could be about. */
export const hasSubscriptions = ({ totals, totalsBefore }: Sales): boolean =>
  [totals, totalsBefore].some(
    (of) =>
      of !== null && (of.activeSubscriptions > 0 || of.trialingSubscriptions > 0 || of.newSubscriptions > 0 || of.churnedSubscriptions > 0),
  )

/** The relative change (0.258 is 25.8 % more); null if `before` is zero. */
export const change = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before)
