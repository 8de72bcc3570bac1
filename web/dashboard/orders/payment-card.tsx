import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/orders/messages.ts'
import { OrderStatus } from '#web/parts/orders/status.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { CardIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** The payment of an order. */
export function PaymentCard({ order }: { order: Order }) {
  const organization = useOrganization()
  const merchant = useQuery(apiQuery('organizations', 'get', organization.id))
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
            order.paid && [t('detail.paid'), <span key="paid">{amount(order.totalAmount + order.appliedBalanceAmount)}</span>],
            order.appliedBalanceAmount !== 0 && [t('detail.balance'), <span key="balance">{amount(order.appliedBalanceAmount)}</span>],
            order.dueAmount > 0 && [t('detail.due'), <span key="due">{amount(order.dueAmount)}</span>],
            [t('placed'), <Time as="exact" at={order.createdAt} key="time" />],
          ]}
        />
      </CardBody>
    </Card>
  )
}
