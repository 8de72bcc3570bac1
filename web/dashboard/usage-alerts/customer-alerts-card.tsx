import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { AlertRow } from './alert-row.tsx'

/** As many as an organization has, unless its limit was raised. */
const MOST = 100

/** The alerts about one customer alone, each with its meter. Hidden where there are none. */
export default function CustomerAlertsCard({ customer, slug }: { customer: Customer; slug: string }) {
  const { organizationId, id: customerId } = customer
  const alerts = useQuery(apiQuery('usageAlerts', 'list', { organizationId, customerId, limit: MOST }))
  const total = alerts.data?.items.length ?? 0
  const meters = useQuery({ ...apiQuery('meters', 'list', { organizationId, limit: MOST }), enabled: total > 0 })
  if (total === 0) return null
  const names = new Map(meters.data?.items.map(({ id, name }) => [id, name]))
  return (
    <Card>
      <CardHead lined title={t('ofCustomer')} />
      <ul aria-label={t('ofCustomer')} className="divide-y divide-line text-label">
        {alerts.data?.items.map((alert) => (
          <AlertRow
            about={
              <span className="min-w-0 truncate">
                <Link href={detailHref(slug, 'usage/meters', alert.meterId)}>{names.get(alert.meterId) ?? '–'}</Link>
              </span>
            }
            alert={alert}
            key={alert.id}
          />
        ))}
      </ul>
    </Card>
  )
}
