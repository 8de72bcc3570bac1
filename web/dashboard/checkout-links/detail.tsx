import { type ComponentType, useState } from 'react'
import type { CheckoutLink } from '#client/index.ts'
import { linkCommands } from '#web/parts/checkout-links/commands.tsx'
import { DeleteLinkDialog } from '#web/parts/checkout-links/delete-dialog.tsx'
import { linkName } from '#web/parts/checkout-links/link-name.ts'
import { t } from '#web/parts/checkout-links/messages.ts'
import { LinkBox } from '#web/parts/checkouts/link-box.tsx'
import { ProductStatus } from '#web/parts/products/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { LinkIcon } from '#web/ui/icons/index.ts'

const list = '/checkout-links'

const commandsOf = (link: CheckoutLink, { at, go }: DetailPlace, onDelete: () => void = () => undefined) =>
  linkCommands(link, { href: `${at}${list}/${link.id}`, go, onDelete })

/** One checkout link: its address, what it sells, and what holds for its checkouts. */
const LinkPage: ComponentType = resourceDetail({
  call: 'checkoutLinks',
  api: { path: '/v1/checkout-links/', scope: 'checkout_links:read' },
  list,
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: linkName,
  status: () => null,
  useActions: (link, place) => {
    const [isDeleting, setIsDeleting] = useState(false)
    const { edit, copyLink, visit, remove } = commandsOf(link, place, () => setIsDeleting(true))
    return {
      primary: copyLink,
      secondary: edit,
      menu: [[visit]],
      danger: [remove],
      overlays: (
        <Permitted needs="checkout_links:write">
          <DeleteLinkDialog
            link={link}
            onClose={() => setIsDeleting(false)}
            onDeleted={() => place.go(`${place.at}${list}`)}
            open={isDeleting}
          />
        </Permitted>
      ),
    }
  },
  main: (link, place) => (
    <>
      <Card>
        <CardHead title={t('detail.link')} />
        <CardBody underHead>
          <LinkBox url={link.url} />
          <p className="text-caption text-muted">{t('detail.linkText')}</p>
        </CardBody>
      </Card>
      <ProductsCard link={link} place={place} />
      <BehaviourCard link={link} place={place} />
    </>
  ),
  editMetadata: (link, place) => commandsOf(link, place).edit,
  useTimeline: ({ createdAt }) => [
    { id: 'created', kind: 'change', action: 'checkout_link.created', icon: LinkIcon, title: t('detail.createdEvent'), at: createdAt },
  ],
})
export default LinkPage

interface CardProps {
  readonly link: CheckoutLink
  readonly place: DetailPlace
}

function ProductsCard({ link, place }: CardProps) {
  return (
    <Card>
      <CardHead title={t('detail.sells')} />
      <CardBody underHead>
        <ul className="grid gap-10 text-label">
          {link.products.map((product) => (
            <li className="flex justify-between gap-12" key={product.id}>
              <span className="min-w-0 truncate">
                <Link href={`${place.at}/products/${product.id}`}>{product.name}</Link>
              </span>
              <ProductStatus product={product} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function BehaviourCard({ link, place }: CardProps) {
  const { discount, allowDiscountCodes, requireBillingAddress, successUrl } = link
  return (
    <Card>
      <CardHead title={t('detail.behaviour')} />
      <CardBody underHead>
        <DescriptionList
          items={[
            [
              t('discount'),
              discount === null ? (
                t('noDiscount')
              ) : (
                <Link href={`${place.at}/discounts/${discount.id}`} key="discount">
                  {discount.name}
                </Link>
              ),
            ],
            [t('detail.codes'), t(allowDiscountCodes ? 'detail.allowed' : 'detail.notAllowed')],
            [t('detail.address'), t(requireBillingAddress ? 'detail.whole' : 'detail.country')],
            [t('detail.after'), successUrl ?? t('detail.confirmation')],
          ]}
        />
      </CardBody>
    </Card>
  )
}
