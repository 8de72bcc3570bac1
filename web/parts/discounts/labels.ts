import type { CheckoutLink } from '#client/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

const basisPoints = 10_000

/** A discount with or without its products. */
type AnyDiscount = NonNullable<CheckoutLink['discount']>

/** The reduction by a discount: "25% off". */
export function offText(discount: AnyDiscount, locale: string): string {
  const what =
    discount.type === 'fixed'
      ? formatMoney(locale, discount.amount, discount.currency)
      : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(discount.basisPoints / basisPoints)
  return t('words.off', { what })
}

/** The reduction by a discount, and the payments from which it is taken: "25% off, for 3 months". */
export function discountText(discount: AnyDiscount, locale: string): string {
  const off = offText(discount, locale)
  return discount.duration === 'repeating'
    ? t('words.repeating', { off, count: discount.durationInMonths })
    : t(`words.${discount.duration}`, { off })
}
