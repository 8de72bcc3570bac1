import { expect, test } from 'vitest'
import type { Order } from '#client/index.ts'
import { comparedPeriod, dayAfter, periodOf } from './period.ts'
import { change, runningTotals, salesOf, total } from './sales.ts'

const now = new Date(2026, 2, 12, 14, 20)
const at = (back: number, hour = 9) => {
  const day = dayAfter(now, -back)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour).toISOString()
}
const order = (createdAt: string, netAmount: number, fields: Partial<Order> = {}) =>
  ({ createdAt, netAmount, paid: true, currency: 'eur', ...fields }) as Order
const optionsAt = (at: Date) => {
  const period = periodOf({ range: '7d' }, at)
  return { period, compared: comparedPeriod(period, 'period'), currency: 'eur' }
}
const options = optionsAt(now)

test('orders are grouped by the days of the local time zone, today last', () => {
  const sales = salesOf([order(at(0, 0), 100), order(at(0, 14), 50), order(at(1, 23), 30), order(at(6, 0), 7)], options)
  expect(sales.days.map(({ net }) => net)).toEqual([7, 0, 0, 0, 0, 30, 150])
  expect(sales.days.map(({ orders }) => orders)).toEqual([1, 0, 0, 0, 0, 1, 2])
})

test('the days of the previous period are counted separately', () => {
  const sales = salesOf([order(at(7, 23), 40), order(at(13, 0), 2), order(at(14, 23), 1000)], options)
  expect(total(sales.days, 'net')).toBe(0)
  expect(sales.before.map(({ net }) => net)).toEqual([2, 0, 0, 0, 0, 0, 40])
})

test('unpaid orders do not count', () => {
  expect(total(salesOf([order(at(0), 100, { paid: false })], options).days, 'orders')).toBe(0)
})

test('currencies are never added up', () => {
  const sales = salesOf([order(at(0), 100), order(at(0), 9, { currency: 'usd' }), order(at(1), 1, { currency: 'usd' })], options)
  expect([sales.currency, total(sales.days, 'net')]).toEqual(['eur', 100])
  expect(sales.others).toEqual([{ currency: 'usd', net: 10 }])
})

test('without sales in the default currency, the most frequent currency is used', () => {
  const sales = salesOf(
    [order(at(0), 5, { currency: 'jpy' }), order(at(1), 9, { currency: 'usd' }), order(at(1), 1, { currency: 'usd' })],
    options,
  )
  expect([sales.currency, total(sales.days, 'net')]).toEqual(['usd', 10])
})

test('a day lasts from midnight to midnight even when the clocks change', () => {
  const spring = new Date(2026, 2, 30, 12)
  const orders = [order(new Date(2026, 2, 29, 0, 30).toISOString(), 5), order(new Date(2026, 2, 29, 23, 30).toISOString(), 6)]
  const sales = salesOf(orders, optionsAt(spring))
  expect(sales.days.at(-2)).toMatchObject({ net: 11, orders: 2 })
})

test('running totals end at the sum, and a change from zero is null', () => {
  const { days } = salesOf([order(at(0), 100), order(at(2), 20)], options)
  expect(runningTotals(days)).toEqual([0, 0, 0, 0, 20, 20, 120])
  expect([change(125, 100), change(50, 100), change(5, 0)]).toEqual([0.25, -0.5, null])
})
