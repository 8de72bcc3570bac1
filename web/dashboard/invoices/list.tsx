import { shownEmail } from '#kernel/emails/email.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { useInvoiceDownload } from '#web/parts/invoices/download.ts'
import { t } from '#web/parts/invoices/messages.ts'
import { BillingDay } from '#web/shell/billing-day.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, resourceList } from '#web/shell/list/resource-list.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { DownloadIcon, FileIcon, OpenIcon, UserIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { invoiceFilters } from './invoice.list.ts'

type Invoice = Item<'invoices'>

const kinds = ['invoice', 'credit_note'] as const satisfies readonly Invoice['kind'][]
const buyerOf = ({ buyerName, customerName, customerEmail }: Invoice) => buyerName ?? customerName ?? shownEmail(customerEmail)

/** All invoices and credit notes; each leads to its order. */
export default resourceList({
  call: 'invoices',
  kinds: invoiceFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: ({ organization, currency }) => ({
    kind: { label: () => t('kind'), options: () => kinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
    created: { label: () => t('issued') },
    amount: { label: () => t('amount'), currency },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
  }),
  queryOf: ({ kind, created = {}, amount, customer }, query) => ({
    query,
    kind: kind as Invoice['kind'][] | undefined,
    ...instantsOf(created),
    amountMin: amount?.min,
    amountMax: amount?.max,
    customerId: customer,
  }),
  columns: [
    { id: 'number', head: () => t('number'), cell: ({ number }) => <span translate="no">{number}</span>, sort: 'number' },
    {
      id: 'kind',
      head: () => t('kind'),
      cell: ({ kind, voidedAt }) => (voidedAt === null ? t(`kinds.${kind}`) : t('voided', { kind: t(`kinds.${kind}`) })),
      quiet: true,
      narrow: 'second',
      optional: true,
    },
    {
      id: 'buyer',
      head: () => t('buyer'),
      cell: (invoice) => <span className="block max-w-240 truncate">{buyerOf(invoice)}</span>,
      narrow: 'hide',
    },
    { id: 'order', head: () => t('order'), cell: ({ orderNumber }) => orderNumber, quiet: true, narrow: 'hide', optional: true },
    {
      id: 'amount',
      head: () => t('amount'),
      cell: ({ currency, totalAmount }) => <Amount currency={currency} value={totalAmount} />,
      align: 'end',
      sort: 'amount',
    },
    {
      id: 'time',
      head: () => t('issued'),
      cell: ({ createdAt }) => <BillingDay at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'second',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: (invoice) => `${invoice.number}, ${buyerOf(invoice)}`,
  hrefOf: ({ orderId }, at) => `${at}/orders/${orderId}`,
  noMatches: () => t('noMatches'),
  empty: ({ at }) => (
    <Empty
      action={
        <a className={buttonClass({ variant: 'primary' })} href={`${at}/orders`}>
          {t('empty.action')}
        </a>
      }
      icon={FileIcon}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: ({ organization, go }) => {
    const download = useInvoiceDownload()
    return {
      commandsOf: ({ id, orderId, customerId }) => [
        [
          { id: 'invoice-download', label: t('download'), icon: DownloadIcon, run: () => download(id) },
          {
            id: 'invoice-order',
            label: t('openOrder'),
            icon: OpenIcon,
            run: () => go(detailHref(organization.slug, 'orders', orderId)),
            shortcut: 'enter',
          },
          {
            id: 'invoice-customer',
            label: t('openCustomer'),
            icon: UserIcon,
            run: () => go(detailHref(organization.slug, 'customers', customerId)),
          },
        ],
      ],
    }
  },
})
