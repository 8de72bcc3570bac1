import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Customer, Order, Page } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { AddressLines } from '#web/parts/customers/address.tsx'
import { customerCommands } from '#web/parts/customers/commands.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/customers/messages.ts'
import { paidBy } from '#web/parts/customers/paid.ts'
import { CustomerPill } from '#web/parts/customers/status.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { OrderRows } from '#web/parts/orders/order-rows.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { useMenuOf } from '#web/shell/access/permitted.tsx'
import { useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { StatsRow } from '#web/ui/display/metric.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { DotsIcon, EnvelopeIcon, RightIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Detail, MetadataCard, useTitle } from '../detail.tsx'

const api = getRouteApi('/dashboard/$org/customers/$id')
/** Orders that are read to sum up the payments of a customer, and orders that are shown. */
const mostOrders = 100
const maxShown = 10

/** One customer with details and orders. */
export default function CustomerPage() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('customers', 'get', id), enabled: isId(id) })
  return (
    <Detail head={t('title')} id={id} organizationOf={(customer) => customer.organizationId} query={query}>
      {(customer) => <CustomerContent customer={customer} key={customer.id} />}
    </Detail>
  )
}

function CustomerContent({ customer }: { customer: Customer }) {
  const { id: organizationId, slug } = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const name = nameOf(customer)
  const ordersHref = `/dashboard/${slug}/orders?customer=${customer.id}`
  useTitle(name)
  const orders = useQuery(apiQuery('orders', 'list', { organizationId, customerId: customer.id, limit: mostOrders }))
  const actions = useMemo(
    () =>
      customerCommands(customer, {
        href: detailHref(slug, 'customers', customer.id),
        orders: ordersHref,
        go: (href) => router.history.push(href),
      }),
    [customer, slug, ordersHref, router],
  )
  useCommands(useMemo(() => [actions.orders, actions.write, actions.copyEmail, actions.copyId], [actions]))
  return (
    <DetailLayout
      aside={<Aside customer={customer} />}
      head={
        <PageHeader
          crumb={{ label: t('title'), href: `/dashboard/${slug}/customers` }}
          status={<CustomerPill customer={customer} />}
          title={name}
        >
          <a className={buttonClass()} href={`mailto:${encodeURIComponent(customer.email)}`}>
            <EnvelopeIcon className="-ml-2 opacity-85" />
            {t('actions.sendEmail')}
          </a>
          <Menu
            items={menuOf([actions.orders], [actions.copyEmail, actions.copyId])}
            label={t('actions.more')}
            side="end"
            trigger={(trigger) => <IconButton {...trigger} icon={DotsIcon} label={t('actions.more')} />}
          />
        </PageHeader>
      }
    >
      <StatsRow stats={statsOf(customer, orders.data)} />
      <Card>
        <CardHead lined title={t('detail.orders')}>
          <a className={buttonClass({ variant: 'quiet' })} href={ordersHref}>
            {t('detail.allOrders')}
            <RightIcon className="-mr-2 opacity-85" />
          </a>
        </CardHead>
        <QueryContent query={orders} skeleton={<Skeletons label={t('detail.orders')} rows={3} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="px-16 py-12 text-label text-muted">{t('detail.noOrders')}</p>
            ) : (
              <OrderRows by="product" orders={items.slice(0, maxShown)} slug={slug} />
            )
          }
        </QueryContent>
      </Card>
    </DetailLayout>
  )
}

function statsOf(customer: Customer, orders: Page<Order> | undefined) {
  const placeholder = '–'
  const items = orders?.items ?? []
  const last = items[0]
  const total = orders?.pagination.totalCount ?? 0
  const sums = paidBy(items)
  return [
    [t('detail.orders'), orders === undefined ? placeholder : total],
    [
      total > mostOrders ? t('detail.paidLatest', { count: mostOrders }) : t('detail.paid'),
      orders === undefined
        ? placeholder
        : sums.length === 0
          ? t('detail.never')
          : sums.map(({ currency, amount }, at) => (
              <span key={currency}>
                {at > 0 && ' + '}
                <Amount currency={currency} value={amount} />
              </span>
            )),
    ],
    [
      t('detail.lastOrder'),
      orders === undefined ? placeholder : last === undefined ? t('detail.never') : <Time at={last.createdAt} key="last" />,
    ],
    [t('detail.since'), <Time as="day" at={customer.createdAt} key="since" />],
  ] as const
}

function Aside({ customer }: { customer: Customer }) {
  return (
    <>
      <Card>
        <CardHead title={t('detail.customer')} />
        <CardBody underHead>
          <DescriptionList
            items={[
              [t('detail.name'), customer.name ?? <span className="text-muted">{t('detail.noName')}</span>],
              [
                t('email'),
                <span className="-my-2 inline-flex max-w-full items-center gap-4" key="email">
                  <span className="min-w-0 truncate">{customer.email}</span>
                  <CopyButton name={t('email')} small value={customer.email} />
                </span>,
              ],
              customer.taxId !== null && [t('detail.taxId'), customer.taxId[0]],
            ]}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('detail.billing')} />
        <CardBody underHead>
          {customer.billingAddress === null ? (
            <p className="text-label text-muted">{t('detail.noBilling')}</p>
          ) : (
            <AddressLines address={customer.billingAddress} name={customer.name} />
          )}
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('detail.details')} />
        <CardBody underHead>
          <DescriptionList
            items={[
              [t('id'), <Id key="id" name={t('id')} value={customer.id} />],
              customer.externalId !== null && [t('externalId'), <Id key="external" name={t('externalId')} value={customer.externalId} />],
              [t('created'), <Time as="exact" at={customer.createdAt} key="since" />],
              customer.modifiedAt !== null && [t('detail.updated'), <Time at={customer.modifiedAt} key="changed" />],
            ]}
          />
        </CardBody>
      </Card>
      <MetadataCard metadata={customer.metadata} none={t('detail.noMetadata')} title={t('detail.metadata')} />
    </>
  )
}
