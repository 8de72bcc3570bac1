import { useQuery } from '@tanstack/react-query'
import type { Checkout, Order } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { BillTable } from '#web/parts/bill-table.tsx'
import { billOf } from '#web/parts/checkouts/bill.ts'
import { buyerOf } from '#web/parts/checkouts/buyer.tsx'
import { checkoutCommands } from '#web/parts/checkouts/commands.tsx'
import { LinkBox } from '#web/parts/checkouts/link-box.tsx'
import { t } from '#web/parts/checkouts/messages.ts'
import { CheckoutPill } from '#web/parts/checkouts/status.tsx'
import { answeredFieldOf } from '#web/parts/custom-fields/answers.ts'
import { AddressLines } from '#web/parts/customers/address.tsx'
import { CustomerAside } from '#web/parts/customers/aside.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { AnswersCard } from '../answers-card.tsx'
import { AttemptsCard, attemptsOf } from '../payments/attempts-card.tsx'
import { timelineOf } from './timeline.tsx'

/** The server leaves the link out where it cannot open the secret in it. */
const hasLink = ({ url }: { readonly url: string }) => url !== ''

/** Whether it is over without a payment, because nothing was due. */
const isFreeSale = ({ status, totalAmount }: Checkout) => status === 'succeeded' && totalAmount === 0

/** One checkout: its link, its bill and its timeline. */
export default resourceDetail({
  call: 'checkouts',
  api: { path: '/v1/checkouts/', scope: 'checkouts:read' },
  list: '/checkouts',
  title: () => t('title'),
  organizationOf: ({ product }) => product.organizationId,
  nameOf: buyerOf,
  windowTitleOf: (checkout) => `${buyerOf(checkout)}, ${checkout.product.name}`,
  status: (checkout) => <CheckoutPill checkout={checkout} />,
  useActions: (checkout, { organization, go }) => {
    const { copyLink, page, product } = checkoutCommands(checkout, { slug: organization.slug, go })
    if (!hasLink(checkout)) return { menu: [[product]] }
    return checkout.status === 'open'
      ? { primary: copyLink, secondary: page, menu: [[product]] }
      : { secondary: page, menu: [[product], [copyLink]] }
  },
  useFigures: (checkout, { organization }) => {
    const { slug } = organization
    const order = useOrderOf(checkout, organization)
    return [
      [t('detail.total'), <Amount currency={checkout.currency} key="total" value={checkout.totalAmount} />],
      [
        t('product'),
        <Link href={detailHref(slug, 'products', checkout.productId)} key="product">
          {checkout.product.name}
        </Link>,
      ],
      order === undefined
        ? undefined
        : [
            t('detail.order'),
            <Link href={detailHref(slug, 'orders', order.id)} key="order">
              {order.number}
            </Link>,
          ],
      checkout.status === 'open' ? [t('detail.expiresAt'), <Time at={checkout.expiresAt} key="expires" />] : undefined,
    ]
  },
  main: (checkout, { organization }) => (
    <>
      {hasLink(checkout) && (
        <Card>
          <CardHead title={t('detail.link')} />
          <CardBody underHead>
            <p className="text-label text-muted">{t(checkout.status === 'open' ? 'detail.linkText' : 'detail.linkClosed')}</p>
            <LinkBox url={checkout.url} />
          </CardBody>
        </Card>
      )}
      <Card>
        <CardHead title={t('detail.bill')} />
        <CardBody underHead>
          <BillTable bill={billOf(checkout)} currency={checkout.currency} />
        </CardBody>
      </Card>
      {!isFreeSale(checkout) && <AttemptsCard checkoutId={checkout.id} organization={organization} />}
      <AnswersCard
        data={checkout.customFieldData}
        fields={checkout.attachedCustomFields.map(({ customField }) => answeredFieldOf(customField))}
      />
    </>
  ),
  aside: (checkout, { organization: { slug } }) => {
    const { customerId, customerName, customerEmail: email, customerBillingAddress: address } = checkout
    const isEmpty = email === null && address === null && !customerName
    return (
      <CustomerAside
        customer={isEmpty ? null : { name: buyerOf(checkout), email: email ?? '' }}
        href={customerId === null ? null : detailHref(slug, 'customers', customerId)}
        title={t('detail.buyer')}
      >
        {isEmpty && <p className="text-label text-muted">{t('detail.nothing')}</p>}
        {address !== null && <AddressLines address={address} name={checkout.customerBillingName} />}
      </CustomerAside>
    )
  },
  details: ({ productId, customerId, url, successUrl, expiresAt }, { organization: { slug } }) => [
    [t('detail.productId'), { id: productId, href: detailHref(slug, 'products', productId) }],
    customerId !== null && [t('detail.customerId'), { id: customerId, href: detailHref(slug, 'customers', customerId) }],
    [
      t('detail.successUrl'),
      <span className="[overflow-wrap:anywhere]" key="success">
        {successUrl.startsWith(`${url}/`) ? t('detail.ownPage') : successUrl}
      </span>,
    ],
    [t('expires'), <Time as="exact" at={expiresAt} key="expires" />],
  ],
  useTimeline: (checkout, { organization }) => {
    const { locale } = useLanguage()
    const order = useOrderOf(checkout, organization)
    const mayReadPayments = useMay()('payments:read')
    const attempts = useQuery({ ...attemptsOf({ organization, checkoutId: checkout.id }), enabled: mayReadPayments })
    return timelineOf(checkout, { order, attempts: attempts.data?.items, slug: organization.slug, locale })
  },
  hasEvents: true,
})

/** The order of a paid checkout, once loaded. */
function useOrderOf({ id, status }: Checkout, organization: { readonly id: string }): Order | undefined {
  const query = apiQuery('orders', 'list', { organizationId: organization.id, checkoutId: id, limit: 1 })
  return useQuery({ ...query, enabled: status === 'succeeded' }).data?.items[0]
}
