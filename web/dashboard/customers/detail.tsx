import { lazy, Suspense, useState } from 'react'
import type { Customer, Order, Page } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import type { Command } from '#web/command.ts'
import { AddressLines } from '#web/parts/customers/address.tsx'
import { t as changeText } from '#web/parts/customers/change-messages.ts'
import { customerCommands } from '#web/parts/customers/commands.tsx'
import { DeleteCustomerDialog } from '#web/parts/customers/delete-dialog.tsx'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/customers/messages.ts'
import { paidBy } from '#web/parts/customers/paid.ts'
import { CustomerPill } from '#web/parts/customers/status.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { tUsage } from '#web/parts/meters/usage-messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { useFeatures } from '#web/shell/features.ts'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { CardIcon, DownloadIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { OrdersCard } from '../orders/orders-card.tsx'
import { SubscriptionsCard } from '../subscriptions/subscriptions-card.tsx'
import { eventsCommand, eventsHref } from './events-command.ts'
import { usePortal } from './portal.ts'
import { mostOrders, useCustomerTimeline, useOrders } from './timeline.tsx'

// Most merchants have no usage.
const CreditCard = lazy(() => import('./credit-card.tsx'))
const PaymentMethodsCard = lazy(() => import('./payment-methods-card.tsx'))
const GrantsCard = lazy(() => import('../grants/grants-card.tsx'))
const CustomerMetersCard = lazy(() => import('../meters/customer-meters-card.tsx'))
const CustomerAlertsCard = lazy(() => import('../usage-alerts/customer-alerts-card.tsx'))

const ordersHref = ({ id }: Customer, { at }: DetailPlace) => `${at}/orders?customer=${id}`

const commandsOf = (customer: Customer, place: DetailPlace, onDelete: () => void = () => undefined) => {
  const href = detailHref(place.organization.slug, 'customers', customer.id)
  return customerCommands(customer, { href, orders: ordersHref(customer, place), go: place.go, onDelete })
}

const exportCommand = ({ id }: Customer): Command => ({
  id: 'customer-export',
  label: changeText('exportData'),
  icon: DownloadIcon,
  // The answer is an attachment: the page stays.
  run: () => location.assign(`/v1/customers/${id}/personal-data`),
  needs: 'customers:write',
})

const portalCommand = (run: () => void): Command => ({
  id: 'customer-portal',
  label: changeText('openPortal'),
  icon: OpenIcon,
  run,
  needs: 'customer_sessions:write',
})

const paymentsCommand = ({ id }: Customer, { at, go }: DetailPlace): Command => ({
  id: 'customer-payments',
  label: t('actions.payments'),
  icon: CardIcon,
  run: () => go(`${at}/payments?customer=${id}`),
  needs: 'payments:read',
})

