import { shownEmail } from '#kernel/emails/email.ts'
import { copy } from '#web/parts/copy.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { orderCommands } from '#web/parts/orders/commands.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { OrderStatus } from '#web/parts/orders/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, resourceList } from '#web/shell/list/resource-list.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CopyShapeIcon, ReceiptIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { orderFilters } from './order.list.ts'

const states = ['pending', 'paid', 'refunded', 'partially_refunded'] as const satisfies readonly Item<'orders'>['status'][]
const fallbacks = ['refused', 'inactive'] as const satisfies readonly Item<'orders'>['taxFallback'][]

/** All orders. */
export default resourceList({
  call: 'orders',
  kinds: orderFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  sum: 'totalAmount',
  filters: ({ organization, currency }) => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    created: { label: () => t('placed') },
    amount: { label: () => t('amount'), currency },
    product: { label: () => t('product'), ...referenceTo('products', organization.id, ({ name }) => name) },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
    subscription: {
      label: () => t('detail.subscription'),
      ...referenceTo('subscriptions', organization.id, (one) => `${nameOf(one.customer)}, ${one.product.name}`),
    },
    tax: { label: () => t('detail.tax'), options: () => fallbacks.map((value) => ({ value, label: t(`fallbacks.${value}`) })) },
  }),
  queryOf: ({ status, created = {}, amount, product, customer, subscription, tax }, query) => ({
    query,
    status: status as Item<'orders'>['status'][] | undefined,
    ...instantsOf(created),
    amountMin: amount?.min,
    amountMax: amount?.max,
    productId: product,
    customerId: customer,
    subscriptionId: subscription,
    taxFallback: tax as NonNullable<Item<'orders'>['taxFallback']>[] | undefined,
  }),
  columns: [
    { id: 'number', head: () => t('number'), cell: ({ number }) => <span translate="no">{number}</span> },
    {
      id: 'customer',
      head: () => t('customer'),
      cell: ({ customer }) => <span className="block max-w-240 truncate">{nameOf(customer)}</span>,
      narrow: 'second',
      sort: 'customer',
    },
    { id: 'status', head: () => t('status'), cell: (order) => <OrderStatus order={order} />, optional: true },
    {
      id: 'product',
      head: () => t('product'),
      cell: (order) => <span className="block max-w-240 truncate">{order.product.name}</span>,
      quiet: true,
      narrow: 'hide',
      sort: 'product',
      optional: true,
    },
    {
      id: 'email',
      head: () => t('email'),
      cell: ({ customer }) => <span className="block max-w-240 truncate">{shownEmail(customer.email)}</span>,
      quiet: true,
      narrow: 'hide',
      optional: true,
      isHidden: true,
    },
    {
      id: 'type',
      head: () => t('detail.type'),
      cell: ({ billingReason }) => t(`types.${billingReason}`),
      quiet: true,
      narrow: 'hide',
      optional: true,
      isHidden: true,
    },
    {
      id: 'amount',
      head: () => t('amount'),
      cell: (order) => <Amount currency={order.currency} value={order.totalAmount} />,
      align: 'end',
      sort: 'amount',
    },
    {
      id: 'time',
      head: () => t('placed'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: ({ number, customer }) => `${number}, ${nameOf(customer)}`,
  hrefOf: ({ id }, at) => `${at}/orders/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ at }) => (
    <Empty
      action={
        <Permitted needs="checkouts:write">
          <a className={buttonClass({ variant: 'primary' })} href={`${at}/checkouts?dialog=new`}>
            {t('empty.action')}
          </a>
        </Permitted>
      }
      icon={ReceiptIcon}
      link={<Link href={`${at}/products`}>{t('empty.link')}</Link>}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: ({ organization, go }) => ({
    commandsOf: (order) => {
      const { open, customer, product, checkout, subscription, copyId } = orderCommands(order, { slug: organization.slug, go })
      return [[open, customer, product, checkout, ...(order.subscriptionId === null ? [] : [subscription])], [copyId]]
    },
    bulk: (orders) => (
      <Button
        icon={CopyShapeIcon}
        onClick={() => copy(orders.map(({ id }) => id).join('\n'), t('actions.idsCopied', { count: orders.length }))}
      >
        {t('actions.copyIds')}
      </Button>
    ),
  }),
})
