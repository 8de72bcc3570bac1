import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Merchant } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { PulseIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { useNow } from '#web/ui/text/now.ts'
import { LatestOrdersCard } from './latest-orders.tsx'
import { t } from './messages.ts'
import { NewCustomersCard } from './new-customers.tsx'
import { type LatestOrders, latestOrders } from './queries.ts'
import { dayStart, type Sales, salesOf } from './sales.ts'
import { SalesChart } from './sales-chart.tsx'
import { SalesNumbers } from './sales-numbers.tsx'

const api = getRouteApi('/dashboard/$org')
const FirstSteps = lazy(() => import('./first-steps.tsx'))
const testCard = '4242 4242 4242 4242'

/** Recent sales, and the remaining setup steps. */
export default function Overview() {
  const { id } = useOrganization()
  const { range } = api.useSearch()
  const days = Number.parseInt(range, 10)
  const since = dayStart(useNow(), 2 * days - 1)
  const merchant = useQuery(apiQuery('organizations', 'get', id))
  const latest = useQuery({ ...latestOrders(id, since), placeholderData: (before: LatestOrders | undefined) => before })
  if (merchant.data !== undefined && latest.data !== undefined)
    return <OverviewContent days={days} latest={latest.data} merchant={merchant.data} stale={latest.isPlaceholderData} />
  return (
    <>
      <PageHeader title={t('title')} />
      <QueryContent<unknown> query={merchant.error !== null ? merchant : latest} skeleton={<OverviewSkeleton />}>
        {() => <OverviewSkeleton />}
      </QueryContent>
    </>
  )
}

function OverviewContent({ merchant, latest, days, stale }: { merchant: Merchant; latest: LatestOrders; days: number; stale: boolean }) {
  const { range, view } = api.useSearch()
  const navigate = api.useNavigate()
  const now = useNow()
  const sales = salesOf(latest.orders, { now, days, currency: merchant.defaultCurrency })
  const hasSold = latest.total > 0
  const steps = (
    <Suspense>
      <FirstSteps hasSold={hasSold} />
    </Suspense>
  )
  return (
    <>
      <PageHeader lead={hasSold ? <Summary latest={latest} sales={sales} /> : undefined} title={t('title')}>
        {hasSold && (
          <Segmented
            label={t('range')}
            onChange={(value) => void navigate({ search: { range: value, view }, resetScroll: false })}
            options={[
              { value: '7d', label: t('days7') },
              { value: '30d', label: t('days30') },
            ]}
            value={range}
          />
        )}
      </PageHeader>
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-24 transition-opacity max-wide:gap-16 ${stale ? 'opacity-60' : ''}`}>
        {merchant.mode === 'test' && (
          <Banner tone="info">
            <b className="font-strong">{t('testTitle')}</b> {t('testText', { card: testCard })}
          </Banner>
        )}
        {hasSold ? (
          <>
            <SalesNumbers isWhole={latest.isWhole} sales={sales} />
            <SalesChart
              onView={(value) => void navigate({ search: { range, view: value }, resetScroll: false })}
              sales={sales}
              view={view}
            />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 max-wide:gap-16 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <LatestOrdersCard orders={latest.orders} />
              <NewCustomersCard />
            </div>
            {steps}
          </>
        ) : (
          <>
            {steps}
            <Empty icon={PulseIcon} text={t('emptyText')} title={t('emptyTitle')} />
          </>
        )}
      </div>
    </>
  )
}

function Summary({ sales, latest }: { sales: Sales; latest: LatestOrders }) {
  const { locale } = useLanguage()
  const currency = sales.currency.toUpperCase()
  const [first, last] = [sales.before[0], sales.before.at(-1)]
  if (!latest.isWhole) return t('descriptionPartial', { currency, count: latest.orders.length })
  if (first === undefined || last === undefined) return t('descriptionAlone', { currency })
  const day = (at: Date) => dayText(locale, at, sales.days.at(-1)?.start)
  return t('description', { currency, from: day(first.start), to: day(last.start) })
}

function OverviewSkeleton() {
  const { translate } = useLanguage()
  return (
    <Skeletons label={translate('loading')}>
      <div className="grid gap-24">
        <div className="h-112 rounded-card border border-line bg-surface" />
        <div className="h-304 rounded-card border border-line bg-surface" />
        <div className="h-264 rounded-card border border-line bg-surface" />
      </div>
    </Skeletons>
  )
}
