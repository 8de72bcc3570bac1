import type { Order } from '#client/index.ts'

/** One day in the local time zone. `net` in minor units, before tax; `orders` counts paid orders. */
export interface SalesDay {
  readonly start: Date
  readonly net: number
  readonly orders: number
}

/** Sales of a range of days and of the same number of days before it, oldest first; the last of `days` is today. */
export interface Sales {
  readonly currency: string
  readonly days: readonly SalesDay[]
  readonly before: readonly SalesDay[]
  /** Sales of the range in other currencies. */
  readonly others: readonly { readonly currency: string; readonly net: number }[]
}

/** The start of the day `back` days before `now`, in the local time zone. */
export const dayStart = (now: Date, back: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)

/**
 * Groups paid orders by day. Counts orders in the merchant's default currency or, if the range has none, in its most frequent currency;
 * currencies are never added up.
 */
export function salesOf(orders: readonly Order[], options: { now: Date; days: number; currency: string }): Sales {
  const { now, days } = options
  const since = dayStart(now, days - 1)
  const paid = orders.filter((order) => order.paid)
  const inRange = paid.filter((order) => new Date(order.createdAt) >= since)
  const currency = mainCurrency(inRange, options.currency)
  const others = new Map<string, number>()
  for (const order of inRange) {
    if (order.currency !== currency) others.set(order.currency, (others.get(order.currency) ?? 0) + order.netAmount)
  }
  const counted = paid.filter((order) => order.currency === currency)
  const daysFrom = (oldest: number) => Array.from({ length: days }, (_, at) => dayOf(counted, now, oldest - at))
  return {
    currency,
    days: daysFrom(days - 1),
    before: daysFrom(2 * days - 1),
    others: [...others].map(([code, net]) => ({ currency: code, net })),
  }
}

function mainCurrency(orders: readonly Order[], own: string): string {
  if (orders.length === 0 || orders.some((order) => order.currency === own)) return own
  const counts = Map.groupBy(orders, (order) => order.currency)
  return [...counts].reduce((most, each) => (each[1].length > most[1].length ? each : most))[0]
}

function dayOf(orders: readonly Order[], now: Date, back: number): SalesDay {
  const start = dayStart(now, back)
  const end = dayStart(now, back - 1)
  const matching = orders.filter(({ createdAt }) => new Date(createdAt) >= start && new Date(createdAt) < end)
  return { start, net: matching.reduce((sum, { netAmount }) => sum + netAmount, 0), orders: matching.length }
}

/** The sum of some days. */
export const total = (days: readonly SalesDay[], what: 'net' | 'orders'): number => days.reduce((sum, day) => sum + day[what], 0)

/** The running total of each day. */
export function runningTotals(days: readonly SalesDay[]): readonly number[] {
  let sum = 0
  return days.map(({ net }) => {
    sum += net
    return sum
  })
}

/** The relative change (0.258 is 25.8 % more); null if `before` is zero. */
export const change = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before)
