import type { Checkout } from '#client/index.ts'
import { buyerOf } from '#web/parts/checkouts/buyer.tsx'
import { t } from '#web/parts/checkouts/messages.ts'
import { AddressLines } from '#web/parts/customers/address.tsx'
import { CustomerCard } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { RightIcon } from '#web/ui/icons/index.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { MetadataCard } from '../detail.tsx'

/** The data that the buyer has entered so far, and the ids of the checkout. */
export function CheckoutAside({ checkout }: { checkout: Checkout }) {
  const { slug } = useOrganization()
  const { customerEmail: email, customerBillingAddress: address } = checkout
  return (
    <>
      <Card>
        <CardHead title={t('detail.buyer')}>
          {checkout.customerId !== null && (
            <a className={buttonClass({ variant: 'quiet' })} href={detailHref(slug, 'customers', checkout.customerId)}>
              {t('actions.open')}
              <RightIcon className="-mr-2 opacity-85" />
            </a>
          )}
        </CardHead>
        <CardBody underHead>
          {email === null && address === null && !checkout.customerName ? (
            <p className="text-label text-muted">{t('detail.nothing')}</p>
          ) : (
            <CustomerCard customer={{ name: buyerOf(checkout), email: email ?? '' }} />
          )}
          {address !== null && <AddressLines address={address} name={checkout.customerBillingName} />}
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('detail.details')} />
        <CardBody underHead>
          <DescriptionList
            items={[
              [t('id'), <Id key="id" name={t('id')} value={checkout.id} />],
              [t('created'), <Time as="exact" at={checkout.createdAt} key="created" />],
              [t('expires'), <Time as="exact" at={checkout.expiresAt} key="expires" />],
              [
                t('detail.successUrl'),
                <span className="[overflow-wrap:anywhere]" key="success">
                  {checkout.successUrl.startsWith(`${checkout.url}/`) ? t('detail.ownPage') : checkout.successUrl}
                </span>,
              ],
            ]}
          />
        </CardBody>
      </Card>
      <MetadataCard metadata={checkout.metadata} title={t('detail.metadata')} />
    </>
  )
}
