import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/disputes/messages.ts'
import { reasonOf } from '#web/parts/disputes/reason.ts'
import { DisputeStatus } from '#web/parts/disputes/status.tsx'
import { BillingDay } from '#web/shell/billing-day.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, resourceList } from '#web/shell/list/resource-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { OpenIcon, ReceiptIcon, ShieldIcon, UserIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { disputeFilters } from './dispute.list.ts'

type Dispute = Item<'disputes'>

const states = ['needs_response', 'under_review', 'won', 'lost'] as const satisfies readonly Dispute['status'][]

/** All disputes of payments, with the day until which each must be answered. */
export default resourceList({
  call: 'disputes',
  kinds: disputeFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: ({ organization, currency }) => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    created: { label: () => t('opened') },
    amount: { label: () => t('amount'), currency },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
    order: { label: () => t('order'), ...referenceTo('orders', organization.id, ({ number }) => number) },
  }),
  queryOf: ({ status, created = {}, amount, customer, order }, query) => ({
    query,
    status: status as (typeof states)[number][] | undefined,
    ...instantsOf(created),
    amountMin: amount?.min,
    amountMax: amount?.max,
    customerId: customer,
    orderId: order,
  }),
  columns: [
    { id: 'customer', head: () => t('customer'), cell: ({ customer }) => <CustomerName customer={customer} /> },
    { id: 'order', head: () => t('order'), cell: ({ orderNumber }) => orderNumber, quiet: true, narrow: 'hide', optional: true },
    { id: 'status', head: () => t('status'), cell: (dispute) => <DisputeStatus dispute={dispute} />, optional: true },
    {
      id: 'reason',
      head: () => t('reason'),
      cell: (dispute) => <span className="block max-w-200 truncate">{reasonOf(dispute)}</span>,
      quiet: true,
      narrow: 'hide',
      optional: true,
    },
    {
      id: 'due',
      head: () => t('due'),
      cell: ({ evidenceDueBy }) => (evidenceDueBy === null ? '–' : <BillingDay at={evidenceDueBy} />),
      quiet: true,
      narrow: 'hide',
      optional: true,
    },
    {
      id: 'amount',
      head: () => t('amount'),
      cell: ({ currency, totalAmount }) => <Amount currency={currency} value={totalAmount} />,
      align: 'end',
      narrow: 'second',
      sort: 'amount',
    },
    {
      id: 'time',
      head: () => t('opened'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: ({ customer, orderNumber }) => `${nameOf(customer)}, ${orderNumber}`,
  hrefOf: ({ id }, at) => `${at}/disputes/${id}`,
  noMatches: () => t('noMatches'),
  empty: () => <Empty icon={ShieldIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: ({ organization: { slug }, go }) => ({
    commandsOf: ({ id, orderId, customer }) => [
      [
        {
          id: 'dispute-open',
          label: t('actions.open'),
          icon: OpenIcon,
          run: () => go(detailHref(slug, 'disputes', id)),
          shortcut: 'enter',
        },
        { id: 'dispute-order', label: t('actions.order'), icon: ReceiptIcon, run: () => go(detailHref(slug, 'orders', orderId)) },
        { id: 'dispute-customer', label: t('actions.customer'), icon: UserIcon, run: () => go(detailHref(slug, 'customers', customer.id)) },
      ],
    ],
  }),
})
