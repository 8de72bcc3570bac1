import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/orders/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/display/timeline.tsx'
import { ChainIcon, CheckIcon, EnvelopeIcon, ReceiptIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'

/** The timeline of an order, newest first, derived from API data. */
export function OrderTimeline({ order }: { order: Order }) {
  const { slug } = useOrganization()
  const { locale } = useLanguage()
  const checkout = useQuery({ ...apiQuery('checkouts', 'get', order.checkoutId ?? ''), enabled: order.checkoutId !== null })
  const created: TimelineEntry[] =
    checkout.data === undefined
      ? []
      : [
          {
            id: 'checkout',
            icon: ChainIcon,
            title: t('detail.checkoutCreated'),
            text: <Link href={detailHref(slug, 'checkouts', checkout.data.id)}>{t('actions.checkout')}</Link>,
            at: checkout.data.createdAt,
          },
        ]
  const paid: TimelineEntry[] = order.paid
    ? [
        {
          id: 'receipt',
          icon: EnvelopeIcon,
          title: t('detail.receipt'),
          text: t('detail.receiptText', { email: order.customer.email }),
          at: order.createdAt,
        },
        {
          id: 'paid',
          icon: CheckIcon,
          tone: 'good',
          title: t('detail.paidEvent', { amount: formatMoney(locale, order.totalAmount, order.currency) }),
          text: t('detail.paidText'),
          at: order.createdAt,
        },
      ]
    : [{ id: 'order', icon: ReceiptIcon, title: t('detail.orderCreated'), at: order.createdAt }]
  return (
    <Card>
      <CardHead title={t('detail.timeline')} />
      <CardBody underHead>
        <Timeline entries={[...paid, ...created]} />
      </CardBody>
    </Card>
  )
}
