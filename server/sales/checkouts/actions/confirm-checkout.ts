import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { newToken, prefixes } from '#kernel/token.ts'
import { findCustomersAlike, matchCustomer } from '#merchant/customers/index.ts'
import { beginPayment, chargePayment, findPayment, findPaymentByKey, processorOf } from '#money/payments/index.ts'
import { isUnsettled, type Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Settle } from '#platform/http/route.ts'
import type { Platform } from '#platform/platform.ts'
import { type Confirmation, confirmCheckout, paymentFlags, refuseExpired } from '../confirm.ts'
import type { Checkout, FullCheckout } from '../model.ts'
import { readContext } from '../reads.ts'
import { checkoutRefusals } from '../refusals.ts'
import { insertBuyerSession } from '../sessions/store.ts'
import { saveCheckout } from '../store.ts'
import { type checkoutPublicConfirmed, toCheckoutConfirmedWire } from '../wire.ts'
import { complete } from './complete-checkout.ts'
import { type SettledCheckout, settleCheckoutPayment } from './settle-payment.ts'
import { fullAfter, lockForBuyer } from './update-checkout.ts'

/** Seconds that the session lives which a confirm hands out (rule S3). */
const SESSION_SECONDS = 3600
const PURPOSE = 'checkout'

/** A buyer's confirm, and how its answer is kept for a repeat with the same key. */
export interface Confirming {
  readonly platform: Platform
  readonly clientSecret: string
  readonly confirmation: Confirmation
  /** Stable over repeats of one request; the processor knows the attempt by it. */
  readonly idempotencyKey: string | undefined
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly settle: Settle
  readonly now: Date
}

type ConfirmedWire = z.input<typeof checkoutPublicConfirmed>

type Answer = { readonly kind: 'confirmed'; readonly body: ConfirmedWire } | { readonly kind: 'declined'; readonly sentence: string }

/** What is to be charged now, or the answer where nothing is. */
type Begun = Answer | { readonly kind: 'charge'; readonly payment: Payment; readonly isResumed: boolean }

/**
 * Confirms a checkout: one transaction that checks everything and writes the attempt down, the processor's call outside any
 * transaction, one that records what came of it. What costs nothing takes the first alone. A repeat with the key of an
 * attempt that an earlier run left behind asks the processor by its key before anything is charged.
 */
export async function confirmAndPay(confirming: Confirming): Promise<ConfirmedWire> {
  const begun = await confirming.transaction((tx) => begin(tx, confirming))
  const answer = begun.kind === 'charge' ? await charge(confirming, begun) : begun
  if (answer.kind === 'declined') refuse(checkoutRefusals.PaymentError, { detail: answer.sentence })
  return answer.body
}

async function charge(confirming: Confirming, { payment, isResumed }: Extract<Begun, { kind: 'charge' }>): Promise<Answer> {
  const { platform, confirmation, transaction } = confirming
  const token = confirmation.confirmationToken ?? ''
  const answer = await chargePayment(platform, { payment, token, isResumed, now: confirming.now })
  // The processor took its time: what follows happens now.
  const now = platform.clock.now()
  const recorded = await transaction(async (tx) =>
    answerWith(tx, { ...confirming, now }, await settleCheckoutPayment(tx, { platform, payment, answer, now })),
  )
  failpoint('after-record-before-answer')
  return recorded
}

