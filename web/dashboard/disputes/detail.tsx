import { lazy, Suspense, useState } from 'react'
import type { Command } from '#web/command.ts'
import { CustomerAside } from '#web/parts/customers/aside.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/disputes/messages.ts'
import { reasonOf } from '#web/parts/disputes/reason.ts'
import { DisputePill } from '#web/parts/disputes/status.tsx'
import { resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { EnvelopeIcon, ReceiptIcon, StopIcon, UserIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { DisputeNotice } from './dispute-notice.tsx'
import { timelineOf } from './timeline.ts'

const ContestDialog = lazy(() => import('./contest-dialog.tsx'))
const AcceptDialog = lazy(() => import('./accept-dialog.tsx'))

/** One dispute of a payment: what is at stake, until when it must be answered, and how it ended. */
export default resourceDetail({
  call: 'disputes',
  api: { path: '/v1/disputes/', scope: 'refunds:read' },
  list: '/disputes',
  title: () => t('title'),
  organizationOf: ({ customer }) => customer.organizationId,
  nameOf: ({ orderNumber }) => t('detail.name', { number: orderNumber }),
  windowTitleOf: ({ orderNumber, customer }) => `${t('detail.name', { number: orderNumber })}, ${nameOf(customer)}`,
  status: (dispute) => <DisputePill dispute={dispute} />,
  useActions: (dispute, { organization: { slug }, go }) => {
    const [dialog, setDialog] = useState<'contest' | 'accept'>()
    const contest: Command = {
      id: 'dispute-contest',
      label: t('actions.contest'),
      icon: EnvelopeIcon,
      run: () => setDialog('contest'),
      needs: 'refunds:write',
    }
    const accept: Command = {
      id: 'dispute-accept',
      label: t('actions.accept'),
      icon: StopIcon,
      run: () => setDialog('accept'),
      needs: 'refunds:write',
    }
    const order: Command = {
      id: 'dispute-order',
      label: t('actions.order'),
      icon: ReceiptIcon,
      run: () => go(detailHref(slug, 'orders', dispute.orderId)),
    }
    const customer: Command = {
      id: 'dispute-customer',
      label: t('actions.customer'),
      icon: UserIcon,
      run: () => go(detailHref(slug, 'customers', dispute.customer.id)),
    }
    const isOpen = dispute.status === 'needs_response'
    const close = () => setDialog(undefined)
    return {
      secondary: isOpen ? contest : order,
      menu: [isOpen ? [accept] : [], isOpen ? [order, customer] : [customer]],
      overlays: (
        <Suspense fallback={null}>
          {dialog === 'contest' && <ContestDialog dispute={dispute} onClose={close} />}
          {dialog === 'accept' && <AcceptDialog dispute={dispute} onClose={close} />}
        </Suspense>
      ),
    }
  },
  useFigures: ({ currency, totalAmount, feeAmount, orderId, orderNumber }, { organization: { slug } }) => [
    [t('amount'), <Amount currency={currency} key="amount" value={totalAmount} />],
    [t('fee'), <Amount currency={currency} key="fee" value={feeAmount} />],
    [
      t('order'),
      <Link href={detailHref(slug, 'orders', orderId)} key="order">
        {orderNumber}
      </Link>,
    ],
  ],
  notice: (dispute) => <DisputeNotice dispute={dispute} />,
  main: (dispute) => (
    <Card>
      <CardHead title={t('detail.details')} />
      <CardBody underHead>
        <DescriptionList
          items={[
            [t('reason'), reasonOf(dispute)],
            dispute.evidenceDueBy !== null && [t('due'), <Time as="exact" at={dispute.evidenceDueBy} key="due" />],
            dispute.taxAmount > 0 && [t('detail.tax'), <Amount currency={dispute.currency} key="tax" value={dispute.taxAmount} />],
            [t('opened'), <Time as="exact" at={dispute.createdAt} key="opened" />],
          ]}
        />
        <p className="text-label text-muted">{t(`detail.next.${dispute.status}`)}</p>
      </CardBody>
    </Card>
  ),
  aside: ({ customer }, { organization: { slug } }) => (
    <CustomerAside customer={customer} href={detailHref(slug, 'customers', customer.id)} />
  ),
  details: ({ orderId, paymentId, customer }, { organization: { slug } }) => [
    [t('detail.orderId'), { id: orderId, href: detailHref(slug, 'orders', orderId) }],
    [t('detail.paymentId'), { id: paymentId, href: detailHref(slug, 'payments', paymentId) }],
    [t('detail.customerId'), { id: customer.id, href: detailHref(slug, 'customers', customer.id) }],
  ],
  useTimeline: (dispute) => timelineOf(dispute, useLanguage().locale),
})
