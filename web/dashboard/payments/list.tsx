import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { buyerOf } from '#web/parts/payments/buyer.ts'
import { cardOf, reasonOf } from '#web/parts/payments/card.ts'
import { paymentCommands } from '#web/parts/payments/commands.tsx'
import { t } from '#web/parts/payments/messages.ts'
import { PaymentStatus } from '#web/parts/payments/status.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, resourceList } from '#web/shell/list/resource-list.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CardIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { paymentFilters } from './payment.list.ts'

type Payment = Item<'payments'>

const states = ['pending', 'succeeded', 'failed'] as const satisfies readonly Payment['status'][]

/** All attempts to pay, also those that were declined. */
export default resourceList({
  call: 'payments',
  kinds: paymentFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: ({ organization, currency }) => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    created: { label: () => t('created') },
    amount: { label: () => t('amount'), currency },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
    order: { label: () => t('order'), ...referenceTo('orders', organization.id, ({ number }) => number) },
  }),
  queryOf: ({ status, created = {}, amount, customer, order }, query) => ({
    query,
    status: status as Payment['status'][] | undefined,
    ...instantsOf(created),
    amountMin: amount?.min,
    amountMax: amount?.max,
    customerId: customer,
    orderId: order,
  }),
  columns: [
    { id: 'buyer', head: () => t('buyer'), cell: (payment) => <CustomerName customer={buyerOf(payment)} /> },
    { id: 'status', head: () => t('status'), cell: (payment) => <PaymentStatus payment={payment} />, sort: 'status', optional: true },
    {
      id: 'card',
      head: () => t('card'),
      cell: (payment) => <span translate="no">{cardOf(payment)}</span>,
      quiet: true,
      narrow: 'second',
      optional: true,
    },
    {
      id: 'reason',
      head: () => t('reason'),
      cell: (payment) => <span className="block max-w-240 truncate">{reasonOf(payment)}</span>,
      quiet: true,
      narrow: 'hide',
      optional: true,
    },
    { id: 'order', head: () => t('order'), cell: ({ orderNumber }) => orderNumber, quiet: true, narrow: 'hide', optional: true },
    {
      id: 'amount',
      head: () => t('amount'),
      cell: (payment) => <Amount currency={payment.currency} value={payment.amount} />,
      align: 'end',
      sort: 'amount',
    },
    {
      id: 'time',
      head: () => t('created'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'second',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: (payment) => `${nameOf(buyerOf(payment))}, ${cardOf(payment) ?? t('noCard')}`,
  hrefOf: ({ id }, at) => `${at}/payments/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ at }) => (
    <Empty
      action={
        <a className={buttonClass({ variant: 'primary' })} href={`${at}/checkouts`}>
          {t('empty.action')}
        </a>
      }
      icon={CardIcon}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: ({ organization, go }) => ({
    commandsOf: (payment) => {
      const { open, links, copyId } = paymentCommands(payment, { slug: organization.slug, go })
      return [[open, ...links], [copyId]]
    },
  }),
})
