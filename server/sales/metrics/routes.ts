import { type Route, route } from '#platform/http/route.ts'
import { findDefaults, readSums } from './reads.ts'
import { figuresOf } from './rules.ts'
import { metricsLimits, metricsQuery, metricsResponse, toBuckets, toLimitsWire, toMetricScope, toMetricsWire } from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/metrics/',
    name: 'metrics:get',
    summary: 'Gets the figures of a range of days by hour, day, week, month or year.',
    access: 'scope:metrics:read',
    query: metricsQuery,
    answer: metricsResponse,
    handle: async ({ db, query, tenantScope }) => {
      const organizationIds = tenantScope.organizationsFor(query.organization_id)
      const defaults = await findDefaults(db, organizationIds)
      const buckets = toBuckets(query, defaults.timezone)
      const scope = toMetricScope(query, { organizationIds, currency: defaults.currency })
      const figures = figuresOf(await readSums(db, { buckets, scope }))
      const otherCurrencies = defaults.currencies.filter((currency) => currency !== scope.currency)
      const timezone = query.timezone ?? defaults.timezone
      return toMetricsWire(figures, { buckets, currency: scope.currency, timezone, otherCurrencies })
    },
  }),
  route({
    method: 'GET',
    path: '/v1/metrics/limits',
    name: 'metrics:limits',
    summary: 'Gets the ranges that metrics can be read of.',
    access: 'scope:metrics:read',
    answer: metricsLimits,
    handle: async () => toLimitsWire(),
  }),
]
