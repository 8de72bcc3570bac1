import type { z } from 'zod'
import { isToken, prefixes } from '#contract/token.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import { newId } from '#kernel/id.ts'
import { Refusal, refuse } from '#kernel/refusal.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { createCustomerSession, findVerifiedEmail } from '#merchant/customer-sessions/index.ts'
import { collect } from '#money/billing/orders/model.ts'
import { releaseSubscription } from '#money/billing/subscriptions/index.ts'
import { chargePayment, createPayment, findPayment, findPaymentByKey, processorOf } from '#money/payments/index.ts'
import { type ChargeOutcome, isUnsettled, type Payment, TRIAL_USED } from '#money/payments/model.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { type AttemptStart, attempt } from '#platform/attempt/attempt.ts'
import type { Tx } from '#platform/database/database.ts'
import type { FinalAnswer, RepeatableRequest } from '#platform/idempotency/settle.ts'
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

/** A buyer's confirm. */
export interface ConfirmCheckoutInput extends RepeatableRequest {
  readonly platform: Platform
  readonly clientSecret: string
  readonly confirmation: Confirmation
  /** The session of the portal that the request carries, if any. */
  readonly portalToken: string | undefined
  /** The server's time. */
  readonly now: Date
}

type ConfirmedWire = z.input<typeof checkoutPublicConfirmed>

/** A recorded attempt to charge. */
interface Charge {
  readonly payment: Payment
  /** For whom the method is saved; null where nothing is charged later. */
  readonly saveForCustomerId: string | null
}

/**
 * Confirms a checkout. Where the trial that the checkout has promised was used before, nothing is charged: the checkout stays open and shows what
 * is due instead. A checkout that is free, or too cheap to be charged (rule O5), calls no processor.
 */
export function confirmCheckout(input: ConfirmCheckoutInput): Promise<ConfirmedWire> {
  const { platform, clientSecret, confirmation, idempotencyKey } = input
  const token = confirmation.confirmationToken ?? ''
  return attempt<Checkout, Charge, ChargeOutcome, ConfirmedWire>(input, {
    lock: (tx) => lockForConfirm(tx, platform, clientSecret),
    repeat: async (tx, checkout) => {
      const payment = checkout.status === 'open' ? undefined : await findOwnAttempt(tx, checkout, idempotencyKey)
      return payment && resume(tx, input, { checkout, payment })
    },
    begin: (tx, checkout) => begin(tx, input, checkout),
    call: ({ intent: { payment, saveForCustomerId }, isResumed }) =>
      chargePayment(platform, { payment, source: { kind: 'token', token, saveForCustomerId }, isResumed }),
    record: async (tx, { intent: { payment }, outcome: answer }) =>
      answerOf(tx, input, await applyPaymentOutcome(tx, { platform, payment, answer, now: platform.clock.now(payment) })),
  })
}

async function lockForConfirm(tx: Tx, platform: Platform, clientSecret: string): Promise<Checkout> {
  const found = isToken(prefixes.checkout, clientSecret) ? await lockCheckoutForConfirm(tx, platform, clientSecret) : undefined
  return found ?? refuse(checkoutRefusals.ResourceNotFound)
}

async function begin(tx: Tx, input: ConfirmCheckoutInput, checkout: Checkout): Promise<AttemptStart<Charge, ConfirmedWire>> {
  const { platform, confirmation, idempotencyKey } = input
  const now = platform.clock.now(checkout)
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
    return answerOf(tx, input, { ...completed, payment: null })
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
  return { intent: { payment, saveForCustomerId: saveFor(next, product) } }
}

// The reservation of the subscription is given back: the buyer decides whether to go on.
async function offerWithoutTrial(
  tx: Tx,
  { platform, confirmation }: ConfirmCheckoutInput,
  { before, context }: { readonly before: Checkout; readonly context: CheckoutContext & ChangeContext },
): Promise<Refusal> {
  const { organizationId, id: checkoutId } = before
  await releaseSubscription(tx, { organizationId, checkoutId })
  const { next, events } = withdrawTrial(before, confirmation, context)
  const full = fullAfter(next, context)
  await checkouts.save(tx, next)
  await emitCheckout(tx, platform, { full, events, now: context.now })
  return trialRefusal(next, selectedProduct(full))
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
  { checkout, payment }: { readonly checkout: Checkout; readonly payment: Payment },
): Promise<AttemptStart<Charge, ConfirmedWire>> {
  const full = { checkout, ...(await readContext(tx, input.platform, checkout)) }
  if (isUnsettled(payment) && payment.status !== 'requires_action')
    return { intent: { payment, saveForCustomerId: saveFor(checkout, selectedProduct(full)) } }
  return answerOf(tx, input, { full, payment, isLimited: true })
}

// An earlier run of this request was interrupted and its attempt has failed since: answer with the failure, leave the checkout, and reserve nothing.
async function repeatFailed(
  tx: Tx,
  input: ConfirmCheckoutInput,
  { checkout, context }: { readonly checkout: Checkout; readonly context: Omit<FullCheckout, 'checkout'> },
): Promise<FinalAnswer<ConfirmedWire>> {
  const { organizationId, id: checkoutId } = checkout
  await releaseSubscription(tx, { organizationId, checkoutId })
  const payment = await findPaymentByKey(tx, organizationId, input.idempotencyKey ?? '')
  return answerOf(tx, input, { full: { checkout, ...context }, payment: payment ?? null, isLimited: true })
}

async function answerOf(
  tx: Tx,
  { platform, clientSecret }: ConfirmCheckoutInput,
  { full, payment, isLimited }: Omit<ApplyPaymentOutcomeResult, 'payment'> & { readonly payment: Payment | null },
): Promise<FinalAnswer<ConfirmedWire>> {
  const { checkout } = full
  if (payment?.status === 'failed') {
    const isTrialUsed = payment.declineCode === TRIAL_USED
    const detail = payment.declineMessage ?? checkoutRefusals.PaymentError.sentence
    return isTrialUsed ? trialRefusal(checkout, selectedProduct(full)) : new Refusal(checkoutRefusals.PaymentError, { detail })
  }
  // It grants no access until the checkout is paid.
  const customerId = checkout.status === 'succeeded' ? checkout.customerId : null
  const { organizationId, id: checkoutId } = checkout
  const { token } = await createCustomerSession(tx, platform, { organizationId, customerId, checkoutId, isLimitedToCheckout: isLimited })
  const taxation = { taxSources: taxSourcesOf(platform), now: platform.clock.now(checkout) }
  const answer = { baseUrl: platform.settings.BASE_URL, customerSessionToken: token, ...taxation }
  return { body: toCheckoutConfirmedWire({ ...full, checkout: { ...checkout, clientSecret } }, answer) }
}
