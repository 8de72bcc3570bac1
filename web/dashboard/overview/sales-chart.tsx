import { decimalsOf } from '#kernel/numbers/currency-decimals.ts'
import { currencyFormat } from '#kernel/numbers/currency-format.ts'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Chart } from '#web/ui/display/chart.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import type { Sales } from './sales.ts'
import { t } from './sales-messages.ts'
import { SalesTable } from './sales-table.tsx'

type View = 'days' | 'sum' | 'table'

/**
 * Sales per day as bars, cumulative as a line with the compared period beneath it, or every figure as a table. The day that has not ended is
 * open.
 */
export function SalesChart(props: { sales: Sales; view: View; onView: (view: View) => void; isUntilToday: boolean }) {
  const { sales, view, onView, isUntilToday } = props
  const { locale } = useLanguage()
  const { currency, days, before } = sales
  const unit = 10 ** decimalsOf(currency)
  const short = currencyFormat(locale, currency, {
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  const points = days.map((day, at) => {
    const label = dayText(locale, day.start, days.at(-1)?.start)
    const isToday = isUntilToday && at === days.length - 1
    const title = isToday ? t('soFarToday', { day: label }) : label
    return view === 'days'
      ? { label, title, value: day.figures.revenue, open: isToday }
      : { label, title, value: day.figures.cumulativeRevenue, before: before[at]?.figures.cumulativeRevenue, open: isToday }
  })
  const names = { value: t('thisPeriod'), before: view === 'sum' && before.length > 0 ? t('comparedPeriod') : undefined }
  return (
    <Card>
      <CardHead note={view === 'sum' ? <Legend names={names} /> : undefined} title={t('sales')}>
        <span className="pr-8">
          <Segmented
            label={t('view')}
            onChange={onView}
            options={[
              { value: 'days', label: t('perDay') },
              { value: 'sum', label: t('cumulative') },
              { value: 'table', label: t('table') },
            ]}
            value={view}
          />
        </span>
      </CardHead>
      {view === 'table' ? (
        <SalesTable sales={sales} />
      ) : (
        <CardBody underHead>
          <Chart
            kind={view === 'days' ? 'bar' : 'line'}
            label={t('sales')}
            names={view === 'days' ? { value: t('sales') } : names}
            points={points}
            format={(value) => formatMoney(locale, Math.round(value), currency)}
            formatShort={(value) => short.format(value / unit)}
          />
        </CardBody>
      )}
    </Card>
  )
}

function Legend({ names }: { names: { value: string; before: string | undefined } }) {
  return (
    <span className="flex flex-wrap gap-x-16 text-caption max-wide:hidden">
      <span className="flex items-center gap-8">
        <i className="h-2 w-16 rounded-full bg-accent" />
        {names.value}
      </span>
      {names.before !== undefined && (
        <span className="flex items-center gap-8">
          <i className="w-16 border-t-2 border-dotted border-faint" />
          {names.before}
        </span>
      )}
    </span>
  )
}
