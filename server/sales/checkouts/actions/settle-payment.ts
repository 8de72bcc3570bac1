import { refuse } from '#kernel/refusal.ts'
import { decideAnswer, keepAnswer, openActionSecret, orderRefundOfDuplicate, type Settlement } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { awaitPayment, failPayment } from '../confirm.ts'
import type { FullCheckout } from '../model.ts'
import { readContext } from '../reads.ts'
import { checkoutRefusals } from '../refusals.ts'
import { lockCheckout, saveCheckout } from '../store.ts'
import { complete } from './complete-checkout.ts'
import { emitCheckout } from './emit-checkout.ts'

/** A checkout and the attempt to pay it, after an answer of the processor. */
export interface SettledCheckout {
  readonly full: FullCheckout
  readonly payment: Payment
  /** Whether the buyer may see no more than this checkout's order (rule C16). */
  readonly isLimited: boolean
}

/**
 * Does what the processor's answer makes necessary, in the transaction that records it: an order, another try, or waiting.
 * Bound to the purpose `checkout`; a confirm calls it with the answer at hand, jobs with what comes later. An answer that
 * changes nothing about its attempt changes nothing here. Refuses where the checkout went with its organization meanwhile.
 */
export async function settleCheckoutPayment(tx: Tx, settlement: Settlement): Promise<SettledCheckout> {
  const { platform, payment: about } = settlement
  const named = { tenants: [about.organizationId], id: about.purposeId }
  const checkout = (await lockCheckout(tx, platform, named)) ?? lost(settlement)
  const decided = await decideAnswer(tx, settlement)
  const payment = decided.next
  const context = await readContext(tx, platform, checkout)
  const actionSecret = payment.sealedActionSecret === null ? null : openActionSecret(platform, payment.sealedActionSecret)
  const full = { ...context, checkout, actionSecret }
  if (!decided.hasChanged) return { full, payment, isLimited: true }
  const followed = await follow(tx, settlement, { full, payment, hasSessions: decided.before.status !== 'pending' })
  await keepAnswer(tx, settlement, decided)
  return { ...followed, payment }
}

// Nothing is left here to write the outcome to: whoever keeps the server has to know of money that was taken.
function lost({ platform, payment: { id, organizationId }, answer }: Settlement): never {
  platform.log.error('payment_lost', { paymentId: id, organizationId, outcome: answer.kind })
  return refuse(checkoutRefusals.ResourceNotFound)
}

interface Following {
  readonly full: FullCheckout
  readonly payment: Payment
  readonly hasSessions: boolean
}

async function follow(
  tx: Tx,
  { platform, now }: Settlement,
  { full, payment, hasSessions }: Following,
): Promise<Pick<SettledCheckout, 'full' | 'isLimited'>> {
  if (payment.status === 'succeeded') {
    const completed = await complete(tx, { platform, full, payment, hasSessions, now })
    if (completed.kind === 'surplus') await orderRefundOfDuplicate(tx, platform, { ...payment, now })
    return completed
  }
  const outcome =
    payment.status === 'failed'
      ? failPayment(full.checkout, { paymentId: payment.id, sentence: payment.declineMessage ?? 'The payment was declined.', now })
      : awaitPayment(full.checkout, now)
  if (!outcome) return { full, isLimited: true }
  const next = { ...full, checkout: outcome.next }
  await saveCheckout(tx, outcome.next)
  await emitCheckout(tx, platform, { full: next, events: outcome.events, now })
  return { full: next, isLimited: true }
}
