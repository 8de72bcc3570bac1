import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Merchant } from '#client/index.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { WhenVisible } from '#web/ui/display/when-visible.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { useNow } from '#web/ui/text/now.ts'
import { Box } from './box.tsx'
import { t } from './messages.ts'
import { type Comparison, endOf, type Period, type PeriodSearch } from './period.ts'
import type { LatestOrders, PeriodOrders } from './queries.ts'
import { type Sales, salesOf } from './sales.ts'
import { SalesChart } from './sales-chart.tsx'
import { SalesNumbers } from './sales-numbers.tsx'

const api = getRouteApi('/dashboard/$org')
const PeriodButton = lazy(() => import('./period-button.tsx'))
const Latest = lazy(() => import('./latest.tsx'))
const FirstSteps = lazy(() => import('./first-steps.tsx'))

/** What the overview shows: `sold` are the orders of both periods. `isStale`: they are those of the periods chosen before. */
interface SellingProps {
  readonly merchant: Merchant
  readonly banner: ReactNode
  readonly latest: LatestOrders
  readonly sold: PeriodOrders
  readonly period: Period
  readonly compared: Period | null
  readonly isStale: boolean
}

/** The overview of a merchant who has sold something. */
export default function Selling({ merchant, banner, latest, sold, period, compared, isStale }: SellingProps) {
  const { range, view, from, compare } = api.useSearch()
  const navigate = api.useNavigate()
  const sales = salesOf(sold.orders, { period, compared, currency: merchant.defaultCurrency })
  const isUntilToday = endOf(period) > useNow()
  const change = (search: PeriodChange) => void navigate({ search: (now) => ({ ...now, ...search }), resetScroll: false })
  return (
    <>
      <PageHeader lead={<Summary isWhole={sold.isWhole} count={sold.orders.length} sales={sales} />} title={t('title')}>
        <Segmented
          label={t('range')}
          onChange={(value) => value !== 'custom' && change({ range: value, from: undefined, to: undefined })}
          options={[
            { value: '7d', label: t('days7') },
            { value: '30d', label: t('days30') },
          ]}
          value={from === undefined ? range : 'custom'}
        />
        <Suspense fallback={<span className="h-32 w-160" />}>
          <PeriodButton compare={compare} isChosen={from !== undefined} onChange={change} period={period} />
        </Suspense>
      </PageHeader>
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-24 transition-opacity max-wide:gap-16 ${isStale ? 'opacity-60' : ''}`}>
        {banner}
        <SalesNumbers isUntilToday={isUntilToday} isWhole={sold.isWhole} sales={sales} />
        <SalesChart
          isUntilToday={isUntilToday}
          onView={(value) => void navigate({ search: (now) => ({ ...now, view: value }), resetScroll: false })}
          sales={sales}
          view={view}
        />
        <WhenVisible placeholder={<Box className="h-264" />}>
          <Latest orders={latest.orders} />
        </WhenVisible>
        <Suspense>
          <FirstSteps hasSold placeholder={null} />
        </Suspense>
      </div>
    </>
  )
}

/** A change of the period in the URL. */
export type PeriodChange = Partial<PeriodSearch & { readonly compare: Comparison }>

function Summary({ sales, isWhole, count }: { sales: Sales; isWhole: boolean; count: number }) {
  const { locale } = useLanguage()
  const currency = sales.currency.toUpperCase()
  const [first, last] = [sales.before[0], sales.before.at(-1)]
  if (!isWhole) return t('descriptionPartial', { currency, count })
  if (first === undefined || last === undefined) return t('descriptionAlone', { currency })
  const day = (at: Date) => dayText(locale, at, sales.days.at(-1)?.start)
  return t('description', { currency, from: day(first.start), to: day(last.start) })
}
