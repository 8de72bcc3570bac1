import { Meter } from '#web/ui/display/meter.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import type { CustomerMeters } from '../../api.ts'
import { tPurchase } from '../../purchase-messages.ts'
import { useRead } from '../../read.tsx'
import { usePortal } from '../../state.tsx'
import { tKind } from '../messages.ts'
import type { GrantContentProps } from './kind.ts'

/** A credit of units: how many each period brings, and what is left. */
export function Credit({ grant }: GrantContentProps<'meter_credit'>) {
  const { meter_id: meterId, units, rollover } = grant.benefit.properties
  const { locale } = useLanguage()
  const { api, shop } = usePortal()
  const showsUsage = shop.organization.customerPortalSettings.usage.show
  const read = useRead<CustomerMeters | null>(`meter:${meterId}`, async () =>
    showsUsage ? api.meters({ meterId, limit: 1 }) : { data: null, error: null },
  )
  const meter = read.data?.items[0]
  const text = tKind(rollover ? 'meter_credit.rollover' : 'meter_credit.period', { units: units.toLocaleString(locale) })
  if (meter === undefined) return <p className="text-label text-muted">{text}</p>
  const used = tPurchase('usage.of', {
    used: meter.consumedUnits.toLocaleString(locale),
    credited: meter.creditedUnits.toLocaleString(locale),
  })
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-16 gap-y-2 text-label">
        <span className="font-strong tabular-nums">{tKind('meter_credit.balance', { units: meter.balance.toLocaleString(locale) })}</span>
        <span className="text-muted tabular-nums">{used}</span>
      </div>
      <Meter label={`${meter.meter.name}: ${used}`} of={meter.creditedUnits} value={meter.consumedUnits} />
      <p className="text-caption text-muted">{text}</p>
    </div>
  )
}
