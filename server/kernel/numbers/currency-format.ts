import { decimalsOf } from './currency-decimals.ts'

/** The options that may differ from a whole amount in prose. */
export type CurrencyOptions = Pick<
  Intl.NumberFormatOptions,
  'currencyDisplay' | 'notation' | 'minimumFractionDigits' | 'maximumFractionDigits'
>

const formats = new Map<string, Intl.NumberFormat>()

/**
 * The format in which `locale` (BCP 47) writes major units of a currency, with the decimals of our own table: those of `Intl` differ from
 * what is charged. A bare dollar sign is the US dollar; other dollars keep their letters (CA$, A$). `currency` is a code in either case.
 */
export function currencyFormat(locale: string, currency: string, options: CurrencyOptions = {}): Intl.NumberFormat {
  const code = currency.toUpperCase()
  const key = `${locale} ${code} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const decimals = decimalsOf(code)
  const created = new Intl.NumberFormat(locale, {
    currencyDisplay: code === 'USD' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...options,
    style: 'currency',
    currency: code,
  })
  formats.set(key, created)
  return created
}
