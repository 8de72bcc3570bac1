import type { Outcome } from '#kernel/changes/outcome.ts'
import type { Language } from '#kernel/language/languages.ts'
import { withinStep } from '#kernel/money.ts'
import { type Problem, type Refusal, refuseProblems, refuseWhen, ValidationRefusal, valueProblem } from '#kernel/refusal.ts'
import { readData } from '#merchant/catalogue/custom-fields/model.ts'
import { redemptionFault } from '#merchant/catalogue/discounts/model.ts'
import { isFreeProduct, type PricedProduct } from '#merchant/catalogue/products/model.ts'
import { BLOCKED_SENTENCE, isBlocked, isClosed, type Merchant } from '#merchant/merchants/model.ts'
import { collect } from '#money/billing/orders/model.ts'
import type { ProcessorName } from '#money/payments/model.ts'
import { addressFields, flagsOf, missingParts, unansweredTax } from './amounts.ts'
import { requireOpen } from './expiry.ts'
import { type Checkout, discountedSale, dueToday, isExpired, isPastExpiry, selectedProduct, trialOf } from './model.ts'
import { checkoutRefusals } from './refusals.ts'
import { applyChanges, type ChangeContext, type CheckoutChanges } from './rules.ts'
import { taxationOf, taxIdProblems } from './taxes.ts'
import { checkoutStatusAfter, mayHappen } from './transitions.ts'

/** Attempts after which a checkout fails (behaviour 1.1). */
export const ATTEMPTS_MAXIMUM = 10

const PARTS = { country: 'country', state: 'state', city: 'city', postalCode: 'postal_code', line1: 'line1', line2: 'line2' } as const

export interface Confirmation extends CheckoutChanges {
  /** The confirmation token of the card; required where there is a form. */
  readonly confirmationToken?: string | null | undefined
  /** The amount that the buyer has seen to be due today, in minor units; nothing is compared without it. */
  readonly expectedTotal?: number | null | undefined
  /** The language of the buyer's request, in which the receipt is sent; undefined if it is unknown. */
  readonly language?: Language | undefined
  /** The IP address of the buyer's request; what the merchant's server gave wins. */
  readonly ipAddress?: string | undefined
}

export interface ConfirmContext extends ChangeContext {
  readonly merchant: ChangeContext['merchant'] & Pick<Merchant, 'closedUntil' | 'blockedAt'>
  /** The id of the attempt. */
  readonly paymentId: string | null
}

/** Refuses an expired checkout on the buyer's routes (410). */
export function refuseExpired(checkout: Checkout, now: Date): void {
  refuseWhen(isExpired(checkout, now), checkoutRefusals.ExpiredCheckoutError)
}

/**
 * Confirms an open checkout: applies the last changes, reports all missing fields at once (rule C17), and freezes price, address
 * and tax as `confirmed`. No event follows: the checkout is `confirmed` only during the attempt, whose outcome is published by
 * `complete`, `awaitPayment` or `failPayment`.
 */
export function confirm(checkout: Checkout, confirmation: Confirmation, context: ConfirmContext): Outcome<Checkout, never> {
  requireOpen(checkout, context.now)
  const { next, problems } = applyChanges(checkout, confirmation, context)
  const unanswered = unansweredTax(next, taxationOf(next, context))
  refuseProblems(
    [
      ...problems,
      ...archivedProblems(next, context),
      ...discountProblems(next, context),
      ...missingProblems(next, confirmation, context),
      ...(confirmation.customerTaxId ? [] : taxIdProblems(next)),
      ...answerProblems(next, confirmation, context),
      ...(unanswered ? [unanswered.problemAt(['body', 'customer_billing_address'])] : []),
    ],
    { waitSeconds: unanswered?.waitSeconds },
  )
  refuseProblems(totalProblems(next, confirmation, selectedProduct({ checkout: next, products: context.products })))
  return {
    next: {
      ...next,
      status: checkoutStatusAfter(checkout.status, 'confirm', 'confirmed'),
      taxAmount: next.taxAmount ?? 0,
      attempts: checkout.attempts + 1,
      paymentId: context.paymentId,
      locale: confirmation.language ?? next.locale,
      customerIpAddress: next.customerIpAddress ?? confirmation.ipAddress ?? null,
      lastPaymentError: null,
      modifiedAt: context.now,
    },
    events: [],
  }
}

