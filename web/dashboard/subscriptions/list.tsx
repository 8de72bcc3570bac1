import { shownEmail } from '#kernel/emails/email.ts'
import { copy } from '#web/parts/copy.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { SubscriptionAmount } from '#web/parts/subscriptions/amount.tsx'
import { subscriptionCommands } from '#web/parts/subscriptions/commands.tsx'
import { t } from '#web/parts/subscriptions/messages.ts'
import { NextDate } from '#web/parts/subscriptions/next-date.tsx'
import { SubscriptionStatus } from '#web/parts/subscriptions/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, resourceList } from '#web/shell/list/resource-list.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CopyShapeIcon, CycleIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { subscriptionFilters } from './subscription.list.ts'
import { SubscriptionTabs } from './tabs.tsx'

type Row = Item<'subscriptions'>

const states = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
] as const satisfies readonly Row['status'][]
const intervals = ['month', 'year'] as const satisfies readonly Row['recurringInterval'][]

/** All subscriptions. */
export default resourceList({
  call: 'subscriptions',
  kinds: subscriptionFilters,
  sort: '-started_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  above: ({ status, ending }, { at }) => <SubscriptionTabs path={`${at}/subscriptions`} set={{ status, ending }} />,
  filters: ({ organization, currency }) => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    ending: { label: () => t('ending') },
    interval: { label: () => t('interval'), options: () => intervals.map((value) => ({ value, label: t(`intervals.${value}`) })) },
    product: { label: () => t('product'), ...referenceTo('products', organization.id, ({ name }) => name) },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
    amount: { label: () => t('amount'), currency },
    created: { label: () => t('started') },
    renews: { label: () => t('renews') },
  }),
  queryOf: ({ status, ending, interval, product, customer, amount, created = {}, renews = {} }, query) => {
    const { createdAfter: currentPeriodEndAfter, createdBefore: currentPeriodEndBefore } = instantsOf(renews)
    return {
      query,
      status: status as Row['status'][] | undefined,
      cancelAtPeriodEnd: ending,
      recurringInterval: interval as Row['recurringInterval'][] | undefined,
      productId: product,
      customerId: customer,
      amountMin: amount?.min,
      amountMax: amount?.max,
      ...instantsOf(created),
      currentPeriodEndAfter,
      currentPeriodEndBefore,
    }
  },
  columns: [
    {
      id: 'customer',
      head: () => t('customer'),
      cell: ({ customer }) => <span className="block max-w-240 truncate">{nameOf(customer)}</span>,
      sort: 'customer',
    },
    { id: 'status', head: () => t('status'), cell: (one) => <SubscriptionStatus subscription={one} />, sort: 'status', optional: true },
    {
      id: 'product',
      head: () => t('product'),
      cell: ({ product }) => <span className="block max-w-240 truncate">{product.name}</span>,
      quiet: true,
      narrow: 'second',
      sort: 'product',
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
      id: 'amount',
      head: () => t('amount'),
      cell: (one) => <SubscriptionAmount subscription={one} />,
      align: 'end',
      narrow: 'hide',
      sort: 'amount',
    },
    {
      id: 'renews',
      head: () => t('renews'),
      cell: (one) => <NextDate subscription={one} />,
      narrow: 'hide',
      quiet: true,
      sort: 'current_period_end',
      optional: true,
    },
    {
      id: 'started',
      head: () => t('started'),
      cell: ({ startedAt, createdAt }) => <Time at={startedAt ?? createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'started_at',
      optional: true,
    },
  ],
  nameOf: ({ customer, product }) => `${nameOf(customer)}, ${product.name}`,
  hrefOf: ({ id }, at) => `${at}/subscriptions/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ at }) => (
    <Empty
      action={
        <Permitted needs="products:write">
          <a className={buttonClass({ variant: 'primary' })} href={`${at}/products/new`}>
            {t('empty.action')}
          </a>
        </Permitted>
      }
      icon={CycleIcon}
      link={<Link href={`${at}/products`}>{t('empty.link')}</Link>}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: ({ organization, go }) => ({
    commandsOf: (subscription) => {
      const { open, customer, product, orders, checkout, copyId } = subscriptionCommands(subscription, { slug: organization.slug, go })
      return [[open, customer, product, orders, checkout], [copyId]]
    },
    bulk: (rows) => (
      <Button
        icon={CopyShapeIcon}
        onClick={() => copy(rows.map(({ id }) => id).join('\n'), t('actions.idsCopied', { count: rows.length }))}
      >
        {t('actions.copyIds')}
      </Button>
    ),
  }),
})
