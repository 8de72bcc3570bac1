import { assert } from '#kernel/assert.ts'
import { allocate, round, sum } from '#kernel/money.ts'
import {
  exclusiveCountries,
  type RateTable,
  ratesOn,
  reverseChargeCountries,
  type StandardRates,
  taxAreaOf,
  unionMembers,
  vatPrefixesOf,
} from '#kernel/taxes/rates.ts'
import type { Address, Customer, TaxId } from '#merchant/customers/model.ts'
import { ONE_STOP_SHOP, type TaxSettings } from '#merchant/merchants/model.ts'
import type { EngineAnswers } from './engines/engine.ts'
import type { SaleTax, TaxComponent, TaxedBuyer, TaxReason } from './model.ts'

const MILLION = 1_000_000n

/** A rate that applies, and the place that levies it. */
export interface AppliedRate {
  readonly name: string
  readonly jurisdiction: string
  readonly ratePpm: number
}

/** The values that decide whether and where a sale is taxed. */
export interface TaxQuestion {
  /** Where the seller is established. */
  readonly origin: string
  /** Countries, states or `EU-OSS`. */
  readonly registrations: readonly string[]
  /** Null where it is not known. */
  readonly country: string | null
  /** ISO 3166-2: `US-NY`. */
  readonly state: string | null
  /** Whether the buyer is a business with a valid tax id of its country. */
  readonly isBusiness: boolean
  readonly isProductExempt: boolean
  readonly isCustomerExempt: boolean
  /** `YYYY-MM-DD`. */
  readonly date: string
}

/** Whether and where a sale is taxed. */
export interface TaxDecision {
  readonly reason: TaxReason
  readonly jurisdiction: string | null
  readonly rates: readonly AppliedRate[]
  /** The registration under which it is taxed; null where nothing is collected. */
  readonly registration: string | null
}

/**
 * Where and at which rates a sale of digital goods is taxed; the first rule that matches decides (rule X7). A buyer without a known country
 * counts as one of the seller's: a confirm with something to pay requires the country, so that only older customers have none. A domestic
 * sale outside the European Union is never left to the buyer.
 */
export function decideTax(question: TaxQuestion, table: RateTable): TaxDecision {
  const { registrations, date } = question
  const origin = taxAreaOf(question.origin)
  if (question.isProductExempt) return exempt('product_exempt')
  if (question.isCustomerExempt) return exempt('customer_exempt')
  const country = taxAreaOf(question.country ?? origin)
  const isRegistered = (place: string) => registrations.includes(place)
  const rated = (place: string, registration: string): TaxDecision => ({
    reason: 'standard_rated',
    jurisdiction: place,
    rates: ratesAt(place, table, date),
    registration,
  })
  if (!unionMembers.includes(country)) return decideOutside({ ...question, origin, country }, table)
  const uncollected = { reason: 'not_collecting', jurisdiction: country, rates: [], registration: null } as const
  if (country === origin) return isRegistered(origin) ? rated(origin, origin) : uncollected
  if (question.isBusiness) return { ...uncollected, reason: 'reverse_charge' }
  if (isRegistered(country)) return rated(country, country)
  if (isRegistered(ONE_STOP_SHOP)) return rated(country, ONE_STOP_SHOP)
  return unionMembers.includes(origin) && isRegistered(origin) ? rated(origin, origin) : uncollected
}

const exempt = (reason: TaxReason): TaxDecision => ({ reason, jurisdiction: null, rates: [], registration: null })

// A country may tax, and so may its state: each where the seller is registered.
function decideOutside(question: TaxQuestion & { readonly country: string }, table: RateTable): TaxDecision {
  const { origin, registrations, country, state, isBusiness, date } = question
  const places = [country, ...(state === null ? [] : [state])]
  const registered = places.filter((place) => registrations.includes(place))
  const [registration] = registered.toReversed()
  const jurisdiction = registration ?? places.at(-1) ?? country
  if (registration === undefined) return { reason: 'not_collecting', jurisdiction, rates: [], registration: null }
  if (isBusiness && country !== origin && reverseChargeCountries.includes(country))
    return { reason: 'reverse_charge', jurisdiction, rates: [], registration: null }
  const rates = registered.flatMap((place) => ratesAt(place, table, date))
  return { reason: 'standard_rated', jurisdiction, rates, registration }
}

function ratesAt(place: string, table: RateTable, date: string): AppliedRate[] {
  return ratesOn(table[place] ?? [], date).map(({ name, ratePpm }) => ({ name, ratePpm, jurisdiction: place }))
}

/** The standard rates, with those that the merchant entered in place of them. */
export function rateTableOf({ rates }: Pick<TaxSettings, 'rates'>, { places }: StandardRates): RateTable {
  const own = Map.groupBy(rates, ({ place }) => place)
  return { ...places, ...Object.fromEntries(own) }
}

/** The tax of an amount, in minor units. */
export interface TaxAmounts {
  readonly taxAmount: number
  readonly components: readonly TaxComponent[]
}

/**
 * The tax of an amount after discount, which contains it where prices are inclusive: one rounding for each rate (rule X1), or one for all,
 * split over the rates (rule X2).
 */
