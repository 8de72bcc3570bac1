import { keepPreviousData } from '@tanstack/react-query'
import type { MetricsResponse } from '#client/index.ts'
import { type ApiQuery, apiQuery, client, unwrap } from '#web/api.ts'
import { localDay } from '#web/ui/inputs/calendar/local-day.ts'
import { dayAfter, type Period } from './period.ts'

/** The figures of a period by day, and of the one that it is compared with; null without one. */
export interface PeriodMetrics {
  readonly period: Period
  readonly compared: Period | null
  readonly now: MetricsResponse
  readonly before: MetricsResponse | null
}

/** The selection of the figures to read: `currency` undefined is the default one of the organization. */
interface MetricsInput {
  readonly organizationId: string
  readonly currency: string | undefined
  readonly period: Period
  readonly compared: Period | null
}

/** Reads the figures of a period and of the one that it is compared with, one request each. The days are those of the organization's zone. */
export const metricsOf = ({ organizationId, currency, period, compared }: MetricsInput): ApiQuery<PeriodMetrics> => ({
  // With the orders: what changes an order changes its figures.
  queryKey: ['orders', 'metrics', { organizationId, currency, period, compared }],
  queryFn: async ({ signal }) => {
    const read = async ({ start, days }: Period) => {
      const range = { startDate: localDay(start), endDate: localDay(dayAfter(start, days - 1)), interval: 'day' } as const
      return unwrap(await client.metrics.get({ organizationId, ...(currency !== undefined && { currency }), ...range }, { signal }))
    }
    const [now, before] = await Promise.all([read(period), compared && read(compared)])
    return { period, compared, now, before }
  },
})

const maxShown = 5

/** The latest orders, and whether there is any. */
export const latestOrders = (organizationId: string) => ({
  ...apiQuery('orders', 'list', { organizationId, limit: maxShown }),
  placeholderData: keepPreviousData,
})
