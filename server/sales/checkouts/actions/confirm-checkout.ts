import type { z } from 'zod'
import { foldEmail } from '#kernel/emails/email.ts'
import { newId } from '#kernel/id.ts'
import { Refusal, refuse } from '#kernel/refusal.ts'
import { isToken, prefixes } from '#kernel/token.ts'
import { createCustomerSession, findVerifiedEmail } from '#merchant/customer-sessions/index.ts'
import type { PricedProduct } from '#merchant/products/model.ts'
import { collect } from '#money/orders/model.ts'
import { chargePayment, createPayment, findPayment, findPaymentByKey, processorOf } from '#money/payments/index.ts'
import { isUnsettled, type Payment, TRIAL_USED } from '#money/payments/model.ts'
import { releaseSubscription } from '#money/subscriptions/index.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import type { Platform } from '#platform/platform.ts'
import { type Confirmation, confirm, paymentFlags, refuseExpired, trialRefusal, withdrawTrial } from '../confirmation.ts'
import { prolonged } from '../expiry.ts'
import { type Checkout, dueToday, type FullCheckout, selectedProduct, trialOf } from '../model.ts'
import { type CheckoutContext, readContext } from '../reads.ts'
import { checkoutRefusals } from '../refusals.ts'
import type { ChangeContext } from '../rules.ts'
import { checkouts, lockCheckoutForConfirm } from '../store.ts'
import { type checkoutPublicConfirmed, toCheckoutConfirmedWire } from '../wire.ts'
import { type ApplyPaymentOutcomeResult, applyPaymentOutcome } from './apply-payment-outcome.ts'
import { completeCheckout, redeemFor } from './complete-checkout.ts'
import { emitCheckout } from './emit-checkout.ts'
import { findBuyersDiscount } from './find-buyers-discount.ts'
import { reserve } from './reserve-subscription.ts'
import { fullAfter } from './update-checkout.ts'

const PURPOSE = 'checkout'

/** A buyer's confirm, and `settle`, which stores its answer for a repeat with the same key. */
export interface ConfirmCheckoutInput {
  readonly platform: Platform
  readonly clientSecret: string
  readonly confirmation: Confirmation
  /** The session of the portal that the request carries, if any. */
  readonly portalToken: string | undefined
  /** The server's time. */
  readonly now: Date
  /** Stable over repeats of one request; the key of the attempt at the processor. */
  readonly idempotencyKey: string | undefined
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly settle: Settle
}

type ConfirmedWire = z.input<typeof checkoutPublicConfirmed>

type Answer = { readonly kind: 'confirmed'; readonly body: ConfirmedWire } | { readonly kind: 'refused'; readonly refusal: Refusal }

/** The attempt to charge, or the answer where there is nothing to charge. */
interface Charge {
  readonly kind: 'charge'
  readonly payment: Payment
  readonly isResumed: boolean
  /** For whom the method is saved; null where nothing is charged later. */
  readonly saveForCustomerId: string | null
}

type BeginResult = Answer | Charge

/**
 * Confirms a checkout: one transaction validates and records the attempt, the processor is called outside any transaction, and
 * a second one records the outcome. Where the trial that the checkout has promised was used before, nothing is charged: the checkout stays open
 * and shows what is due instead. A checkout that is free, or too cheap to be charged (rule O5), needs only the first. A repeat with the key of an attempt that an earlier
 * run did not finish looks the key up at the processor before it charges.
 */
export async function confirmCheckout(input: ConfirmCheckoutInput): Promise<ConfirmedWire> {
  const result = await input.transaction((tx) => begin(tx, input))
  const answer = result.kind === 'charge' ? await charge(input, result) : result
  if (answer.kind === 'refused') throw answer.refusal
  return answer.body
}

async function charge(input: ConfirmCheckoutInput, { payment, isResumed, saveForCustomerId }: Charge): Promise<Answer> {
  const { platform, confirmation, transaction } = input
  const source = { kind: 'token', token: confirmation.confirmationToken ?? '', saveForCustomerId } as const
  const answer = await chargePayment(platform, { payment, source, isResumed })
  const now = platform.clock.now(payment)
  const recorded = await transaction(async (tx) => answerWith(tx, input, await applyPaymentOutcome(tx, { platform, payment, answer, now })))
  failpoint('after-record-before-answer')
  return recorded
}

