import type { Order } from '#client/index.ts'
import { OrderRows } from '#web/parts/orders/order-rows.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'
import { t } from './sales-messages.ts'

/** The latest orders. */
export function LatestOrdersCard({ orders }: { orders: readonly Order[] }) {
  const { slug } = useOrganization()
  return (
    <Card>
      <CardHead lined title={t('latestOrders')}>
        <a className={buttonClass({ variant: 'quiet' })} href={`/dashboard/${slug}/orders`}>
          {t('allOrders')}
          <RightIcon className="-mr-2 opacity-85" />
        </a>
      </CardHead>
      <OrderRows by="both" orders={orders} slug={slug} />
    </Card>
  )
}
