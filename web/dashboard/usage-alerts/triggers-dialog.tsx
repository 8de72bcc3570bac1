import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UsageAlert, UsageAlertTrigger } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Time } from '#web/ui/text/time.tsx'

const PAGE_SIZE = 10

/** When and for whom an alert has triggered, newest first. */
export function TriggersDialog({ alert, slug, onClose }: { alert: UsageAlert; slug: string; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const query = useQuery(apiQuery('usageAlerts', 'triggers', { alertId: alert.id, page, limit: PAGE_SIZE }))
  const title = t('triggers.title', { name: alert.name })
  return (
    <Dialog onClose={onClose} open title={title}>
      <QueryContent query={query} skeleton={<Skeletons label={title} rows={3} />}>
        {({ items, pagination: { totalCount } }) =>
          totalCount === 0 ? (
            <p className="text-label text-muted">{t('triggers.none')}</p>
          ) : (
            <div>
              <ul aria-label={title} className="divide-y divide-line text-label">
                {items.map((trigger) => (
                  <Trigger key={trigger.id} slug={slug} trigger={trigger} />
                ))}
              </ul>
              {totalCount > PAGE_SIZE && (
                <Pagination limit={PAGE_SIZE} onPage={setPage} page={page} total={totalCount}>
                  <span />
                </Pagination>
              )}
            </div>
          )
        }
      </QueryContent>
    </Dialog>
  )
}

function Trigger({ trigger, slug }: { trigger: UsageAlertTrigger; slug: string }) {
  const { locale } = useLanguage()
  const { customer, consumedUnits, threshold, triggeredAt } = trigger
  const name = nameOf(customer)
  return (
    <li className="grid gap-2 py-8">
      <span className="flex items-baseline justify-between gap-12">
        <span className="min-w-0 truncate font-strong">
          {customer.deletedAt === null ? <Link href={detailHref(slug, 'customers', customer.id)}>{name}</Link> : name}
        </span>
        <span className="flex-none tabular-nums">{quantityText(locale, consumedUnits)}</span>
      </span>
      <span className="flex flex-wrap gap-x-8 text-caption text-muted">
        <Time at={triggeredAt} />
        <span>{t('triggers.threshold', { threshold: quantityText(locale, threshold) })}</span>
      </span>
    </li>
  )
}
