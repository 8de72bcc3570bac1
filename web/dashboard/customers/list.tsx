import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { Customer } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { copy } from '#web/parts/copy.ts'
import { customerCommands } from '#web/parts/customers/commands.tsx'
import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/customers/messages.ts'
import { CustomerStatus } from '#web/parts/customers/status.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, UsersIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { Listing, pageLimit } from '../listing.tsx'

const api = getRouteApi('/dashboard/$org/customers')

const columns: readonly Column<Customer>[] = [
  { id: 'customer', head: t('customer'), cell: (customer) => <CustomerName customer={customer} />, sort: 'name' },
  { id: 'status', head: t('status'), cell: (customer) => <CustomerStatus customer={customer} /> },
  {
    id: 'email',
    head: t('email'),
    cell: ({ email }) => <span className="block max-w-280 truncate">{email}</span>,
    quiet: true,
    narrow: 'hide',
    sort: 'email',
  },
  {
    id: 'since',
    head: t('created'),
    cell: ({ createdAt }) => <Time at={createdAt} />,
    align: 'end',
    quiet: true,
    narrow: 'hide',
    sort: 'created_at',
  },
]

/** All customers: buyers, and customers created through the API. */
export default function Customers() {
  const { id: organizationId, slug } = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const at = api.useSearch()
  const navigate = api.useNavigate()
  const set = (change: Partial<typeof at>) =>
    void navigate({ search: { ...at, page: 1, ...change }, resetScroll: change.page !== undefined })
  const query = useQuery(
    apiQuery('customers', 'list', { organizationId, query: at.query || undefined, sorting: [at.sort], page: at.page, limit: pageLimit }),
  )
  const hrefOf = (customer: Customer) => detailHref(slug, 'customers', customer.id)
  const actionsOf = (customer: Customer) => {
    const { open, orders, write, copyEmail, copyId } = customerCommands(customer, {
      href: hrefOf(customer),
      orders: `/dashboard/${slug}/orders?customer=${customer.id}`,
      go: (href) => router.history.push(href),
    })
    return menuOf([open, orders, write], [copyEmail, copyId])
  }
  return (
    <Listing
      at={at}
      bulk={(customers) => (
        <Button
          icon={CopyShapeIcon}
          onClick={() => copy(customers.map(({ email }) => email).join('\n'), t('actions.emailsCopied', { count: customers.length }))}
        >
          {t('actions.copyEmails')}
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
          icon={UsersIcon}
          text={t('empty.text')}
          title={t('empty.title')}
        />
      }
      filters={<FilterBar onQuery={(text) => set({ query: text })} placeholder={t('search')} query={at.query} />}
      head={() => <PageHeader title={t('title')} />}
      isFiltered={at.query !== ''}
      noMatches={t('noMatches')}
      onClear={() => set({ query: '' })}
      query={query}
      set={set}
      table={{ label: t('title'), columns, idOf: ({ id }) => id, nameOf, hrefOf, actionsOf }}
    />
  )
}
