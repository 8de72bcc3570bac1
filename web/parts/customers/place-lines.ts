/** The part of a postal address between the street and the country. */
interface Place {
  readonly country: string
  readonly city?: string | null
  readonly postalCode?: string | null
  readonly state?: string | null
}

/**
 * The line of the place as a country writes it: `Z` is the postal code, `C` the city, `S` the state; a slash begins a new line. Most write
 * the code before the city.
 *
 * Source: the address formats of the Universal Postal Union (upu.int, "Addressing systems").
 */
const ORDERS: readonly (readonly [order: string, countries: string])[] = [
  ['C, S Z', 'US PR'],
  ['C S Z', 'AU CA'],
  ['C/Z', 'GB GG IM JE IE'],
  ['Z C S', 'IT ES MX'],
  ['C Z', 'IN ID NZ SG TH PK BD SA TW'],
  ['C - S/Z', 'BR'],
  ['Z/S C', 'JP CN KR'],
]
const ORDER_ELSEWHERE = 'Z C/S'

/** The lines of the place in the order of its country: "San Francisco, CA 94103", "10115 Berlin". Missing parts leave no trace. */
export function placeLines({ country, city, postalCode, state }: Place): string[] {
  const order = ORDERS.find(([, countries]) => countries.includes(country.toUpperCase()))?.[0] ?? ORDER_ELSEWHERE
  // "US-CA" repeats the country.
  const parts: Readonly<Record<string, string>> = { C: city ?? '', Z: postalCode ?? '', S: state?.replace(/^[A-Z]{2}-/, '') ?? '' }
  return order.split('/').flatMap((line) => {
    const text = line.replace(/[CZS]/g, (letter) => parts[letter] ?? '').replace(/\s+/g, ' ')
    return text.replace(/^[\s,-]+|[\s,-]+$/g, '') || []
  })
}
