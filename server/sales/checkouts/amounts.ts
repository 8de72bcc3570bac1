import { sum } from '#kernel/money.ts'
import type { Address } from '#merchant/customers/model.ts'
import type { Checkout } from './model.ts'

/** Which parts of an address the buyer is asked for. */
export interface AddressFields {
  readonly country: boolean
  readonly state: boolean
  readonly city: boolean
  readonly postalCode: boolean
  readonly line1: boolean
  readonly line2: boolean
}

type Asked = Pick<Checkout, 'requireBillingAddress' | 'isBusinessCustomer' | 'customerBillingAddress'>

/** The country always; all but the second line for businesses, for the United States, or where the merchant wants it; the state for Canada too. */
export function addressFields(checkout: Asked): AddressFields {
  const country = checkout.customerBillingAddress?.country
  const isWhole = checkout.requireBillingAddress || checkout.isBusinessCustomer || country === 'US'
  return { country: true, state: isWhole || country === 'CA', city: isWhole, postalCode: isWhole, line1: isWhole, line2: false }
}

/** The parts that are asked for and not there, by their names. A state is needed only where addresses have one (rule C17). */
export function missingParts(address: Address | null, fields: AddressFields): (keyof AddressFields)[] {
  const asked = (Object.keys(fields) as (keyof AddressFields)[]).filter((part) => fields[part])
  const hasStates = address?.country === 'US' || address?.country === 'CA'
  return asked.filter((part) => (part !== 'state' || hasStates) && (!address || address[part] === null))
}

/** What a checkout comes to. Tax is null while the address is incomplete, and nothing is collected then and afterwards: no taxes are set up. */
export function amountsOf(checkout: Asked & Pick<Checkout, 'amount' | 'discountAmount'>): Pick<Checkout, 'taxAmount' | 'totalAmount'> {
  const isComplete = missingParts(checkout.customerBillingAddress, addressFields(checkout)).length === 0
  const taxAmount = isComplete ? 0 : null
  return { taxAmount, totalAmount: sum([checkout.amount, -checkout.discountAmount, taxAmount ?? 0]) }
}

/** What the buyer has to do: pay now, leave a way to pay later, and fill in the form for either (rule C11). */
export function flagsOf(about: { readonly totalAmount: number; readonly isRecurring: boolean; readonly areAllPricesFree: boolean }) {
  const isPaymentRequired = about.totalAmount > 0
  const isPaymentSetupRequired = about.isRecurring && !about.areAllPricesFree
  return { isPaymentRequired, isPaymentSetupRequired, isPaymentFormRequired: isPaymentRequired || isPaymentSetupRequired }
}
