import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { orderCommands } from '#web/parts/orders/commands.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { OrderPill } from '#web/parts/orders/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { useMenuOf } from '#web/shell/access/permitted.tsx'
import { useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { StatsRow } from '#web/ui/display/metric.tsx'
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

/** One order: its bill, its payment, its postings and its customer. */
export default function OrderPage() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('orders', 'get', id), enabled: isId(id) })
  return (
    <Detail head={t('title')} id={id} organizationOf={(order) => order.customer.organizationId} query={query}>
      {(order) => <OrderContent key={order.id} order={order} />}
    </Detail>
  )
}

function OrderContent({ order }: { order: Order }) {
  const { slug } = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const name = nameOf(order.customer)
  useTitle(`${order.number}, ${name}`)
  const actions = useMemo(() => orderCommands(order, { slug, go: (href) => router.history.push(href) }), [order, slug, router])
  useCommands(useMemo(() => [actions.customer, actions.product, actions.checkout, actions.copyId], [actions]))
  return (
    <DetailLayout
      aside={<OrderAside order={order} />}
      head={
        <PageHeader
          crumb={{ label: t('title'), href: `/dashboard/${slug}/orders` }}
          status={<OrderPill order={order} />}
          title={order.number}
        >
          <Menu
            items={menuOf([actions.customer, actions.product, actions.checkout], [actions.copyId])}
            label={t('actions.more')}
            side="end"
            trigger={(trigger) => <IconButton {...trigger} icon={DotsIcon} label={t('actions.more')} pull="right" />}
          />
        </PageHeader>
      }
    >
      {order.latePayment && <Banner tone="warn">{t('detail.late')}</Banner>}
      <StatsRow
        stats={[
          [t('detail.total'), <Amount currency={order.currency} key="total" value={order.totalAmount} />],
          [t('detail.type'), t(`types.${order.billingReason}`)],
          [t('detail.placed'), <Time at={order.createdAt} key="ordered" />],
        ]}
      />
      <Card>
        <CardHead lined title={t('detail.items')} />
        <CardBody>
          <BillTable bill={{ ...order, refundedAmount: order.refundedAmount + order.refundedTaxAmount }} currency={order.currency} />
        </CardBody>
      </Card>
      <PaymentCard order={order} />
      <LedgerCard order={order} />
      <OrderTimeline order={order} />
    </DetailLayout>
  )
}
