import { refuse } from '#kernel/refusal.ts'
import { releaseDiscount } from '#merchant/catalogue/discounts/index.ts'
import { lockOrderOf, postDuplicate } from '#money/billing/orders/index.ts'
import { claimTrial, releaseSubscription } from '#money/billing/subscriptions/index.ts'
import { enqueueDuplicateRefund, evaluateAnswer, openActionSecret, type Settlement, saveAnswer } from '#money/payments/index.ts'
import { type ChargeOutcome, FRAUD, type Payment, TRIAL_USED } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { awaitPayment, type Failure, failPayment, withdrawConfirmedTrial } from '../confirmation.ts'
import { type FullCheckout, selectedProduct, trialOf } from '../model.ts'
import { readContext } from '../reads.ts'
import { checkoutRefusals } from '../refusals.ts'
import { checkouts, lockCheckout } from '../store.ts'
import { completeCheckout } from './complete-checkout.ts'
import { emitCheckout } from './emit-checkout.ts'

/** A checkout and its payment attempt, after an answer of the processor. */
export interface ApplyPaymentOutcomeResult {
  readonly full: FullCheckout
  readonly payment: Payment
  /** Whether the buyer may see no more than this checkout's order (rule C16). */
  readonly isLimited: boolean
}

/**
 * Applies the processor's answer to the checkout, in the transaction that records it: creates the order, reopens the checkout or
 * waits. Bound to the purpose `checkout`; a confirm calls it with the immediate answer, jobs with later ones. An answer that does
 * not change its attempt changes nothing. Refuses where the checkout was deleted with its organization.
 */
export async function applyPaymentOutcome(tx: Tx, settlement: Settlement): Promise<ApplyPaymentOutcomeResult> {
  const { platform, payment: reference } = settlement
  const key = { tenants: [reference.organizationId], id: reference.purposeId }
  const checkout = (await lockCheckout(tx, platform, key)) ?? refuseLost(settlement)
  const context = await readContext(tx, platform, checkout)
  const answered = { ...settlement, answer: await answerToTrial(tx, settlement, { ...context, checkout }) }
  const evaluated = await evaluateAnswer(tx, answered)
  const payment = evaluated.next
  const actionSecret = openActionSecret(platform, payment.sealedActionSecret)
  const full = { ...context, checkout, actionSecret }
  if (!evaluated.hasChanged) return { full, payment, isLimited: true }
  const applied = await applyStatus(tx, answered, { full, payment, hasSessions: evaluated.before.status !== 'pending' })
  await saveAnswer(tx, answered, evaluated)
  return { ...applied, payment }
}

// A trial does not begin with a card that has had one of the product (rule R3): as if it was declined, though nothing was to be charged.
async function answerToTrial(tx: Tx, { platform, answer, now }: Settlement, full: FullCheckout): Promise<ChargeOutcome> {
  const { checkout } = full
  const product = selectedProduct(full)
  const isTrial = checkout.status === 'confirmed' && trialOf(checkout, product) !== null
  if (answer.kind !== 'succeeded' || answer.fingerprint === null || !isTrial) return answer
  const { reference, brand, last4, fingerprint } = answer
  const { organizationId } = checkout
  const holder = { kind: 'card', fingerprint } as const
  if (await claimTrial(tx, platform, { organizationId, productId: product.id, holder, now })) return answer
  const sentence = 'This card has had a trial of the product before. Nothing was charged.'
  return { kind: 'declined', reference, code: TRIAL_USED, sentence, card: { brand, last4 } }
}

// There is no row left to record the outcome on: the operator must learn of the charge from the log.
function refuseLost({ platform, payment: { id, organizationId }, answer }: Settlement): never {
  platform.log.error('payment_lost', { paymentId: id, organizationId, outcome: answer.kind })
  return refuse(checkoutRefusals.ResourceNotFound)
}

function failureOf({ id, declineCode, declineMessage }: Payment, now: Date): Failure {
  return { paymentId: id, sentence: declineMessage ?? 'The payment was declined.', isFraud: declineCode === FRAUD, now }
}

interface FollowUp {
  readonly full: FullCheckout
  readonly payment: Payment
  readonly hasSessions: boolean
}

async function applyStatus(
  tx: Tx,
  { platform, answer, now }: Settlement,
  { full, payment, hasSessions }: FollowUp,
): Promise<Pick<ApplyPaymentOutcomeResult, 'full' | 'isLimited'>> {
  if (payment.status === 'succeeded') {
    const method = answer.kind === 'succeeded' ? answer.method : null
    const completed = await completeCheckout(tx, { platform, full, payment, method, hasSessions, now })
    if (completed.kind === 'surplus') await returnSurplus(tx, platform, { payment, now })
    return completed
  }
  const checkout = payment.declineCode === TRIAL_USED ? withdrawConfirmedTrial(full.checkout) : full.checkout
  const outcome = payment.status === 'failed' ? failPayment(checkout, failureOf(payment, now)) : awaitPayment(checkout, now)
  if (!outcome) return { full, isLimited: true }
  const { organizationId, id: checkoutId } = full.checkout
  if (outcome.isDiscountReleased) await releaseDiscount(tx, { organizationId, checkoutId })
  if (payment.status === 'failed' && selectedProduct(full).recurringInterval !== null)
    await releaseSubscription(tx, { organizationId, checkoutId })
  const next = { ...full, checkout: outcome.next }
  await checkouts.save(tx, outcome.next)
  await emitCheckout(tx, platform, { full: next, events: outcome.events, now })
  return { full: next, isLimited: true }
}

// Another payment has paid the checkout, or the buyer has changed it since: the money is not ours, and goes back at once.
async function returnSurplus(
  tx: Tx,
  platform: Platform,
  { payment, now }: { readonly payment: Payment; readonly now: Date },
): Promise<void> {
  const order = await lockOrderOf(tx, payment)
  await postDuplicate(tx, payment, { orderId: order?.id ?? null, now })
  await enqueueDuplicateRefund(tx, platform, payment)
}
