import { cardText } from '#web/parts/payments/card-text.ts'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { bareMoney, formatMoney } from '#web/ui/text/money.ts'
import type { Preview, Subscription } from '../api.ts'
import { daysIn, isActive } from '../labels.ts'
import { t } from '../messages.ts'
import { isOverdue } from '../payments/overdue.tsx'
import { hrefOf } from '../place.ts'
import { useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'

/** The renewal that comes first, as the server computes it, and nothing where a payment is overdue instead; where customers cannot preview it, its price before tax and usage. */
export function NextCharge({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const [next] = subscriptions
    .filter((each) => isActive(each) && !each.cancelAtPeriodEnd)
    .sort((a, b) => a.currentPeriodEnd.localeCompare(b.currentPeriodEnd))
  if (next === undefined && subscriptions.some(isOverdue)) return null
  if (next === undefined)
    return (
      <Card>
        <CardBody>
          <div className="grid gap-2">
            <h2 className="font-strong">{t('overview.noCharge')}</h2>
            <p className="text-label text-muted">{t('overview.noChargeText')}</p>
          </div>
        </CardBody>
      </Card>
    )
  return <Charge key={next.id} subscription={next} />
}

function Charge({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  const { shop, api } = usePortal()
  const { id, productId, currency, billingTimezone } = subscription
  const { day } = daysIn(billingTimezone, locale)
  const isPreviewable = shop.organization.subscriptionSettings.allowCustomerUpdates
  const preview = useRead<Preview | null>(`preview:${id}`, async () =>
    isPreviewable ? api.preview(id, { productId }) : { data: null, error: null },
  )
  const methods = useRead('methods', () => api.methods())
  const renewal = preview.data?.nextRenewal
  const card = methods.data?.items.find((each) => each.default)
  return (
    <Card label={t('overview.nextCharge')}>
      <CardBody>
        <div className="grid gap-2">
          <h2 className="text-label text-muted">{t(renewal ? 'overview.nextChargeAbout' : 'overview.nextCharge')}</h2>
          <p className="text-number font-strong tracking-number tabular-nums">
            {formatMoney(locale, renewal?.dueAmount ?? subscription.amount, currency)}
          </p>
          <p className="font-strong">{day(renewal?.at ?? subscription.currentPeriodEnd)}</p>
          {!renewal && !preview.busy && <p className="text-label text-muted">{t('overview.beforeTax')}</p>}
        </div>
        {renewal && renewal.items.length > 0 && (
          <ul className="grid gap-8 text-label">
            {renewal.items.map(({ label, amount }) => (
              <li className="flex justify-between gap-16" key={label}>
                <span className="min-w-0 break-words text-muted">{label}</span>
                <span className="tabular-nums">{bareMoney(locale, amount, currency)}</span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
      {methods.data !== null && (
        <CardFoot>
          <span className="min-w-0">{card === undefined ? t('overview.noCard') : t('overview.pays', { card: cardText(card.card) })}</span>
          <a className={linkClass} href={hrefOf('/settings#methods')}>
            {t('overview.change')}
          </a>
        </CardFoot>
      )}
    </Card>
  )
}
