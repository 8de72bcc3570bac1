import type { Product } from '#client/index.ts'
import { t } from '#web/parts/custom-fields/messages.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'

/** The fields of a product's checkouts beyond the usual, in order; nothing where there are none. `at` is the path of the dashboard. */
export function FieldsCard({ fields, at }: { fields: Product['attachedCustomFields']; at: string }) {
  if (fields.length === 0) return null
  return (
    <Card>
      <CardHead title={t('attached.title')} />
      <CardBody underHead>
        <ul className="grid gap-10 text-label">
          {fields.map(({ required, customField: { id, name, type } }) => (
            <li className="flex min-w-0 justify-between gap-12" key={id}>
              <span className="min-w-0 truncate">
                <Link href={`${at}/custom-fields/${id}`}>{name}</Link>
                <span className="text-muted"> · {t(`kinds.${type}.name`)}</span>
              </span>
              <span className="text-muted">{t(required ? 'attached.required' : 'attached.optional')}</span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
