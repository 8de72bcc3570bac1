import { decimalsOf } from '#kernel/numbers/currency-decimals.ts'
import { currencyFormat } from '#kernel/numbers/currency-format.ts'

const MINUS = '−'

/** An amount in minor units as a number of major units, which Intl formats without rounding it first: 2900 of `usd` is `2900e-2`. */
const toMajor = (minor: number, currency: string) => `${minor}e-${decimalsOf(currency)}` as `${number}`

/** An amount in minor units in the format of `locale`: `€29.00`, `−$4.50`, `¥2,900`. */
export function formatMoney(locale: string, minor: number, currency: string): string {
  return currencyFormat(locale, currency).format(toMajor(minor, currency)).replace('-', MINUS)
}

/** The formatted amount in parts, so that the decimals can be rendered smaller. */
export function moneyParts(locale: string, minor: number, currency: string): { text: string; fraction: boolean }[] {
  return currencyFormat(locale, currency)
    .formatToParts(toMajor(minor, currency))
    .map(({ type, value }) => ({
      text: type === 'minusSign' ? MINUS : value,
      fraction: type === 'fraction' || type === 'decimal',
    }))
}

/** An amount in minor units in the format of `locale` without its currency, where a header or total names it: `1,299.00`, `−4.50`. */
export function bareMoney(locale: string, minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const written = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return written.format(toMajor(minor, currency)).replace('-', MINUS)
}
