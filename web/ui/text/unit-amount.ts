import { decimalsOf } from '#kernel/numbers/currency-decimals.ts'
import { currencyFormat } from '#kernel/numbers/currency-format.ts'
import { parseDecimal } from './decimal.ts'

/** The decimals of a unit amount in minor units. */
const DECIMALS = 12

/**
 * A unit amount, a decimal in minor units, in the format of `locale`: `0.5` of `usd` is `$0.005`. It has at least the decimals of its
 * currency, and all of its own.
 */
export function formatUnitAmount(locale: string, unitAmount: string, currency: string): string {
  return currencyFormat(locale, currency, { maximumFractionDigits: 20 }).format(toMajor(unitAmount, currency))
}

/** A unit amount as it is typed, in the format of `locale` and without its currency: `0.5` of `usd` is `0.005`. */
export function bareUnitAmount(locale: string, unitAmount: string, currency: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(toMajor(unitAmount, currency))
}

/** Typed text as a unit amount, a decimal in minor units; null when it is no amount above zero, or has too many decimals. */
export function toUnitAmount(typed: string, currency: string, locale: string): string | null {
  const [whole = '', fraction = ''] = parseDecimal(typed, locale)?.split('.') ?? []
  const decimals = decimalsOf(currency)
  const places = fraction.padEnd(decimals, '0').slice(decimals).replace(/0+$/, '')
  const digits = `${whole}${fraction.padEnd(decimals, '0').slice(0, decimals)}`.replace(/^0+(?=\d)/, '')
  if (whole === '' || places.length > DECIMALS || !/[1-9]/.test(digits + places)) return null
  return places === '' ? digits : `${digits}.${places}`
}

// Intl formats the text of a number without rounding it first.
const toMajor = (unitAmount: string, currency: string) => `${unitAmount}e-${decimalsOf(currency)}` as `${number}`
