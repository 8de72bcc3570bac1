import type { Checkout, Order } from '#client/index.ts'
import { t } from '#web/parts/checkouts/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/display/timeline.tsx'
import { ChainIcon, CheckIcon, ClockIcon, CycleIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'

/** The timeline of a checkout, newest first. `order` is its order, once loaded. */
export function CheckoutTimeline({ checkout, order }: { checkout: Checkout; order: Order | undefined }) {
  const { slug } = useOrganization()
  const { locale } = useLanguage()
  const changed = checkout.modifiedAt ?? checkout.createdAt
  const ends: Record<Checkout['status'], TimelineEntry[]> = {
    open: [],
    confirmed: [{ id: 'processing', icon: CycleIcon, title: t('detail.processing'), at: changed }],
    succeeded: [
      {
        id: 'succeeded',
        icon: CheckIcon,
        tone: 'good',
        title: t('detail.succeeded', { amount: formatMoney(locale, checkout.totalAmount, checkout.currency) }),
        text: order === undefined ? undefined : <Link href={detailHref(slug, 'orders', order.id)}>{t('detail.seeOrder')}</Link>,
        at: order?.createdAt ?? changed,
      },
    ],
    failed: [
      {
        id: 'failed',
        icon: WarningIcon,
        tone: 'bad',
        title: t('detail.failed'),
        text: checkout.lastPaymentError ?? undefined,
        at: changed,
      },
    ],
    expired: [{ id: 'expired', icon: ClockIcon, title: t('detail.expired'), at: checkout.expiresAt }],
  }
  const declined: TimelineEntry[] =
    checkout.lastPaymentError === null || checkout.status === 'failed'
      ? []
      : [{ id: 'declined', icon: WarningIcon, tone: 'bad', title: t('detail.declined'), text: checkout.lastPaymentError, at: changed }]
  return (
    <Card>
      <CardHead title={t('detail.timeline')} />
      <CardBody underHead>
        <Timeline
          entries={[
            ...ends[checkout.status],
            ...declined,
            { id: 'created', icon: ChainIcon, title: t('detail.created'), text: t('detail.createdText'), at: checkout.createdAt },
          ]}
        />
      </CardBody>
    </Card>
  )
}
