// Each kind of price in words.
import type { Price, Product } from '#client/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { formatUnitAmount } from '#web/ui/text/unit-amount.ts'
import { t } from './price-messages.ts'

type PriceKind = Price['amountType']

/** A kind of price in words. */
interface PriceWords<Of extends Price> {
  /** Its name: `Fixed`. */
  readonly nameOf: (price: Of) => string
  /** The amount that is due: `€89.00`. */
  readonly amountOf: (price: Of, locale: string) => string
  /** Its bounds: `At most €90.00`. */
  readonly boundsOf: (price: Of, locale: string) => readonly string[]
}

type WordsOf<Kind extends PriceKind> = PriceWords<Extract<Price, { amountType: Kind }>>

/** Every kind that the server knows; a missing one does not compile. */
const words: { readonly [Kind in PriceKind]: WordsOf<Kind> } = {
  fixed: {
    nameOf: () => t('kinds.fixed'),
    amountOf: ({ priceAmount, priceCurrency }, locale) => formatMoney(locale, priceAmount, priceCurrency),
    boundsOf: () => [],
  },
  custom: {
    nameOf: () => t('kinds.custom'),
    amountOf: ({ minimumAmount, priceCurrency }, locale) =>
      minimumAmount === 0 ? t('anyAmount') : t('from', { amount: formatMoney(locale, minimumAmount, priceCurrency) }),
    boundsOf: ({ maximumAmount, presetAmount, priceCurrency }, locale) => [
      ...(maximumAmount === null ? [] : [t('atMost', { amount: formatMoney(locale, maximumAmount, priceCurrency) })]),
      ...(presetAmount === null ? [] : [t('suggested', { amount: formatMoney(locale, presetAmount, priceCurrency) })]),
    ],
  },
  free: { nameOf: () => t('kinds.free'), amountOf: () => t('kinds.free'), boundsOf: () => [] },
  metered_unit: {
    nameOf: ({ meter }) => t('kinds.usage', { meter: meter.name }),
    amountOf: ({ unitAmount, priceCurrency }, locale) => t('unit', { amount: formatUnitAmount(locale, unitAmount, priceCurrency) }),
    boundsOf: ({ capAmount, priceCurrency, recurringInterval }, locale) =>
      capAmount === null ? [] : [t('atMost', { amount: perInterval(formatMoney(locale, capAmount, priceCurrency), recurringInterval) })],
  },
}

// biome-ignore lint/suspicious/noExplicitAny: a price has the kind that it names
const wordsOf = ({ amountType }: Price): PriceWords<any> => words[amountType]

/** The name of the kind of a price: `Fixed`, `Usage: Tokens used`. */
export const priceName = (price: Price): string => wordsOf(price).nameOf(price)

/** The bounds of a price: `At most €90.00`. */
export const priceBounds = (price: Price, locale: string): readonly string[] => wordsOf(price).boundsOf(price, locale)

/** A price in words: `€89.00`, `€9.00 / month`, `€0.005 per unit`. */
export function priceText(price: Price, locale: string): string {
  const amount = wordsOf(price).amountOf(price, locale)
  return price.amountType === 'metered_unit' || price.amountType === 'free' ? amount : perInterval(amount, price.recurringInterval)
}

/** All prices of a product in a few words: `€9.00 / month + usage`. Undefined where it has none. */
export function productPriceText({ prices }: Pick<Product, 'prices'>, locale: string): string | undefined {
  const live = prices.filter(({ isArchived }) => !isArchived)
  const fixedPart = live.find(({ amountType }) => amountType !== 'metered_unit')
  const [first] = live
  if (fixedPart === undefined) return live.length > 1 ? t('onlyUsage', { count: live.length }) : first && priceText(first, locale)
  const text = priceText(fixedPart, locale)
  return live.length > 1 ? t('withUsage', { price: text }) : text
}

/** A price for each interval: `€9.00 / month`. */
export function perInterval(price: string, interval: 'month' | 'year' | null): string {
  return interval === null ? price : t(interval, { price })
}

/** The free trial of a product in words: `It starts with 14 free days.`. Undefined without one. */
export function trialText({
  trialInterval,
  trialIntervalCount,
}: Pick<Product, 'trialInterval' | 'trialIntervalCount'>): string | undefined {
  if (trialInterval === null || trialIntervalCount === null) return undefined
  return t(`trial.${trialInterval}`, { count: trialIntervalCount })
}
