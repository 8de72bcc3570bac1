import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/tax-records/messages.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { useMembership } from '../../membership.ts'

/** Orders that are named; the rest are counted. */
const NAMED = 5

/** Which sales, and what was given back of them, the tax service has not recorded and never will; nothing where it has all. */
export function MissingRecords() {
  const { organization } = useMembership()
  const failed = useQuery(apiQuery('taxRecords', 'list', { organizationId: organization.id, status: ['failed'], limit: NAMED })).data
  if (!failed || failed.items.length === 0) return null
  const orders = new Map(failed.items.map(({ orderId, orderNumber }) => [orderId, orderNumber]))
  return (
    <Banner tone="warn">
      {t('missing', { count: failed.pagination.totalCount })}
      <p className="flex flex-wrap gap-8">
        <span>{t('missingOrders')}:</span>
        {[...orders].map(([id, number]) => (
          <Link href={detailHref(organization.slug, 'orders', id)} key={id}>
            {number}
          </Link>
        ))}
        {failed.pagination.totalCount > failed.items.length && <span>…</span>}
      </p>
    </Banner>
  )
}
