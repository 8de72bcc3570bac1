// The figures of a life by their definitions (section 10 of the billing behaviour), from every row: what the aggregates must equal.
import type { Bucket } from '#kernel/time/buckets.ts'

interface Sold {
  readonly id: string
  productId: string
  readonly customerId: string
  readonly currency: string
}

export interface PlainOrder extends Sold {
  readonly reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  readonly subscriptionId: string | null
  paidAt: Date | null
  net: number
}

export interface PlainRefund {
  readonly id: string
  readonly order: PlainOrder
  readonly amount: number
  at: Date
  hasSucceeded: boolean
}

export interface PlainCheckout extends Sold {
  readonly at: Date
  hasSucceeded: boolean
}

/** `values`: what it brings each month from a time on, in twelfths of a minor unit. */
export interface PlainSubscription extends Sold {
  readonly startedAt: Date
  readonly trialEnd: Date | null
  endedAt: Date | null
  reason: string | null
  readonly values: { readonly at: Date; readonly productId: string; readonly twelfths: number; readonly isCommitted: boolean }[]
}

export interface PlainLife {
  readonly orders: PlainOrder[]
  readonly refunds: PlainRefund[]
  readonly checkouts: PlainCheckout[]
  readonly subscriptions: PlainSubscription[]
}

/** The filters of a query. */
export interface PlainFilter {
  readonly currency: string
  readonly productId: string | undefined
  readonly customerId: string | undefined
  readonly isRecurring: boolean | undefined
  readonly recurringProducts: readonly string[]
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 10_000)
/** Ties away from zero. */
const divided = (amount: number, by: number) => Math.sign(amount) * Math.round(Math.abs(amount) / by)

/** The figures of one bucket; `rangeStart` is where the range begins. */
export function plainFigures(life: PlainLife, { start, end }: Bucket, { filter, rangeStart }: { filter: PlainFilter; rangeStart: Date }) {
  const isProduct = (id: string) =>
    (filter.productId ?? id) === id &&
    (filter.isRecurring ?? filter.recurringProducts.includes(id)) === filter.recurringProducts.includes(id)
  const isOf = ({ customerId, currency }: Sold) => currency === filter.currency && (filter.customerId ?? customerId) === customerId
  const isCounted = (row: Sold) => isOf(row) && isProduct(row.productId)
  const isIn = (at: Date | null) => at !== null && at >= start && at < end
  const orders = life.orders.filter((order) => isCounted(order) && isIn(order.paidAt))
  const by = (reason: PlainOrder['reason']) => orders.filter((order) => order.reason === reason)
  const revenue = total(orders.map(({ net }) => net))
  const earlier = life.orders.filter(
    (order) => isCounted(order) && order.paidAt !== null && order.paidAt >= rangeStart && order.paidAt < end,
  )
  const refunds = life.refunds.filter(({ order, at, hasSucceeded }) => hasSucceeded && isCounted(order) && isIn(at))
  const checkouts = life.checkouts.filter((checkout) => isCounted(checkout) && isIn(checkout.at))
  const succeeded = checkouts.filter(({ hasSucceeded }) => hasSucceeded)
  const all = life.subscriptions.filter(isCounted)
  const activeAt = (at: Date) =>
    all.filter(
      ({ startedAt, trialEnd, endedAt }) =>
        (trialEnd ?? startedAt) < at && (endedAt === null || (endedAt >= at && (trialEnd ?? startedAt) < endedAt)),
    )
  const isOver = ({ trialEnd, endedAt }: PlainSubscription, at: Date) =>
    trialEnd !== null && (trialEnd < at || (endedAt !== null && endedAt < at))
  const churned = all.filter(({ endedAt }) => isIn(endedAt))
  const valueAt = (isCommitted: boolean) =>
    total(
      life.subscriptions.filter(isOf).map(({ values }) => {
        const last = values.findLast(({ at }) => at < end)
        return last && isProduct(last.productId) && (last.isCommitted || !isCommitted) ? last.twelfths : 0
      }),
    )
  return {
    orders: orders.length,
    revenue,
    cumulative_revenue: total(earlier.map(({ net }) => net)),
    average_order_value: orders.length === 0 ? 0 : divided(revenue, orders.length),
    one_time_products: by('purchase').length,
    one_time_products_revenue: total(by('purchase').map(({ net }) => net)),
    new_subscriptions: all.filter(({ startedAt }) => isIn(startedAt)).length,
    new_subscriptions_revenue: total(by('subscription_create').map(({ net }) => net)),
    renewed_subscriptions: new Set(by('subscription_cycle').map(({ subscriptionId }) => subscriptionId)).size,
    renewed_subscriptions_revenue: total(by('subscription_cycle').map(({ net }) => net)),
    active_subscriptions: activeAt(end).length,
    monthly_recurring_revenue: divided(valueAt(false), 12),
    checkouts: checkouts.length,
    succeeded_checkouts: succeeded.length,
    checkouts_conversion: share(succeeded.length, checkouts.length),
    net_revenue: revenue - total(refunds.map(({ amount }) => amount)),
    refunds: refunds.length,
    refunded_amount: total(refunds.map(({ amount }) => amount)),
    subscription_updates_revenue: total(by('subscription_update').map(({ net }) => net)),
    trialing_subscriptions: all.filter((each) => each.trialEnd !== null && each.startedAt < end && !isOver(each, end)).length,
    churned_subscriptions: churned.length,
    churn_rate: share(activeAt(start).filter(({ endedAt }) => isIn(endedAt)).length, activeAt(start).length),
    committed_monthly_recurring_revenue: divided(valueAt(true), 12),
  }
}
