import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { Benefit } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { benefitCommands } from '#web/parts/benefits/commands.tsx'
import { DeleteBenefitDialog } from '#web/parts/benefits/delete-dialog.tsx'
import { t, tKind } from '#web/parts/benefits/messages.ts'
import { ProductStatus } from '#web/parts/products/status.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { GiftIcon } from '#web/ui/icons/index.ts'
import { textsOf } from './kinds/texts.ts'

const GrantsCard = lazy(() => import('../grants/grants-card.tsx'))

const list = '/benefits'
const maxProducts = 20

const commandsOf = (benefit: Benefit, { at, go }: DetailPlace, onDelete: () => void = () => undefined) =>
  benefitCommands(benefit, { href: `${at}${list}/${benefit.id}`, go, onDelete })

/** One benefit: what it gives, and the products that have it. */
const BenefitPage: ComponentType = resourceDetail({
  call: 'benefits',
  api: { path: '/v1/benefits/', scope: 'benefits:read' },
  list,
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: ({ description }) => description,
  status: () => null,
  useActions: (benefit, place) => {
    const [isDeleting, setIsDeleting] = useState(false)
    const { edit, remove } = commandsOf(benefit, place, () => setIsDeleting(true))
    return {
      primary: edit,
      danger: [remove],
      overlays: (
        <Permitted needs="benefits:write">
          <DeleteBenefitDialog
            benefit={benefit}
            onClose={() => setIsDeleting(false)}
            onDeleted={() => place.go(`${place.at}${list}`)}
            open={isDeleting}
          />
        </Permitted>
      ),
    }
  },
  main: (benefit, place) => (
    <>
      <Card>
        <CardHead title={t('detail.gives')} />
        <CardBody underHead>
          <Gives benefit={benefit} place={place} />
        </CardBody>
      </Card>
      <ProductsCard benefit={benefit} place={place} />
      <Suspense fallback={null}>
        <GrantsCard all={`${place.at}/benefits/grants?benefit=${benefit.id}`} by="customer" query={{ benefitId: benefit.id }} />
      </Suspense>
    </>
  ),
  details: ({ type }) => [[t('type'), tKind(`${type}.name`)]],
  editMetadata: (benefit, place) => commandsOf(benefit, place).edit,
  useTimeline: ({ createdAt }) => [
    { id: 'created', kind: 'change', action: 'benefit.created', icon: GiftIcon, title: t('detail.createdEvent'), at: createdAt },
  ],
  hasEvents: true,
})
export default BenefitPage

/** The content of a benefit, by its kind. */
function Gives({ benefit: { type, properties }, place }: { benefit: Benefit; place: DetailPlace }) {
  const texts = textsOf(type)
  return texts && <texts.Details place={place} properties={properties} />
}

function ProductsCard({ benefit, place }: { benefit: Benefit; place: DetailPlace }) {
  const query = useQuery(apiQuery('products', 'list', { organizationId: place.organization.id, benefitId: benefit.id, limit: maxProducts }))
  return (
    <Permitted needs="products:read">
      <Card>
        <CardHead title={t('detail.products')} />
        <CardBody underHead>
          <QueryContent query={query} skeleton={<Skeletons label={t('detail.products')} rows={2} />}>
            {({ items }) =>
              items.length === 0 ? (
                <p className="text-label text-muted">{t('detail.noProducts')}</p>
              ) : (
                <ul className="grid gap-10 text-label">
                  {items.map((product) => (
                    <li className="flex justify-between gap-12" key={product.id}>
                      <span className="min-w-0 truncate">
                        <Link href={`${place.at}/products/${product.id}`}>{product.name}</Link>
                      </span>
                      <ProductStatus product={product} />
                    </li>
                  ))}
                </ul>
              )
            }
          </QueryContent>
        </CardBody>
      </Card>
    </Permitted>
  )
}