// A buyer pays nothing unseen: a tax service may have answered only now, or know more of the address than before.
function totalProblems(checkout: Checkout, { expectedTotal = null }: Confirmation, product: PricedProduct): Problem[] {
  const due = dueToday(checkout, product)
  if (expectedTotal === null || expectedTotal === due) return []
  const msg = `The total is ${due} now.`
  return [{ loc: EXPECTED_TOTAL, msg, type: 'total_changed', ctx: { total_amount: due } }]
}

const EXPECTED_TOTAL = ['body', 'expected_total_amount']

/** Refuses a trial to a buyer who has had one (422): nothing was charged, and the checkout states what a further confirm charges. */
export function trialRefusal(checkout: Checkout, product: PricedProduct): Refusal {
  const due = dueToday(checkout, product)
  const msg = `The product was tried before with this address or this card, so it has no trial: ${due} is due today.`
  return new ValidationRefusal([{ loc: EXPECTED_TOTAL, msg, type: 'trial_used', ctx: { total_amount: due } }])
}

/** Takes back the trial that an open checkout has promised: it stays open, as the buyer filled it in, and shows what is due instead (rule R3). */
export function withdrawTrial(
  checkout: Checkout,
  confirmation: Confirmation,
  context: ChangeContext,
): Outcome<Checkout, 'checkout.updated'> {
  const { next } = applyChanges(checkout, confirmation, context)
  return { next: { ...next, isTrialUsed: true, modifiedAt: context.now }, events: ['checkout.updated'] }
}

/** The same once the card is known: its attempt has charged nothing, and does not count. */
export function withdrawConfirmedTrial(checkout: Checkout): Checkout {
  return { ...checkout, isTrialUsed: true, attempts: checkout.attempts - 1 }
}

/** A successful payment of a checkout. */
export interface ReceivedPayment {
  readonly id: string
  readonly processor: ProcessorName
  readonly amount: number
  readonly currency: string
}

/**
 * Classifies a successful payment; null for a free checkout. `order`: it pays the checkout · `repeated`: it was reported before ·
 * `surplus`: another attempt has paid the checkout, or the buyer has since changed it, so the payment is refunded at once.
 */
export function classifyPayment(
  checkout: Checkout,
  payment: ReceivedPayment | null,
  product: PricedProduct,
): 'order' | 'repeated' | 'surplus' {
  if (checkout.status === 'succeeded') return checkout.paymentId === (payment?.id ?? null) ? 'repeated' : 'surplus'
  const { currency } = checkout
  const { charged } = collect(dueToday(checkout, product), currency)
  const isExpectedAmount =
    !payment || (payment.currency === currency && payment.amount === withinStep(payment.processor, currency, charged))
  return isExpectedAmount ? 'order' : 'surplus'
}

