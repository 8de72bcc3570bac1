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
import type { LatestOrders } from './queries.ts'
import { type Sales, salesOf } from './sales.ts'
import { SalesChart } from './sales-chart.tsx'
import { SalesNumbers } from './sales-numbers.tsx'

const api = getRouteApi('/dashboard/$org')
const Latest = lazy(() => import('./latest.tsx'))
const FirstSteps = lazy(() => import('./first-steps.tsx'))

/** The overview of a merchant who has sold something. `isStale`: the orders are those of the range chosen before. */
export default function Selling(props: { merchant: Merchant; banner: ReactNode; latest: LatestOrders; days: number; isStale: boolean }) {
  const { merchant, banner, latest, days, isStale } = props
  const { range, view } = api.useSearch()
  const navigate = api.useNavigate()
  const sales = salesOf(latest.orders, { now: useNow(), days, currency: merchant.defaultCurrency })
  return (
    <>
      <PageHeader lead={<Summary latest={latest} sales={sales} />} title={t('title')}>
        <Segmented
          label={t('range')}
          onChange={(value) => void navigate({ search: { range: value, view }, resetScroll: false })}
          options={[
            { value: '7d', label: t('days7') },
            { value: '30d', label: t('days30') },
          ]}
          value={range}
        />
      </PageHeader>
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-24 transition-opacity max-wide:gap-16 ${isStale ? 'opacity-60' : ''}`}>
        {banner}
        <SalesNumbers isWhole={latest.isWhole} sales={sales} />
        <SalesChart onView={(value) => void navigate({ search: { range, view: value }, resetScroll: false })} sales={sales} view={view} />
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

function Summary({ sales, latest }: { sales: Sales; latest: LatestOrders }) {
  const { locale } = useLanguage()
  const currency = sales.currency.toUpperCase()
  const [first, last] = [sales.before[0], sales.before.at(-1)]
  if (!latest.isWhole) return t('descriptionPartial', { currency, count: latest.orders.length })
  if (first === undefined || last === undefined) return t('descriptionAlone', { currency })
  const day = (at: Date) => dayText(locale, at, sales.days.at(-1)?.start)
  return t('description', { currency, from: day(first.start), to: day(last.start) })
}
