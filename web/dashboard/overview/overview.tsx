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
import { type LatestOrders, latestOrders } from './queries.ts'
import { dayStart } from './sales.ts'
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
  const { range } = api.useSearch()
  const days = Number.parseInt(range, 10)
  const since = dayStart(useNow(), 2 * days - 1)
  const merchant = useQuery(apiQuery('organizations', 'get', id))
  const latest = useQuery({ ...latestOrders(id, since), placeholderData: (before: LatestOrders | undefined) => before })
  if (merchant.data !== undefined && latest.data !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        {latest.data.total > 0 ? (
          <Selling
            banner={<TestModeBanner merchant={merchant.data} />}
            days={days}
            isStale={latest.isPlaceholderData}
            latest={latest.data}
            merchant={merchant.data}
          />
        ) : (
          <NoSales banner={<TestModeBanner merchant={merchant.data} />} />
        )}
      </Suspense>
    )
  return (
    <QueryContent<unknown> query={merchant.error !== null ? merchant : latest} skeleton={<Loading />}>
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
