// The shipped table of standard rates (rule X5). A rate counts from its day on, until the next one of its place. Pure.
import { present } from '../assert.ts'
import { ppmOfPercent } from './percent.ts'

/**
 * The version of the table: the day of which its rates are. Those of the European Union were compared with a copy of the database that
 * `source` names, of 2026-09-23; the others were not compared with their publications.
 */
const RATES_VERSION = '2026-11-26'

/** A rate of a place from a day on. */
export interface TaxRate {
  readonly name: string
  /** Millionths (rule X4). */
  readonly ratePpm: number
  /** `YYYY-MM-DD`. */
  readonly validFrom: string
}

/** A rate with where it is published. */
export interface SourcedRate extends TaxRate {
  readonly source: string
}

/** Rates by place: a country, or a state with its country (`US-NY`). */
export type RateTable = Readonly<Record<string, readonly TaxRate[]>>

/** The rates that count where a merchant enters none: those that are shipped, with those of the operator. */
export interface StandardRates {
  /** The day of the shipped rates; where the operator has a file, followed by `+` and the beginning of its SHA-256. Orders store it. */
  readonly version: string
  /** By country, or state with its country. */
  readonly places: Readonly<Record<string, readonly SourcedRate[]>>
}

/** The member states of the European Union. */
export const unionMembers: readonly string[] = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Countries whose businesses account for the tax on digital services that they buy abroad, besides those of the European Union. */
export const reverseChargeCountries: readonly string[] = ['CH', 'GB', 'NO']

/** Where buyers expect prices without tax (rule X6). */
export const exclusiveCountries: readonly string[] = ['US', 'CA', 'IN']

/** Places that belong to the tax area of another country: its rates are charged there, and its tax ids are given out. */
export const taxAreas: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' }

/** The country to whose tax area a country belongs: itself, or the other one. */
export function taxAreaOf(country: string): string {
  return taxAreas[country] ?? country
}

/** The prefixes of the VAT ids of a country's tax area: Greece uses EL, and Northern Ireland XI (rule X9). */
export function vatPrefixesOf(country: string): readonly string[] {
  const area = taxAreaOf(country)
  if (area === 'GR') return ['EL']
  return area === 'GB' ? ['GB', 'XI'] : [area]
}

const COMMISSION = 'European Commission, Taxes in Europe Database'

// By place: percent and first day of each rate.
const union = rates(COMMISSION, 'VAT', {
  AT: '20 1984-01-01',
  BE: '21 1996-01-01',
  BG: '20 1999-01-01',
  CY: '19 2014-01-13',
  CZ: '21 2013-01-01',
  DE: '19 2007-01-01, 16 2020-07-01, 19 2021-01-01',
  DK: '25 1992-01-01',
  EE: '20 2009-07-01, 22 2024-01-01, 24 2025-07-01',
  ES: '21 2012-09-01',
  FI: '24 2013-01-01, 25.5 2024-09-01',
  FR: '20 2014-01-01',
  GR: '24 2016-06-01',
  HR: '25 2012-03-01',
  HU: '27 2012-01-01',
  IE: '23 2012-01-01, 21 2020-09-01, 23 2021-03-01',
  IT: '22 2013-10-01',
  LT: '21 2009-09-01',
  LU: '17 2015-01-01, 16 2023-01-01, 17 2024-01-01',
  LV: '21 2012-07-01',
  MT: '18 2004-01-01',
  NL: '21 2012-10-01',
  PL: '23 2011-01-01',
  PT: '23 2011-01-01',
  RO: '19 2017-01-01, 21 2025-08-01',
  SE: '25 1990-07-01',
  SI: '22 2013-07-01',
  SK: '20 2011-01-01, 23 2025-01-01',
})

const others = {
  ...rates('Australian Taxation Office', 'GST', { AU: '10 2000-07-01' }),
  ...rates('United Arab Emirates, Federal Tax Authority', 'VAT', { AE: '5 2018-01-01' }),
  ...rates('Kingdom of Bahrain, National Bureau for Revenue', 'VAT', { BH: '5 2019-01-01, 10 2022-01-01' }),
  ...rates('Swiss Federal Tax Administration', 'VAT', { CH: '7.7 2018-01-01, 8.1 2024-01-01', LI: '7.7 2018-01-01, 8.1 2024-01-01' }),
  ...rates('HM Revenue & Customs', 'VAT', { GB: '20 2011-01-04' }),
  ...rates('India, Central Board of Indirect Taxes and Customs', 'IGST', { IN: '18 2017-07-01' }),
  ...rates('Iceland Revenue and Customs', 'VAT', { IS: '24 2015-01-01' }),
  ...rates('Japan, National Tax Agency', 'Consumption tax', { JP: '10 2019-10-01' }),
  ...rates('Republic of Korea, National Tax Service', 'VAT', { KR: '10 1977-07-01' }),
  ...rates('Norwegian Tax Administration', 'VAT', { NO: '25 2005-01-01' }),
  ...rates('New Zealand, Inland Revenue', 'GST', { NZ: '15 2010-10-01' }),
  ...rates('Oman Tax Authority', 'VAT', { OM: '5 2021-04-16' }),
  ...rates('Kingdom of Saudi Arabia, Zakat, Tax and Customs Authority', 'VAT', { SA: '5 2018-01-01, 15 2020-07-01' }),
  ...rates('Inland Revenue Authority of Singapore', 'GST', { SG: '8 2023-01-01, 9 2024-01-01' }),
  ...rates('Turkish Revenue Administration', 'VAT', { TR: '18 2007-01-01, 20 2023-07-10' }),
  ...rates('South African Revenue Service', 'VAT', { ZA: '15 2018-04-01' }),
}

/** The shipped rates. The United States and Canada have none: merchants or the operator enter those of the places where they are registered. */
export const shippedRates: StandardRates = { version: RATES_VERSION, places: { ...union, ...others } }

/** The rates that apply on a day: of each name the one whose first day is the latest not after it (rule X8). */
export function ratesOn(rates: readonly TaxRate[], date: string): readonly TaxRate[] {
  const started = rates.filter(({ validFrom }) => validFrom <= date)
  const byName = Map.groupBy(started, ({ name }) => name)
  return [...byName.values()].flatMap((each) => each.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)).slice(-1))
}

function rates(source: string, name: string, lines: Readonly<Record<string, string>>): Record<string, SourcedRate[]> {
  return Object.fromEntries(
    Object.entries(lines).map(([place, line]) => [place, line.split(', ').map((entry) => ({ source, name, ...rateOf(entry) }))]),
  )
}

function rateOf(entry: string): Pick<TaxRate, 'ratePpm' | 'validFrom'> {
  const [percent = '', validFrom = ''] = entry.split(' ')
  return { ratePpm: present(ppmOfPercent(percent), 'The percentage of a shipped rate'), validFrom }
}