async function lockForConfirm(tx: Tx, platform: Platform, clientSecret: string): Promise<Checkout> {
  const found = isToken(prefixes.checkout, clientSecret) ? await lockCheckoutForConfirm(tx, platform, clientSecret) : undefined
  return found ?? refuse(checkoutRefusals.ResourceNotFound)
}

async function begin(tx: Tx, input: ConfirmCheckoutInput): Promise<BeginResult> {
  const { platform, confirmation, idempotencyKey } = input
  const checkout = await lockForConfirm(tx, platform, input.clientSecret)
  const now = platform.clock.now(checkout)
  const attempt = checkout.status === 'open' ? undefined : await findOwnAttempt(tx, checkout, idempotencyKey)
  if (attempt) return resume(tx, input, { checkout, payment: attempt })
  refuseExpired(checkout, now)
  const namedDiscount = await findBuyersDiscount(tx, platform, {
    checkout,
    changes: confirmation,
    ipAddress: confirmation.ipAddress ?? '',
    now: input.now,
  })
  const context = { ...(await readContext(tx, platform, checkout)), namedDiscount }
  const paymentId = newId(now)
  const taxSources = taxSourcesOf(platform)
  const isAddressVerified = await isVerified(tx, input, { checkout, email: confirmation.customerEmail ?? checkout.customerEmail })
  const filledIn = confirm(checkout, confirmation, { ...context, paymentId, taxSources, now }).next
  const confirmed = { ...prolonged(checkout, filledIn, platform.settings.CHECKOUT_EXPIRES_IN), isAddressVerified }
  const product = selectedProduct({ checkout: confirmed, products: context.products })
  const next =
    product.recurringInterval === null
      ? confirmed
      : await reserve(tx, { platform, checkout: confirmed, product, merchant: context.merchant, now })
  if (trialOf(confirmed, product) !== null && trialOf(next, product) === null)
    return offerWithoutTrial(tx, input, { before: checkout, context: { ...context, taxSources, now } })
  const { charged } = collect(dueToday(next, product), next.currency)
  if (charged === 0 && !paymentFlags(next, product).isPaymentSetupRequired) {
    const full = fullAfter({ ...next, paymentId: null }, context)
    const { kind: _, ...completed } = await completeCheckout(tx, { platform, full, payment: null, method: null, hasSessions: false, now })
    return answerWith(tx, input, { ...completed, payment: null })
  }
  const processor = processorOf(context.merchant, platform)
  if (!processor) refuse(checkoutRefusals.PaymentError, { detail: 'This merchant cannot take payments yet.' })
  const payment = await createPayment(tx, {
    id: paymentId,
    organizationId: next.organizationId,
    purpose: PURPOSE,
    purposeId: next.id,
    amount: charged,
    currency: next.currency,
    processor,
    idempotencyKey: idempotencyKey ?? paymentId,
    customerEmail: next.customerEmail,
    now,
  })
  if (!payment) return repeatFailed(tx, input, { checkout, context })
  await redeemFor(tx, fullAfter(next, context), { isPaid: false, now })
  await checkouts.save(tx, next)
  return { kind: 'charge', payment, isResumed: false, saveForCustomerId: saveFor(next, product) }
}

// The reservation of the subscription is given back: the buyer decides whether to go on.
async function offerWithoutTrial(
  tx: Tx,
  { platform, confirmation, settle }: ConfirmCheckoutInput,
  { before, context }: { readonly before: Checkout; readonly context: CheckoutContext & ChangeContext },
): Promise<Answer> {
  const { organizationId, id: checkoutId } = before
  await releaseSubscription(tx, { organizationId, checkoutId })
  const { next, events } = withdrawTrial(before, confirmation, context)
  const full = fullAfter(next, context)
  await checkouts.save(tx, next)
  await emitCheckout(tx, platform, { full, events, now: context.now })
  return refuseSettled(tx, settle, trialRefusal(next, selectedProduct(full)))
}

