import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Order } from '#client/index.ts'
import { ask } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { isId } from '#web/parts/one-thing.tsx'
import { orderCommands } from '#web/parts/orders/commands.tsx'
import { ItemsTable } from '#web/parts/orders/items-table.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { OrderPill } from '#web/parts/orders/status.tsx'
import { placeOf } from '#web/parts/places.ts'
import { menuOf, useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { FactsRow } from '#web/ui/display/metric.tsx'
import { DotsIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Detail, useTitle } from '../detail.tsx'
import { OrderAside } from './aside.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { OrderTimeline } from './timeline.tsx'

const api = getRouteApi('/dashboard/$org/orders/$id')

/** One order: its bill, its payment, what was posted, whose it is. */
export default function OrderPage() {
  const { id } = api.useParams()
  const query = useQuery({ ...ask('orders', 'get', id), enabled: isId(id) })
  return (
    <Detail head={t('title')} id={id} organizationOf={(order) => order.customer.organizationId} query={query}>
      {(order) => <Whole key={order.id} order={order} />}
    </Detail>
  )
}

function Whole({ order }: { order: Order }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const name = nameOf(order.customer)
  useTitle(`${name}, ${order.product.name}`)
  const acts = useMemo(() => orderCommands(order, { slug, go: (href) => router.history.push(href) }), [order, slug, router])
  useCommands(useMemo(() => [acts.customer, acts.product, acts.checkout, acts.copyId], [acts]))
  return (
    <DetailLayout
      aside={<OrderAside order={order} />}
      head={
        <PageHeader crumb={{ label: t('title'), href: `/dashboard/${slug}/orders` }} status={<OrderPill order={order} />} title={name}>
          <Menu
            items={[...menuOf([acts.customer, acts.product, acts.checkout]), 'line', ...menuOf([acts.copyId])]}
            label={t('acts.more')}
            side="end"
            trigger={(trigger) => <IconButton {...trigger} icon={DotsIcon} label={t('acts.more')} pull="right" />}
          />
        </PageHeader>
      }
    >
      {order.latePayment && <Banner tone="warn">{t('detail.late')}</Banner>}
      <FactsRow
        facts={[
          [
            t('product'),
            <Link href={placeOf(slug, 'products', order.productId)} key="product">
              {order.product.name}
            </Link>,
          ],
          [t('detail.total'), <Amount currency={order.currency} key="total" value={order.totalAmount} />],
          [t('detail.reason'), t(`reasons.${order.billingReason}`)],
          [t('detail.ordered'), <Time at={order.createdAt} key="ordered" />],
        ]}
      />
      <Card>
        <CardHead lined title={t('detail.items')} />
        <ItemsTable order={order} />
      </Card>
      <PaymentCard order={order} />
      <LedgerCard order={order} />
      <OrderTimeline order={order} />
    </DetailLayout>
  )
}
