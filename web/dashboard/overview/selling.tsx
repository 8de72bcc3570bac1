import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Order } from '#client/index.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { WhenVisible } from '#web/ui/display/when-visible.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { Box } from './box.tsx'
import { t as pageText } from './messages.ts'
import { type Comparison, endOf, type Period, type PeriodSearch } from './period.ts'
import type { PeriodMetrics } from './queries.ts'
import { type Sales, salesOf } from './sales.ts'
import { SalesChart } from './sales-chart.tsx'
import { t } from './sales-messages.ts'
import { SalesNumbers } from './sales-numbers.tsx'

const api = getRouteApi('/dashboard/$org')
const PeriodButton = lazy(() => import('./period-button.tsx'))
const Latest = lazy(() => import('./latest.tsx'))
const FirstSteps = lazy(() => import('./first-steps.tsx'))

/** The overview's content. `now` has the local time of the organization; `isStale`: the figures are those of the period chosen before. */
interface SellingProps {
  readonly banner: ReactNode
  readonly orders: readonly Order[]
  readonly metrics: PeriodMetrics
  readonly timezone: string
  readonly now: Date
  readonly period: Period
  readonly isStale: boolean
}

/** The overview of a merchant who has sold something. */
export default function Selling({ banner, orders, metrics, timezone, now, period, isStale }: SellingProps) {
  const sales = salesOf(metrics)
  const { range, view, from, compare } = api.useSearch()
  const navigate = api.useNavigate()
  const isUntilToday = endOf(period) > now
  const change = (search: PeriodChange) => void navigate({ search: (now) => ({ ...now, ...search }), resetScroll: false })
  return (
    <>
      <PageHeader lead={<Summary sales={sales} timezone={timezone} />} title={pageText('title')}>
        {sales.otherCurrencies.length > 0 && (
          <Segmented
            label={t('currency')}
            onChange={(value) => change({ currency: value })}
            options={[sales.currency, ...sales.otherCurrencies].toSorted().map((value) => ({ value, label: value.toUpperCase() }))}
            value={sales.currency}
          />
        )}
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
          <PeriodButton now={now} timezone={timezone} compare={compare} isChosen={from !== undefined} onChange={change} period={period} />
        </Suspense>
      </PageHeader>
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-24 transition-opacity max-wide:gap-16 ${isStale ? 'opacity-60' : ''}`}>
        {banner}
        <SalesNumbers sales={sales} />
        <SalesChart
          isUntilToday={isUntilToday}
          onView={(value) => void navigate({ search: (now) => ({ ...now, view: value }), resetScroll: false })}
          sales={sales}
          view={view}
        />
        <WhenVisible placeholder={<Box className="h-264" />}>
          <Latest orders={orders} />
        </WhenVisible>
        <Suspense>
          <FirstSteps hasSold placeholder={null} />
        </Suspense>
      </div>
    </>
  )
}

/** A change of the period in the URL. */
export type PeriodChange = Partial<PeriodSearch & { readonly compare: Comparison; readonly currency: string | undefined }>

function Summary({ sales, timezone }: { sales: Sales; timezone: string }) {
  const { locale } = useLanguage()
  const currency = sales.currency.toUpperCase()
  const [first, last] = [sales.before[0], sales.before.at(-1)]
  const zone = timezone.replaceAll('_', ' ')
  if (first === undefined || last === undefined) return t('descriptionAlone', { currency, zone })
  const day = (at: Date) => dayText(locale, at, sales.days.at(-1)?.start)
  return t('description', { currency, zone, from: day(first.start), to: day(last.start) })
}
