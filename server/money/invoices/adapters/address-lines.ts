import { tagOf } from '#locales/tag.ts'
import type { Address } from '#merchant/customers/model.ts'

/** An address as lines of a document, the country by its name in `language`. */
export function addressLines(address: Address | null, language: string): string[] {
  if (!address) return []
  const { line1, line2, postalCode, city, state, country } = address
  const region = state?.replace(/^[A-Z]{2}-/, '') ?? null
  const isCityFirst = ['US', 'CA', 'GB', 'AU', 'IE', 'IN'].includes(country)
  const place = isCityFirst ? [city, region, postalCode] : [postalCode, city, region]
  const name = new Intl.DisplayNames(tagOf(language), { type: 'region' }).of(country)
  return [line1, line2, place.filter((each) => each !== null).join(' '), name ?? country].filter(
    (line) => line !== null && line !== '',
  ) as string[]
}
