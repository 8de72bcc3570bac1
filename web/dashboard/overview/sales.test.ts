import { expect, test } from 'vitest'
import type { MetricsResponse } from '#client/index.ts'
import { comparedPeriod, dayAfter, periodOf } from './period.ts'
import { change, hasSubscriptions, salesOf } from './sales.ts'

const now = new Date(2026, 2, 30, 12)
const period = periodOf({ range: '7d' }, now)
const compared = comparedPeriod(period, 'period')
const response = (totals: object, churnedByReason: object = []) =>
  ({
    currency: 'eur',
    otherCurrencies: ['usd'],
    churnedByReason,
    periods: Array.from({ length: 7 }, (_, at) => ({ revenue: at })),
    totals: { activeSubscriptions: 0, ...totals },
  }) as unknown as MetricsResponse

test('the figures stand beside their days, also where the clocks change', () => {
  const sales = salesOf({ period, compared, now: response({ revenue: 21 }), before: response({ revenue: 9 }) })
  expect(sales.days.map(({ start, figures }) => [start, figures.revenue])).toEqual(
    Array.from({ length: 7 }, (_, at) => [dayAfter(now, at - 6), at]),
  )
  expect([sales.before[0]?.start, sales.totals.revenue, sales.totalsBefore?.revenue]).toEqual([dayAfter(now, -13), 21, 9])
  expect([sales.currency, sales.otherCurrencies]).toEqual(['eur', ['usd']])
})

test('without a comparison there are no figures to compare with', () => {
  const sales = salesOf({ period, compared: null, now: response({}), before: null })
  expect([sales.before, sales.totalsBefore]).toEqual([[], null])
})

test('subscriptions are noticed in either period', () => {
  const churn = [{ reason: 'unused', count: 1 }]
  const sales = salesOf({ period, compared, now: response({}, churn), before: response({ activeSubscriptions: 2 }) })
  expect([sales.churn, hasSubscriptions(sales)]).toEqual([churn, true])
  expect(hasSubscriptions(salesOf({ period, compared: null, now: response({}), before: null }))).toBe(false)
})

test('a change from zero is null', () => {
  expect([change(125, 100), change(50, 100), change(5, 0)]).toEqual([0.25, -0.5, null])
})
