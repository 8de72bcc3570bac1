import { isPlace, statesOf } from '#kernel/countries.ts'
import { taxAreaOf, unionMembers, vatPrefixesOf } from '#kernel/taxes/rates.ts'
import { tagOf } from '#locales/tag.ts'
import type { Address } from '#merchant/customers/model.ts'

/** An address as lines of a document, the country by its name in `language`. */
export function addressLines(address: Address | null, language: string): string[] {
  if (!address) return []
  const { line1, line2, postalCode, city, state, country } = address
  const region = state?.replace(/^[A-Z]{2}-/, '') ?? null
  const isCityFirst = ['US', 'CA', 'GB', 'AU', 'IE', 'IN'].includes(country)
  const place = isCityFirst ? [city, region, postalCode] : [postalCode, city, region]
  return [line1, line2, place.filter((each) => each !== null).join(' '), countryName(country, language)].filter(
    (line) => line !== null && line !== '',
  ) as string[]
}

function countryName(country: string, language: string): string {
  return new Intl.DisplayNames(tagOf(language), { type: 'region' }).of(country) ?? country
}

/** The name of a place with taxes of its own: a country (`DE`) in `language`, a state (`US-NY`) in English. Other text stays as it is. */
export function placeName(place: string, language: string): string {
  if (!isPlace(place)) return place
  const [country = '', code] = place.split('-')
  return code === undefined ? countryName(country, language) : (statesOf(country)?.find((state) => state.code === code)?.name ?? place)
}

const vatCountries: readonly string[] = [...unionMembers, 'GB']

/**
 * Whether a tax id is a VAT id of the European Union or the United Kingdom: such an invoice must name it as one, because a country may give
 * out other tax ids as well. `country` is that of the party: ids of other countries may begin with the same letters.
 */
export function isVatId(id: string, country: string | null): boolean {
  const [, prefix = ''] = /^([A-Z]{2})[A-Z0-9]{1,2}\d{5}/.exec(id.toUpperCase().replace(/[ .-]/g, '')) ?? []
  return vatCountries.flatMap(vatPrefixesOf).includes(prefix) && (country === null || vatCountries.includes(taxAreaOf(country)))
}
