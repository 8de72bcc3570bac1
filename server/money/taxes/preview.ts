// What a consumer of a place pays, as an example. Pure.
import { exponent } from '#kernel/money.ts'
import type { Merchant, TaxSettings } from '#merchant/merchants/model.ts'
import { containedTax, type TaxableSale, type TaxedSale, taxByTable } from './rules.ts'

/** An example: amounts are minor units of `currency`. */
export interface TaxPreview extends TaxedSale {
  readonly place: string
  readonly currency: string
  readonly priceAmount: number
  readonly totalAmount: number
}

/** The settings with an example; null while neither a place nor the country of the business is named, or a tax service decides. */
export interface PreviewedSettings {
  readonly settings: TaxSettings
  readonly preview: TaxPreview | null
}

/** The place of the buyer, the country of the business by default, and the rates that count where the merchant enters none. */
export interface PreviewInput extends Pick<TaxableSale, 'standardRates' | 'now'> {
  readonly place: string | undefined
}

const PRICE_IN_UNITS = 10

/** What a consumer of a place pays for ten units of the merchant's currency. */
export function previewSettings(
  merchant: Pick<Merchant, 'taxSettings' | 'billingTimezone' | 'defaultCurrency'>,
  { place: requested, standardRates, now }: PreviewInput,
): PreviewedSettings {
  const { taxSettings: settings, defaultCurrency: currency } = merchant
  const place = requested?.toUpperCase() ?? settings.origin
  // No tax service is asked about examples.
  if (place === null || (settings.engine ?? 'built_in') !== 'built_in') return { settings, preview: null }
  const priceAmount = PRICE_IN_UNITS * 10 ** exponent(currency)
  const taxed = taxByTable({
    seller: merchant,
    buyer: { country: place.slice(0, 2), state: place.includes('-') ? place : null, taxId: null, taxIdStatus: null },
    amount: priceAmount,
    isProductExempt: false,
    isCustomerExempt: false,
    standardRates,
    now,
  })
  return { settings, preview: { ...taxed, place, currency, priceAmount, totalAmount: priceAmount + taxed.taxAmount - containedTax(taxed) } }
}
