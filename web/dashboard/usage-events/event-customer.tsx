import type { UsageEvent } from '#client/index.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/usage-events/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'

/** The customer of an event in a row: a link, or the external id by which the event was sent, and that no customer has it. */
export function EventCustomer({ event: { customer, externalCustomerId } }: { event: UsageEvent }) {
  const { slug } = useOrganization()
  const may = useMay()
  if (customer !== null) {
    const name = nameOf(customer)
    if (!may('customers:read')) return <span className="block max-w-240 truncate">{name}</span>
    return (
      <>
        <span className="block max-w-240 truncate max-wide:hidden">
          <Link href={detailHref(slug, 'customers', customer.id)}>{name}</Link>
        </span>
        {/* In the second line of a narrow row a link would be too small to tap. */}
        <span className="wide:hidden">{name}</span>
      </>
    )
  }
  return (
    <span className="block max-w-240 truncate">
      {externalCustomerId !== null && (
        <>
          <span className="font-mono text-caption" translate="no">
            {externalCustomerId}
          </span>{' '}
        </>
      )}
      <span className="text-muted">{t('noCustomer')}</span>
    </span>
  )
}