export function taxOf(amount: number, rates: readonly AppliedRate[], behavior: 'inclusive' | 'exclusive'): TaxAmounts {
  assert(amount >= 0, 'A taxed amount is never negative')
  const due = rates.filter(({ ratePpm }) => ratePpm > 0)
  const totalPpm = sum(due.map(({ ratePpm }) => ratePpm))
  const amounts =
    behavior === 'exclusive'
      ? due.map(({ ratePpm }) => round(BigInt(amount) * BigInt(ratePpm), MILLION))
      : due.length === 0
        ? []
        : allocate(
            round(BigInt(amount) * BigInt(totalPpm), MILLION + BigInt(totalPpm)),
            due.map(({ ratePpm }) => ratePpm),
          )
  const taxAmount = sum(amounts)
  const baseAmount = behavior === 'exclusive' ? amount : amount - taxAmount
  return { taxAmount, components: due.map((rate, at) => ({ ...rate, baseAmount, amount: amounts[at] ?? 0 })) }
}

/** The prices that a buyer of this country sees: with their tax, or without it (rule X6). */
export function behaviorFor({ behavior }: Pick<TaxSettings, 'behavior'>, country: string): 'inclusive' | 'exclusive' {
  if (behavior !== 'location') return behavior
  return exclusiveCountries.includes(country) ? 'exclusive' : 'inclusive'
}

/** The tax of an amount after discount, in minor units, by the rates of an earlier decision. */
export function taxAt(amount: number, { components, behavior }: Pick<SaleTax, 'behavior' | 'components'>): number {
  return taxOf(amount, components, behavior).taxAmount
}

/** The sources of the taxes of sales, besides the settings of their seller. */
export interface TaxSources {
  /** The rates that count where the merchant enters none. */
  readonly standardRates: StandardRates
  readonly answers: EngineAnswers
}

/** A sale to be taxed. */
export interface TaxableSale {
  readonly seller: { readonly taxSettings: TaxSettings; readonly billingTimezone: string }
  readonly buyer: TaxedBuyer
  /** All of the buyer's address that is known; tax services are asked with it. */
  readonly address: Address | null
  /** ISO 4217, lower case. */
  readonly currency: string
  /** Subtotal less discount, in minor units. */
  readonly amount: number
  readonly isProductExempt: boolean
  readonly isCustomerExempt: boolean
  readonly taxSources: TaxSources
  readonly now: Date
}

/** A sale of which the table of rates decides: no tax service is asked. */
export interface TableSale extends Omit<TaxableSale, 'address' | 'currency' | 'taxSources'> {
  readonly taxSources: Pick<TaxSources, 'standardRates'>
}

/** The tax of a sale in minor units, and what was decided about it; null where the merchant collects no taxes. */
export interface TaxedSale {
  readonly taxAmount: number
  readonly tax: SaleTax | null
}

/** The taxes of a sale by the built-in table of rates (rules X1 to X10). */
export function taxByTable({
  seller,
  buyer,
  amount,
  isProductExempt,
  isCustomerExempt,
  taxSources: { standardRates },
  now,
}: TableSale): TaxedSale {
  const { taxSettings: settings, billingTimezone } = seller
  const { isEnabled, origin, registrations } = settings
  if (!isEnabled || origin === null) return { taxAmount: 0, tax: null }
  const { country, state } = buyer
  const date = dateIn(billingTimezone, now)
  const question = { origin, registrations: registrations.map(({ place }) => place), country, state, date }
  const table = rateTableOf(settings, standardRates)
  const decision = decideTax({ ...question, isBusiness: isBusiness(buyer), isProductExempt, isCustomerExempt }, table)
  const behavior = behaviorFor(settings, country ?? origin)
  const { taxAmount, components } = taxOf(amount, decision.rates, behavior)
  const { reason, jurisdiction, registration } = decision
  const taxId = registrations.find(({ place }) => place === (registration ?? taxAreaOf(origin)))?.taxId ?? null
  const decided = { behavior, reason, jurisdiction, components, buyer, seller: { country: origin, taxId } }
  return { taxAmount, tax: { ...decided, date, source: standardRates.version } }
}

/** The details known about a customer, for the taxes of a sale to it. Its tax id was checked when it was saved. */
export function buyerOf({ billingAddress, taxId }: Pick<Customer, 'billingAddress' | 'taxId'>): TaxedBuyer {
  const { country = null, state = null } = billingAddress ?? {}
  return { country, state, taxId, taxIdStatus: taxId && 'valid' }
}

/** A decision of which nothing is due: that of an order of zero. */
export function untaxed(tax: SaleTax | null): SaleTax | null {
  return tax && { ...tax, components: [] }
}

/** The tax that the amounts of the items contain, in minor units. */
export function containedTax({ tax, taxAmount }: TaxedSale): number {
  return tax?.behavior === 'inclusive' ? taxAmount : 0
}

/**
 * The part of an amount that goes back to a customer which is tax, and the rest, in minor units: at the rates at which it was billed. What
 * is given back of prices that contain their tax contains it, too.
 */
export function returnedTax(amount: number, billed: Pick<SaleTax, 'behavior' | 'components'> | null): { net: number; tax: number } {
  if (!billed) return { net: amount, tax: 0 }
  const taxAmount = taxAt(amount, billed)
  return { net: billed.behavior === 'inclusive' ? amount - taxAmount : amount, tax: taxAmount }
}

/** The formats that only a business has which is registered for the tax. */
const businessFormats: readonly TaxId[1][] = ['eu_vat', 'gb_vat', 'ch_vat', 'ch_uid', 'no_vat']

/** Whether a buyer has a valid id of the country in which they say to be: the two are each other's evidence. */
export function isBusiness({ taxId, taxIdStatus, country }: TaxedBuyer): boolean {
  if (taxId === null || taxIdStatus !== 'valid' || country === null) return false
  const [value, format] = taxId
  const prefix = format === 'eu_vat' ? value.slice(0, 2) : format.slice(0, 2).toUpperCase()
  return businessFormats.includes(format) && vatPrefixesOf(country).includes(prefix)
}

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}
