import type { Checkout, Order } from '#client/index.ts'
import { t } from '#web/parts/checkouts/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import type { HistoryEntry } from '#web/shell/detail/history.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { ChainIcon, CheckIcon, ClockIcon, CycleIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'

/** What the API knows of the course of a checkout. `order` is its order, once loaded. */
export function timelineOf(
  checkout: Checkout,
  order: Order | undefined,
  { slug, locale }: { slug: string; locale: string },
): readonly HistoryEntry[] {
  const changed = checkout.modifiedAt ?? checkout.createdAt
  const reason = checkout.lastPaymentError ?? undefined
  const ends: Record<Checkout['status'], HistoryEntry[]> = {
    open: [],
    confirmed: [{ id: 'processing', kind: 'payment', icon: CycleIcon, title: t('detail.processing'), at: changed }],
    succeeded: [
      {
        id: 'succeeded',
        kind: 'payment',
        icon: CheckIcon,
        tone: 'good',
        title: t('detail.succeeded', { amount: formatMoney(locale, checkout.totalAmount, checkout.currency) }),
        text: order && <Link href={detailHref(slug, 'orders', order.id)}>{t('detail.seeOrder')}</Link>,
        at: order?.createdAt ?? changed,
      },
    ],
    failed: [{ id: 'failed', kind: 'payment', icon: WarningIcon, tone: 'bad', title: t('detail.failed'), text: reason, at: changed }],
    expired: [{ id: 'expired', kind: 'change', icon: ClockIcon, title: t('detail.expired'), at: checkout.expiresAt }],
  }
  const declined: HistoryEntry[] =
    reason === undefined || checkout.status === 'failed'
      ? []
      : [{ id: 'declined', kind: 'payment', icon: WarningIcon, tone: 'bad', title: t('detail.declined'), text: reason, at: changed }]
  const created: HistoryEntry = {
    id: 'created',
    kind: 'change',
    action: 'checkout.created',
    icon: ChainIcon,
    title: t('detail.created'),
    text: t('detail.createdText'),
    at: checkout.createdAt,
  }
  return [...ends[checkout.status], ...declined, created]
}
