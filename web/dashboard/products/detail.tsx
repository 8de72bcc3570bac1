import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Order, Page, Product } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { CreateCheckoutDialog } from '#web/parts/checkouts/create-dialog.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { OrderRows } from '#web/parts/orders/order-rows.tsx'
import { ArchiveDialog } from '#web/parts/products/archive-dialog.tsx'
import { productCommands } from '#web/parts/products/commands.tsx'
import { t } from '#web/parts/products/messages.ts'
import { ProductPrice, priceOf } from '#web/parts/products/price.tsx'
import { ProductPill } from '#web/parts/products/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { StatsRow } from '#web/ui/display/metric.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { ChainIcon, DotsIcon, PencilIcon, RightIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Detail, MetadataCard, useTitle } from '../detail.tsx'
import { PricesCard } from './prices-card.tsx'

const api = getRouteApi('/dashboard/$org/products/$id')
const latest = 5

/** One product: its prices, its orders and its actions. */
export default function ProductPage() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('products', 'get', id), enabled: isId(id) })
  return (
    <Detail head={t('title')} id={id} organizationOf={(product) => product.organizationId} query={query}>
      {(product) => <ProductContent key={product.id} product={product} />}
    </Detail>
  )
}

function ProductContent({ product }: { product: Product }) {
  const organization = useOrganization()
  const { id: organizationId, slug } = organization
  const router = useRouter()
  const menuOf = useMenuOf()
  const { dialog } = api.useSearch()
  const navigate = api.useNavigate()
  const show = useMemo(
    () => (which: typeof dialog) => void navigate({ search: { dialog: which }, resetScroll: false, replace: which === undefined }),
    [navigate],
  )
  useTitle(product.name)
  const orders = useQuery(apiQuery('orders', 'list', { organizationId, productId: product.id, limit: latest }))
  const actions = useMemo(
    () =>
      productCommands(product, {
        href: detailHref(slug, 'products', product.id),
        go: (href) => router.history.push(href),
        onCheckout: () => show('checkout'),
        onArchive: () => show('archive'),
      }),
    [product, slug, router, show],
  )
  useCommands(useMemo(() => [actions.checkout, actions.edit, actions.copyId, actions.archive], [actions]))
  return (
    <>
      <DetailLayout
        aside={<Aside product={product} />}
        head={
          <PageHeader
            crumb={{ label: t('title'), href: `/dashboard/${slug}/products` }}
            status={<ProductPill product={product} />}
            title={product.name}
          >
            <Permitted needs="products:write">
              <a className={buttonClass()} href={detailHref(slug, 'products', `${product.id}/edit`)}>
                <PencilIcon className="-ml-2 opacity-85" />
                {t('actions.edit')}
              </a>
            </Permitted>
            <Permitted needs="checkouts:write">
              <Button disabled={product.isArchived} icon={ChainIcon} variant="primary" onClick={() => show('checkout')}>
                {t('actions.checkout')}
              </Button>
            </Permitted>
            <Menu
              items={menuOf([actions.copyId], [actions.archive])}
              label={t('actions.more')}
              side="end"
              trigger={(trigger) => <IconButton {...trigger} icon={DotsIcon} label={t('actions.more')} />}
            />
          </PageHeader>
        }
      >
        {product.isArchived && <Banner tone="info">{t('detail.archivedText')}</Banner>}
        <StatsRow stats={statsOf(product, orders.data)} />
        <PricesCard product={product} />
        {product.description !== null && product.description !== '' && (
          <Card>
            <CardHead title={t('detail.description')} />
            <CardBody underHead>
              <p className="max-w-reading text-label break-words whitespace-pre-line">{product.description}</p>
            </CardBody>
          </Card>
        )}
        <Card>
          <CardHead lined title={t('detail.orders')}>
            <a className={buttonClass({ variant: 'quiet' })} href={`/dashboard/${slug}/orders?product=${product.id}`}>
              {t('detail.allOrders')}
              <RightIcon className="-mr-2 opacity-85" />
            </a>
          </CardHead>
          <QueryContent query={orders} skeleton={<Skeletons label={t('detail.orders')} rows={3} />}>
            {({ items }) =>
              items.length === 0 ? (
                <p className="px-16 py-12 text-label text-muted">{t('detail.noOrders')}</p>
              ) : (
                <OrderRows by="customer" orders={items} slug={slug} />
              )
            }
          </QueryContent>
        </Card>
      </DetailLayout>
      <Permitted needs="checkouts:write">
        <CreateCheckoutDialog
          onClose={() => show(undefined)}
          open={dialog === 'checkout' && !product.isArchived}
          organizationId={organizationId}
          product={product}
          slug={slug}
        />
      </Permitted>
      <Permitted needs="products:write">
        <ArchiveDialog onClose={() => show(undefined)} open={dialog === 'archive'} products={[product]} />
      </Permitted>
    </>
  )
}

function statsOf(product: Product, orders: Page<Order> | undefined) {
  const last = orders?.items[0]
  return [
    [t('price'), <ProductPrice key="price" product={product} />],
    [t('detail.sold'), orders === undefined ? '–' : orders.pagination.totalCount],
    [t('detail.lastSold'), last === undefined ? orders === undefined ? '–' : t('detail.never') : <Time at={last.createdAt} key="last" />],
    [t('created'), <Time as="day" at={product.createdAt} key="created" />],
  ] as const
}

function Aside({ product }: { product: Product }) {
  const { slug } = useOrganization()
  const price = priceOf(product)
  return (
    <>
      <Card>
        <CardHead title={t('detail.details')} />
        <CardBody underHead>
          <DescriptionList
            items={[
              [t('id'), <Id key="id" name={t('id')} value={product.id} />],
              price !== undefined && [t('priceId'), <Id key="price" name={t('priceId')} value={price.id} />],
              [t('created'), <Time as="exact" at={product.createdAt} key="created" />],
              product.modifiedAt !== null && [t('updated'), <Time at={product.modifiedAt} key="changed" />],
            ]}
          />
        </CardBody>
      </Card>
      <MetadataCard
        action={
          <Permitted needs="products:write">
            <a className={buttonClass({ variant: 'quiet' })} href={detailHref(slug, 'products', `${product.id}/edit`)}>
              {t('detail.editMetadata')}
            </a>
          </Permitted>
        }
        metadata={product.metadata}
        none={t('detail.noMetadata')}
        title={t('detail.metadata')}
      />
    </>
  )
}
