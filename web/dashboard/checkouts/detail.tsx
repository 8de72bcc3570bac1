import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Checkout, Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { billOf } from '#web/parts/checkouts/bill.ts'
import { buyerOf } from '#web/parts/checkouts/buyer.tsx'
import { checkoutCommands } from '#web/parts/checkouts/commands.tsx'
import { LinkBox } from '#web/parts/checkouts/link-box.tsx'
import { t } from '#web/parts/checkouts/messages.ts'
import { CheckoutPill } from '#web/parts/checkouts/status.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { isId } from '#web/parts/single-resource.tsx'
import { useMenuOf } from '#web/shell/access/permitted.tsx'
import { useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { StatsRow } from '#web/ui/display/metric.tsx'
import { CopyShapeIcon, DotsIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Detail, useTitle } from '../detail.tsx'
import { CheckoutAside } from './aside.tsx'
import { CheckoutTimeline } from './timeline.tsx'

const api = getRouteApi('/dashboard/$org/checkouts/$id')

/** One checkout: its link, its bill and its timeline. */
export default function CheckoutPage() {
  const { id } = api.useParams()
  const query = useQuery({ ...apiQuery('checkouts', 'get', id), enabled: isId(id) })
  return (
    <Detail head={t('title')} id={id} organizationOf={(checkout) => checkout.product.organizationId} query={query}>
      {(checkout) => <CheckoutContent checkout={checkout} key={checkout.id} />}
    </Detail>
  )
}

function CheckoutContent({ checkout }: { checkout: Checkout }) {
  const { id: organizationId, slug } = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const name = buyerOf(checkout)
  useTitle(`${name}, ${checkout.product.name}`)
  const orders = useQuery({
    ...apiQuery('orders', 'list', { organizationId, checkoutId: checkout.id, limit: 1 }),
    enabled: checkout.status === 'succeeded',
  })
  const order: Order | undefined = orders.data?.items[0]
  const actions = useMemo(() => checkoutCommands(checkout, { slug, go: (href) => router.history.push(href) }), [checkout, slug, router])
  useCommands(useMemo(() => [actions.copyLink, actions.page, actions.product, actions.copyId], [actions]))
  const isOpen = checkout.status === 'open'
  // The server leaves the link out where it cannot open the secret in it.
  const hasLink = checkout.url !== ''
  return (
    <DetailLayout
      aside={<CheckoutAside checkout={checkout} />}
      head={
        <PageHeader
          crumb={{ label: t('title'), href: `/dashboard/${slug}/checkouts` }}
          status={<CheckoutPill checkout={checkout} />}
          title={name}
        >
          {hasLink && (
            <a className={buttonClass()} href={checkout.url} rel="noopener" target="_blank">
              <OpenIcon className="-ml-2 opacity-85" />
              {t('actions.page')}
            </a>
          )}
          {isOpen && hasLink && (
            <Button icon={CopyShapeIcon} variant="primary" onClick={actions.copyLink.run}>
              {t('actions.copyLink')}
            </Button>
          )}
          <Menu
            items={menuOf([actions.product], isOpen || !hasLink ? [actions.copyId] : [actions.copyLink, actions.copyId])}
            label={t('actions.more')}
            side="end"
            trigger={(trigger) => <IconButton {...trigger} icon={DotsIcon} label={t('actions.more')} />}
          />
        </PageHeader>
      }
    >
      <StatsRow
        stats={[
          [
            t('product'),
            <Link href={detailHref(slug, 'products', checkout.productId)} key="product">
              {checkout.product.name}
            </Link>,
          ],
          [t('detail.total'), <Amount currency={checkout.currency} key="total" value={checkout.totalAmount} />],
          [t('created'), <Time at={checkout.createdAt} key="created" />],
          [
            t(isOpen ? 'detail.expiresAt' : checkout.status === 'expired' ? 'detail.expiredAt' : 'detail.payableUntil'),
            <Time at={checkout.expiresAt} key="expires" />,
          ],
        ]}
      />
      {hasLink && (
        <Card>
          <CardHead title={t('detail.link')} />
          <CardBody underHead>
            <p className="text-label text-muted">{t(isOpen ? 'detail.linkText' : 'detail.linkClosed')}</p>
            <LinkBox url={checkout.url} />
          </CardBody>
        </Card>
      )}
      <BillCard checkout={checkout} />
      <CheckoutTimeline checkout={checkout} order={order} />
    </DetailLayout>
  )
}

function BillCard({ checkout }: { checkout: Checkout }) {
  return (
    <Card>
      <CardHead title={t('detail.bill')} />
      <CardBody underHead>
        <BillTable bill={billOf(checkout)} currency={checkout.currency} />
      </CardBody>
    </Card>
  )
}
