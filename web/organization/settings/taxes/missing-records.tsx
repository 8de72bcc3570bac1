import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/tax-records/messages.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { useMembership } from '../../membership.ts'

/** Orders that are named; the rest are counted. */
const NAMED = 5
const DAY_MS = 86_400_000

/** The records that the tax service lacks: what it never gets, and what has waited for more than a day; nothing where it has all. */
export function MissingRecords() {
  const [yesterday] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  return (
    <>
      <RecordsBanner query={{ status: ['failed'] }} textOf={(count) => t('missing', { count })} />
      <RecordsBanner query={{ status: ['pending'], createdBefore: yesterday }} textOf={(count) => t('waiting', { count })} />
    </>
  )
}

interface RecordSelection {
  readonly status: ('failed' | 'pending')[]
  readonly createdBefore?: string
}

/** The number of records of a query, and the orders of the newest; nothing where it has none. */
function RecordsBanner({ query, textOf }: { query: RecordSelection; textOf: (count: number) => string }) {
  const { organization } = useMembership()
  const found = useQuery(apiQuery('taxRecords', 'list', { organizationId: organization.id, ...query, limit: NAMED })).data
  if (!found || found.items.length === 0) return null
  const orders = new Map(found.items.map(({ orderId, orderNumber }) => [orderId, orderNumber]))
  return (
    <Banner tone="warn">
      {textOf(found.pagination.totalCount)}
      <p className="flex flex-wrap gap-8">
        <span>{t('orders')}:</span>
        {[...orders].map(([id, number]) => (
          <Link href={detailHref(organization.slug, 'orders', id)} key={id}>
            {number}
          </Link>
        ))}
        {found.pagination.totalCount > found.items.length && <span>…</span>}
      </p>
    </Banner>
  )
}
