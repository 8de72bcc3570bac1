import { useLanguage } from '#web/ui/language.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { hasSubscriptions, type Sales, type SalesDay } from './sales.ts'
import { t } from './sales-messages.ts'

const right = 'border-b border-line px-16 py-8 text-right whitespace-nowrap tabular-nums'

/** The figures of each day, the latest first: what the chart draws, to be read. */
export function SalesTable({ sales }: { sales: Sales }) {
  const { locale } = useLanguage()
  const { currency, days } = sales
  const money = (value: number) => formatMoney(locale, value, currency)
  const count = (value: number) => new Intl.NumberFormat(locale).format(value)
  const columns: readonly (readonly [head: string, cell: (day: SalesDay) => string])[] = [
    [t('figures.revenue'), ({ figures }: SalesDay) => money(figures.revenue)],
    [t('figures.orders'), ({ figures }: SalesDay) => count(figures.orders)],
    [t('figures.average'), ({ figures }: SalesDay) => money(figures.averageOrderValue)],
    ...(hasSubscriptions(sales)
      ? ([
          [t('figures.recurring'), ({ figures }: SalesDay) => money(figures.monthlyRecurringRevenue)],
          [t('figures.active'), ({ figures }: SalesDay) => count(figures.activeSubscriptions)],
          [t('figures.new'), ({ figures }: SalesDay) => count(figures.newSubscriptions)],
          [t('figures.churned'), ({ figures }: SalesDay) => count(figures.churnedSubscriptions)],
        ] as const)
      : []),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section aria-label={t('sales')} className="max-h-320 overflow-auto" tabIndex={0}>
      <table aria-label={t('sales')} className="w-full border-separate border-spacing-0 text-label">
        <thead>
          <tr className="text-caption text-muted">
            <th className="sticky top-0 bg-surface px-16 py-8 text-left font-regular">{t('day')}</th>
            {columns.map(([head]) => (
              <th className={`sticky top-0 bg-surface font-regular ${right}`} key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.start.getTime()}>
              <th className="border-b border-line px-16 py-8 text-left font-regular whitespace-nowrap" scope="row">
                {dayText(locale, day.start, days.at(-1)?.start)}
              </th>
              {columns.map(([head, cell]) => (
                <td className={right} key={head}>
                  {cell(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
