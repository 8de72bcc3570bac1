import { lazy, Suspense, useState } from 'react'
import type { Order } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { CustomerAside } from '#web/parts/customers/aside.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { orderCommands } from '#web/parts/orders/commands.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { OrderPill } from '#web/parts/orders/status.tsx'
import { t as refundText } from '#web/parts/refunds/messages.ts'
import type { DetailItem } from '#web/shell/detail/details-card.tsx'
import { resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { CardIcon, EnvelopeIcon, ReturnIcon, StopIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { AnswersCard } from '../answers-card.tsx'
import type { CollectionDialogName } from './collection-dialog.tsx'
import { InvoiceCard } from './invoice-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundsCard } from './refunds-card.tsx'
import { useOrderTimeline } from './timeline.tsx'

const GrantsCard = lazy(() => import('../grants/grants-card.tsx'))
const DisputeNotice = lazy(() => import('./dispute-notice.tsx'))
const CollectionDialog = lazy(() => import('./collection-dialog.tsx'))
const TaxRecordsCard = lazy(() => import('./tax-records-card.tsx'))
const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'))

/** One order: its bill, its payment, its postings and its customer. */
export default resourceDetail({
  call: 'orders',
  api: { path: '/v1/orders/', scope: 'orders:read' },
  list: '/orders',
  title: () => t('title'),
  organizationOf: ({ customer }) => customer.organizationId,
  nameOf: ({ number }) => number,
  windowTitleOf: ({ number, customer }) => `${number}, ${nameOf(customer)}`,
  status: (order) => <OrderPill order={order} />,
  useActions: (order, { organization, go }) => {
    const [dialog, setDialog] = useState<'refund' | 'receipt' | CollectionDialogName>()
    const { customer, product, checkout, subscription } = orderCommands(order, { slug: organization.slug, go })
    const refund: Command = {
      id: 'order-refund',
      label: refundText('actions.refund'),
      icon: ReturnIcon,
      run: () => setDialog('refund'),
      needs: 'refunds:write',
    }
    const receipt: Command = {
      id: 'order-receipt',
      label: t('actions.receipt'),
      icon: EnvelopeIcon,
      run: () => setDialog('receipt'),
    }
    const retry: Command = {
      id: 'order-retry',
      label: t('actions.retry'),
      icon: CardIcon,
      run: () => setDialog('retry'),
      needs: 'orders:write',
    }
    const giveUp: Command = {
      id: 'order-void',
      label: t('actions.void'),
      icon: StopIcon,
      run: () => setDialog('void'),
      needs: 'orders:write',
    }
    const close = () => setDialog(undefined)
    return {
      secondary: order.refundableAmount > 0 && order.pendingDisputeAmount === 0 ? refund : isRetryable(order) ? retry : undefined,
      menu: [
        [...(order.paid ? [receipt] : []), ...(order.collectionStatus === 'exhausted' ? [giveUp] : [])],
        [customer, product, checkout, ...(order.subscriptionId === null ? [] : [subscription])],
      ],
      overlays: (
        <>
          {dialog === 'refund' && <RefundDialog onClose={close} order={order} />}
          {(dialog === 'retry' || dialog === 'void') && (
            <Suspense>
              <CollectionDialog name={dialog} onClose={close} order={order} />
            </Suspense>
          )}
          {dialog === 'receipt' && (
            <Suspense>
              <ReceiptDialog onClose={close} order={order} />
            </Suspense>
          )}
        </>
      ),
    }
  },
  useFigures: ({ currency, totalAmount, taxAmount, refundedAmount, refundedTaxAmount, creditedAmount, dueAmount }) => {
    const amount = (value: number) => <Amount currency={currency} value={value} />
    const refunded = refundedAmount + refundedTaxAmount
    return [
      [t('detail.total'), amount(totalAmount)],
      [t('detail.tax'), amount(taxAmount)],
      refunded > 0 ? [t('detail.refunded'), amount(refunded)] : undefined,
      // Credit is given of what was paid: nothing is due of it.
      creditedAmount > 0
        ? [t('detail.credited'), amount(creditedAmount)]
        : dueAmount > 0
          ? [t('detail.due'), amount(dueAmount)]
          : undefined,
    ]
  },
  notice: (order) => (
    <>
      {order.latePayment && <Banner tone="warn">{t('detail.late')}</Banner>}
      {order.taxFallback !== null && <Banner tone="warn">{t(`fallbackTexts.${order.taxFallback}`)}</Banner>}
      {(order.pendingDisputeAmount > 0 || order.disputedAmount > 0) && (
        <Suspense fallback={null}>
          <DisputeNotice order={order} />
        </Suspense>
      )}
    </>
  ),
  main: (order) => (
    <>
      <Card>
        <CardHead lined title={t('detail.items')} />
        <CardBody>
          <BillTable bill={{ ...order, refundedAmount: order.refundedAmount + order.refundedTaxAmount }} currency={order.currency} />
        </CardBody>
      </Card>
      <PaymentCard order={order} />
      <RefundsCard order={order} />
      {order.taxEngine === 'stripe' && (
        <Suspense fallback={null}>
          <TaxRecordsCard order={order} />
        </Suspense>
      )}
      {(order.subscriptionId === null || order.paid) && (
        <Suspense fallback={null}>
          <GrantsCard
            by="benefit"
            query={order.subscriptionId === null ? { orderId: order.id } : { subscriptionId: order.subscriptionId }}
          />
        </Suspense>
      )}
      <AnswersCard data={order.customFieldData} />
      <LedgerCard order={order} />
    </>
  ),
  aside: (order, { organization }) => (
    <>
      <CustomerAside customer={order.customer} href={detailHref(organization.slug, 'customers', order.customerId)} />
      <InvoiceCard order={order} />
    </>
  ),
  details: (
    { billingReason, customerId, productId, checkoutId, subscriptionId, subscription, items, taxEngine },
    { organization: { slug } },
  ) => [
    [t('detail.type'), t(`types.${billingReason}`)],
    [t('detail.customerId'), { id: customerId, href: detailHref(slug, 'customers', customerId) }],
    [t('detail.productId'), { id: productId, href: detailHref(slug, 'products', productId) }],
    checkoutId !== null && [t('detail.checkout'), { id: checkoutId, href: detailHref(slug, 'checkouts', checkoutId) }],
    subscriptionId !== null && [t('detail.subscription'), { id: subscriptionId, href: detailHref(slug, 'subscriptions', subscriptionId) }],
    periodRow(items, subscription?.billingTimezone),
    taxEngine !== null && [t('detail.taxedBy'), t(`taxEngines.${taxEngine}`)],
  ],
  useTimeline: useOrderTimeline,
  hasEvents: true,
})

/** Whether the payment of an order can be attempted by hand: while its subscription is overdue or unpaid. */
function isRetryable({ dueAmount, collectionStatus, subscription }: Order): boolean {
  const isOverdue = subscription?.status === 'past_due' || subscription?.status === 'unpaid'
  return isOverdue && dueAmount > 0 && collectionStatus !== 'voided'
}

/** The period of a subscription that an order pays: the one that ends last, for lines of a change are of the period before. */
function periodRow(items: Order['items'], zone: string | undefined): DetailItem {
  const [item] = items.toSorted((one, other) => (other.endTimestamp ?? '').localeCompare(one.endTimestamp ?? ''))
  if (!item?.startTimestamp || !item.endTimestamp) return null
  return [
    t('detail.period'),
    <span key="period">
      <Time as="day" at={item.startTimestamp} zone={zone} /> – <Time as="day" at={item.endTimestamp} zone={zone} />
    </span>,
  ]
}
