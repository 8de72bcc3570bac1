import { Card } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Meter } from '#web/ui/display/meter.tsx'
import { GaugeIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Page } from '../page.tsx'
import { tPurchase } from '../purchase-messages.ts'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'

/** The usage of every meter by the customer, and what is left of their credit. */
export default function Usage() {
  const { locale } = useLanguage()
  const { api } = usePortal()
  const read = useRead('meters', () => api.meters({ limit: 100 }))
  const units = (value: number) => value.toLocaleString(locale)
  return (
    <Page lead={tPurchase('meters.lead')} title={tPurchase('meters.title')}>
      <Loaded read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={GaugeIcon} text={tPurchase('meters.emptyText')} title={tPurchase('meters.empty')} />
          ) : (
            <Card>
              <ul className="divide-y divide-line">
                {items.map(({ id, meter, consumedUnits, creditedUnits, balance }) => {
                  const text =
                    creditedUnits > 0
                      ? tPurchase('usage.of', { used: units(consumedUnits), credited: units(creditedUnits) })
                      : tPurchase('usage.used', { used: units(consumedUnits) })
                  return (
                    <li className="grid gap-8 p-16" key={id}>
                      <div className="flex flex-wrap items-baseline justify-between gap-x-16 gap-y-2">
                        <span className="min-w-0 font-strong break-words">{meter.name}</span>
                        <span className="text-label tabular-nums">{text}</span>
                      </div>
                      {creditedUnits > 0 && <Meter label={`${meter.name}: ${text}`} of={creditedUnits} value={consumedUnits} />}
                      {creditedUnits > 0 && (
                        <span className="text-caption text-muted tabular-nums">
                          {balance >= 0
                            ? tPurchase('meters.left', { units: units(balance) })
                            : tPurchase('meters.over', { units: units(-balance) })}
                        </span>
                      )}
                    </li>
                  )
                })}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}
