import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useMemo } from 'react'
import type { Product } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { CreateCheckoutDialog } from '#web/parts/checkouts/create-dialog.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { ArchiveDialog } from '#web/parts/products/archive-dialog.tsx'
import { productCommands } from '#web/parts/products/commands.tsx'
import { t } from '#web/parts/products/messages.ts'
import { ProductPill } from '#web/parts/products/status.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { BoxIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { OrdersCard } from '../orders/orders-card.tsx'
import { BenefitsCard } from './benefits-card.tsx'
import { FieldsCard } from './fields-card.tsx'
import { PricesCard } from './prices-card.tsx'

const api = getRouteApi('/dashboard/$org/products/$id')
const latest = 5

const useOrders = (product: Product, { organization }: DetailPlace) =>
  useQuery(apiQuery('orders', 'list', { organizationId: organization.id, productId: product.id, limit: latest }))

/** Opens a dialog of the page by its URL. */
function useDialog() {
  const { dialog } = api.useSearch()
  const navigate = api.useNavigate()
  const show = useMemo(
    () => (next: typeof dialog) =>
      void navigate({ search: (now) => ({ ...now, dialog: next }), resetScroll: false, replace: next === undefined }),
    [navigate],
  )
  return { dialog, show }
}

const commandsOf = (product: Product, { organization, go }: DetailPlace, show: ReturnType<typeof useDialog>['show'] = () => undefined) =>
  productCommands(product, {
    href: detailHref(organization.slug, 'products', product.id),
    go,
    onCheckout: () => show('checkout'),
    onArchive: () => show('archive'),
  })

/** One product: its prices, its orders and its actions. */
const ProductPage: ComponentType = resourceDetail({
  call: 'products',
  api: { path: '/v1/products/', scope: 'products:read' },
  list: '/products',
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: ({ name }) => name,
  status: (product) => <ProductPill product={product} />,
  useActions: (product, place) => {
    const { dialog, show } = useDialog()
    const { edit, checkout, archive } = commandsOf(product, place, show)
    return {
      primary: { ...checkout, label: t('actions.checkout') },
      secondary: edit,
      ...(product.isArchived ? { menu: [[archive]] } : { danger: [archive] }),
      overlays: (
        <>
          <Permitted needs="checkouts:write">
            <CreateCheckoutDialog
              onClose={() => show(undefined)}
              open={dialog === 'checkout' && !product.isArchived}
              organizationId={place.organization.id}
              product={product}
              slug={place.organization.slug}
            />
          </Permitted>
          <Permitted needs="products:write">
            <ArchiveDialog onClose={() => show(undefined)} open={dialog === 'archive'} products={[product]} />
          </Permitted>
        </>
      ),
    }
  },
  useFigures: (product, place) => {
    const { data: orders } = useOrders(product, place)
    const last = orders?.items[0]
    const may = useMay()
    const { organization, at } = place
    const running = {
      organizationId: organization.id,
      productId: product.id,
      status: ['trialing', 'active', 'past_due'],
      limit: 1,
    } as const
    const subscriptions = useQuery({
      ...apiQuery('subscriptions', 'list', running),
      enabled: product.isRecurring && may('subscriptions:read'),
    }).data?.pagination.totalCount
    return [
      subscriptions === undefined
        ? undefined
        : [
            t('detail.subscriptions'),
            <Link href={`${at}/subscriptions?product=${product.id}&status=${running.status.join()}`} key="subscriptions">
              {subscriptions}
            </Link>,
          ],
      [t('detail.sold'), orders === undefined ? '–' : orders.pagination.totalCount],
      [t('detail.lastSold'), last === undefined ? orders === undefined ? '–' : t('detail.never') : <Time at={last.createdAt} key="last" />],
    ]
  },
  notice: ({ isArchived }) => isArchived && <Banner tone="info">{t('detail.archivedText')}</Banner>,
  main: (product, place) => (
    <>
      <PricesCard product={product} />
      <BenefitsCard at={place.at} benefits={product.benefits} />
      <FieldsCard at={place.at} fields={product.attachedCustomFields} />
      {product.description && (
        <Card>
          <CardHead title={t('detail.description')} />
          <CardBody underHead>
            <p className="max-w-reading text-label break-words whitespace-pre-line">{product.description}</p>
          </CardBody>
        </Card>
      )}
      <LatestOrders place={place} product={product} />
    </>
  ),
  details: ({ taxCode }) => [[t('tax'), t(`taxCodes.${taxCode}`)]],
  editMetadata: (product, place) => commandsOf(product, place).edit,
  useTimeline: (product) => [
    { id: 'created', kind: 'change', action: 'product.created', icon: BoxIcon, title: t('detail.createdEvent'), at: product.createdAt },
  ],
  hasEvents: true,
})
export default ProductPage

function LatestOrders({ product, place }: { product: Product; place: DetailPlace }) {
  const all = { label: t('detail.allOrders'), href: `${place.at}/orders?product=${product.id}` }
  const query = useOrders(product, place)
  return (
    <OrdersCard
      all={all}
      by="customer"
      none={t('detail.noOrders')}
      query={query}
      slug={place.organization.slug}
      title={t('detail.orders')}
    />
  )
}