async function refuseSettled(tx: Tx, settle: Settle, refusal: Refusal): Promise<Answer> {
  await settle(tx, refusal)
  return { kind: 'refused', refusal }
}

// Of a subscription the method is saved, under the customer where there is one: at the processor the id of the checkout stands for a buyer
// who becomes a customer with this payment.
function saveFor(checkout: Checkout, product: PricedProduct): string | null {
  return product.recurringInterval === null ? null : (checkout.customerId ?? checkout.id)
}

// A session of the portal that a mailed code or link has opened verifies the address of the same customer. It is sent on purpose: a cookie would
// also be sent from the page of a checkout that another person has made.
async function isVerified(
  tx: Tx,
  { platform, portalToken }: ConfirmCheckoutInput,
  { checkout, email }: { readonly checkout: Checkout; readonly email: string | null },
): Promise<boolean> {
  if (portalToken === undefined || email === null) return false
  const verified = await findVerifiedEmail(tx, platform, { organizationId: checkout.organizationId, token: portalToken })
  return verified === foldEmail(email)
}

// The attempt that an earlier run of this request started, if it is the current or successful attempt of the checkout.
async function findOwnAttempt(tx: Tx, checkout: Checkout, key: string | undefined): Promise<Payment | undefined> {
  if (key === undefined || checkout.paymentId === null) return undefined
  const payment = await findPayment(tx, checkout.organizationId, checkout.paymentId)
  return payment?.idempotencyKey === key ? payment : undefined
}

async function resume(
  tx: Tx,
  input: ConfirmCheckoutInput,
  attempt: { readonly checkout: Checkout; readonly payment: Payment },
): Promise<BeginResult> {
  const { checkout, payment } = attempt
  const full = { checkout, ...(await readContext(tx, input.platform, checkout)) }
  if (isUnsettled(payment) && payment.status !== 'requires_action')
    return { kind: 'charge', payment, isResumed: true, saveForCustomerId: saveFor(checkout, selectedProduct(full)) }
  return answerWith(tx, input, { full, payment, isLimited: true })
}

// An earlier run of this request was interrupted and its attempt has failed since: answer with the failure, leave the checkout, and reserve nothing.
async function repeatFailed(
  tx: Tx,
  input: ConfirmCheckoutInput,
  { checkout, context }: { readonly checkout: Checkout; readonly context: Omit<FullCheckout, 'checkout'> },
): Promise<Answer> {
  const { organizationId, id: checkoutId } = checkout
  await releaseSubscription(tx, { organizationId, checkoutId })
  const payment = await findPaymentByKey(tx, organizationId, input.idempotencyKey ?? '')
  return answerWith(tx, input, { full: { checkout, ...context }, payment: payment ?? null, isLimited: true })
}

async function answerWith(
  tx: Tx,
  { platform, settle, clientSecret }: ConfirmCheckoutInput,
  { full, payment, isLimited }: Omit<ApplyPaymentOutcomeResult, 'payment'> & { readonly payment: Payment | null },
): Promise<Answer> {
  const { checkout } = full
  if (payment?.status === 'failed') {
    const isTrialUsed = payment.declineCode === TRIAL_USED
    const detail = payment.declineMessage ?? checkoutRefusals.PaymentError.sentence
    const refusal = isTrialUsed ? trialRefusal(checkout, selectedProduct(full)) : new Refusal(checkoutRefusals.PaymentError, { detail })
    return refuseSettled(tx, settle, refusal)
  }
  // It grants no access until the checkout is paid.
  const customerId = checkout.status === 'succeeded' ? checkout.customerId : null
  const { organizationId, id: checkoutId } = checkout
  const { token } = await createCustomerSession(tx, platform, { organizationId, customerId, checkoutId, isLimitedToCheckout: isLimited })
  const taxation = { taxSources: taxSourcesOf(platform), now: platform.clock.now(checkout) }
  const answer = { baseUrl: platform.settings.BASE_URL, customerSessionToken: token, ...taxation }
  const body = toCheckoutConfirmedWire({ ...full, checkout: { ...checkout, clientSecret } }, answer)
  await settle(tx, { body })
  return { kind: 'confirmed', body }
}
