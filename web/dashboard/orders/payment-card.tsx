import { useQuery } from '@tanstack/react-query'
import type { Order, Payment } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/orders/messages.ts'
import { OrderStatus } from '#web/parts/orders/status.tsx'
import { cardOf } from '#web/parts/payments/card.ts'
import { t as paymentText } from '#web/parts/payments/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { CardIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** The payment of an order. */
export function PaymentCard({ order }: { order: Order }) {
  const organization = useOrganization()
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
  const payment = usePaymentOf(order, organization)
  const card = payment && cardOf(payment)
  const amount = (value: number) => <Amount currency={order.currency} value={value} />
  const isTest = merchant.data?.mode === 'test'
  const isFree = order.totalAmount === 0
  return (
    <Card>
      <CardHead title={t('detail.payment')}>
        <span className="pr-8">
          <OrderStatus order={order} />
        </span>
      </CardHead>
      <CardBody underHead>
        {(isFree || isTest) && (
          <p className="flex items-center gap-8 text-label text-muted">
            <CardIcon />
            {t(isFree ? 'detail.free' : 'detail.testText')}
          </p>
        )}
        <DescriptionList
          items={[
            payment !== undefined && [
              t('detail.card'),
              <Link href={detailHref(organization.slug, 'payments', payment.id)} key="card">
                <span translate="no">{card ?? paymentText('noCard')}</span>
              </Link>,
            ],
            order.paid && [t('detail.paid'), <span key="paid">{amount(order.totalAmount + order.appliedBalanceAmount)}</span>],
            order.appliedBalanceAmount !== 0 && [t('detail.balance'), <span key="balance">{amount(order.appliedBalanceAmount)}</span>],
            payment !== undefined &&
              payment.feeAmount > 0 && [t('detail.fee'), <Amount currency={payment.currency} key="fee" value={payment.feeAmount} />],
            order.dueAmount > 0 && [t('detail.due'), <span key="due">{amount(order.dueAmount)}</span>],
            payment?.processorReference !== null &&
              payment !== undefined && [
                t('detail.reference'),
                <Id key="reference" name={t('detail.reference')} value={payment.processorReference} />,
              ],
            [t('placed'), <Time as="exact" at={order.createdAt} key="time" />],
          ]}
        />
      </CardBody>
    </Card>
  )
}

/** The payment that has paid the order, once loaded; undefined for a free order and for users who may not read payments. */
function usePaymentOf(order: Order, organization: { readonly id: string }): Payment | undefined {
  const isReadable = useMay()('payments:read') && order.totalAmount > 0
  const query = apiQuery('payments', 'list', { organizationId: organization.id, orderId: order.id, limit: 1 })
  return useQuery({ ...query, enabled: isReadable }).data?.items[0]
}
