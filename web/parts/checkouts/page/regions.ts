// Countries are named in the page's language by the browser, states in English.
import { countryCodes, statesOf as knownStatesOf } from '#kernel/countries.ts'

/** A country or state: its code on the wire and its name. */
export interface Region {
  readonly code: string
  readonly name: string
}

/** Every country by ISO 3166-1 code, sorted by its name in `locale`. */
export function countries(locale: string): Region[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return countryCodes.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) => a.name.localeCompare(b.name, locale))
}

/** The states or provinces of a country by ISO 3166-2 code (`US-CA`); empty for other countries. */
export function statesOf(country: string): Region[] {
  return (knownStatesOf(country) ?? []).map(({ code, name }) => ({ code: `${country}-${code}`, name }))
}
