import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { copy } from '#web/parts/copy.ts'
import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { orderCommands } from '#web/parts/orders/commands.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { OrderStatus } from '#web/parts/orders/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, ReceiptIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Listing, pageLimit } from '../listing.tsx'
import { useOrderFilters } from './filters.ts'

const api = getRouteApi('/dashboard/$org/orders')

const columns: readonly Column<Order>[] = [
  { id: 'customer', head: t('customer'), cell: (order) => <CustomerName customer={order.customer} />, sort: 'customer' },
  { id: 'status', head: t('status'), cell: (order) => <OrderStatus order={order} /> },
  {
    id: 'product',
    head: t('product'),
    cell: (order) => <span className="block max-w-240 truncate">{order.product.name}</span>,
    quiet: true,
    narrow: 'hide',
    sort: 'product',
  },
  {
    id: 'amount',
    head: t('amount'),
    cell: (order) => <Amount currency={order.currency} value={order.totalAmount} />,
    align: 'end',
    sort: 'amount',
  },
  {
    id: 'time',
    head: t('placed'),
    cell: ({ createdAt }) => <Time at={createdAt} />,
    align: 'end',
    quiet: true,
    narrow: 'hide',
    sort: 'created_at',
  },
]

/** All orders. */
export default function Orders() {
  const { id: organizationId, slug } = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const at = api.useSearch()
  const navigate = api.useNavigate()
  const set = (change: Partial<typeof at>) =>
    void navigate({ search: { ...at, page: 1, ...change }, resetScroll: change.page !== undefined })
  const query = useQuery(
    apiQuery('orders', 'list', {
      organizationId,
      // A filter with an invalid id matches nothing; the server would reject it with a validation error.
      productId: idOrNone(at.product),
      customerId: idOrNone(at.customer),
      sorting: [at.sort],
      page: at.page,
      limit: pageLimit,
    }),
  )
  const filters = useOrderFilters(organizationId, at)
  const hrefOf = (order: Order) => detailHref(slug, 'orders', order.id)
  const actionsOf = (order: Order) => {
    const { open, customer, product, checkout, copyId } = orderCommands(order, { slug, go: (href) => router.history.push(href) })
    return menuOf([open, customer, product, checkout], [copyId])
  }
  return (
    <Listing
      at={at}
      bulk={(orders) => (
        <Button
          icon={CopyShapeIcon}
          onClick={() => copy(orders.map(({ id }) => id).join('\n'), t('actions.idsCopied', { count: orders.length }))}
        >
          {t('actions.copyIds')}
        </Button>
      )}
      empty={
        <Empty
          action={
            <Permitted needs="checkouts:write">
              <a className={buttonClass({ variant: 'primary' })} href={`/dashboard/${slug}/checkouts?dialog=new`}>
                {t('empty.action')}
              </a>
            </Permitted>
          }
          icon={ReceiptIcon}
          link={<Link href={`/dashboard/${slug}/products`}>{t('empty.link')}</Link>}
          text={t('empty.text')}
          title={t('empty.title')}
        />
      }
      filters={
        <FilterBar
          filters={filters}
          onValues={({ product, customer }) => set({ product, customer })}
          values={{ product: at.product, customer: at.customer }}
        />
      }
      head={() => <PageHeader title={t('title')} />}
      isFiltered={at.product !== undefined || at.customer !== undefined}
      noMatches={t('noMatches')}
      onClear={() => set({ product: undefined, customer: undefined })}
      query={query}
      set={set}
      table={{
        label: t('title'),
        columns,
        idOf: ({ id }) => id,
        nameOf: ({ customer, product }) => `${nameOf(customer)}, ${product.name}`,
        hrefOf,
        actionsOf,
      }}
    />
  )
}

const unknownId = '00000000-0000-0000-0000-000000000000'
const idOrNone = (id: string | undefined) => (id === undefined || isId(id) ? id : unknownId)