/** One customer with details and orders. */
export default resourceDetail({
  call: 'customers',
  api: { path: '/v1/customers/', scope: 'customers:read' },
  list: '/customers',
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf,
  status: (customer) => <CustomerPill customer={customer} />,
  useActions: (customer, place) => {
    const [isDeleting, setIsDeleting] = useState(false)
    const openPortal = usePortal(customer)
    const hasUsage = useFeatures(place.organization).has('usage')
    const { edit, orders, write, copyEmail, remove } = commandsOf(customer, place, () => setIsDeleting(true))
    return {
      primary: edit,
      secondary: write,
      menu: [
        ...(customer.deletedAt === null ? [[portalCommand(openPortal)]] : []),
        [orders, paymentsCommand(customer, place), ...(hasUsage ? [eventsCommand(customer, place)] : [])],
        [copyEmail, exportCommand(customer)],
      ],
      danger: [remove],
      overlays: (
        <Permitted needs="customers:write">
          <DeleteCustomerDialog
            customer={customer}
            onClose={() => setIsDeleting(false)}
            onDeleted={() => place.go(`${place.at}/customers`)}
            open={isDeleting}
          />
        </Permitted>
      ),
    }
  },
  useFigures: (customer, place) => {
    const { data: orders } = useOrders(customer, place)
    const total = orders?.pagination.totalCount ?? 0
    const last = orders?.items[0]
    return [
      [total > mostOrders ? t('detail.paidLatest', { count: mostOrders }) : t('detail.paid'), <Paid key="paid" orders={orders} />],
      [t('detail.orders'), orders === undefined ? '–' : total],
      [
        t('detail.lastOrder'),
        last === undefined ? orders === undefined ? '–' : t('detail.never') : <Time at={last.createdAt} key="last" />,
      ],
    ]
  },
  main: (customer, place) => (
    <>
      <Permitted needs="subscriptions:read">
        <SubscriptionsCard
          all={`${place.at}/subscriptions?customer=${customer.id}`}
          query={{ organizationId: place.organization.id, customerId: customer.id }}
          slug={place.organization.slug}
          by="product"
        />
      </Permitted>
      <Suspense fallback={null}>
        <GrantsCard all={`${place.at}/benefits/grants?customer=${customer.id}`} by="benefit" query={{ customerId: customer.id }} />
      </Suspense>
      <Permitted needs="customer_meters:read">
        <Suspense fallback={null}>
          <CustomerMetersCard
            all={eventsHref(customer, place)}
            by="meter"
            query={{ organizationId: place.organization.id, customerId: customer.id, sorting: 'meter_name' }}
            slug={place.organization.slug}
            title={tUsage('usage')}
          />
        </Suspense>
      </Permitted>
      <Permitted needs="meters:read">
        <Suspense fallback={null}>
          <CustomerAlertsCard customer={customer} slug={place.organization.slug} />
        </Suspense>
      </Permitted>
      <Orders customer={customer} place={place} />
    </>
  ),
  aside: (customer, place) => (
    <Suspense>
      <Card>
        <CardHead title={t('detail.customer')} />
        <CardBody underHead>
          <DescriptionList
            items={[
              [t('detail.name'), customer.name ?? <span className="text-muted">{t('detail.noName')}</span>],
              [
                t('email'),
                <span className="-my-2 inline-flex max-w-full items-center gap-4" key="email">
                  <span className="min-w-0 [overflow-wrap:anywhere]">{shownEmail(customer.email)}</span>
                  <CopyButton name={t('email')} small value={customer.email} />
                </span>,
              ],
              customer.taxId !== null && [t('detail.taxId'), customer.taxId[0]],
              customer.isTaxExempt && [t('detail.tax'), t('detail.taxExempt')],
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
      <PaymentMethodsCard customer={customer} />
      <Permitted needs="orders:read">
        <Credit customer={customer} place={place} />
      </Permitted>
    </Suspense>
  ),
  details: ({ externalId }) => [externalId !== null && [t('externalId'), { id: externalId }]],
  editMetadata: (customer, place) => commandsOf(customer, place).edit,
  useTimeline: useCustomerTimeline,
  hasEvents: true,
})

function Orders({ customer, place }: { customer: Customer; place: DetailPlace }) {
  const all = { label: t('detail.allOrders'), href: ordersHref(customer, place) }
  const query = useOrders(customer, place)
  return (
    <OrdersCard
      all={all}
      by="product"
      none={t('detail.noOrders')}
      query={query}
      slug={place.organization.slug}
      title={t('detail.orders')}
    />
  )
}

function Credit({ customer, place }: { customer: Customer; place: DetailPlace }) {
  const { data: orders } = useOrders(customer, place)
  return <CreditCard currencies={orders?.items.map(({ currency }) => currency) ?? []} customer={customer} slug={place.organization.slug} />
}

/** The amounts that the customer paid, in each currency. */
function Paid({ orders }: { orders: Page<Order> | undefined }) {
  if (orders === undefined) return '–'
  const sums = paidBy(orders.items)
  if (sums.length === 0) return t('detail.never')
  return sums.map(({ currency, amount }, at) => (
    <span key={currency}>
      {at > 0 && ' + '}
      <Amount currency={currency} value={amount} />
    </span>
  ))
}
