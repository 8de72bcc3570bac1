import type { Checkout, Order, Payment } from '#client/index.ts'
import { t } from '#web/parts/checkouts/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import type { HistoryEntry } from '#web/shell/detail/history.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { ChainIcon, CheckIcon, ClockIcon, CycleIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { timelineOf as attemptTimelineOf } from '../payments/timeline.ts'

/** The further values that are known of the course of a checkout; its order and its attempts are undefined until they are loaded. */
interface Known {
  readonly order: Order | undefined
  readonly attempts: readonly Payment[] | undefined
  readonly slug: string
  readonly locale: string
}

/** The course of a checkout, as far as the API knows it: created, every attempt to pay with its outcome, paid, failed or expired. */
export function timelineOf(checkout: Checkout, known: Known): readonly HistoryEntry[] {
  const { attempts, locale } = known
  const created: HistoryEntry = {
    id: 'created',
    kind: 'change',
    action: 'checkout.created',
    icon: ChainIcon,
    title: t('detail.created'),
    text: t('detail.createdText'),
    at: checkout.createdAt,
  }
  const tried = attempts?.length ? attempts.flatMap((payment) => attemptTimelineOf(payment, locale)) : declinesOf(checkout)
  return [...endsOf(checkout, known), ...tried, created]
}

/** The state or the end of the checkout. The attempt that paid it is an entry of its own. */
function endsOf(checkout: Checkout, { order, attempts, slug, locale }: Known): readonly HistoryEntry[] {
  const changed = checkout.modifiedAt ?? checkout.createdAt
  switch (checkout.status) {
    case 'open':
      return []
    case 'confirmed':
      return attempts?.length ? [] : [{ id: 'processing', kind: 'payment', icon: CycleIcon, title: t('detail.processing'), at: changed }]
    case 'succeeded': {
      const amount = formatMoney(locale, checkout.totalAmount, checkout.currency)
      const text = order && <Link href={detailHref(slug, 'orders', order.id)}>{t('detail.seeOrder')}</Link>
      const about = { id: 'succeeded', kind: 'payment', icon: CheckIcon, tone: 'good', at: order?.createdAt ?? changed } as const
      return [{ ...about, title: t(checkout.totalAmount === 0 ? 'detail.succeededFree' : 'detail.succeeded', { amount }), text }]
    }
    case 'failed':
      return [{ id: 'failed', kind: 'payment', icon: WarningIcon, tone: 'bad', title: t('detail.failed'), at: changed }]
    case 'expired':
      return [{ id: 'expired', kind: 'change', icon: ClockIcon, title: t('detail.expired'), at: checkout.expiresAt }]
  }
}

/** The last decline, for users who may not read payments. */
function declinesOf({ lastPaymentError, modifiedAt, createdAt }: Checkout): readonly HistoryEntry[] {
  if (lastPaymentError === null) return []
  const at = modifiedAt ?? createdAt
  return [{ id: 'declined', kind: 'payment', icon: WarningIcon, tone: 'bad', title: t('detail.declined'), text: lastPaymentError, at }]
}
