import type { Subscription } from '#client/index.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { tUsage } from '#web/parts/meters/usage-messages.ts'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { Meter } from '#web/ui/display/meter.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'

type SubscriptionMeter = Subscription['meters'][number]

/** The usage of a subscription's meters since the last billing, and what that costs so far. Nothing where it has none. */
export function UsageCard({ subscription: { meters, currency }, slug }: { subscription: Subscription; slug: string }) {
  if (meters.length === 0) return null
  return (
    <Card>
      <CardHead lined note={tUsage('period')} title={tUsage('usage')} />
      <ul>
        {meters.map((own) => (
          <li className="relative grid gap-8 border-line px-16 py-12 text-label hover:bg-hover not-last:border-b" key={own.id}>
            <UsageRow currency={currency} own={own} slug={slug} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function UsageRow({ own, currency, slug }: { own: SubscriptionMeter; currency: string; slug: string }) {
  const { locale } = useLanguage()
  const used = quantityText(locale, own.consumedUnits)
  const credited = quantityText(locale, own.creditedUnits)
  const text = own.creditedUnits > 0 ? tUsage('usedOf', { used, credited }) : tUsage('usedUnits', { used })
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-16 gap-y-2">
        <a
          className="min-w-0 truncate font-strong outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          href={detailHref(slug, 'usage/meters', own.meterId)}
        >
          {own.meter.name}
        </a>
        <span className="tabular-nums">{tUsage('costsSoFar', { amount: formatMoney(locale, own.amount, currency) })}</span>
      </div>
      <span className="text-muted tabular-nums">{text}</span>
      {own.creditedUnits > 0 && <Meter label={text} of={own.creditedUnits} value={own.consumedUnits} />}
    </>
  )
}