/** Completes a paid checkout. One that expired or failed meanwhile is completed too, with its payment marked as late. */
export function complete(
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

/** The outcome of an attempt that has not succeeded. */
export interface AttemptOutcome extends Outcome<Checkout, 'checkout.updated'> {
  /** Whether the reserved redemption of the discount is released. */
  readonly isDiscountReleased: boolean
}

/** The processor requires an action or gave no certain answer: the checkout stays confirmed, and an event follows. */
export function awaitPayment(checkout: Checkout, now: Date): AttemptOutcome {
  return { next: { ...checkout, modifiedAt: now }, events: ['checkout.updated'], isDiscountReleased: false }
}

/** A failed attempt. */
export interface Failure {
  readonly paymentId: string
  readonly sentence: string
  /** The processor suspects fraud: no further attempt is allowed. */
  readonly isFraud?: boolean | undefined
  readonly now: Date
}

/**
 * Applies a failed, declined or timed-out attempt: the checkout is open again, or failed after the tenth attempt or for fraud, or
 * expired. Null for a failure of any attempt but the current one, which changes nothing.
 */
export function failPayment(checkout: Checkout, failure: Failure): AttemptOutcome | null {
  if (!mayHappen(checkout.status, 'payment_failed') || checkout.paymentId !== failure.paymentId) return null
  const isFinal = failure.isFraud === true || checkout.attempts >= ATTEMPTS_MAXIMUM
  const to = isFinal ? 'failed' : isPastExpiry(checkout, failure.now) ? 'expired' : 'open'
  return {
    next: {
      ...checkout,
      status: checkoutStatusAfter(checkout.status, 'payment_failed', to),
      lastPaymentError: failure.sentence,
      modifiedAt: failure.now,
    },
    events: ['checkout.updated'],
    isDiscountReleased: checkout.discountId !== null,
  }
}

/** Whether a confirm requires a payment, a payment method for later, and a form. A trial may begin without a method. */
export function paymentFlags(checkout: Pick<Checkout, 'totalAmount' | 'isTrialUsed'>, product: PricedProduct) {
  const isOpenTrial = trialOf(checkout, product) !== null && !product.isTrialPaymentRequired
  const isRecurring = product.recurringInterval !== null && !isOpenTrial
  return flagsOf({ totalAmount: dueToday(checkout, product), isRecurring, areAllPricesFree: isFreeProduct(product) })
}

// The price may have been archived meanwhile, since it is locked (rule C8); the product may not, and its seller must be open and not blocked.
function archivedProblems(checkout: Checkout, { products, merchant, now }: ConfirmContext): Problem[] {
  if (isBlocked(merchant)) return [valueProblem(['body', 'product_id'], BLOCKED_SENTENCE)]
  const product = products.find((one) => one.id === checkout.productId)
  return !product || product.isArchived || isClosed(merchant, now)
    ? [valueProblem(['body', 'product_id'], 'The product is not on sale any more.')]
    : []
}

// A discount that has ended or was used up since it was applied (rule G3); one that this change names was checked already.
function discountProblems(checkout: Checkout, { discount, price, products, now }: ChangeContext): Problem[] {
  if (!discount || discount.id !== checkout.discountId) return []
  const sale = discountedSale(
    price,
    products.find((one) => one.id === checkout.productId),
  )
  const isGone = redemptionFault(discount, sale, now) === 'gone'
  return isGone ? [valueProblem(['body', 'discount_code'], 'This discount can no longer be redeemed.')] : []
}

// Values that were accepted before are checked again, since the merchant may have changed the field; those of this change were already.
function answerProblems({ customFieldData, productId }: Checkout, changes: CheckoutChanges, { products }: ChangeContext): Problem[] {
  const product = products.find((one) => one.id === productId)
  const { problems } = readData(product?.customFields ?? [], customFieldData, true)
  return problems.filter(({ type }) => type === 'missing' || !changes.customFieldData)
}

function missingProblems(checkout: Checkout, confirmation: Confirmation, { products }: ChangeContext): Problem[] {
  const problems: Problem[] = []
  const need = (value: unknown, ...path: string[]) => {
    if (value === null || value === undefined || value === '')
      problems.push({ loc: ['body', ...path], msg: 'Field required', type: 'missing' })
  }
  need(checkout.customerEmail, 'customer_email')
  if (!paymentFlags(checkout, selectedProduct({ checkout, products })).isPaymentFormRequired) return problems
  need(checkout.customerName, 'customer_name')
  if (checkout.isBusinessCustomer) need(checkout.customerBillingName, 'customer_billing_name')
  const address = checkout.customerBillingAddress
  if (!address) need(null, 'customer_billing_address')
  else for (const part of missingParts(address, addressFields(checkout))) need(null, 'customer_billing_address', PARTS[part])
  need(confirmation.confirmationToken, 'confirmation_token_id')
  return problems
}
