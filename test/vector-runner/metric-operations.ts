// The functions that implement the operations of the test vectors about metrics: the tallies of a life, summed by buckets.
import { z } from 'zod'
import { type Bucket, bucketsOfDays } from '#kernel/time/buckets.ts'
import type { BucketSums, Figures, Measure, RangeFigures, Sum, Sums } from '#sales/metrics/model.ts'
import { averageOf, figuresOf, recurringRevenue, shareOf } from '#sales/metrics/rules.ts'
import { bind, type Operation } from './run.ts'

/** Something that is counted. `priorAt`: when what it is a pair with happened. */
interface Tally {
  readonly measure: Measure
  readonly at: Date
  readonly priorAt?: Date
  readonly amount?: number
}

function sumsOf(tallies: readonly Tally[]): Sums {
  const sums = new Map<Measure, Sum>()
  for (const { measure, amount = 0 } of tallies) {
    const { count, amount: total } = sums.get(measure) ?? { count: 0, amount: 0 }
    sums.set(measure, { count: count + 1, amount: total + amount })
  }
  return sums
}

/** The figures of a life in buckets that follow each other. */
function figures(tallies: readonly Tally[], buckets: readonly Bucket[]): RangeFigures {
  const within = ({ start, end }: Bucket): BucketSums => ({
    sums: sumsOf(tallies.filter(({ at, priorAt }) => !priorAt && at >= start && at < end)),
    pairs: sumsOf(tallies.filter(({ at, priorAt }) => priorAt && priorAt >= start && at < end)),
  })
  const start = buckets[0]?.start ?? new Date(0)
  const whole = within({ start, end: buckets.at(-1)?.end ?? start })
  return figuresOf({
    before: sumsOf(tallies.filter(({ at, priorAt }) => !priorAt && at < start)),
    buckets: buckets.map(within),
    pairs: whole.pairs,
  })
}

const months = (names: readonly string[], timezone: string): readonly Bucket[] =>
  bucketsOfDays({ from: `${names[0]}-01`, to: `${names.at(-1)}-01`, interval: 'month', timezone }) ?? []

const instant = z.string().transform((text) => new Date(text))
const amount = z.number()
const NOW = new Date('2026-03-12T00:00:00.000Z')
const TODAY: readonly Bucket[] = [{ start: NOW, end: new Date(NOW.getTime() + 86_400_000) }]

export const metricOperations: Readonly<Record<string, Operation>> = {
  'metrics.mrr': bind(
    { subscriptions: z.array(z.object({ amount, interval: z.enum(['month', 'year']), status: z.enum(['active', 'past_due']) })) },
    ({ subscriptions }) =>
      recurringRevenue(subscriptions.reduce((sum, each) => sum + each.amount * (each.interval === 'month' ? 12 : 1), 0)),
  ),
  'metrics.aov': bind({ net_amounts: z.array(amount) }, ({ net_amounts }) =>
    averageOf(
      net_amounts.reduce((sum, each) => sum + each, 0),
      net_amounts.length,
    ),
  ),
  'metrics.churn': bind({ active_at_start: amount, churned: amount }, ({ active_at_start, churned }) =>
    shareOf(churned, active_at_start).toFixed(4),
  ),
  'metrics.orders': bind(
    {
      timezone: z.string(),
      months: z.array(z.string()),
      orders: z.array(z.object({ paid_at: instant, net_amount: amount, paid: z.boolean() })),
    },
    ({ timezone, months: names, orders }) => {
      const tallies = orders
        .filter(({ paid }) => paid)
        .map((order): Tally => ({ measure: 'purchase', at: order.paid_at, amount: order.net_amount }))
      return figures(tallies, months(names, timezone)).periods.map((period, at) => ({ month: names[at], ...period }))
    },
  ),
  'metrics.subscriptions': bind(
    { month: z.string(), timezone: z.string(), subscriptions: z.array(z.object({ started_at: instant, ended_at: instant.nullable() })) },
    ({ month, timezone, subscriptions }) => {
      const tallies = subscriptions.flatMap(({ started_at: at, ended_at: end }): Tally[] => [
        ...(['new', 'active'] as const).map((measure) => ({ measure, at })),
        ...(end ? (['ended:none', 'inactive'] as const).map((measure) => ({ measure, at: end })) : []),
        ...(end ? [{ measure: 'lifetime', at: end, priorAt: at } as const] : []),
      ])
      const [bucket] = months([month], timezone)
      const { totals } = figures(tallies, bucket ? [bucket] : [])
      const atStart = tallies.filter(({ measure, at }) => bucket && at < bucket.start && (measure === 'active' || measure === 'inactive'))
      return {
        new: totals.new_subscriptions,
        active_at_end: totals.active_subscriptions,
        churned: totals.churned_subscriptions,
        active_at_start: atStart.reduce((sum, { measure }) => sum + (measure === 'active' ? 1 : -1), 0),
        churn_rate: totals.churn_rate.toFixed(4),
      }
    },
  ),
  'metrics.net_revenue': bind({ revenue: amount, refunds: z.array(amount) }, ({ revenue, refunds }) => {
    const refunded = refunds.map((each): Tally => ({ measure: 'refund', at: NOW, amount: each }))
    return figures([{ measure: 'purchase', at: NOW, amount: revenue }, ...refunded], TODAY).totals.net_revenue
  }),
  'metrics.by_reason': bind(
    {
      orders: z.array(
        z.object({
          billing_reason: z.enum(['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update']),
          net_amount: amount,
        }),
      ),
    },
    ({ orders }) => {
      const tallies = orders.map((order): Tally => ({ measure: order.billing_reason, at: NOW, amount: order.net_amount }))
      const { totals }: { readonly totals: Figures } = figures(tallies, TODAY)
      return { ...totals, subscription_update_revenue: totals.subscription_updates_revenue }
    },
  ),
}
