// The prices and dates of a subscription, in words. The server works them out.
import type { PublicCheckout } from '#client/types.ts'
import { checkoutTerms } from '#messages/selling/checkout-terms.ts'
import { messages } from '#web/language.ts'
import { longDayText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { formatUnitAmount } from '#web/ui/text/unit-amount.ts'

const t = messages(checkoutTerms)

/** The fields of a checkout that the words read. */
export type RecurringCheckout = Pick<
  PublicCheckout,
  | 'activeTrialInterval'
  | 'activeTrialIntervalCount'
  | 'currency'
  | 'discount'
  | 'discountAmount'
  | 'isFreeProductPrice'
  | 'isPaymentFormRequired'
  | 'renewals'
  | 'totalAmount'
> & {
  readonly product: Pick<PublicCheckout['product'], 'prices' | 'recurringInterval'>
  readonly organization: Pick<PublicCheckout['organization'], 'billingTimezone'>
}

type Renewal = PublicCheckout['renewals'][number]

const WHOLE = 10_000

/** The sentences that say what is due: the first renewal alone, or several, may cost something else than those that follow. */
const dueSentences = { once: 'dueOnce', while: 'dueWhile' } as const

/** When the subscription is first renewed, and what that costs: `€12.00 per month`, with what follows where it is something else. */
export function renewalOf(checkout: RecurringCheckout, locale: string): { readonly date: string; readonly price: string } | null {
  const course = courseOf(checkout, locale)
  if (course === null) return null
  const { date, first, next } = course
  return { date, price: next === null ? first : t('later', { first, ...next }) }
}

/** The sentences beside the price: the trial, what is due today and later, how long a discount counts, and the prices for usage. */
export function termsOf(checkout: RecurringCheckout, locale: string): string[] {
  const { activeTrialInterval: trial, activeTrialIntervalCount: count, isFreeProductPrice, renewals } = checkout
  return [
    ...(trial === null || count === null ? [] : [t(`trial.${trial}`, { count })]),
    ...(isFreeProductPrice ? [] : dueText(checkout, locale)),
    ...discountText(checkout, locale),
    ...(renewals.some(({ isBeforeTax }) => isBeforeTax) && !isFreeProductPrice ? [t('tax')] : []),
    ...usageText(checkout, locale),
  ]
}

/** The agreement of the buyer: whether the card is saved, and that the subscription can be canceled. */
export function agreementText(checkout: RecurringCheckout, locale: string): string {
  const { activeTrialInterval, isPaymentFormRequired, renewals } = checkout
  const [first] = renewals
  if (activeTrialInterval === null || first === undefined) return t(isPaymentFormRequired ? 'saved' : 'free')
  return t(isPaymentFormRequired ? 'savedTrial' : 'openTrial', { date: dayOf(checkout, first, locale) })
}

function dueText(checkout: RecurringCheckout, locale: string): string[] {
  const course = courseOf(checkout, locale)
  if (course === null) return []
  const { activeTrialInterval, totalAmount, currency } = checkout
  const today = formatMoney(locale, activeTrialInterval === null ? totalAmount : 0, currency)
  const { date, first, next, lasts } = course
  return [next === null ? t('due', { today, price: first, date }) : t(dueSentences[lasts], { today, first, date, ...next })]
}

/** The days and prices of the renewals; null where there are none. */
function courseOf(checkout: RecurringCheckout, locale: string) {
  const [first, next] = checkout.renewals
  if (first === undefined) return null
  const lasts: keyof typeof dueSentences = first.count === 1 ? 'once' : 'while'
  return {
    date: dayOf(checkout, first, locale),
    first: lasts === 'once' ? formatMoney(locale, first.totalAmount, checkout.currency) : priceText(checkout, first, locale),
    lasts,
    next: next === undefined ? null : { price: priceText(checkout, next, locale), next: dayOf(checkout, next, locale) },
  }
}

const dayOf = ({ organization }: RecurringCheckout, { at }: Renewal, locale: string) =>
  longDayText(locale, at, organization.billingTimezone)

function priceText({ product, currency }: RecurringCheckout, { totalAmount }: Renewal, locale: string): string {
  return t(product.recurringInterval ?? 'month', { amount: formatMoney(locale, totalAmount, currency) })
}

function discountText(checkout: RecurringCheckout, locale: string): string[] {
  const { discount, activeTrialInterval, renewals } = checkout
  if (discount === null || checkout.discountAmount === 0) return []
  const value =
    discount.type === 'fixed'
      ? formatMoney(locale, discount.amount, discount.currency)
      : (discount.basisPoints / WHOLE).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
  if (discount.duration !== 'repeating') return [t(`discount.${discount.duration}`, { value })]
  // Its months may cover one payment only.
  const [first] = renewals
  const reduced = (activeTrialInterval === null ? 1 : 0) + (first === undefined || first.discountAmount === 0 ? 0 : (first.count ?? 1))
  return [reduced === 1 ? t('discount.once', { value }) : t('discount.repeating', { value, count: discount.durationInMonths })]
}

function usageText({ product }: RecurringCheckout, locale: string): string[] {
  const prices = product.prices.flatMap((price) =>
    price.amountType === 'metered_unit' && !price.isArchived
      ? [t('unit', { meter: price.meter.name, amount: formatUnitAmount(locale, price.unitAmount, price.priceCurrency) })]
      : [],
  )
  return prices.length === 0 ? [] : [t('usage', { prices: prices.join(' · ') })]
}
