import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Checkout, Order } from '#client/index.ts'
import { ask } from '#web/api.ts'
import { buyerOf } from '#web/parts/checkouts/buyer.tsx'
import { checkoutCommands } from '#web/parts/checkouts/commands.tsx'
import { LinkBox } from '#web/parts/checkouts/link-box.tsx'
import { t } from '#web/parts/checkouts/messages.ts'
import { CheckoutPill } from '#web/parts/checkouts/status.tsx'
import { isId } from '#web/parts/one-thing.tsx'
import { placeOf } from '#web/parts/places.ts'
import { menuOf, useCommands } from '#web/shell/commands.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Bill } from '#web/ui/display/description-list.tsx'
import { FactsRow } from '#web/ui/display/metric.tsx'
import { CopyShapeIcon, DotsIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Detail, useTitle } from '../detail.tsx'
import { CheckoutAside } from './aside.tsx'
import { CheckoutTimeline } from './timeline.tsx'

const api = getRouteApi('/dashboard/$org/checkouts/$id')

/** One checkout: its link, its bill, what became of it. */
export default function CheckoutPage() {
  const { id } = api.useParams()
  const query = useQuery({ ...ask('checkouts', 'get', id), enabled: isId(id) })
  return (
    <Detail head={t('title')} id={id} organizationOf={(checkout) => checkout.product.organizationId} query={query}>
      {(checkout) => <Whole checkout={checkout} key={checkout.id} />}
    </Detail>
  )
}

function Whole({ checkout }: { checkout: Checkout }) {
  const { id: organizationId, slug } = useOrganization()
  const router = useRouter()
  const name = buyerOf(checkout)
  useTitle(`${name}, ${checkout.product.name}`)
  const orders = useQuery({
    ...ask('orders', 'list', { organizationId, checkoutId: checkout.id, limit: 1 }),
    enabled: checkout.status === 'succeeded',
  })
  const order: Order | undefined = orders.data?.items[0]
  const acts = useMemo(() => checkoutCommands(checkout, { slug, go: (href) => router.history.push(href) }), [checkout, slug, router])
  useCommands(useMemo(() => [acts.copyLink, acts.page, acts.product, acts.copyId], [acts]))
  const isOpen = checkout.status === 'open'
  return (
    <DetailLayout
      aside={<CheckoutAside checkout={checkout} />}
      head={
        <PageHeader
          crumb={{ label: t('title'), href: `/dashboard/${slug}/checkouts` }}
          status={<CheckoutPill checkout={checkout} />}
          title={name}
        >
          <a className={buttonClass()} href={checkout.url} rel="noopener" target="_blank">
            <OpenIcon className="-ml-2 opacity-85" />
            {t('acts.page')}
          </a>
          {isOpen && (
            <Button icon={CopyShapeIcon} look="primary" onClick={acts.copyLink.run}>
              {t('acts.copyLink')}
            </Button>
          )}
          <Menu
            items={[...menuOf([acts.product]), 'line', ...menuOf(isOpen ? [acts.copyId] : [acts.copyLink, acts.copyId])]}
            label={t('acts.more')}
            side="end"
            trigger={(trigger) => <IconButton {...trigger} icon={DotsIcon} label={t('acts.more')} />}
          />
        </PageHeader>
      }
    >
      <FactsRow
        facts={[
          [
            t('product'),
            <Link href={placeOf(slug, 'products', checkout.productId)} key="product">
              {checkout.product.name}
            </Link>,
          ],
          [t('detail.total'), <Amount currency={checkout.currency} key="total" value={checkout.totalAmount} />],
          [t('made'), <Time at={checkout.createdAt} key="made" />],
          [
            t(isOpen ? 'detail.expiresAt' : checkout.status === 'expired' ? 'detail.expiredAt' : 'detail.lived'),
            <Time at={checkout.expiresAt} key="expires" />,
          ],
        ]}
      />
      <Card>
        <CardHead title={t('detail.link')} />
        <CardBody underHead>
          <p className="text-label text-muted">{t(isOpen ? 'detail.linkText' : 'detail.linkOver')}</p>
          <LinkBox url={checkout.url} />
        </CardBody>
      </Card>
      <BillCard checkout={checkout} />
      <CheckoutTimeline checkout={checkout} order={order} />
    </DetailLayout>
  )
}

function BillCard({ checkout }: { checkout: Checkout }) {
  const { currency } = checkout
  const bare = (value: number) => <Amount bare currency={currency} value={value} />
  return (
    <Card>
      <CardHead title={t('detail.bill')} />
      <CardBody underHead>
        <Bill
          lines={[
            { name: checkout.product.name, amount: bare(checkout.amount) },
            ...(checkout.discountAmount > 0 ? [{ name: t('detail.discount'), amount: bare(-checkout.discountAmount) }] : []),
            checkout.taxAmount === null
              ? { name: t('detail.tax'), amount: t('detail.taxOpen'), quiet: true }
              : { name: t('detail.tax'), amount: bare(checkout.taxAmount), quiet: true },
          ]}
          total={{ name: t('detail.totalIn', { currency: currency.toUpperCase() }), amount: bare(checkout.totalAmount) }}
        />
      </CardBody>
    </Card>
  )
}
