import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Product } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { CreateCheckoutDialog } from '#web/parts/checkouts/create-dialog.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { ArchiveDialog } from '#web/parts/products/archive-dialog.tsx'
import { productCommands } from '#web/parts/products/commands.tsx'
import { t } from '#web/parts/products/messages.ts'
import { ProductPrice } from '#web/parts/products/price.tsx'
import { ProductStatus } from '#web/parts/products/status.tsx'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { useCommands } from '#web/shell/commands.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { Listing, pageLimit } from '../listing.tsx'
import { NoProducts } from './no-products.tsx'

const api = getRouteApi('/dashboard/$org/products')

const columns: readonly Column<Product>[] = [
  { id: 'name', head: t('name'), cell: (product) => product.name, sort: 'name' },
  { id: 'status', head: t('status'), cell: (product) => <ProductStatus product={product} /> },
  { id: 'price', head: t('price'), cell: (product) => <ProductPrice product={product} />, align: 'end', sort: 'price_amount' },
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

/** All products, on sale and archived. */
export default function Products() {
  const organization = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const at = api.useSearch()
  const navigate = api.useNavigate()
  const set = (change: Partial<typeof at>) =>
    void navigate({ search: { ...at, page: 1, ...change }, resetScroll: change.page !== undefined })
  const query = useQuery(
    apiQuery('products', 'list', {
      organizationId: organization.id,
      query: at.query || undefined,
      isArchived: at.status === undefined ? undefined : at.status === 'archived',
      sorting: [at.sort],
      page: at.page,
      limit: pageLimit,
    }),
  )
  const [dialog, setDialog] = useState<{ what: 'checkout' | 'archive'; products: readonly Product[]; done?: () => void } | null>(null)
  const showNew = useMemo(() => () => router.history.push(`/dashboard/${organization.slug}/products/new`), [router, organization.slug])
  useCommands(
    useMemo(() => [{ id: 'product-new', label: t('actions.new'), icon: PlusIcon, run: showNew, needs: 'products:write' }], [showNew]),
  )
  const hrefOf = (product: Product) => detailHref(organization.slug, 'products', product.id)
  const actionsOf = (product: Product) => {
    const { open, edit, checkout, copyId, archive } = productCommands(product, {
      href: hrefOf(product),
      go: (href) => router.history.push(href),
      onCheckout: () => setDialog({ what: 'checkout', products: [product] }),
      onArchive: () => setDialog({ what: 'archive', products: [product] }),
    })
    return menuOf([open, edit, checkout, copyId], [archive])
  }
  const newProduct = (
    <Permitted needs="products:write">
      <Button icon={PlusIcon} variant="primary" onClick={showNew} shortcut="c">
        {t('actions.new')}
      </Button>
    </Permitted>
  )
  const dialogProduct = dialog?.products[0]
  return (
    <>
      <Listing
        at={at}
        bulk={(chosen, clear) => {
          const products = chosen.filter(({ isArchived }) => !isArchived)
          return (
            <Permitted needs="products:write">
              <Button
                disabled={products.length === 0}
                variant="danger"
                onClick={() => setDialog({ what: 'archive', products, done: clear })}
              >
                {t('actions.archiveDots')}
              </Button>
            </Permitted>
          )
        }}
        empty={<NoProducts action={newProduct} />}
        filters={
          <FilterBar
            filters={[
              {
                id: 'status',
                label: t('status'),
                options: [
                  { value: 'active', label: t('onSale') },
                  { value: 'archived', label: t('archived') },
                ],
              },
            ]}
            onQuery={(text) => set({ query: text })}
            onValues={({ status }) => set({ status: status as typeof at.status })}
            placeholder={t('search')}
            query={at.query}
            values={{ status: at.status }}
          />
        }
        head={(isEmpty) => <PageHeader title={t('title')}>{isEmpty ? undefined : newProduct}</PageHeader>}
        isFiltered={at.query !== '' || at.status !== undefined}
        noMatches={t('noMatches')}
        onClear={() => set({ query: '', status: undefined })}
        query={query}
        set={set}
        table={{ label: t('title'), columns, idOf: ({ id }) => id, nameOf: ({ name }) => name, hrefOf, actionsOf }}
      />
      <CreateCheckoutDialog
        onClose={() => setDialog(null)}
        open={dialog?.what === 'checkout'}
        organizationId={organization.id}
        product={dialogProduct}
        slug={organization.slug}
      />
      <ArchiveDialog
        onClose={() => setDialog(null)}
        onDone={dialog?.done}
        open={dialog?.what === 'archive'}
        products={dialog?.products ?? []}
      />
    </>
  )
}
