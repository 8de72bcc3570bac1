import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/refunds/messages.ts'
import { RefundStatus } from '#web/parts/refunds/status.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, resourceList } from '#web/shell/list/resource-list.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { OpenIcon, ReturnIcon, UserIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { refundFilters } from './refund.list.ts'

type Refund = Item<'refunds'>

const states = ['pending', 'succeeded', 'failed', 'canceled'] as const satisfies readonly Refund['status'][]

// Users who may not read customers see the number of the order in their place.
const customerOf = ({ customerName: name, customerEmail, orderNumber }: Refund) => ({ name, email: customerEmail ?? orderNumber })

/** All refunds; each leads to its order. */
export default resourceList({
  call: 'refunds',
  kinds: refundFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: ({ organization, currency }) => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    created: { label: () => t('requested') },
    amount: { label: () => t('amount'), currency },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
  }),
  queryOf: ({ status, created = {}, amount, customer }, query) => ({
    query,
    status: status as Refund['status'][] | undefined,
    ...instantsOf(created),
    amountMin: amount?.min,
    amountMax: amount?.max,
    customerId: customer,
  }),
  columns: [
    { id: 'customer', head: () => t('customer'), cell: (refund) => <CustomerName customer={customerOf(refund)} /> },
    { id: 'order', head: () => t('order'), cell: ({ orderNumber }) => orderNumber, quiet: true, narrow: 'second', optional: true },
    { id: 'status', head: () => t('status'), cell: (refund) => <RefundStatus refund={refund} />, optional: true },
    { id: 'reason', head: () => t('reason'), cell: ({ reason }) => t(`reasons.${reason}`), quiet: true, narrow: 'hide', optional: true },
    {
      id: 'comment',
      head: () => t('comment'),
      cell: ({ comment }) => <span className="block max-w-240 truncate">{comment}</span>,
      quiet: true,
      narrow: 'hide',
      optional: true,
      isHidden: true,
    },
    {
      id: 'amount',
      head: () => t('amount'),
      cell: (refund) => <Amount currency={refund.currency} value={refund.totalAmount} />,
      align: 'end',
      sort: 'amount',
    },
    {
      id: 'time',
      head: () => t('requested'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'second',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: (refund) => `${nameOf(customerOf(refund))}, ${refund.orderNumber}`,
  hrefOf: ({ orderId }, at) => `${at}/orders/${orderId}`,
  noMatches: () => t('noMatches'),
  empty: ({ at }) => (
    <Empty
      action={
        <a className={buttonClass({ variant: 'primary' })} href={`${at}/orders`}>
          {t('empty.action')}
        </a>
      }
      icon={ReturnIcon}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: ({ organization, go }) => ({
    commandsOf: ({ orderId, customerId }) => [
      [
        {
          id: 'refund-order',
          label: t('actions.order'),
          icon: OpenIcon,
          run: () => go(detailHref(organization.slug, 'orders', orderId)),
          shortcut: 'enter',
        },
        {
          id: 'refund-customer',
          label: t('actions.customer'),
          icon: UserIcon,
          run: () => go(detailHref(organization.slug, 'customers', customerId)),
        },
      ],
    ],
  }),
})
