import { useState } from 'react'
import { CreateCheckoutDialog } from '#web/parts/checkouts/create-dialog.tsx'
import { ArchiveDialog } from '#web/parts/products/archive-dialog.tsx'
import { productCommands } from '#web/parts/products/commands.tsx'
import { t } from '#web/parts/products/messages.ts'
import { ProductPrice } from '#web/parts/products/price.tsx'
import { t as priceT } from '#web/parts/products/price-messages.ts'
import { ProductStatus } from '#web/parts/products/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { NoProducts } from './no-products.tsx'
import { productFilters } from './product.list.ts'

type Product = Item<'products'>

/** All products, on sale and archived. */
export default resourceList({
  call: 'products',
  kinds: productFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: ({ currency }) => ({
    status: {
      label: () => t('status'),
      options: () => [
        { value: 'active', label: t('onSale') },
        { value: 'archived', label: t('archived') },
      ],
    },
    billing: {
      label: () => priceT('billing'),
      options: () => [
        { value: 'once', label: priceT('billingKinds.once') },
        { value: 'recurring', label: t('recurring') },
      ],
    },
    created: { label: () => t('created') },
    price: { label: () => t('price'), currency },
  }),
  queryOf: ({ status, billing, created = {}, price }, query) => ({
    query,
    isArchived: status === undefined ? undefined : status === 'archived',
    isRecurring: billing === undefined ? undefined : billing === 'recurring',
    ...instantsOf(created),
    amountMin: price?.min,
    amountMax: price?.max,
  }),
  columns: [
    { id: 'name', head: () => t('name'), cell: (product) => product.name, sort: 'name' },
    { id: 'status', head: () => t('status'), cell: (product) => <ProductStatus product={product} />, optional: true },
    { id: 'price', head: () => t('price'), cell: (product) => <ProductPrice product={product} />, align: 'end', sort: 'price_amount' },
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
  nameOf: ({ name }) => name,
  hrefOf: ({ id }, at) => `${at}/products/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <NoProducts action={action} />,
  useActions: useProductActions,
})

function useProductActions({ organization, at, go }: ListPlace): ListActions<Product> {
  const [dialog, setDialog] = useState<{ what: 'checkout' | 'archive'; products: readonly Product[]; done?: () => void } | null>(null)
  return {
    create: {
      id: 'product-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => go(`${at}/products/new`),
      shortcut: 'c',
      needs: 'products:write',
    },
    commandsOf: (product) => {
      const { open, edit, checkout, copyId, archive } = productCommands(product, {
        href: `${at}/products/${product.id}`,
        go,
        onCheckout: () => setDialog({ what: 'checkout', products: [product] }),
        onArchive: () => setDialog({ what: 'archive', products: [product] }),
      })
      return [[open, edit, checkout, copyId], [archive]]
    },
    bulk: (chosen, clear) => {
      const products = chosen.filter(({ isArchived }) => !isArchived)
      return (
        <Permitted needs="products:write">
          <Button disabled={products.length === 0} onClick={() => setDialog({ what: 'archive', products, done: clear })} variant="danger">
            {t('actions.archiveDots')}
          </Button>
        </Permitted>
      )
    },
    overlays: (
      <>
        <CreateCheckoutDialog
          onClose={() => setDialog(null)}
          open={dialog?.what === 'checkout'}
          organizationId={organization.id}
          product={dialog?.products[0]}
          slug={organization.slug}
        />
        <ArchiveDialog
          onClose={() => setDialog(null)}
          onDone={dialog?.done}
          open={dialog?.what === 'archive'}
          products={dialog?.products ?? []}
        />
      </>
    ),
  }
}
