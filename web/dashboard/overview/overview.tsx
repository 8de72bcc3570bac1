import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { apiQuery } from '#web/api.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { useNow } from '#web/ui/text/now.ts'
import { Box } from './box.tsx'
import { t } from './messages.ts'
import { comparedPeriod, dayAfter, periodOf } from './period.ts'
import { type LatestOrders, latestOrders, type PeriodOrders, periodOrders } from './queries.ts'
import { TestModeBanner } from './test-mode-banner.tsx'

const api = getRouteApi('/dashboard/$org')
const loadSelling = () => import('./selling.tsx')
const Selling = lazy(loadSelling)
// Requested together with the orders that it shows.
void loadSelling().catch(() => undefined)
const NoSales = lazy(() => import('./no-sales.tsx'))

/** Recent sales, and the remaining setup steps. */
export default function Overview() {
  const { id } = useOrganization()
  const search = api.useSearch()
  const now = useNow()
  const period = periodOf(search, now)
  const compared = comparedPeriod(period, search.compare)
  // The last days and those before them are the latest orders, in the same request.
  const isLatest = search.from === undefined && search.compare !== 'year'
  const merchant = useQuery(apiQuery('organizations', 'get', id))
  const latest = useQuery({
    ...latestOrders(id, isLatest ? (compared ?? period).start : dayAfter(now, 0)),
    placeholderData: (before: LatestOrders | undefined) => before,
  })
  const chosen = useQuery({
    ...periodOrders(id, [period, ...(compared === null ? [] : [compared])]),
    enabled: !isLatest,
    placeholderData: (before: PeriodOrders | undefined) => before,
  })
  if (merchant.data !== undefined && latest.data !== undefined && (isLatest || chosen.error === null))
    return (
      <Suspense fallback={<Loading />}>
        {latest.data.total > 0 ? (
          <Selling
            banner={<TestModeBanner merchant={merchant.data} />}
            compared={compared}
            isStale={isLatest ? latest.isPlaceholderData : chosen.data === undefined || chosen.isPlaceholderData}
            latest={latest.data}
            merchant={merchant.data}
            period={period}
            // Until the chosen days are there, those of the latest orders stay.
            sold={isLatest ? latest.data : (chosen.data ?? { orders: latest.data.orders, isWhole: false })}
          />
        ) : (
          <NoSales banner={<TestModeBanner merchant={merchant.data} />} />
        )}
      </Suspense>
    )
  return (
    <QueryContent<unknown>
      query={[merchant, latest, ...(isLatest ? [] : [chosen])].find(({ error }) => error !== null) ?? merchant}
      skeleton={<Loading />}
    >
      {() => <Loading />}
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
