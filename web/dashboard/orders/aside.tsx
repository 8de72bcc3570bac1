import type { Order } from '#client/index.ts'
import { AddressLines } from '#web/parts/customers/address.tsx'
import { CustomerCard } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/orders/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { MetadataCard } from '../detail.tsx'

/** The customer, billing address and ids of an order. */
export function OrderAside({ order }: { order: Order }) {
  const { slug } = useOrganization()
  return (
    <>
      <Card>
        <CardHead title={t('detail.customerHead')}>
          <a className={buttonClass({ variant: 'quiet' })} href={detailHref(slug, 'customers', order.customerId)}>
            {t('detail.open')}
            <RightIcon className="-mr-2 opacity-85" />
          </a>
        </CardHead>
        <CardBody underHead>
          <CustomerCard customer={order.customer} />
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('detail.billing')} />
        <CardBody underHead>
          {order.billingAddress === null ? (
            <p className="text-label text-muted">{order.billingName ?? t('detail.noBilling')}</p>
          ) : (
            <AddressLines address={order.billingAddress} name={order.billingName ?? order.customer.name} />
          )}
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('detail.details')} />
        <CardBody underHead>
          <DescriptionList
            items={[
              [t('id'), <Id key="order" name={t('id')} value={order.id} />],
              order.checkoutId !== null && [
                t('detail.checkout'),
                <Id key="checkout" name={t('detail.checkout')} value={order.checkoutId} />,
              ],
              [
                t('product'),
                <Link href={detailHref(slug, 'products', order.productId)} key="product">
                  {order.product.name}
                </Link>,
              ],
              [t('detail.customerId'), <Id key="customer" name={t('detail.customerId')} value={order.customerId} />],
              [t('detail.placed'), <Time as="exact" at={order.createdAt} key="ordered" />],
            ]}
          />
        </CardBody>
      </Card>
      <MetadataCard metadata={order.metadata} title={t('detail.metadata')} />
    </>
  )
}
