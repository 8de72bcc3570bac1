import { useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { copy } from '#web/parts/copy.ts'
import { customerCommands } from '#web/parts/customers/commands.tsx'
import { DeleteCustomerDialog } from '#web/parts/customers/delete-dialog.tsx'
import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/customers/messages.ts'
import { CustomerStatus } from '#web/parts/customers/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CopyShapeIcon, PlusIcon, UsersIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { customerFilters } from './customer.list.ts'
import { DoubtfulIds } from './doubtful-ids.tsx'

type Customer = Item<'customers'>

/** All customers: buyers, and customers whom the merchant created. */
export default resourceList({
  call: 'customers',
  kinds: customerFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: () => ({ created: { label: () => t('created') } }),
  queryOf: ({ created = {} }, query) => ({ query, ...instantsOf(created) }),
  columns: [
    { id: 'customer', head: () => t('customer'), cell: (customer) => <CustomerName customer={customer} />, sort: 'name' },
    { id: 'status', head: () => t('status'), cell: (customer) => <CustomerStatus customer={customer} />, optional: true },
    {
      id: 'email',
      head: () => t('email'),
      cell: ({ email }) => <span className="block max-w-280 truncate">{shownEmail(email)}</span>,
      quiet: true,
      narrow: 'second',
      sort: 'email',
      optional: true,
    },
    {
      id: 'since',
      head: () => t('created'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf,
  hrefOf: ({ id }, at) => `${at}/customers/${id}`,
  above: () => <DoubtfulIds />,
  noMatches: () => t('noMatches'),
  empty: ({ at, action }) => (
    <Empty
      action={
        <span className="flex flex-wrap justify-center gap-8">
          {action}
          <Permitted needs="checkouts:write">
            <a className={buttonClass()} href={`${at}/checkouts?dialog=new`}>
              {t('empty.action')}
            </a>
          </Permitted>
        </span>
      }
      icon={UsersIcon}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: useCustomerActions,
})

function useCustomerActions({ at, go }: ListPlace): ListActions<Customer> {
  const [deleting, setDeleting] = useState<Customer | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const onDelete = (customer: Customer) => {
    setDeleting(customer)
    setIsOpen(true)
  }
  return {
    create: {
      id: 'customer-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => go(`${at}/customers/new`),
      shortcut: 'c',
      needs: 'customers:write',
    },
    commandsOf: (customer) => {
      const navigation = { href: `${at}/customers/${customer.id}`, orders: `${at}/orders?customer=${customer.id}`, go, onDelete }
      const { open, edit, orders, write, copyEmail, copyId, remove } = customerCommands(customer, navigation)
      return [[open, edit, orders, write], [copyEmail, copyId], [remove]]
    },
    overlays: <DeleteCustomerDialog customer={deleting} onClose={() => setIsOpen(false)} open={isOpen} />,
    bulk: (customers) => (
      <Button
        icon={CopyShapeIcon}
        onClick={() => copy(customers.map(({ email }) => email).join('\n'), t('actions.emailsCopied', { count: customers.length }))}
      >
        {t('actions.copyEmails')}
      </Button>
    ),
  }
}
