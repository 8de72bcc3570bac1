import { type ComponentType, type ReactNode, useState } from 'react'
import type { Discount } from '#client/index.ts'
import { discountCommands } from '#web/parts/discounts/commands.tsx'
import { DeleteDiscountDialog } from '#web/parts/discounts/delete-dialog.tsx'
import { discountText } from '#web/parts/discounts/labels.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { DiscountPill } from '#web/parts/discounts/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { PercentIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { exactText } from '#web/ui/text/moment.ts'

const list = '/discounts'

const commandsOf = (discount: Discount, { at, go }: DetailPlace, onDelete: () => void = () => undefined) =>
  discountCommands(discount, { href: `${at}${list}/${discount.id}`, go, onDelete })

/** One discount: what it takes off, when, and for what. */
const DiscountPage: ComponentType = resourceDetail({
  call: 'discounts',
  api: { path: '/v1/discounts/', scope: 'discounts:read' },
  list,
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: ({ name }) => name,
  status: (discount) => <DiscountPill discount={discount} />,
  useActions: (discount, place) => {
    const [isDeleting, setIsDeleting] = useState(false)
    const { edit, copyCode, remove } = commandsOf(discount, place, () => setIsDeleting(true))
    return {
      primary: edit,
      menu: [copyCode],
      danger: [remove],
      overlays: (
        <Permitted needs="discounts:write">
          <DeleteDiscountDialog
            discount={discount}
            onClose={() => setIsDeleting(false)}
            onDeleted={() => place.go(`${place.at}${list}`)}
            open={isDeleting}
          />
        </Permitted>
      ),
    }
  },
  main: (discount, place) => (
    <Card>
      <CardHead title={t('detail.discount')} />
      <CardBody underHead>
        <Definition discount={discount} place={place} />
      </CardBody>
    </Card>
  ),
  editMetadata: (discount, place) => commandsOf(discount, place).edit,
  useTimeline: ({ createdAt }) => [
    { id: 'created', kind: 'change', action: 'discount.created', icon: PercentIcon, title: t('detail.createdEvent'), at: createdAt },
  ],
})
export default DiscountPage

function Definition({ discount, place }: { discount: Discount; place: DetailPlace }) {
  const { locale } = useLanguage()
  const { code, redemptionsCount, maxRedemptions } = discount
  const count = new Intl.NumberFormat(locale).format
  return (
    <DescriptionList
      items={[
        [t('detail.off'), discountText(discount, locale)],
        [
          t('detail.code'),
          code === null ? (
            t('noCode')
          ) : (
            <span className="font-mono text-caption" key="code">
              {code}
            </span>
          ),
        ],
        [t('detail.period'), periodText(discount, locale)],
        [t('detail.redeemed'), count(redemptionsCount)],
        [t('detail.limit'), maxRedemptions === null ? t('detail.unlimited') : count(maxRedemptions)],
        [t('detail.products'), productsOf(discount, place)],
      ]}
    />
  )
}

function periodText({ startsAt, endsAt }: Discount, locale: string): string {
  const text = (instant: string) => exactText(locale, new Date(instant))
  if (startsAt !== null && endsAt !== null) return t('detail.fromUntil', { start: text(startsAt), end: text(endsAt) })
  if (startsAt !== null) return t('detail.from', { start: text(startsAt) })
  return endsAt === null ? t('detail.always') : t('detail.until', { end: text(endsAt) })
}

function productsOf({ products }: Discount, { at }: DetailPlace): ReactNode {
  if (products.length === 0) return t('detail.allProducts')
  return (
    <ul className="grid gap-4">
      {products.map(({ id, name }) => (
        <li key={id}>
          <Link href={`${at}/products/${id}`}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
