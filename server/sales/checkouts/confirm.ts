import type { Outcome } from '#kernel/outcome.ts'
import { type Problem, refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { addressFields, flagsOf, missingParts } from './amounts.ts'
import { type Checkout, isExpired, isPastExpiry } from './model.ts'
import { checkoutRefusals } from './refusals.ts'
import { type ChangeContext, type CheckoutChanges, changeCheckout, requireOpen } from './rules.ts'
import { checkoutStatusAfter, mayHappen } from './transitions.ts'

/** Attempts after which a checkout is over (behaviour 1.1). */
export const ATTEMPTS_MAXIMUM = 10

const PARTS = { country: 'country', state: 'state', city: 'city', postalCode: 'postal_code', line1: 'line1', line2: 'line2' } as const

export interface Confirmation extends CheckoutChanges {
  /** What the page got for the card; needed where there is a form. */
  readonly confirmationToken?: string | null | undefined
}

/** Refuses to show or change what has expired, on the buyer's routes (410). */
export function refuseExpired(checkout: Checkout, now: Date): void {
  refuseWhen(isExpired(checkout, now), checkoutRefusals.ExpiredCheckoutError)
}

/**
 * Confirms an open checkout: the last changes, then everything required at once (rule C17), then `confirmed` with its price,
 * address and tax frozen. It tells nothing: the checkout is `confirmed` only inside the attempt, and what comes of that is
 * told by `completeCheckout`, `awaitPayment` or `failPayment`.
 */
export function confirmCheckout(
  checkout: Checkout,
  confirmation: Confirmation,
  context: ChangeContext & { readonly paymentId: string | null },
): Outcome<Checkout, never> {
  requireOpen(checkout, context.now)
  const { next, problems } = changeCheckout(checkout, confirmation, context)
  refuseProblems([...problems, ...archivedProblems(next, context), ...missingProblems(next, confirmation)])
  return {
    next: {
      ...next,
      status: checkoutStatusAfter(checkout.status, 'confirm', 'confirmed'),
      taxAmount: next.taxAmount ?? 0,
      attempts: checkout.attempts + 1,
      paymentId: context.paymentId,
      lastPaymentError: null,
      modifiedAt: context.now,
    },
    events: [],
  }
}

/** Money that came in for a checkout; nothing where it costs nothing. */
export interface Arrived {
  readonly id: string
  readonly amount: number
  readonly currency: string
}

/**
 * What to do about money that came in. `order`: the checkout is paid by it · `repeated`: it was told before · `surplus`: the
 * checkout is paid by another attempt, or the buyer has changed since what it was for, so it goes back at once.
 */
export function judgeArrival(checkout: Checkout, arrived: Arrived | null): 'order' | 'repeated' | 'surplus' {
  if (checkout.status === 'succeeded') return checkout.paymentId === (arrived?.id ?? null) ? 'repeated' : 'surplus'
  const isItsPrice = !arrived || (arrived.amount === checkout.totalAmount && arrived.currency === checkout.currency)
  return isItsPrice ? 'order' : 'surplus'
}

/** The checkout is paid. Also when it was given up meanwhile: the money is there, so there is an order, marked as late. */
export function completeCheckout(
  checkout: Checkout,
  payment: { readonly id: string | null; readonly customerId: string; readonly now: Date },
): Outcome<Checkout, 'checkout.updated'> {
  return {
    next: {
      ...checkout,
      status: checkoutStatusAfter(checkout.status, 'payment_succeeded', 'succeeded'),
      customerId: payment.customerId,
      taxAmount: checkout.taxAmount ?? 0,
      paymentId: payment.id,
      lastPaymentError: null,
      isLatePayment: checkout.status === 'expired' || checkout.status === 'failed',
      modifiedAt: payment.now,
    },
    events: ['checkout.updated'],
  }
}

/** The buyer must act at the processor, or the processor gave no certain answer: it stays confirmed, and that is told. */
export function awaitPayment(checkout: Checkout, now: Date): Outcome<Checkout, 'checkout.updated'> {
  return { next: { ...checkout, modifiedAt: now }, events: ['checkout.updated'] }
}

/** How an attempt ended without money. */
export interface Failure {
  readonly paymentId: string
  readonly sentence: string
  /** The processor takes it for fraud: there is no further attempt. */
  readonly isFraud?: boolean | undefined
  readonly now: Date
}

/**
 * The attempt failed, was refused, or its action was not done in time: open again, or over when it was the tenth, taken for
 * fraud, or past its time. Null for a failure of any attempt but the one under way: it changes nothing.
 */
export function failPayment(checkout: Checkout, failure: Failure): Outcome<Checkout, 'checkout.updated'> | null {
  if (!mayHappen(checkout.status, 'payment_failed') || checkout.paymentId !== failure.paymentId) return null
  const isOver = failure.isFraud === true || checkout.attempts >= ATTEMPTS_MAXIMUM
  const to = isOver ? 'failed' : isPastExpiry(checkout, failure.now) ? 'expired' : 'open'
  return {
    next: {
      ...checkout,
      status: checkoutStatusAfter(checkout.status, 'payment_failed', to),
      lastPaymentError: failure.sentence,
      modifiedAt: failure.now,
    },
    events: ['checkout.updated'],
  }
}

/** Whether confirming takes a payment, or only a form, or nothing. */
export function paymentFlags(checkout: Pick<Checkout, 'totalAmount'>) {
  return flagsOf({ totalAmount: checkout.totalAmount, isRecurring: false, areAllPricesFree: false })
}

// The price may be archived meanwhile, it stays locked (rule C8); the product may not.
function archivedProblems(checkout: Checkout, context: ChangeContext): Problem[] {
  const product = context.products.find((one) => one.id === checkout.productId)
  return !product || product.isArchived ? [valueProblem(['body', 'product_id'], 'The product is not on sale any more.')] : []
}

function missingProblems(checkout: Checkout, confirmation: Confirmation): Problem[] {
  const problems: Problem[] = []
  const need = (value: unknown, ...path: string[]) => {
    if (value === null || value === undefined || value === '')
      problems.push({ loc: ['body', ...path], msg: 'Field required', type: 'missing' })
  }
  need(checkout.customerEmail, 'customer_email')
  if (!paymentFlags(checkout).isPaymentFormRequired) return problems
  need(checkout.customerName, 'customer_name')
  if (checkout.isBusinessCustomer) need(checkout.customerBillingName, 'customer_billing_name')
  const address = checkout.customerBillingAddress
  if (!address) need(null, 'customer_billing_address')
  else for (const part of missingParts(address, addressFields(checkout))) need(null, 'customer_billing_address', PARTS[part])
  need(confirmation.confirmationToken, 'confirmation_token_id')
  return problems
}
