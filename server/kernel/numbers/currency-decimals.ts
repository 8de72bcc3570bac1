const NO_DECIMALS = 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'
const THREE_DECIMALS = 'bhd iqd jod kwd lyd omr tnd'

/**
 * The decimals of a currency's minor unit as ISO 4217 has them (rule M4): 0, 2 or 3. `currency` is a code in either case. The only place
 * that knows them, also for pages, emails and documents: `Intl` writes twenty currencies with fewer.
 */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase()
  return NO_DECIMALS.includes(code) ? 0 : THREE_DECIMALS.includes(code) ? 3 : 2
}
