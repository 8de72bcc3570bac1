import { Meter } from '#web/ui/display/meter.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import type { Subscription } from '../api.ts'
import { tPurchase } from '../purchase-messages.ts'

/** The usage of each meter by a subscription, and what that costs so far. Units are what the merchant's meter counts. */
export function SubscriptionUsage({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  return (
    <ul className="grid gap-16">
      {subscription.meters.map(({ id, meter, consumedUnits, creditedUnits, amount }) => {
        const used = consumedUnits.toLocaleString(locale)
        const text =
          creditedUnits > 0
            ? tPurchase('usage.of', { used, credited: creditedUnits.toLocaleString(locale) })
            : tPurchase('usage.used', { used })
        return (
          <li className="grid gap-6" key={id}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-16 gap-y-2">
              <span className="min-w-0 font-strong break-words">{meter.name}</span>
              <span className="tabular-nums">{text}</span>
            </div>
            {creditedUnits > 0 && <Meter label={`${meter.name}: ${text}`} of={creditedUnits} value={consumedUnits} />}
            <span className="text-caption text-muted tabular-nums">
              {amount > 0
                ? tPurchase('usage.cost', { amount: formatMoney(locale, amount, subscription.currency) })
                : tPurchase('usage.noCost')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
