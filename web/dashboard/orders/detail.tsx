import { useState } from 'react'
import type { Command } from '#web/command.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { AddressLines } from '#web/parts/customers/address.tsx'
import { CustomerAside } from '#web/parts/customers/aside.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { orderCommands } from '#web/parts/orders/commands.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { OrderPill } from '#web/parts/orders/status.tsx'
import { t as refundText } from '#web/parts/refunds/messages.ts'
import { resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { ReturnIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { AnswersCard } from '../answers-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundsCard } from './refunds-card.tsx'
import { useOrderTimeline } from './timeline.tsx'

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
    const [isRefunding, setIsRefunding] = useState(false)
    const { customer, product, checkout } = orderCommands(order, { slug: organization.slug, go })
    const refund: Command = {
      id: 'order-refund',
      label: refundText('actions.refund'),
      icon: ReturnIcon,
      run: () => setIsRefunding(true),
      needs: 'refunds:write',
    }
    return {
      secondary: order.refundableAmount > 0 ? refund : undefined,
      menu: [[customer, product, checkout]],
      overlays: isRefunding && <RefundDialog onClose={() => setIsRefunding(false)} order={order} />,
    }
  },
  useFigures: ({ currency, totalAmount, taxAmount, refundedAmount, refundedTaxAmount, dueAmount }) => {
    const amount = (value: number) => <Amount currency={currency} value={value} />
    const refunded = refundedAmount + refundedTaxAmount
    return [
      [t('detail.total'), amount(totalAmount)],
      [t('detail.tax'), amount(taxAmount)],
      refunded > 0 ? [t('detail.refunded'), amount(refunded)] : undefined,
      dueAmount > 0 ? [t('detail.due'), amount(dueAmount)] : undefined,
    ]
  },
  notice: ({ latePayment }) => latePayment && <Banner tone="warn">{t('detail.late')}</Banner>,
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
      <AnswersCard data={order.customFieldData} />
      <LedgerCard order={order} />
    </>
  ),
  aside: (order, { organization }) => (
    <>
      <CustomerAside customer={order.customer} href={detailHref(organization.slug, 'customers', order.customerId)} />
      <Card>
        <CardHead title={t('detail.billing')} />
        <CardBody underHead>
          {order.billingAddress === null ? (
            <p className="text-label text-muted">{order.billingName ?? t('detail.noBilling')}</p>
          ) : (
            <AddressLines address={order.billingAddress} name={order.billingName ?? order.customer.name} />
          )}
        </CardBody>
      </Card>
    </>
  ),
  details: ({ billingReason, customerId, productId, checkoutId }, { organization: { slug } }) => [
    [t('detail.type'), t(`types.${billingReason}`)],
    [t('detail.customerId'), { id: customerId, href: detailHref(slug, 'customers', customerId) }],
    [t('detail.productId'), { id: productId, href: detailHref(slug, 'products', productId) }],
    checkoutId !== null && [t('detail.checkout'), { id: checkoutId, href: detailHref(slug, 'checkouts', checkoutId) }],
  ],
  useTimeline: useOrderTimeline,
  hasEvents: true,
})
