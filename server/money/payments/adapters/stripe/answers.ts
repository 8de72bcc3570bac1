// The meaning of the objects of Stripe for us. Pure.
import type Stripe from 'stripe'
import { fromProviderUnits, round } from '#kernel/money.ts'
import { FRAUD } from '../../model.ts'
import type { ChargeFinding, Dispute, RefundAnswer } from '../../processor.ts'
import type { StripeAttempt, StripeDecline } from './record.ts'

/** The parts of an intent that are read: a charge with its fee, or the card of a set-up. */
export const expansions = {
  payment: ['latest_charge.balance_transaction'],
  setup: ['payment_method'],
} as const

/** An intent of either kind. */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** The finding about a key or an intent of which nothing came. */
export const absent = { kind: 'absent' } as const

/** The metadata of our objects at Stripe: which organization, attempt, customer or request they belong to. */
export const metadataKeys = {
  organization: 'guildhall_organization',
  attempt: 'guildhall_attempt',
  customer: 'guildhall_customer',
  request: 'guildhall_key',
} as const

/** The codes that Stripe has other names for. */
const codes: Readonly<Record<string, string>> = {
  generic_decline: 'card_declined',
  call_issuer: 'card_declined',
  do_not_honor: 'card_declined',
  no_action_taken: 'card_declined',
  transaction_not_allowed: 'card_declined',
  invalid_cvc: 'incorrect_cvc',
  merchant_blacklist: FRAUD,
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
}

/** The codes that a thief must not learn (Stripe's guide to decline codes): these read as any other decline. */
const concealed: ReadonlySet<string> = new Set([FRAUD, 'lost_card', 'stolen_card', 'pickup_card', 'restricted_card'])

const DECLINED = 'Your card was declined.'

/** The decline that an error of Stripe stands for. */
export function declineOf(
  error: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'message' | 'payment_method'>,
): StripeDecline {
  const named = error.code === 'card_declined' ? error.decline_code : error.code
  const code = codes[named ?? ''] ?? named ?? 'card_declined'
  const card = error.payment_method?.card
  const { message } = error
  return {
    code,
    sentence: message === undefined || concealed.has(code) ? DECLINED : message.endsWith('.') ? message : `${message}.`,
    card: card?.last4 == null ? null : { brand: card.brand, last4: card.last4 },
  }
}

/** The decline of a canceled attempt. */
export const canceled: StripeDecline = { code: 'canceled', sentence: 'The payment was canceled.', card: null }

/** The decline of an intent that moves no money: its key is a test key. Stripe is the processor of live organizations alone. */
export const testMode: StripeDecline = { code: 'test_mode', sentence: 'The payment could not be made.', card: null }

/** Whether an object of Stripe belongs to its test mode. */
export const isTestMode = ({ livemode }: { readonly livemode?: boolean }): boolean => livemode === false

/** The decline as an answer. */
export function declined(reference: string | null, decline: StripeDecline) {
  return { kind: 'declined', reference, ...decline } as const
}

/**
 * The finding about an attempt by its intent; absent where the intent was never confirmed, so that nothing can have been charged. An intent
 * of the test mode is refused, even if it says that it succeeded.
 */
export function findingOf(attempt: Pick<StripeAttempt, 'customer' | 'decline'>, intent: Intent): ChargeFinding {
  const { id: reference } = intent
  if (isTestMode(intent)) return declined(reference, testMode)
  if (intent.status === 'succeeded') return successOf(attempt, intent)
  if (attempt.decline) return declined(reference, attempt.decline)
  if (intent.status === 'requires_action') return { kind: 'requires_action', reference, actionSecret: intent.client_secret ?? '' }
  if (intent.status === 'processing') return { kind: 'unknown', reason: 'The bank has not decided yet.' }
  const error = 'last_setup_error' in intent ? intent.last_setup_error : intent.last_payment_error
  if (error) return declined(reference, declineOf(error))
  return intent.status === 'canceled' ? declined(reference, canceled) : absent
}

function successOf({ customer }: Pick<StripeAttempt, 'customer'>, intent: Intent): ChargeFinding {
  const methodId = idOf(intent.payment_method)
  const method = customer === null || methodId === null ? null : methodReference(customer, methodId)
  const { id: reference } = intent
  if (intent.object === 'setup_intent') {
    const card = typeof intent.payment_method === 'string' ? null : intent.payment_method?.card
    return { kind: 'succeeded', reference, ...shownCard(card), feeAmount: 0, method }
  }
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const card = charge?.payment_method_details?.card
  const feeAmount = charge ? feeOf(charge.amount, charge.currency, charge.balance_transaction) : 0
  return { kind: 'succeeded', reference, ...shownCard(card), feeAmount, method }
}

type NamedCard = Pick<Stripe.Charge.PaymentMethodDetails.Card, 'brand' | 'last4' | 'fingerprint'> | Stripe.PaymentMethod.Card

function shownCard(card: NamedCard | null | undefined) {
  return { brand: card?.brand ?? 'card', last4: card?.last4 ?? '', fingerprint: card?.fingerprint ?? null }
}

// Stripe settles in the currency of the account: the fee is converted by the rate of the transaction itself.
function feeOf(amount: number, currency: string, settled: string | Stripe.BalanceTransaction | null): number {
  if (settled === null || typeof settled === 'string' || settled.amount === 0) return 0
  const fee = settled.currency === currency ? settled.fee : round(settled.fee * amount, Math.abs(settled.amount))
  return fromProviderUnits('stripe', currency, fee)
}

const SEPARATOR = ':'

/** The reference of a saved method: Stripe charges one only under its customer. */
export function methodReference(customer: string, method: string): string {
  return `${customer}${SEPARATOR}${method}`
}

/** The customer and the method of a reference; null where it is none of Stripe's. */
export function methodOf(reference: string): { readonly customer: string; readonly method: string } | null {
  const [customer = '', method = ''] = reference.split(SEPARATOR)
  return customer.startsWith('cus_') && method !== '' ? { customer, method } : null
}

/** The id of an object that Stripe may have expanded. */
export function idOf(object: string | { readonly id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

/** The answer of a refund. */
export function refundAnswer({ id: reference, status }: Stripe.Refund): RefundAnswer {
  if (status === 'succeeded') return { kind: 'succeeded', reference }
  if (status === 'failed' || status === 'canceled') return { kind: 'failed', reference, reason: 'refused_by_bank' }
  return { kind: 'pending', reference }
}

const disputeStatuses: Readonly<Partial<Record<string, Dispute['status']>>> = {
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

/** The dispute; null for an inquiry, which takes no money, and for one that was prevented. */
export function disputeOf(found: Stripe.Dispute): Dispute | null {
  const { id: reference, status: named, amount, currency, reason, evidence_details: evidence } = found
  const status = disputeStatuses[named]
  if (status === undefined) return null
  // A second transaction gives a fee back where the dispute is won.
  const fees = found.balance_transactions.reduce((sum, each) => sum + feeOf(amount, currency, each), 0)
  const evidenceDueBy = status === 'needs_response' && evidence?.due_by ? new Date(evidence.due_by * 1000) : null
  const terms = { feeAmount: Math.max(0, fees), reason: reason === 'general' ? null : reason, evidenceDueBy }
  return { reference, status, amount: fromProviderUnits('stripe', currency, amount), ...terms }
}
