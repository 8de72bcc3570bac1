import { BuyerName, buyerOf } from '#web/parts/checkouts/buyer.tsx'
import { checkoutCommands } from '#web/parts/checkouts/commands.tsx'
import { CreateCheckoutDialog } from '#web/parts/checkouts/create-dialog.tsx'
import { t } from '#web/parts/checkouts/messages.ts'
import { CheckoutStatus } from '#web/parts/checkouts/status.tsx'
import { copy } from '#web/parts/copy.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { ChainIcon, CopyShapeIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { checkoutFilters } from './checkout.list.ts'
import { Funnel } from './funnel.tsx'

type Checkout = Item<'checkouts'>

const states = ['open', 'confirmed', 'succeeded', 'failed', 'expired'] as const satisfies readonly Checkout['status'][]

/** All checkouts: open, paid, failed and expired. */
export default resourceList({
  call: 'checkouts',
  kinds: checkoutFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  sum: 'totalAmount',
  filters: ({ organization, currency }) => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    created: { label: () => t('created') },
    amount: { label: () => t('amount'), currency },
    product: { label: () => t('product'), ...referenceTo('products', organization.id, ({ name }) => name) },
  }),
  queryOf: ({ status, created = {}, amount, product }, query) => ({
    query,
    status: status as Checkout['status'][] | undefined,
    ...instantsOf(created),
    amountMin: amount?.min,
    amountMax: amount?.max,
    productId: product,
  }),
  above: ({ created = {}, product }, { organization }) => (
    <Funnel query={{ organizationId: organization.id, ...instantsOf(created), ...(product !== undefined && { productId: [product] }) }} />
  ),
  columns: [
    { id: 'buyer', head: () => t('buyer'), cell: (checkout) => <BuyerName checkout={checkout} /> },
    { id: 'status', head: () => t('status'), cell: (checkout) => <CheckoutStatus checkout={checkout} />, sort: 'status', optional: true },
    {
      id: 'product',
      head: () => t('product'),
      cell: (checkout) => <span className="block max-w-240 truncate">{checkout.product.name}</span>,
      quiet: true,
      narrow: 'second',
      optional: true,
    },
    {
      id: 'amount',
      head: () => t('amount'),
      cell: (checkout) => <Amount currency={checkout.currency} value={checkout.totalAmount} />,
      align: 'end',
    },
    {
      id: 'expires',
      head: () => t('expires'),
      cell: (checkout) => (checkout.status === 'open' ? <Time at={checkout.expiresAt} /> : null),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'expires_at',
      optional: true,
    },
    {
      id: 'created',
      head: () => t('created'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: buyerOf,
  hrefOf: ({ id }, at) => `${at}/checkouts/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <Empty action={action} icon={ChainIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: useCheckoutActions,
})

function useCheckoutActions({ organization, go, dialog, open: openDialog }: ListPlace): ListActions<Checkout> {
  const { id, slug } = organization
  return {
    create: {
      id: 'checkout-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => openDialog('new'),
      shortcut: 'c',
      needs: 'checkouts:write',
    },
    commandsOf: (checkout) => {
      const { open, copyLink, page, product, copyId } = checkoutCommands(checkout, { slug, go })
      return [[open, copyLink, page, product], [copyId]]
    },
    bulk: (checkouts) => (
      <Button
        icon={CopyShapeIcon}
        onClick={() => copy(checkouts.map((checkout) => checkout.id).join('\n'), t('actions.idsCopied', { count: checkouts.length }))}
      >
        {t('actions.copyIds')}
      </Button>
    ),
    overlays: (
      <Permitted needs="checkouts:write">
        <CreateCheckoutDialog onClose={() => openDialog(undefined)} open={dialog === 'new'} organizationId={id} slug={slug} />
      </Permitted>
    ),
  }
}
