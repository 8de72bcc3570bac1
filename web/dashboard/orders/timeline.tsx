import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/orders/messages.ts'
import { t as refundText } from '#web/parts/refunds/messages.ts'
import type { HistoryEntry } from '#web/shell/detail/history.ts'
import type { DetailPlace } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { ChainIcon, CheckIcon, EnvelopeIcon, ReceiptIcon, ReturnIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { refundsOf } from './refunds-card.tsx'

/** The course of an order, as far as the API knows it. */
export function useOrderTimeline(order: Order, { organization }: DetailPlace): readonly HistoryEntry[] {
  const { locale } = useLanguage()
  const checkout = useQuery({ ...apiQuery('checkouts', 'get', order.checkoutId ?? ''), enabled: order.checkoutId !== null }).data
  const created: HistoryEntry[] = checkout
    ? [
        {
          id: 'checkout',
          kind: 'change',
          icon: ChainIcon,
          title: t('detail.checkoutCreated'),
          text: <Link href={detailHref(organization.slug, 'checkouts', checkout.id)}>{t('actions.checkout')}</Link>,
          at: checkout.createdAt,
        },
      ]
    : []
  const at = order.createdAt
  const email = shownEmail(order.customer.email)
  const refunds = (useQuery(refundsOf(order)).data?.items ?? []).map(
    (refund): HistoryEntry => ({
      id: refund.id,
      kind: 'payment',
      icon: ReturnIcon,
      title: refundText(`timeline.${refund.status}`, { amount: formatMoney(locale, refund.totalAmount, refund.currency) }),
      text: refundText(`reasons.${refund.reason}`),
      at: refund.modifiedAt ?? refund.createdAt,
    }),
  )
  if (!order.paid) return [{ id: 'order', kind: 'change', icon: ReceiptIcon, title: t('detail.orderCreated'), at }, ...created]
  const amount = formatMoney(locale, order.totalAmount, order.currency)
  return [
    ...refunds,
    {
      id: 'receipt',
      kind: 'message',
      icon: EnvelopeIcon,
      ...(order.receiptNotSent === null
        ? { title: t('detail.receipt'), text: t('detail.receiptText', { email }) }
        : { title: t('detail.receiptNotSent'), text: t(`detail.notSent.${order.receiptNotSent}`, { email }) }),
      at,
    },
    {
      id: 'paid',
      kind: 'payment',
      icon: CheckIcon,
      tone: 'good',
      title: t('detail.paidEvent', { amount }),
      text: t('detail.paidText'),
      at,
    },
    ...created,
  ]
}
