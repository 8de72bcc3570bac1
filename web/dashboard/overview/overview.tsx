import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { useNow } from '#web/ui/text/now.ts'
import { Box } from './box.tsx'
import { t } from './messages.ts'
import { clockTime, comparedPeriod, periodOf } from './period.ts'
import { latestOrders, metricsOf, type PeriodMetrics } from './queries.ts'
import { TestModeBanner } from './test-mode-banner.tsx'

const api = getRouteApi('/dashboard/$org')
const loadSelling = () => import('./selling.tsx')
const Selling = lazy(loadSelling)
// Requested together with the figures that it shows.
void loadSelling().catch(() => undefined)
const NoSales = lazy(() => import('./no-sales.tsx'))

/** Recent sales, and the remaining setup steps. */
export default function Overview() {
  const { id } = useOrganization()
  const now = useNow()
  const merchant = useQuery(apiQuery('organizations', 'get', id))
  const latest = useQuery(latestOrders(id))
  if (merchant.data === undefined || latest.data === undefined)
    return (
      <QueryContent<unknown> query={[merchant, latest].find(({ error }) => error !== null) ?? merchant} skeleton={<Loading />}>
        {() => <Loading />}
      </QueryContent>
    )
  const banner = <TestModeBanner merchant={merchant.data} />
  const { billingTimezone } = merchant.data
  return (
    <Suspense fallback={<Loading />}>
      {latest.data.pagination.totalCount > 0 ? (
        <Sold banner={banner} now={clockTime(now, billingTimezone)} orders={latest.data.items} timezone={billingTimezone} />
      ) : (
        <NoSales banner={banner} />
      )}
    </Suspense>
  )
}

function Sold({ banner, orders, now, timezone }: { banner: ReactNode; orders: readonly Order[]; now: Date; timezone: string }) {
  const { id: organizationId } = useOrganization()
  const search = api.useSearch()
  const period = periodOf(search, now)
  const compared = comparedPeriod(period, search.compare)
  const metrics = useQuery({
    ...metricsOf({ organizationId, currency: search.currency, period, compared }),
    placeholderData: (before: PeriodMetrics | undefined) => before,
  })
  return (
    <QueryContent query={metrics} skeleton={<Loading />}>
      {(found) => (
        <Selling
          banner={banner}
          isStale={metrics.isPlaceholderData}
          now={now}
          orders={orders}
          period={period}
          metrics={found}
          timezone={timezone}
        />
      )}
    </QueryContent>
  )
}

function Loading() {
  const { translate } = useLanguage()
  return (
    <>
      <PageHeader title={t('title')} />
      <Skeletons label={translate('loading')}>
        <div className="grid gap-24">
          <Box className="h-112" />
          <Box className="h-304" />
          <Box className="h-264" />
        </div>
      </Skeletons>
    </>
  )
}
