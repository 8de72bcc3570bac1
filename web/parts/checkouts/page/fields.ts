import type { CheckoutConfirm, PublicCheckout } from '#client/types.ts'
import { hasStates } from '#kernel/bill/billing-address.ts'
import { cardFault, digitsOf, isNotExpired, sandboxToken, TEST_CARD } from './card.ts'
import type { answerName } from './custom-fields/answers.ts'
import { t } from './messages.ts'

/** The fields of a checkout that the form reads. */
export type FormCheckout = Pick<
  PublicCheckout,
  | 'activeTrialInterval'
  | 'attachedCustomFields'
  | 'clientSecret'
  | 'currency'
  | 'customFieldData'
  | 'customerBillingAddress'
  | 'customerBillingAddressFields'
  | 'customerBillingName'
  | 'customerEmail'
  | 'customerId'
  | 'customerName'
  | 'customerTaxId'
  | 'isBusinessCustomer'
  | 'isFreeProductPrice'
  | 'isPaymentFormRequired'
  | 'requireBillingAddress'
  | 'totalAmount'
> & {
  readonly organization: Pick<PublicCheckout['organization'], 'mode'>
  readonly product: Pick<PublicCheckout['product'], 'recurringInterval'>
}

/** The form values, by field. */
export interface FormValues {
  readonly email: string
  readonly card: string
  readonly expires: string
  readonly code: string
  readonly name: string
  readonly country: string
  readonly line1: string
  readonly postalCode: string
  readonly city: string
  readonly state: string
  readonly isBusiness: boolean
  readonly businessName: string
  readonly taxId: string
}

export type FieldName = keyof FormValues
/** Messages by the names of the buyer's fields and of custom fields. */
export type Faults = Partial<Record<FieldName | ReturnType<typeof answerName>, string>>

/** The initial form values, from what the checkout already knows. */
export function initialValues(checkout: FormCheckout): FormValues {
  const address = checkout.customerBillingAddress
  return {
    email: checkout.customerEmail ?? '',
    card: '',
    expires: '',
    code: '',
    name: checkout.customerName ?? '',
    country: address?.country ?? '',
    line1: address?.line1 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    isBusiness: checkout.isBusinessCustomer,
    businessName: checkout.customerBillingName ?? '',
    taxId: checkout.customerTaxId ?? '',
  }
}

/** The fields that this checkout requires. */
export function requiredFields(checkout: FormCheckout, values: FormValues): ReadonlySet<FieldName> {
  const optionalFields = checkout.customerBillingAddressFields
  const address = (['line1', 'postalCode', 'city', 'state'] as const).filter(
    (field) => optionalFields[field] && (field !== 'state' || hasStates(values.country)),
  )
  if (!checkout.isPaymentFormRequired)
    return new Set<FieldName>(['email', ...(checkout.requireBillingAddress ? (['country', ...address] as const) : [])])
  const business: FieldName[] = values.isBusiness ? ['businessName'] : []
  const card: FieldName[] = isByStripe(checkout) ? ['name'] : ['card', 'expires', 'code', 'name']
  return new Set<FieldName>(['email', ...card, 'country', ...address, ...business])
}

/** Whether the card is entered in Stripe's form, and not in fields of ours. */
export function isByStripe({ isPaymentFormRequired, organization }: Pick<FormCheckout, 'isPaymentFormRequired' | 'organization'>): boolean {
  return isPaymentFormRequired && organization.mode === 'live'
}

/** The faults that the page can detect before the request. */
export function faultsOf(values: FormValues, fields: ReadonlySet<FieldName>, now: Date): Faults {
  const faults: Faults = {}
  for (const field of fields) if (typeof values[field] === 'string' && !values[field].trim()) faults[field] = requiredText(field)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) faults.email = t('faultEmail')
  if (!fields.has('card')) return faults
  const card = cardFault(values.card)
  if (card !== null) faults.card = card === 'incomplete' ? t('faultCard') : t('faultTestCard', { card: TEST_CARD })
  if (!isNotExpired(values.expires, now)) faults.expires = t('faultExpiry')
  if (!/^\d{3,4}$/.test(digitsOf(values.code))) faults.code = t('faultCode')
  return faults
}

/** The body of the confirm request; `token` is that of Stripe's form, where the card was entered there. */
export function confirmOf(values: FormValues, fields: ReadonlySet<FieldName>, token: string | null = null): CheckoutConfirm {
  const textOf = (field: FieldName) => (fields.has(field) ? String(values[field]).trim() || null : null)
  const address = {
    country: values.country,
    line1: textOf('line1'),
    line2: null,
    postalCode: textOf('postalCode'),
    city: textOf('city'),
    state: textOf('state'),
  }
  return {
    customerEmail: values.email.trim(),
    ...(fields.has('name') ? { customerName: values.name.trim() } : {}),
    ...(fields.has('country') ? { customerBillingAddress: address } : {}),
    ...(fields.has('name') ? { isBusinessCustomer: values.isBusiness, customerTaxId: taxIdOf(values) } : {}),
    ...(values.isBusiness && fields.has('businessName') ? { customerBillingName: values.businessName.trim() } : {}),
    ...(fields.has('name') ? { confirmationTokenId: token ?? sandboxToken(values.card, values.expires) } : {}),
  }
}

/** The tax id of a business; null of a consumer, or where none was entered. */
export const taxIdOf = ({ isBusiness, taxId }: FormValues) => (isBusiness && taxId.trim()) || null

/** The message of a field that is empty. */
export const requiredText = (field: FieldName) =>
  field === 'name' ? t('faultNameOnCard') : field === 'country' ? t('faultCountry') : t('faultRequired')
