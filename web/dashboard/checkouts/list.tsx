import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Checkout } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { BuyerName, buyerOf } from '#web/parts/checkouts/buyer.tsx'
import { checkoutCommands } from '#web/parts/checkouts/commands.tsx'
import { CreateCheckoutDialog } from '#web/parts/checkouts/create-dialog.tsx'
import { t } from '#web/parts/checkouts/messages.ts'
import { CheckoutStatus } from '#web/parts/checkouts/status.tsx'
import { copy } from '#web/parts/copy.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { useCommands } from '#web/shell/commands.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { ChainIcon, CopyShapeIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Listing, pageLimit } from '../listing.tsx'

const api = getRouteApi('/dashboard/$org/checkouts')
const states = ['open', 'confirmed', 'succeeded', 'failed', 'expired'] as const

const columns: readonly Column<Checkout>[] = [
  { id: 'buyer', head: t('buyer'), cell: (checkout) => <BuyerName checkout={checkout} /> },
  { id: 'status', head: t('status'), cell: (checkout) => <CheckoutStatus checkout={checkout} />, sort: 'status' },
  {
    id: 'product',
    head: t('product'),
    cell: (checkout) => <span className="block max-w-240 truncate">{checkout.product.name}</span>,
    quiet: true,
    narrow: 'hide',
  },
  {
    id: 'amount',
    head: t('amount'),
    cell: (checkout) => <Amount currency={checkout.currency} value={checkout.totalAmount} />,
    align: 'end',
  },
  {
    id: 'expires',
    head: t('expires'),
    cell: (checkout) => (checkout.status === 'open' ? <Time at={checkout.expiresAt} /> : null),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    sort: 'expires_at',
  },
  {
    id: 'created',
    head: t('created'),
    cell: ({ createdAt }) => <Time at={createdAt} />,
    align: 'end',
    quiet: true,
    narrow: 'hide',
    sort: 'created_at',
  },
]

/** All checkouts: open, paid, failed and expired. */
export default function Checkouts() {
  const { id: organizationId, slug } = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const at = api.useSearch()
  const navigate = api.useNavigate()
  const set = (change: Partial<typeof at>) =>
    void navigate({ search: { ...at, page: 1, ...change }, resetScroll: change.page !== undefined })
  const query = useQuery(
    apiQuery('checkouts', 'list', {
      organizationId,
      query: at.query || undefined,
      status: at.status,
      sorting: [at.sort],
      page: at.page,
      limit: pageLimit,
    }),
  )
  const showNew = useMemo(() => () => router.history.push(`/dashboard/${slug}/checkouts?dialog=new`), [router, slug])
  useCommands(
    useMemo(() => [{ id: 'checkout-new', label: t('actions.new'), icon: PlusIcon, run: showNew, needs: 'checkouts:write' }], [showNew]),
  )
  const hrefOf = (checkout: Checkout) => detailHref(slug, 'checkouts', checkout.id)
  const actionsOf = (checkout: Checkout) => {
    const { open, copyLink, page, product, copyId } = checkoutCommands(checkout, { slug, go: (href) => router.history.push(href) })
    return menuOf([open, copyLink, page, product], [copyId])
  }
  const newCheckout = (
    <Permitted needs="checkouts:write">
      <Button icon={PlusIcon} variant="primary" onClick={showNew} shortcut="c">
        {t('actions.new')}
      </Button>
    </Permitted>
  )
  return (
    <>
      <Listing
        at={at}
        bulk={(checkouts) => (
          <Button
            icon={CopyShapeIcon}
            onClick={() => copy(checkouts.map(({ id }) => id).join('\n'), t('actions.idsCopied', { count: checkouts.length }))}
          >
            {t('actions.copyIds')}
          </Button>
        )}
        empty={<Empty action={newCheckout} icon={ChainIcon} text={t('empty.text')} title={t('empty.title')} />}
        filters={
          <FilterBar
            filters={[{ id: 'status', label: t('status'), options: states.map((value) => ({ value, label: t(`states.${value}`) })) }]}
            onQuery={(text) => set({ query: text })}
            onValues={({ status }) => set({ status: status as typeof at.status })}
            placeholder={t('search')}
            query={at.query}
            values={{ status: at.status }}
          />
        }
        head={(isEmpty) => <PageHeader title={t('title')}>{isEmpty ? undefined : newCheckout}</PageHeader>}
        isFiltered={at.query !== '' || at.status !== undefined}
        noMatches={t('noMatches')}
        onClear={() => set({ query: '', status: undefined })}
        query={query}
        set={set}
        table={{ label: t('title'), columns, idOf: ({ id }) => id, nameOf: buyerOf, hrefOf, actionsOf }}
      />
      <Permitted needs="checkouts:write">
        <CreateCheckoutDialog
          onClose={() => set({ dialog: undefined, page: at.page })}
          open={at.dialog === 'new'}
          organizationId={organizationId}
          slug={slug}
        />
      </Permitted>
    </>
  )
}
