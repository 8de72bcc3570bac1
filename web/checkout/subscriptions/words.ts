// What a subscription costs and when, in words.
import type { PublicCheckout } from '#client/types.ts'
import { checkoutTerms } from '#messages/selling/checkout-terms.ts'
import { messages } from '#web/language.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { formatUnitAmount } from '#web/ui/text/unit-amount.ts'

const t = messages(checkoutTerms)

/** What the words read of a checkout. */
export type RecurringCheckout = Pick<
  PublicCheckout,
  | 'activeTrialInterval'
  | 'activeTrialIntervalCount'
  | 'amount'
  | 'currency'
  | 'discount'
  | 'discountAmount'
  | 'isFreeProductPrice'
  | 'isPaymentFormRequired'
  | 'totalAmount'
> & { readonly product: Pick<PublicCheckout['product'], 'prices' | 'recurringInterval'> }

const WHOLE = 10_000
const MONTHS_OF_A_YEAR = 12

/** A day in words: `8 December 2026`. `at` is ISO 8601. */
export const dateText = (at: string, locale: string): string => new Date(at).toLocaleDateString(locale, { dateStyle: 'long' })

/** What each renewal costs from the first on, before tax: `€12.00 per month`. */
export function renewalText(checkout: RecurringCheckout, locale: string): string {
  return perInterval(checkout, checkout.amount - (isReduced(checkout) ? checkout.discountAmount : 0), locale)
}

/** The sentences beside the price: the trial, what is due today and later, how long a discount counts, and the prices for usage. */
export function termsOf(checkout: RecurringCheckout, renewsAt: string, locale: string): string[] {
  const { activeTrialInterval: trial, activeTrialIntervalCount: count, currency, isFreeProductPrice } = checkout
  const today = formatMoney(locale, trial === null ? checkout.totalAmount : 0, currency)
  const due = t('due', { today, price: renewalText(checkout, locale), date: dateText(renewsAt, locale) })
  return [
    ...(trial === null || count === null ? [] : [t(`trial.${trial}`, { count })]),
    ...(isFreeProductPrice ? [] : [due]),
    ...discountText(checkout, locale),
    ...usageText(checkout, locale),
  ]
}

/** What the buyer agrees to: whether the card is saved, and that the subscription can be canceled. */
export function agreementText({ activeTrialInterval, isPaymentFormRequired }: RecurringCheckout, renewsAt: string, locale: string): string {
  const date = dateText(renewsAt, locale)
  if (activeTrialInterval !== null) return t(isPaymentFormRequired ? 'savedTrial' : 'openTrial', { date })
  return t(isPaymentFormRequired ? 'saved' : 'free')
}

function perInterval({ product, currency }: RecurringCheckout, amount: number, locale: string): string {
  return t(product.recurringInterval ?? 'month', { amount: formatMoney(locale, amount, currency) })
}

// Whether the discount also counts for the first renewal (rule G6): its months start with the first payment.
function isReduced({ discount, activeTrialInterval, product }: RecurringCheckout): boolean {
  if (discount === null) return false
  const paidMonths = activeTrialInterval !== null ? 0 : product.recurringInterval === 'year' ? MONTHS_OF_A_YEAR : 1
  return discount.duration === 'repeating' ? discount.durationInMonths > paidMonths : discount.duration === 'forever'
}

function discountText(checkout: RecurringCheckout, locale: string): string[] {
  const { discount } = checkout
  if (discount === null || checkout.discountAmount === 0) return []
  const value =
    discount.type === 'fixed'
      ? formatMoney(locale, discount.amount, discount.currency)
      : (discount.basisPoints / WHOLE).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
  if (discount.duration !== 'repeating') return [t(`discount.${discount.duration}`, { value })]
  return [t('discount.repeating', { value, count: discount.durationInMonths, price: perInterval(checkout, checkout.amount, locale) })]
}

function usageText({ product }: RecurringCheckout, locale: string): string[] {
  const prices = product.prices.flatMap((price) =>
    price.amountType === 'metered_unit' && !price.isArchived
      ? [t('unit', { meter: price.meter.name, amount: formatUnitAmount(locale, price.unitAmount, price.priceCurrency) })]
      : [],
  )
  return prices.length === 0 ? [] : [t('usage', { prices: prices.join(' · ') })]
}
