import type { Order } from '#client/index.ts'

/** One day of the reader's own calendar. `net` in minor units, before tax; `orders` that were paid. */
export interface SalesDay {
  readonly start: Date
  readonly net: number
  readonly orders: number
}

/** What was sold in a range of days and in the same number of days before it, oldest first; the last of `days` is today. */
export interface Sales {
  readonly currency: string
  readonly days: readonly SalesDay[]
  readonly before: readonly SalesDay[]
  /** What was sold in the range in other currencies. */
  readonly others: readonly { readonly currency: string; readonly net: number }[]
}

/** The beginning of the day that lies `back` days before `now`, where the reader is. */
export const dayStart = (now: Date, back: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)

/**
 * Sorts paid orders into days. Counted are those in the merchant's own currency, or, if the range has none, in the one that most orders have; sums of
 * different currencies are never mixed.
 */
export function salesOf(orders: readonly Order[], given: { now: Date; days: number; currency: string }): Sales {
  const { now, days } = given
  const since = dayStart(now, days - 1)
  const paid = orders.filter((order) => order.paid)
  const inRange = paid.filter((order) => new Date(order.createdAt) >= since)
  const currency = mainCurrency(inRange, given.currency)
  const others = new Map<string, number>()
  for (const order of inRange) {
    if (order.currency !== currency) others.set(order.currency, (others.get(order.currency) ?? 0) + order.netAmount)
  }
  const counted = paid.filter((order) => order.currency === currency)
  const stretch = (oldest: number) => Array.from({ length: days }, (_, at) => dayOf(counted, now, oldest - at))
  return {
    currency,
    days: stretch(days - 1),
    before: stretch(2 * days - 1),
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
  const those = orders.filter(({ createdAt }) => new Date(createdAt) >= start && new Date(createdAt) < end)
  return { start, net: those.reduce((sum, { netAmount }) => sum + netAmount, 0), orders: those.length }
}

/** The sum of some days. */
export const total = (days: readonly SalesDay[], what: 'net' | 'orders'): number => days.reduce((sum, day) => sum + day[what], 0)

/** Each day with all before it. */
export function runningTotals(days: readonly SalesDay[]): readonly number[] {
  let sum = 0
  return days.map(({ net }) => {
    sum += net
    return sum
  })
}

/** How much more than before, as a share (0.258 is 25.8 % more); null where there was nothing before. */
export const change = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before)
