import { decimalsOf } from '#kernel/numbers/currency-decimals.ts'

const groups = new Map<string, string>()

/** The separator by which a language groups digits: `,` in English, `.` in German. */
function groupOf(locale: string): string {
  const known = groups.get(locale)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567)
  const group = parts.find(({ type }) => type === 'group')?.value ?? ''
  groups.set(locale, group)
  return group
}

/**
 * Typed text as a plain decimal: `1.234,50` in German and `1,234.50` in English are both `1234.50`. Null when it is no number without a
 * sign. Groups of digits may be typed or left out; spaces and apostrophes always group. A point or comma that can only mean one thing
 * means it in every language (`29,50`, `1.234,50`); `1.234` depends on the language.
 */
export function parseDecimal(typed: string, locale: string): string | null {
  const text = typed.trim().replace(/(?<=\d)[\s'’](?=\d)/g, '')
  if (!/^\d[\d.,]*$/.test(text)) return null
  const decimal = decimalOf(text, locale)
  const [whole = '', fraction = '', ...rest] = decimal === '' ? [text] : text.split(decimal)
  if (rest.length > 0 || !/^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)$/.test(whole) || !/^\d*$/.test(fraction)) return null
  const digits = whole.replace(/\D/g, '')
  return fraction === '' ? digits : `${digits}.${fraction}`
}

/** The separator that begins the decimals of a text, empty if it has none. */
function decimalOf(text: string, locale: string): string {
  const last = /[.,](?=[^.,]*$)/.exec(text)?.[0] ?? ''
  const count = text.split(last).length - 1
  if (last === '' || /[.,]/.test(text.replaceAll(last, ''))) return last
  if (count > 1) return ''
  // One separator: before three digits it may group, where the language groups by it.
  return last === groupOf(locale) && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? '' : last
}

/**
 * Typed text as an amount in minor units, as `parseDecimal` reads it in `locale`. Null when it is not an amount, has more decimals than
 * the currency, or lies beyond safe integers.
 */
export function toMinor(typed: string, currency: string, locale: string): number | null {
  const decimals = decimalsOf(currency)
  const [whole = '', fraction = ''] = parseDecimal(typed, locale)?.split('.') ?? []
  if (whole === '' || fraction.length > decimals) return null
  const minor = Number(`${whole}${fraction.padEnd(decimals, '0')}`)
  return Number.isSafeInteger(minor) ? minor : null
}
