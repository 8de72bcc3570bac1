/** How many decimals a currency has (ISO 4217): 2 for `usd`, 0 for `jpy`, 3 for `kwd`. `currency` in either case. */
export function decimalsOf(currency: string): number {
  return format('en', currency).resolvedOptions().maximumFractionDigits ?? 2
}

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
  return format(locale, currency)
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

const formats = new Map<string, Intl.NumberFormat>()
function format(locale: string, currency: string): Intl.NumberFormat {
  const code = currency.toUpperCase()
  const key = `${locale} ${code}`
  const known = formats.get(key)
  if (known !== undefined) return known
  // A plain dollar sign always means the US dollar; other dollars keep their letters (CA$, A$).
  const created = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: code === 'USD' ? 'narrowSymbol' : 'symbol',
  })
  formats.set(key, created)
  return created
}
