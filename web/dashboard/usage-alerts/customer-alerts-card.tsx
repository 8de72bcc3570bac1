import { useQuery } from '@tanstack/react-query'
import type { Customer, UsageAlert } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { AlertRow } from './alert-row.tsx'

/** As many as an organization has, unless its limit was raised. */
const MOST = 100

/** The alerts that one customer can trigger, each with its meter and its last trigger by the customer. Hidden where there are none. */
export default function CustomerAlertsCard({ customer, slug }: { customer: Customer; slug: string }) {
  const { organizationId, id: customerId } = customer
  const alerts = useQuery(apiQuery('usageAlerts', 'list', { organizationId, appliesTo: customerId, limit: MOST }))
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
              <>
                <span className="min-w-0 truncate">
                  <Link href={detailHref(slug, 'usage/meters', alert.meterId)}>{names.get(alert.meterId) ?? '–'}</Link>
                </span>
                {alert.customerId === null && <span>{t('each')}</span>}
                <LastTrigger alert={alert} customerId={customerId} />
              </>
            }
            alert={alert}
            key={alert.id}
          />
        ))}
      </ul>
    </Card>
  )
}

/** When the customer last triggered the alert, and with how many units. */
function LastTrigger({ alert, customerId }: { alert: UsageAlert; customerId: string }) {
  const { locale } = useLanguage()
  const may = useMay()
  const query = useQuery({
    ...apiQuery('usageAlerts', 'triggers', { alertId: alert.id, customerId, limit: 1 }),
    enabled: may('customer_meters:read'),
  })
  if (query.data === undefined) return null
  const [last] = query.data.items
  if (!last) return <span>{t('neverTriggered')}</span>
  return (
    <span className="tabular-nums">
      {t('lastTrigger', { used: quantityText(locale, last.consumedUnits) })} <Time at={last.triggeredAt} />
    </span>
  )
}
