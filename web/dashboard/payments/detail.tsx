import { CustomerAside } from '#web/parts/customers/aside.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { buyerOf } from '#web/parts/payments/buyer.ts'
import { cardOf, reasonOf } from '#web/parts/payments/card.ts'
import { paymentCommands } from '#web/parts/payments/commands.tsx'
import { t } from '#web/parts/payments/messages.ts'
import { PaymentPill } from '#web/parts/payments/status.tsx'
import { resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { CardIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { AttemptsCard } from './attempts-card.tsx'
import { timelineOf } from './timeline.ts'

/** One attempt to pay: its card, why it failed, and the other attempts for the same checkout. */
export default resourceDetail({
  call: 'payments',
  api: { path: '/v1/payments/', scope: 'payments:read' },
  list: '/payments',
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: (payment) => cardOf(payment) ?? t('noCard'),
  windowTitleOf: (payment) => `${cardOf(payment) ?? t('noCard')}, ${nameOf(buyerOf(payment))}`,
  status: (payment) => <PaymentPill payment={payment} />,
  useActions: (payment, { organization, go }) => {
    const [first, ...others] = paymentCommands(payment, { slug: organization.slug, go }).links
    return { ...(first && { secondary: first }), menu: [others] }
  },
  useFigures: ({ amount, currency, orderId, orderNumber }, { organization: { slug } }) => [
    [t('amount'), <Amount currency={currency} key="amount" value={amount} />],
    orderId === null
      ? undefined
      : [
          t('order'),
          <Link href={detailHref(slug, 'orders', orderId)} key="order">
            {orderNumber}
          </Link>,
        ],
  ],
  notice: (payment) => {
    const reason = reasonOf(payment)
    return reason !== null && <Banner tone={payment.status === 'failed' ? 'bad' : 'info'}>{reason}</Banner>
  },
  main: (payment, { organization }) => (
    <>
      <Card>
        <CardHead title={t('detail.details')} />
        <CardBody underHead>
          {payment.isTest && (
            <p className="flex items-center gap-8 text-label text-muted">
              <CardIcon />
              {t('detail.test')}
            </p>
          )}
          <DescriptionList
            items={[
              [t('detail.method'), payment.method === 'card' ? t('detail.methods.card') : payment.method],
              [
                t('card'),
                <span key="card" translate="no">
                  {cardOf(payment) ?? '–'}
                </span>,
              ],
              payment.settledAt !== null && [t('detail.settled'), <Time as="exact" at={payment.settledAt} key="settled" />],
              payment.processorReference !== null && [
                t('detail.reference'),
                <Id key="reference" name={t('detail.reference')} value={payment.processorReference} />,
              ],
            ]}
          />
        </CardBody>
      </Card>
      {payment.checkoutId !== null && <AttemptsCard checkoutId={payment.checkoutId} current={payment.id} organization={organization} />}
    </>
  ),
  aside: (payment, { organization: { slug } }) => {
    const { customerId } = payment
    const href = customerId === null ? null : detailHref(slug, 'customers', customerId)
    return <CustomerAside customer={buyerOf(payment)} href={href} title={t('buyer')} />
  },
  details: ({ checkoutId, orderId, customerId }, { organization: { slug } }) => [
    checkoutId !== null && [t('detail.checkoutId'), { id: checkoutId, href: detailHref(slug, 'checkouts', checkoutId) }],
    orderId !== null && [t('detail.orderId'), { id: orderId, href: detailHref(slug, 'orders', orderId) }],
    customerId !== null && [t('detail.customerId'), { id: customerId, href: detailHref(slug, 'customers', customerId) }],
  ],
  useTimeline: (payment) => timelineOf(payment, useLanguage().locale),
})
