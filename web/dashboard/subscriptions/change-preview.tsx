import type { Subscription, SubscriptionPreview } from '#client/index.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { t } from '#web/parts/subscriptions/messages.ts'
import { useDayText } from '#web/parts/subscriptions/next-date.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'

/** The effects and the bill of a change of a subscription, before it happens. */
export function ChangePreview({ preview, subscription }: { preview: SubscriptionPreview; subscription: Subscription }) {
  const { locale } = useLanguage()
  const day = useDayText(subscription)
  const { applies, currency, order, chargedAmount, customerCreditAmount, nextRenewal, currentPeriodEnd } = preview
  const money = (minor: number) => formatMoney(locale, minor, currency)
  if (applies === 'never') return <p className="text-label">{t('change.nothing')}</p>
  return (
    <section aria-label={t('change.preview')} aria-live="polite" className="grid gap-16 rounded-well border border-line p-16">
      {order !== null && (
        <div className="grid gap-8">
          <h3 className="text-label font-strong">{t('change.today')}</h3>
          <BillTable bill={order} currency={currency} isDue />
        </div>
      )}
      <p className="text-label">
        {applies === 'period_end'
          ? t('change.atEnd', { date: day(currentPeriodEnd) })
          : chargedAmount > 0
            ? t('change.charged', { amount: money(chargedAmount) })
            : t('change.notCharged')}
      </p>
      {customerCreditAmount > 0 && <p className="text-label">{t('change.credited', { amount: money(customerCreditAmount) })}</p>}
      <RenewalBill renewal={nextRenewal} subscription={subscription} />
    </section>
  )
}

/** The amounts that the next renewal will bill, and when. */
export function RenewalBill(props: { renewal: SubscriptionPreview['nextRenewal']; subscription: Subscription }) {
  const { renewal, subscription } = props
  const { currency } = subscription
  const { locale } = useLanguage()
  const day = useDayText(subscription)
  const credit = -renewal.appliedBalanceAmount
  return (
    <div className="grid gap-8">
      <h3 className="text-label font-strong">{t('change.nextRenewal', { date: day(renewal.at) })}</h3>
      <BillTable bill={renewal} currency={currency} />
      {credit > 0 && (
        <p className="text-caption text-muted">
          {t('change.fromCredit', {
            credit: formatMoney(locale, credit, currency),
            due: formatMoney(locale, renewal.dueAmount, currency),
          })}
        </p>
      )}
    </div>
  )
}
