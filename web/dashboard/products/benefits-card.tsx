import type { Benefit } from '#client/index.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { t } from '#web/parts/products/messages.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { benefitText } from '../benefits/kinds/texts.ts'

/** The benefits that the buyers of a product get, in its order. `at` is the path of the dashboard. */
export function BenefitsCard({ benefits, at }: { benefits: readonly Benefit[]; at: string }) {
  return (
    <Card>
      <CardHead title={t('detail.benefits')} />
      <CardBody underHead>
        {benefits.length === 0 ? (
          <p className="text-label text-muted">{t('detail.noBenefits')}</p>
        ) : (
          <ul className="grid gap-10 text-label">
            {benefits.map((benefit) => (
              <li className="grid min-w-0" key={benefit.id}>
                <span className="truncate">
                  <Link href={`${at}/benefits/${benefit.id}`}>{benefit.description}</Link>
                </span>
                <span className="truncate text-caption text-muted">
                  {tKind(`${benefit.type}.name`)} · {benefitText(benefit)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
