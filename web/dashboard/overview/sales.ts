import type { Order } from '#client/index.ts'
import { dayAfter, endOf, type Period } from './period.ts'

/** One day in the local time zone. `net` in minor units, before tax; `orders` counts paid orders. */
export interface SalesDay {
  readonly start: Date
  readonly net: number
  readonly orders: number
}

/** Sales of a period, and of the one that it is compared with (empty without one), by days, oldest first. */
export interface Sales {
  readonly currency: string
  readonly days: readonly SalesDay[]
  readonly before: readonly SalesDay[]
  /** Sales of the range in other currencies. */
  readonly others: readonly { readonly currency: string; readonly net: number }[]
}

/**
 * Groups paid orders by day. Counts orders in the merchant's default currency or, if the range has none, in its most frequent currency;
 * currencies are never added up.
 */
export function salesOf(orders: readonly Order[], options: { period: Period; compared: Period | null; currency: string }): Sales {
  const { period, compared } = options
  const paid = orders.filter((order) => order.paid)
  const inRange = paid.filter(isBetween(period.start, endOf(period)))
  const currency = mainCurrency(inRange, options.currency)
  const others = new Map<string, number>()
  for (const order of inRange) {
    if (order.currency !== currency) others.set(order.currency, (others.get(order.currency) ?? 0) + order.netAmount)
  }
  const counted = paid.filter((order) => order.currency === currency)
  const daysOf = ({ start, days }: Period) => Array.from({ length: days }, (_, at) => dayOf(counted, dayAfter(start, at)))
  return {
    currency,
    days: daysOf(period),
    before: compared === null ? [] : daysOf(compared),
    others: [...others].map(([code, net]) => ({ currency: code, net })),
  }
}

function mainCurrency(orders: readonly Order[], own: string): string {
  if (orders.length === 0 || orders.some((order) => order.currency === own)) return own
  const counts = Map.groupBy(orders, (order) => order.currency)
  return [...counts].reduce((most, each) => (each[1].length > most[1].length ? each : most))[0]
}

const isBetween =
  (start: Date, end: Date) =>
  ({ createdAt }: Order) =>
    new Date(createdAt) >= start && new Date(createdAt) < end

function dayOf(orders: readonly Order[], start: Date): SalesDay {
  const matching = orders.filter(isBetween(start, dayAfter(start, 1)))
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
