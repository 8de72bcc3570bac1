import { decimalsOf } from '#kernel/numbers/currency-decimals.ts'
import { currencyFormat } from '#kernel/numbers/currency-format.ts'

/** An amount in minor units as a decimal text without grouping: 2900 of `usd` is `29.00`. */
export function toDecimal(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(Math.trunc(minor))).padStart(decimals + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** An amount in minor units in the format of `locale`: `€29.00`, `−$4.50`, `¥2,900`. */
export function formatMoney(locale: string, minor: number, currency: string): string {
  return moneyParts(locale, minor, currency)
    .map((part) => part.text)
    .join('')
}

/** The formatted amount in parts, so that the decimals can be rendered smaller. */
export function moneyParts(locale: string, minor: number, currency: string): { text: string; fraction: boolean }[] {
  return currencyFormat(locale, currency)
    .formatToParts(toDecimal(minor, currency) as `${number}`)
    .map(({ type, value }) => ({
      text: type === 'minusSign' ? '−' : value,
      fraction: type === 'fraction' || type === 'decimal',
    }))
}

/** An amount in minor units in the format of `locale` without its currency, where a header or total names it: `1,299.00`, `−4.50`. */
export function bareMoney(locale: string, minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const written = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return written.format(toDecimal(minor, currency) as `${number}`).replace('-', '−')
}
