// The values of the form of a customer's record, and what it sends.
import type { Body } from '#client/operations.ts'
import type { FormValues } from '#web/parts/checkouts/page/fields.ts'
import type { Customer } from '../api.ts'

/** The name, the address and the tax ID, as the checkout's fields hold them. */
export type DetailsValues = FormValues

/** The fields of the checkout's form that are not in use here. */
export const noValues: FormValues = {
  email: '',
  card: '',
  expires: '',
  code: '',
  name: '',
  country: '',
  line1: '',
  postalCode: '',
  city: '',
  state: '',
  isBusiness: false,
  businessName: '',
  taxId: '',
}

export function detailsOf({ name, billingAddress: address, taxId }: Customer): DetailsValues {
  return {
    ...noValues,
    name: name ?? '',
    country: address?.country ?? '',
    line1: address?.line1 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    taxId: taxId?.[0] ?? '',
  }
}

/** Whether an address is incomplete: it has lines, but no country. */
export const lacksCountry = ({ country, line1, postalCode, city }: DetailsValues): boolean =>
  country === '' && [line1, postalCode, city].some((text) => text.trim() !== '')

/** The body of the update. The second line of the address is not in the form and stays. */
export function updateOf(values: DetailsValues, customer: Customer): Body<'customer_portal:customers:update'> {
  const textOf = (text: string) => text.trim() || null
  const address = {
    country: values.country,
    line1: textOf(values.line1),
    line2: customer.billingAddress?.line2 ?? null,
    postalCode: textOf(values.postalCode),
    city: textOf(values.city),
    state: textOf(values.state),
  }
  const before = customer.taxId?.[0] ?? ''
  return {
    name: textOf(values.name),
    ...(values.country !== '' && { billingAddress: address }),
    ...(values.taxId.trim() !== before && { taxId: values.taxId.trim() }),
  }
}
