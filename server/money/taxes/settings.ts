// The settings of a merchant about its taxes. Pure.
import { countryCodes, isPlace } from '#kernel/countries.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { type RateTable, type StandardRates, unionMembers } from '#kernel/taxes/rates.ts'
import { parseTaxId, type TaxIdResult } from '#merchant/customers/model.ts'
import { ONE_STOP_SHOP, type OwnTaxRate, type TaxRegistration, type TaxSettings } from '#merchant/merchants/model.ts'
import { rateTableOf } from './rules.ts'

/** The changes of the settings; an undefined one stays. */
export type TaxSettingsChanges = { readonly [Field in keyof TaxSettings]?: TaxSettings[Field] | undefined }

/** The settings after a change. Reports all problems at once (422). */
export function changeSettings(settings: TaxSettings, changes: TaxSettingsChanges, standardRates: StandardRates): TaxSettings {
  const { isEnabled, origin, behavior, registrations, rates, engine } = changes
  const next = {
    isEnabled: isEnabled ?? settings.isEnabled,
    origin: origin === undefined ? settings.origin : origin,
    behavior: behavior ?? settings.behavior,
    registrations: registrations ?? settings.registrations,
    rates: rates ?? settings.rates,
    engine: engine ?? settings.engine,
  }
  return checkSettings(next, standardRates)
}

/** The settings in the spelling in which they are stored. Reports all problems at once (422). */
export function checkSettings(settings: TaxSettings, standardRates: StandardRates): TaxSettings {
  const { origin } = settings
  const registrations = settings.registrations.map((each) => ({ ...each, place: each.place.toUpperCase() }))
  const rates = settings.rates.map((each) => ({ ...each, place: each.place.toUpperCase() }))
  const table = rateTableOf({ rates }, standardRates)
  const parsed = registrations.map((each, at) => checkedTaxId(each, { origin, at }))
  refuseProblems([
    ...originProblems(settings),
    ...rates.flatMap(rateProblems),
    ...repeated(
      rates.map(({ place, name, validFrom }) => `${place} ${name} ${validFrom}`),
      'rates',
    ),
    ...registrations.flatMap((each, at) => placeProblems(each, { at, table, origin })),
    ...repeated(
      registrations.map(({ place }) => place),
      'registrations',
    ),
    ...parsed.flatMap((each) => (each && 'problem' in each ? [each.problem] : [])),
  ])
  const withTaxIds = registrations.map((each, at): TaxRegistration => {
    const result = parsed[at]
    return { place: each.place, taxId: result && 'taxId' in result ? result.taxId[0] : null }
  })
  return { ...settings, registrations: withTaxIds, rates }
}

function originProblems({ origin, isEnabled }: TaxSettings): Problem[] {
  if (origin === null) return isEnabled ? [valueProblem(['body', 'origin'], 'To collect taxes, name the country of the business.')] : []
  return countryCodes.includes(origin) ? [] : [valueProblem(['body', 'origin'], 'This is not the code of a country.')]
}

function rateProblems({ place }: OwnTaxRate, at: number): Problem[] {
  return isPlace(place)
    ? []
    : [valueProblem(['body', 'rates', at, 'place'], 'This is neither a country nor a state of the United States or Canada.')]
}

interface PlaceContext {
  readonly at: number
  readonly table: RateTable
  readonly origin: string | null
}

// A registration without a rate would collect nothing, and nothing would say so.
function placeProblems({ place }: TaxRegistration, { at, table, origin }: PlaceContext): Problem[] {
  const loc = ['body', 'registrations', at, 'place']
  if (place === ONE_STOP_SHOP) return []
  if (!isPlace(place)) return [valueProblem(loc, 'This is neither a country, nor a state of the United States or Canada, nor `EU-OSS`.')]
  const country = place.slice(0, 2)
  const hasRates = table[place] !== undefined || (place === country && place === origin && unionMembers.includes(place))
  return hasRates ? [] : [valueProblem(loc, 'No rate of this place is known: enter it.')]
}

function checkedTaxId(
  { place, taxId }: TaxRegistration,
  { origin, at }: { readonly origin: string | null; readonly at: number },
): TaxIdResult | null {
  if (taxId === null || taxId === '') return null
  const loc = ['body', 'registrations', at, 'tax_id']
  // Sellers from outside the European Union have an id of the one-stop shop that no checksum is public of.
  if (place === ONE_STOP_SHOP && /^(EU|IM)\d{9,10}$/i.test(taxId)) return { taxId: [taxId.toUpperCase(), 'eu_oss_vat'] }
  return parseTaxId(taxId, { country: place === ONE_STOP_SHOP ? origin : place.slice(0, 2), loc })
}

function repeated(keys: readonly string[], field: 'registrations' | 'rates'): Problem[] {
  return keys.flatMap((key, at) => (keys.indexOf(key) < at ? [valueProblem(['body', field, at], 'This stands in the list already.')] : []))
}
