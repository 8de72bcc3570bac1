// The price that a consumer of a place pays, as an example. Pure.
import { exponent } from '#kernel/money.ts'
import { type Merchant, type TaxSettings, taxEngineOf } from '#merchant/merchants/model.ts'
import type { EngineFailure } from './engines/engine.ts'
import { availabilityOf, type ServiceAvailability } from './engines/status.ts'
import { TaxUnanswered, taxSale } from './engines/tax-sale.ts'
import { containedTax, type TaxableSale, type TaxedSale, type TaxSources } from './rules.ts'

/** An example: amounts are minor units of `currency`. */
export interface TaxPreview extends TaxedSale {
  readonly place: string
  readonly currency: string
  readonly priceAmount: number
  readonly totalAmount: number
}

/** The settings with an example, and whether a tax service can be chosen. */
export interface PreviewedSettings {
  readonly settings: TaxSettings
  /** Null while neither a place nor the country of the business is named, and while the tax service gives no answer. */
  readonly preview: TaxPreview | null
  /** Why the tax service gives no answer about the example; null where it does, or is not asked. */
  readonly previewFailure: EngineFailure | null
  readonly availability: ServiceAvailability
  /** The rates that count where the merchant enters none. */
  readonly standardRates: TaxSources['standardRates']
}

/** The buyer of an example, and what its taxes are decided by. */
export interface PreviewRequest extends Pick<TaxableSale, 'taxSources' | 'now'> {
  /** A country, or a state with its country; undefined: the country of the business, about which no tax service is asked. */
  readonly place: string | undefined
  /** Tax services need it in some countries; the table of rates does not. */
  readonly postalCode: string | undefined
  readonly hasStripeKeys: boolean
}

const PRICE_IN_UNITS = 10

type PreviewedMerchant = Pick<Merchant, 'taxSettings' | 'billingTimezone' | 'defaultCurrency' | 'mode'>

/**
 * The price that a consumer of a place pays for ten units of the merchant's currency. Where a tax service decides and this server has no
 * answer of it, `AnswerNeeded` is thrown; a service may charge for the question, so that only a named place is asked about.
 */
export function previewSettings(merchant: PreviewedMerchant, request: PreviewRequest): PreviewedSettings {
  const { taxSettings: settings, mode } = merchant
  const isTable = taxEngineOf(settings) === 'built_in'
  const place = request.place?.toUpperCase() ?? (isTable ? settings.origin : null)
  const availability = availabilityOf({ mode, hasStripeKeys: request.hasStripeKeys })
  const shown = { settings, previewFailure: null, availability, standardRates: request.taxSources.standardRates }
  if (place === null) return { ...shown, preview: null }
  try {
    return { ...shown, preview: previewPlace(merchant, place, request) }
  } catch (error) {
    if (error instanceof TaxUnanswered) return { ...shown, preview: null, previewFailure: error.kind }
    throw error
  }
}

function previewPlace(seller: PreviewedMerchant, place: string, { postalCode, taxSources, now }: PreviewRequest): TaxPreview {
  const currency = seller.defaultCurrency
  const priceAmount = PRICE_IN_UNITS * 10 ** exponent(currency)
  const [country, state] = [place.slice(0, 2), place.includes('-') ? place : null]
  const taxed = taxSale({
    seller,
    buyer: { country, state, taxId: null, taxIdStatus: null },
    address: { country, state, city: null, postalCode: postalCode ?? null, line1: null, line2: null },
    currency,
    amount: priceAmount,
    isProductExempt: false,
    isCustomerExempt: false,
    taxSources,
    now,
  })
  return { ...taxed, place, currency, priceAmount, totalAmount: priceAmount + taxed.taxAmount - containedTax(taxed) }
}
