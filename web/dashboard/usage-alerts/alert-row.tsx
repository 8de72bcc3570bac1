import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UsageAlert } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'

/** An alert in a card: its name and threshold, and what else `about` says of it. `children` stand at the end of the row. */
export function AlertRow({ alert, about, children }: { alert: UsageAlert; about: ReactNode; children?: ReactNode }) {
  const { locale } = useLanguage()
  const { name, threshold, isEnabled, notifyMerchantEmail, notifyCustomerEmail } = alert
  return (
    <li className="flex items-start gap-12 py-8 pr-8 pl-16">
      <div className="grid min-w-0 flex-1 gap-2 py-4">
        <span className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <span className="min-w-0 font-strong [overflow-wrap:anywhere]">{name}</span>
          {!isEnabled && (
            <Tooltip text={t('offMeaning')}>
              <span>
                <StatusPill bare tone="neutral">
                  {t('off')}
                </StatusPill>
              </span>
            </Tooltip>
          )}
        </span>
        <span className="flex flex-wrap gap-x-12 gap-y-2 text-caption text-muted">
          <span className="tabular-nums">{t('at', { threshold: quantityText(locale, threshold) })}</span>
          {about}
          {notifyMerchantEmail && <span>{t('toOwners')}</span>}
          {notifyCustomerEmail && <span>{t('toCustomer')}</span>}
        </span>
      </div>
      {children}
    </li>
  )
}

/** The customer of an alert, or that it is about each. */
export function AlertCustomer({ customerId, slug }: { customerId: string | null; slug: string }) {
  const may = useMay()
  const isKnown = customerId !== null && may('customers:read')
  const query = useQuery({ ...apiQuery('customers', 'get', customerId ?? ''), enabled: isKnown })
  if (customerId === null) return <span>{t('each')}</span>
  if (query.data === undefined) return <span>{query.error === null ? '–' : t('formerCustomer')}</span>
  return (
    <span className="min-w-0 truncate">
      <Link href={detailHref(slug, 'customers', customerId)}>{nameOf(query.data)}</Link>
    </span>
  )
}
