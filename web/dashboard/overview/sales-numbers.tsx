import { Metric, Metrics } from '#web/ui/display/metric.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'
import { change, type Sales, total } from './sales.ts'

/**
 * Sales of today where the period lasts until today, and of the period beside the one that it is compared with. The comparison is omitted
 * if not all orders were read.
 */
export function SalesNumbers({ sales, isWhole, isUntilToday }: { sales: Sales; isWhole: boolean; isUntilToday: boolean }) {
  const { locale } = useLanguage()
  const { currency, days, before, others } = sales
  const money = (minor: number) => formatMoney(locale, minor, currency)
  const isCompared = isWhole && before.length > 0
  const today = days.at(-1)
  const yesterday = days.at(-2)
  const net = total(days, 'net')
  const count = total(days, 'orders')
  const netBefore = total(before, 'net')
  const countBefore = total(before, 'orders')
  const rest = others.map((each) => formatMoney(locale, each.net, each.currency)).join(', ')
  return (
    <Metrics>
      {isUntilToday && (
        <>
          <Metric
            label={t('today')}
            since={yesterday && t('yesterday', { amount: money(yesterday.net) })}
            value={<Amount big currency={currency} value={today?.net ?? 0} />}
          />
          <Metric
            label={t('ordersToday')}
            since={yesterday && t('ordersYesterday', { count: yesterday.orders })}
            value={today?.orders ?? 0}
          />
        </>
      )}
      <Metric
        {...(isCompared ? changeOf(locale, net, netBefore) : {})}
        label={t('salesOf', { count: days.length })}
        since={
          <>
            {isCompared && <span>{t('from', { value: money(netBefore) })}</span>}
            {rest !== '' && <span>{t('others', { amounts: rest })}</span>}
          </>
        }
        spark={days.map((day) => day.net)}
        value={<Amount big currency={currency} value={net} />}
      />
      <Metric
        {...(isCompared ? changeOf(locale, count, countBefore) : {})}
        label={t('ordersOf', { count: days.length })}
        since={isCompared ? t('from', { value: countBefore }) : undefined}
        spark={days.map((day) => day.orders)}
        value={count}
      />
    </Metrics>
  )
}

/** The change as a metric shows it: "+25.8%", and whether it is an improvement. */
function changeOf(locale: string, now: number, before: number): { change?: string; better?: boolean } {
  const share = change(now, before)
  if (share === null || share === 0) return {}
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' }).format(share)
  return { change: text.replace('-', '−'), better: share > 0 }
}
