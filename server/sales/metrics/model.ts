// The metrics of a merchant (section 10 of the billing behaviour). Pure.
import type { Interval } from '#kernel/time/buckets.ts'

/** The first day of a range of metrics. */
export const FIRST_DAY = '2000-01-01'

/** The days that may lie between the first and the last day of a range, by the length of its buckets. */
export const longestRanges: Readonly<Record<Interval, number>> = { hour: 7, day: 366, week: 365, month: 1460, year: 3650 }

/** The type of a figure: a number of things, minor units of the currency, or a share from 0 to 1. */
export type MetricType = 'scalar' | 'currency' | 'percentage'

/** A metric, by its slug. `isAdded`: the published clients of the first versions do not know it. */
export interface Metric {
  readonly name: string
  readonly type: MetricType
  readonly meaning: string
  readonly isAdded?: true
}

const count = (name: string, meaning: string) => ({ name, type: 'scalar', meaning }) as const
const money = (name: string, meaning: string) => ({ name, type: 'currency', meaning }) as const
const share = (name: string, meaning: string) => ({ name, type: 'percentage', meaning }) as const

/** Every metric by its slug (rules Q1 to Q7). */
export const metrics = {
  orders: count('Orders', 'Orders that were paid in the period.'),
  revenue: money('Revenue', 'Their amounts before tax and before refunds.'),
  cumulative_revenue: money('Cumulative Revenue', 'The revenue from the start of the range to the end of the period.'),
  average_order_value: money('Average Order Value', 'The revenue of an order on average; 0 without orders.'),
  one_time_products: count('One-Time Products', 'Paid orders of products that are sold once.'),
  one_time_products_revenue: money('One-Time Products Revenue', 'The revenue of those orders.'),
  new_subscriptions: count('New Subscriptions', 'Subscriptions that began in the period.'),
  new_subscriptions_revenue: money('New Subscriptions Revenue', 'The revenue of the first orders of subscriptions.'),
  renewed_subscriptions: count('Renewed Subscriptions', 'Subscriptions with a renewal that was paid in the period, each once.'),
  renewed_subscriptions_revenue: money('Renewed Subscriptions Revenue', 'The revenue of renewals.'),
  active_subscriptions: count('Active Subscriptions', 'Subscriptions at the end of the period, without those in their trial.'),
  monthly_recurring_revenue: money(
    'Monthly Recurring Revenue',
    'What the subscriptions at the end of the period bring each month: after discounts, before tax, without usage.',
  ),
  checkouts: count('Checkouts', 'Checkouts that were created in the period.'),
  succeeded_checkouts: count('Succeeded Checkouts', 'Those of them that were paid.'),
  checkouts_conversion: share('Checkouts Conversion Rate', 'Their share, from 0 to 1; 0 without checkouts.'),
  net_revenue: { ...money('Net Revenue', 'The revenue without what was refunded in the period.'), isAdded: true },
  refunds: { ...count('Refunds', 'Refunds that succeeded in the period.'), isAdded: true },
  refunded_amount: { ...money('Refunded Amount', 'What they refunded, before tax.'), isAdded: true },
  subscription_updates_revenue: { ...money('Subscription Updates Revenue', 'The revenue of changes of plans.'), isAdded: true },
  trialing_subscriptions: { ...count('Trialing Subscriptions', 'Subscriptions in their trial at the end of the period.'), isAdded: true },
  churned_subscriptions: { ...count('Churned Subscriptions', 'Subscriptions that ended in the period.'), isAdded: true },
  churn_rate: {
    ...share('Churn Rate', 'The share of the subscriptions at the start of the period that ended in it, from 0 to 1; 0 without any.'),
    isAdded: true,
  },
  committed_monthly_recurring_revenue: {
    ...money('Committed Monthly Recurring Revenue', 'The recurring revenue without subscriptions that end with their period.'),
    isAdded: true,
  },
} as const satisfies Readonly<Record<string, Metric>>

/** The name of a metric on the wire. */
export type MetricSlug = keyof typeof metrics

/** A figure of each metric. Money in minor units of one currency; shares from 0 to 1 with four decimals. */
export type Figures = Readonly<Record<MetricSlug, number>>

/** The counts of the aggregates: the database's `metric_tallies`. `ended:` is followed by the reason of the customer, or `none`. */
export type Measure =
  | ('purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'refund')
  | ('new' | 'active' | 'inactive' | 'trial_begun' | 'trial_over' | 'value' | 'committed_value')
  | ('checkout' | 'checkout_succeeded' | 'renewal' | 'lifetime')
  | `ended:${string}`

/** The number of times that a measure happened, and the sum of its amounts: minor units, or their twelfths each month. */
export interface Sum {
  readonly count: number
  readonly amount: number
}

/** The sums of a span of time. */
export type Sums = ReadonlyMap<Measure, Sum>

/**
 * The sums of a bucket. `pairs` are those of `renewal` and `lifetime` whose both ends lie in it: a second renewal of a subscription, and a
 * subscription that became active and ended.
 */
export interface BucketSums {
  readonly sums: Sums
  readonly pairs: Sums
}

/** The sums of a range: of all time before it, of its buckets, and the pairs of the whole range. */
export interface RangeSums {
  readonly before: Sums
  readonly buckets: readonly BucketSums[]
  readonly pairs: Sums
}

/** The figures of each bucket and of the whole range, and why subscriptions ended in it. */
export interface RangeFigures {
  readonly periods: readonly Figures[]
  readonly totals: Figures
  readonly churnedByReason: Readonly<Record<string, number>>
}
