import type { CallError } from '#client/http.ts'
import type { CheckoutConfirm, PublicCheckout } from '#client/types.ts'
import { cardFault, digitsOf, isAhead, sandboxToken, TEST_CARD } from './card.ts'
import { say } from './messages.ts'

/** What the buyer typed, by field. */
export interface Typed {
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
}

export type FieldName = keyof Typed
export type Faults = Partial<Record<FieldName, string>>

/** What the form begins with: whatever the checkout knows already. */
export function typedFrom(checkout: PublicCheckout): Typed {
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
  }
}

/** The fields that this checkout asks for. */
export function asked(checkout: PublicCheckout, typed: Typed): ReadonlySet<FieldName> {
  const wanted = checkout.customerBillingAddressFields
  const address = (['line1', 'postalCode', 'city', 'state'] as const).filter((field) => wanted[field])
  if (!checkout.isPaymentFormRequired)
    return new Set<FieldName>(['email', ...(checkout.requireBillingAddress ? (['country', ...address] as const) : [])])
  const business: FieldName[] = typed.isBusiness ? ['businessName'] : []
  return new Set<FieldName>(['email', 'card', 'expires', 'code', 'name', 'country', ...address, ...business])
}

/** What is wrong before anything is sent. */
export function faultsOf(typed: Typed, fields: ReadonlySet<FieldName>, now: Date): Faults {
  const faults: Faults = {}
  for (const field of fields) if (typeof typed[field] === 'string' && !typed[field].trim()) faults[field] = say('faultRequired')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email.trim())) faults.email = say('faultEmail')
  if (!fields.has('card')) return faults
  const card = cardFault(typed.card)
  if (card !== null) faults.card = card === 'incomplete' ? say('faultCard') : say('faultTestCard', { card: TEST_CARD })
  if (!isAhead(typed.expires, now)) faults.expires = say('faultExpiry')
  if (!/^\d{3,4}$/.test(digitsOf(typed.code))) faults.code = say('faultCode')
  return faults
}

/** The body of a confirm. */
export function confirmOf(typed: Typed, fields: ReadonlySet<FieldName>): CheckoutConfirm {
  const given = (field: FieldName) => (fields.has(field) ? String(typed[field]).trim() || null : null)
  const address = {
    country: typed.country,
    line1: given('line1'),
    line2: null,
    postalCode: given('postalCode'),
    city: given('city'),
    state: given('state'),
  }
  return {
    customerEmail: typed.email.trim(),
    ...(fields.has('name') ? { customerName: typed.name.trim() } : {}),
    ...(fields.has('country') ? { customerBillingAddress: address } : {}),
    ...(fields.has('card') ? { isBusinessCustomer: typed.isBusiness } : {}),
    ...(typed.isBusiness && fields.has('businessName') ? { customerBillingName: typed.businessName.trim() } : {}),
    ...(fields.has('card') ? { confirmationTokenId: sandboxToken(typed.card) } : {}),
  }
}

const FIELD_OF: Readonly<Record<string, FieldName>> = {
  customer_email: 'email',
  customer_name: 'name',
  confirmation_token_id: 'card',
  customer_billing_name: 'businessName',
  'customer_billing_address.country': 'country',
  'customer_billing_address.line1': 'line1',
  'customer_billing_address.postal_code': 'postalCode',
  'customer_billing_address.city': 'city',
  'customer_billing_address.state': 'state',
  customer_billing_address: 'country',
}

/** The server's own findings, each at its field. */
export function faultsFrom(error: CallError): Faults {
  if (error.code === 'PaymentError') return { card: say('faultDeclined') }
  return Object.fromEntries(error.fields.flatMap(({ path, message }) => (FIELD_OF[path] ? [[FIELD_OF[path], message]] : [])))
}

/** What to say above the button when an attempt did not go through. */
export function sentenceOf(error: CallError): string {
  if (error.code === 'PaymentError') return say('declined')
  if (error.code === 'NotOpenCheckout' || error.code === 'ExpiredCheckoutError') return say('faultClosed')
  if (error.status === 422)
    return error.fields.length && Object.keys(faultsFrom(error)).length ? say('faultForm') : error.fields[0]?.message || say('faultForm')
  return error.status === 0 ? say('faultNetwork') : say('faultUnexpected')
}