async function begin(tx: Tx, confirming: Confirming): Promise<Begun> {
  const { platform, confirmation, idempotencyKey, now } = confirming
  const checkout = await lockForBuyer(tx, platform, confirming.clientSecret)
  const left = checkout.status === 'open' ? undefined : await leftBehind(tx, checkout, idempotencyKey)
  if (left) return resume(tx, confirming, { checkout, payment: left })
  refuseExpired(checkout, now)
  const context = await readContext(tx, platform, checkout)
  const paymentId = newId(now)
  const { next } = confirmCheckout(checkout, confirmation, { products: context.products, paymentId, now })
  await refuseForeignAddress(tx, next)
  if (!paymentFlags(next).isPaymentRequired) {
    const full = fullAfter({ ...next, paymentId: null }, context)
    const { kind: _, ...completed } = await complete(tx, { platform, full, payment: null, hasSessions: false, now })
    return answerWith(tx, confirming, { ...completed, payment: null })
  }
  const processor = processorOf(context.merchant)
  if (!processor) refuse(checkoutRefusals.PaymentError, { detail: 'This merchant cannot take payments yet.' })
  const payment = await beginPayment(tx, {
    id: paymentId,
    organizationId: next.organizationId,
    purpose: PURPOSE,
    purposeId: next.id,
    amount: next.totalAmount,
    currency: next.currency,
    processor,
    idempotencyKey: idempotencyKey ?? paymentId,
    customerEmail: next.customerEmail,
    now,
  })
  if (!payment) return repeatFailed(tx, confirming, { checkout, context })
  await saveCheckout(tx, next)
  return { kind: 'charge', payment, isResumed: false }
}

// C14: whether the external id fits the address is asked before anything is charged.
async function refuseForeignAddress(tx: Tx, checkout: Checkout): Promise<void> {
  const { customerId, externalCustomerId: externalId, customerEmail: email } = checkout
  if (customerId !== null || externalId === null) return
  const buyer = { customerId, externalId, email }
  matchCustomer(buyer, await findCustomersAlike(tx, checkout.organizationId, buyer))
}

// The attempt that an earlier run of this very request began, when that is what the checkout is busy with or was paid by.
async function leftBehind(tx: Tx, checkout: Checkout, key: string | undefined): Promise<Payment | undefined> {
  if (key === undefined || checkout.paymentId === null) return undefined
  const payment = await findPayment(tx, checkout.organizationId, checkout.paymentId)
  return payment?.idempotencyKey === key ? payment : undefined
}

async function resume(tx: Tx, confirming: Confirming, left: { readonly checkout: Checkout; readonly payment: Payment }): Promise<Begun> {
  const { checkout, payment } = left
  if (isUnsettled(payment) && payment.status !== 'requires_action') return { kind: 'charge', payment, isResumed: true }
  const full = { checkout, ...(await readContext(tx, confirming.platform, checkout)) }
  return answerWith(tx, confirming, { full, payment, isLimited: true })
}

// An earlier run of this request was cut off and its attempt has failed since: that is its answer, and the checkout stays as it is.
async function repeatFailed(
  tx: Tx,
  confirming: Confirming,
  { checkout, context }: { readonly checkout: Checkout; readonly context: Omit<FullCheckout, 'checkout'> },
): Promise<Answer> {
  const payment = await findPaymentByKey(tx, checkout.organizationId, confirming.idempotencyKey ?? '')
  return answerWith(tx, confirming, { full: { checkout, ...context }, payment: payment ?? null, isLimited: true })
}

async function answerWith(
  tx: Tx,
  { platform, settle, now }: Confirming,
  { full, payment, isLimited }: Omit<SettledCheckout, 'payment'> & { readonly payment: Payment | null },
): Promise<Answer> {
  const { checkout } = full
  if (payment?.status === 'failed') {
    const sentence = payment.declineMessage ?? checkoutRefusals.PaymentError.sentence
    await settle(tx, {
      status: checkoutRefusals.PaymentError.status,
      body: { error: checkoutRefusals.PaymentError.code, detail: sentence },
    })
    return { kind: 'declined', sentence }
  }
  const token = newToken(prefixes.customerSession)
  await insertBuyerSession(tx, {
    organizationId: checkout.organizationId,
    id: newId(now),
    tokenDigest: platform.secrets.digest(token),
    customerId: checkout.status === 'succeeded' ? checkout.customerId : null,
    checkoutId: checkout.id,
    isLimitedToCheckout: isLimited,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
    createdAt: now,
  })
  const body = toCheckoutConfirmedWire(full, platform.settings.BASE_URL, token)
  await settle(tx, { status: 200, body })
  return { kind: 'confirmed', body }
}
