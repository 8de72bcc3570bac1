import { hasStates } from '#kernel/bill/billing-address.ts'
import { sum } from '#kernel/money.ts'
import type { Address } from '#merchant/customers/model.ts'
import { containedTax, type TaxedSale, TaxUnanswered } from '#money/taxes/model.ts'
import type { Checkout } from './model.ts'
import { type Taxation, taxCheckout } from './taxes.ts'

/** The address fields that the form requires. */
export interface AddressFields {
  readonly country: boolean
  readonly state: boolean
  readonly city: boolean
  readonly postalCode: boolean
  readonly line1: boolean
  readonly line2: boolean
}

type AddressBasis = Pick<Checkout, 'requireBillingAddress' | 'isBusinessCustomer' | 'customerBillingAddress'>

/** The country always; all but the second line for businesses, for the United States, or where the merchant requires it; the state also for Canada. */
export function addressFields(checkout: AddressBasis): AddressFields {
  const country = checkout.customerBillingAddress?.country
  const isWhole = checkout.requireBillingAddress || checkout.isBusinessCustomer || country === 'US'
  return { country: true, state: isWhole || country === 'CA', city: isWhole, postalCode: isWhole, line1: isWhole, line2: false }
}

/** The names of the required fields that are missing. A state is required only in countries with states (rule C17). */
export function missingParts(address: Address | null, fields: AddressFields): (keyof AddressFields)[] {
  const required = (Object.keys(fields) as (keyof AddressFields)[]).filter((part) => fields[part])
  return required.filter((part) => (part !== 'state' || hasStates(address?.country)) && (!address || address[part] === null))
}

type TaxableCheckout = AddressBasis & Pick<Checkout, 'amount' | 'discountAmount' | 'customerTaxId' | 'isTaxExempt' | 'currency'>

// The part of the address that decides about taxes is known before the whole is.
function isPlaceKnown(checkout: AddressBasis, { merchant }: Taxation): boolean {
  const address = checkout.customerBillingAddress
  const missing = missingParts(address, addressFields(checkout))
  return merchant.taxSettings.isEnabled ? !missing.includes('country') && !missing.includes('state') : missing.length === 0
}

/** Why the tax service does not tax a checkout whose place is known; null where it does, or is not asked. */
export function unansweredTax(checkout: TaxableCheckout, taxation: Taxation): TaxUnanswered | null {
  const taxed = isPlaceKnown(checkout, taxation) ? taxIfAnswered(checkout, taxation) : null
  return taxed instanceof TaxUnanswered ? taxed : null
}

function taxIfAnswered(checkout: TaxableCheckout, taxation: Taxation): TaxedSale | TaxUnanswered {
  try {
    return taxCheckout(checkout, taxation)
  } catch (error) {
    if (error instanceof TaxUnanswered) return error
    throw error
  }
}

/** The totals of a checkout. Tax is null while the tax service gives no answer, and while the country, or the state where it counts, is not known. */
export function amountsOf(checkout: TaxableCheckout, taxation: Taxation): Pick<Checkout, 'taxAmount' | 'tax' | 'totalAmount'> {
  const base = [checkout.amount, -checkout.discountAmount]
  if (!isPlaceKnown(checkout, taxation)) return { taxAmount: null, tax: null, totalAmount: sum(base) }
  const taxed = taxIfAnswered(checkout, taxation)
  if (taxed instanceof TaxUnanswered) return { taxAmount: null, tax: null, totalAmount: sum(base) }
  return { ...taxed, totalAmount: sum([...base, taxed.taxAmount, -containedTax(taxed)]) }
}

/** Whether the buyer must pay now, set up a payment method for later, and fill in the form for either (rule C11). */
export function flagsOf(about: { readonly totalAmount: number; readonly isRecurring: boolean; readonly areAllPricesFree: boolean }) {
  const isPaymentRequired = about.totalAmount > 0
  const isPaymentSetupRequired = about.isRecurring && !about.areAllPricesFree
  return { isPaymentRequired, isPaymentSetupRequired, isPaymentFormRequired: isPaymentRequired || isPaymentSetupRequired }
}
