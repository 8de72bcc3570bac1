import type { Discount } from '#client/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

const basisPoints = 10_000

/** What a discount takes off: "25% off". */
export function offText(discount: Discount, locale: string): string {
  const what =
    discount.type === 'fixed'
      ? formatMoney(locale, discount.amount, discount.currency)
      : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(discount.basisPoints / basisPoints)
  return t('words.off', { what })
}

/** What a discount takes off, and from which payments: "25% off, for 3 months". */
export function discountText(discount: Discount, locale: string): string {
  const off = offText(discount, locale)
  return discount.duration === 'repeating'
    ? t('words.repeating', { off, count: discount.durationInMonths })
    : t(`words.${discount.duration}`, { off })
}

/** Whether a discount can be redeemed `now`. */
export function stateOf(discount: Discount, now: Date): 'active' | 'scheduled' | 'ended' | 'usedUp' {
  const { startsAt, endsAt, maxRedemptions, redemptionsCount } = discount
  if (endsAt !== null && new Date(endsAt) < now) return 'ended'
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return 'usedUp'
  return startsAt !== null && new Date(startsAt) > now ? 'scheduled' : 'active'
}
