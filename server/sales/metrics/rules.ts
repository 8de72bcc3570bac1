import { round } from '#kernel/money.ts'
import type { BucketSums, Figures, Measure, RangeFigures, RangeSums, Sum, Sums } from './model.ts'

/** Shares have four decimals (rule Q6). */
const SHARES = 10_000
const ENDED = 'ended:'
const NONE: Sum = { count: 0, amount: 0 }

/** The average of `count` amounts that sum to `revenue`, in minor units; 0 of none (rule Q2). */
export const averageOf = (revenue: number, count: number): number => (count === 0 ? 0 : round(revenue, count))

/** The share of a part, from 0 to 1 with four decimals; 0 of nothing (rule Q6). */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : round(part * SHARES, whole) / SHARES)

/** The recurring revenue of a month in minor units, rounded once (rule Q5). A month's price has twelve twelfths, a year's one. */
export const recurringRevenue = (twelfths: number): number => round(twelfths, 12)

/** The state at the beginning of a span of time. */
interface State {
  readonly active: number
  readonly trialing: number
  /** Twelfths of a minor unit each month. */
  readonly value: number
  readonly committedValue: number
}

/** The figures of a range: of each bucket, and the definitions applied to the whole range. */
export function figuresOf({ before, buckets, pairs }: RangeSums): RangeFigures {
  const start = after({ active: 0, trialing: 0, value: 0, committedValue: 0 }, before)
  let state = start
  let revenue = 0
  const periods = buckets.map((bucket) => {
    const next = after(state, bucket.sums)
    revenue += revenueOf(bucket.sums)
    const figures = figuresOfSpan(bucket, { start: state, end: next, revenue })
    state = next
    return figures
  })
  const sums = addSums(buckets)
  return { periods, totals: figuresOfSpan({ sums, pairs }, { start, end: state, revenue }), churnedByReason: reasonsOf(sums) }
}

const of = (sums: Sums, measure: Measure): Sum => sums.get(measure) ?? NONE

function after(state: State, sums: Sums): State {
  return {
    active: state.active + of(sums, 'active').count - of(sums, 'inactive').count,
    trialing: state.trialing + of(sums, 'trial_begun').count - of(sums, 'trial_over').count,
    value: state.value + of(sums, 'value').amount,
    committedValue: state.committedValue + of(sums, 'committed_value').amount,
  }
}

const sold = ['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'] as const

const revenueOf = (sums: Sums): number => sold.reduce((sum, measure) => sum + of(sums, measure).amount, 0)

function figuresOfSpan(
  { sums, pairs }: BucketSums,
  { start, end, revenue }: { readonly start: State; readonly end: State; readonly revenue: number },
): Figures {
  const orders = sold.reduce((sum, measure) => sum + of(sums, measure).count, 0)
  const own = revenueOf(sums)
  const refund = of(sums, 'refund')
  const checkouts = of(sums, 'checkout').count
  const succeeded = of(sums, 'checkout_succeeded').count
  return {
    orders,
    revenue: own,
    cumulative_revenue: revenue,
    average_order_value: averageOf(own, orders),
    one_time_products: of(sums, 'purchase').count,
    one_time_products_revenue: of(sums, 'purchase').amount,
    new_subscriptions: of(sums, 'new').count,
    new_subscriptions_revenue: of(sums, 'subscription_create').amount,
    // Every further renewal of a subscription in this span makes a pair with the one before it.
    renewed_subscriptions: of(sums, 'subscription_cycle').count - of(pairs, 'renewal').count,
    renewed_subscriptions_revenue: of(sums, 'subscription_cycle').amount,
    active_subscriptions: end.active,
    monthly_recurring_revenue: recurringRevenue(end.value),
    checkouts,
    succeeded_checkouts: succeeded,
    checkouts_conversion: shareOf(succeeded, checkouts),
    net_revenue: own - refund.amount,
    refunds: refund.count,
    refunded_amount: refund.amount,
    subscription_updates_revenue: of(sums, 'subscription_update').amount,
    trialing_subscriptions: end.trialing,
    churned_subscriptions: Object.values(reasonsOf(sums)).reduce((sum, count) => sum + count, 0),
    churn_rate: shareOf(of(sums, 'inactive').count - of(pairs, 'lifetime').count, start.active),
    committed_monthly_recurring_revenue: recurringRevenue(end.committedValue),
  }
}

/** The number of subscriptions that ended, by the reason that the customer gave (`none` without one). */
function reasonsOf(sums: Sums): Record<string, number> {
  const ended = [...sums].filter(([measure, { count }]) => measure.startsWith(ENDED) && count !== 0)
  return Object.fromEntries(ended.map(([measure, { count }]) => [measure.slice(ENDED.length), count]))
}

function addSums(buckets: readonly BucketSums[]): Sums {
  const all = new Map<Measure, Sum>()
  for (const { sums } of buckets)
    for (const [measure, { count, amount }] of sums) {
      const sum = of(all, measure)
      all.set(measure, { count: sum.count + count, amount: sum.amount + amount })
    }
  return all
}
