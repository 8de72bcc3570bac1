import { z } from 'zod'
import { isCurrency } from '#kernel/money.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { type Bucket, bucketsOfDays, daysBetween, intervals } from '#kernel/time/buckets.ts'
import { isTimeZone } from '#kernel/time/zones.ts'
import { productBillingType } from '#money/billing/orders/model.ts'
import { cancellationReasons } from '#money/billing/subscriptions/model.ts'
import { timeInterval } from '#money/usage/counts/wire.ts'
import { added, oneOrMore, oneOrMoreIds, organizationFilter, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { FIRST_DAY, type Figures, longestRanges, type Metric, type MetricSlug, metrics, type RangeFigures } from './model.ts'
import type { MetricScope } from './reads.ts'

const day = z.iso.date()

/** The query of metrics. */
export const metricsQuery = z.object({
  start_date: day.meta({ description: 'The first day; its bucket is counted whole.' }),
  end_date: day.meta({ description: 'The last day, included; its bucket is counted whole.' }),
  interval: timeInterval.meta({ description: 'How long each bucket is; a week begins on Monday.' }),
  timezone: z
    .string()
    .optional()
    .meta(added('IANA name of the zone in which days begin and end. Without it the billing zone of the organization.')),
  currency: z
    .string()
    .toLowerCase()
    .optional()
    .meta(added('Only sales in this currency are counted. Without it the default currency of the organization.')),
  organization_id: organizationFilter,
  product_id: oneOrMoreIds,
  billing_type: oneOrMore(productBillingType).meta({ description: 'Only products that are sold once, or that recur.' }),
  customer_id: oneOrMoreIds,
})

export type MetricsQuery = z.output<typeof metricsQuery>

const entries = Object.entries(metrics) as readonly (readonly [MetricSlug, Metric])[]

/** An object with a field for each metric. */
function ofEach<Schema extends z.ZodType>(field: (metric: Metric) => Schema): Readonly<Record<MetricSlug, Schema>> {
  const shape = entries.map(([slug, metric]) => [
    slug,
    field(metric).meta(metric.isAdded ? added(metric.meaning) : { description: metric.meaning }),
  ])
  return Object.fromEntries(shape) as Record<MetricSlug, Schema>
}

const figures = ofEach(({ type }): z.ZodNumber => (type === 'percentage' ? z.number() : z.int()))

const metric = z
  .object({
    slug: z.string().meta({ description: 'The name of the field.' }),
    display_name: z.string().meta({ description: 'Its English name.' }),
    type: z.enum(['scalar', 'currency', 'percentage']).meta({ id: 'MetricType', description: 'How the figure is read.' }),
  })
  .meta({ id: 'Metric', description: 'What a figure is.' })

const reasons = [...cancellationReasons, 'none'] as const

const churnReason = z
  .object({
    reason: z.enum(reasons).meta({ description: 'The reason of the customers; `none` is without one.' }),
    count: z.int().meta({ description: 'How many of their subscriptions ended.' }),
  })
  .meta({ id: 'ChurnReason', description: 'Why subscriptions ended.' })

/** The figures of a range. */
export const metricsResponse = z
  .object({
    periods: z
      .array(
        z
          .object({ timestamp: timestamp.meta({ description: 'The first instant of the bucket.' }), ...figures })
          .meta({ id: 'MetricPeriod', description: 'The figures of a bucket.' }),
      )
      .meta({ description: 'Every bucket, in order.' }),
    totals: z.object(figures).meta({ id: 'MetricsTotals' }).meta({ description: 'The figures of the whole range.' }),
    metrics: z
      .object(ofEach(() => metric))
      .meta({ id: 'Metrics' })
      .meta({ description: 'What each figure is.' }),
    currency: z.string().meta(added('Of all figures: sales in another currency are not counted.')),
    timezone: z.string().meta(added('The zone of the buckets.')),
    other_currencies: z
      .array(z.string())
      .meta(added('Further currencies in which there ever were sales: their figures are read by `currency`.')),
    churned_by_reason: z.array(churnReason).meta(added('Why the subscriptions of the range ended, the most frequent reason first.')),
  })
  .meta({ id: 'MetricsResponse', description: 'The figures of a range by hour, day, week, month or year.' })

const limit = z
  .object({
    min_days: z.int().meta(added('How many days the last day is after the first one at least: none.')),
    max_days: z.int().meta({ description: 'How many days the last day may be after the first one.' }),
  })
  .meta({ id: 'MetricsIntervalLimit', description: 'The longest range of an interval.' })

/** The limits of the ranges of metrics. */
export const metricsLimits = z
  .object({
    min_date: day.meta({ description: 'The first day of a range at the earliest.' }),
    intervals: z
      .object(
        Object.fromEntries(intervals.map((name) => [name, limit.meta({ description: `The range of buckets of one ${name}.` })])) as Record<
          (typeof intervals)[number],
          typeof limit
        >,
      )
      .meta({ id: 'MetricsIntervalsLimits' })
      .meta({ description: 'The longest range of each interval.' }),
  })
  .meta({ id: 'MetricsLimits', description: 'The ranges that metrics can be read of.' })

/** The limits as JSON. */
export function toLimitsWire(): z.output<typeof metricsLimits> {
  const limits = intervals.map((name) => [name, { min_days: 0, max_days: longestRanges[name] }])
  return { min_date: FIRST_DAY, intervals: Object.fromEntries(limits) }
}

/** The buckets of a query, in `zone` where it names none; 422 at the field that is wrong. */
export function toBuckets({ start_date: from, end_date: to, interval, timezone }: MetricsQuery, zone: string): readonly Bucket[] {
  const problems: Problem[] = []
  if (from < FIRST_DAY) problems.push(valueProblem(['query', 'start_date'], `The first day is ${FIRST_DAY} or later.`))
  if (to < from) problems.push(valueProblem(['query', 'end_date'], 'The last day is not before the first one.'))
  else if (daysBetween(from, to) > longestRanges[interval])
    problems.push(
      valueProblem(['query', 'end_date'], `By ${interval} the last day is at most ${longestRanges[interval]} days after the first one.`),
    )
  if (timezone !== undefined && !isTimeZone(timezone))
    problems.push(valueProblem(['query', 'timezone'], 'This is not the IANA name of a time zone.'))
  refuseProblems(problems)
  return bucketsOfDays({ from, to, interval, timezone: timezone ?? zone }) ?? []
}

/** The scope that a query counts, in `currency` where it names none; 422 for a currency that there is not. */
export function toMetricScope(
  query: MetricsQuery,
  { organizationIds, currency }: Pick<MetricScope, 'organizationIds' | 'currency'>,
): MetricScope {
  if (query.currency !== undefined && !isCurrency(query.currency))
    refuseProblems([valueProblem(['query', 'currency'], 'This is not a currency that can be sold in.')])
  const isNamed = (values: readonly unknown[] | undefined) => values !== undefined && values.length > 0
  return {
    organizationIds,
    currency: query.currency ?? currency,
    productIds: isNamed(query.product_id) ? query.product_id : undefined,
    customerIds: isNamed(query.customer_id) ? query.customer_id : undefined,
    isRecurring: isNamed(query.billing_type) ? (query.billing_type ?? []).map((type) => type === 'recurring') : [true, false],
  }
}

/** The range and the currency of the figures. */
export interface MetricsHead {
  readonly buckets: readonly Bucket[]
  readonly currency: string
  readonly timezone: string
  readonly otherCurrencies: readonly string[]
}

/** The figures as JSON. */
export function toMetricsWire({ periods, totals, churnedByReason }: RangeFigures, head: MetricsHead): z.output<typeof metricsResponse> {
  return {
    periods: head.buckets.map(({ start }, at) => ({ timestamp: toTimestamp(start), ...(periods[at] as Figures) })),
    totals,
    metrics: Object.fromEntries(entries.map(([slug, { name, type }]) => [slug, { slug, display_name: name, type }] as const)) as z.output<
      typeof metricsResponse
    >['metrics'],
    currency: head.currency,
    timezone: head.timezone,
    other_currencies: [...head.otherCurrencies],
    churned_by_reason: reasons
      .map((reason) => ({ reason, count: churnedByReason[reason] ?? 0 }))
      .filter(({ count }) => count !== 0)
      .toSorted((one, other) => other.count - one.count),
  }
}
