import type { ReactNode } from 'react'
import type { MetricPeriod, MetricsTotals } from '#client/index.ts'
import { t as tSubscription } from '#web/parts/subscriptions/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Metric, Metrics } from '#web/ui/display/metric.tsx'
import { localDay } from '#web/ui/inputs/calendar/local-day.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { change, hasSubscriptions, type Sales } from './sales.ts'
import { t } from './sales-messages.ts'

type Figure = Exclude<keyof MetricsTotals & keyof MetricPeriod, 'timestamp'>

interface NumberProps {
  readonly figure: Figure
  readonly label: string
  /** The list of what is counted. */
  readonly href: string
  readonly isMoney?: boolean
  /** Whether less is better. */
  readonly isBad?: boolean
  readonly note?: ReactNode
}

/** The figures of the period beside those that it is compared with; each leads to the list of what it counts. */
export function SalesNumbers({ sales }: { sales: Sales }) {
  const { slug } = useOrganization()
  const [first, last] = [sales.days[0], sales.days.at(-1)]
  const days = first && last ? `created=${localDay(first.start)}..${localDay(last.start)}` : ''
  const list = (name: string, ...search: string[]) => `/dashboard/${slug}/${name}?${search.join('&')}`
  const orders = list('orders', 'status=paid,refunded,partially_refunded', days)
  const active = list('subscriptions', 'status=active,past_due')
  const show = (props: NumberProps) => <SalesNumber {...props} key={props.figure} sales={sales} />
  return (
    <>
      <Metrics>
        {show({ figure: 'revenue', label: t('figures.revenue'), href: orders, isMoney: true, note: <Refunded sales={sales} /> })}
        {show({ figure: 'orders', label: t('figures.orders'), href: orders })}
        {show({ figure: 'averageOrderValue', label: t('figures.average'), href: orders, isMoney: true })}
      </Metrics>
      {hasSubscriptions(sales) && (
        <Metrics>
          {show({ figure: 'monthlyRecurringRevenue', label: t('figures.recurring'), href: active, isMoney: true })}
          {show({ figure: 'activeSubscriptions', label: t('figures.active'), href: active })}
          {show({ figure: 'newSubscriptions', label: t('figures.new'), href: list('subscriptions', days) })}
          {show({
            figure: 'churnedSubscriptions',
            label: t('figures.churned'),
            href: list('subscriptions', 'status=canceled'),
            isBad: true,
            note: <Reasons sales={sales} />,
          })}
        </Metrics>
      )}
    </>
  )
}

function SalesNumber({ sales, figure, label, href, isMoney = false, isBad = false, note }: NumberProps & { sales: Sales }) {
  const { locale } = useLanguage()
  const { currency, days, totals, totalsBefore } = sales
  const now = totals[figure]
  const before = totalsBefore?.[figure]
  const text = (value: number) => (isMoney ? formatMoney(locale, value, currency) : new Intl.NumberFormat(locale).format(value))
  return (
    <Metric
      {...(before === undefined ? {} : changeOf(locale, { now, before, isBad }))}
      label={label}
      since={
        <>
          {before !== undefined && <span>{t('from', { value: text(before) })}</span>}
          {note}
        </>
      }
      spark={days.map((day) => day.figures[figure])}
      value={
        <a aria-label={`${label}: ${text(now)}`} className="rounded-key hover:underline underline-offset-3" href={href}>
          {isMoney ? <Amount big currency={currency} value={now} /> : text(now)}
        </a>
      }
    />
  )
}

/** The amount that was refunded in the period, where there is any. */
function Refunded({ sales: { totals, currency } }: { sales: Sales }) {
  const { locale } = useLanguage()
  if (totals.refundedAmount === 0) return null
  return <span>{t('refunded', { amount: formatMoney(locale, totals.refundedAmount, currency) })}</span>
}

/** Why subscriptions ended, where a customer has given a reason. */
function Reasons({ sales: { churn } }: { sales: Sales }) {
  const named = churn.flatMap(({ reason, count }) => (reason === 'none' ? [] : [`${tSubscription(`reasons.${reason}`)} ${count}`]))
  if (named.length === 0) return null
  return <span>{named.join(' · ')}</span>
}

/** The change as a metric shows it: "+25.8%", and whether it is an improvement. */
function changeOf(
  locale: string,
  { now, before, isBad }: { now: number; before: number; isBad: boolean },
): { change?: string; better?: boolean } {
  const share = change(now, before)
  if (share === null || share === 0) return {}
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' }).format(share)
  return { change: text.replace('-', '−'), better: share > 0 !== isBad }
}
