import type { Payment, PaymentStatus } from './model.ts'
import type { ChargeOutcome } from './processor.ts'
import { transitions } from './transitions.ts'

/** Seconds after which an attempt that got no certain answer is asked about, and asked about again. */
export const ASK_AFTER_SECONDS = 60
/** Seconds for which a key that the processor does not know may still be on its way; then it is given up there. */
export const LOST_AFTER_SECONDS = 15 * 60
/** Seconds a buyer has for a required action (behaviour 1.1). */
export const ACTION_SECONDS = 60 * 60

/** What an answer of the processor makes of an attempt. */
export interface Answered {
  readonly next: Payment
  /** Whether anything is different from before: a repeated or stale answer changes nothing. */
  readonly hasChanged: boolean
}

const statusOf: Readonly<Record<ChargeOutcome['kind'], PaymentStatus>> = {
  succeeded: 'succeeded',
  declined: 'failed',
  requires_action: 'requires_action',
  unknown: 'in_doubt',
}

/** Writes an answer down. `sealedActionSecret` is the sealed form of the answer's secret where it has one. */
export function answerPayment(
  payment: Payment,
  answer: ChargeOutcome,
  given: { readonly sealedActionSecret: string | null; readonly now: Date },
): Answered {
  const status = statusOf[answer.kind]
  if (!transitions[payment.status].includes(status)) return { next: payment, hasChanged: false }
  const isSettled = status === 'succeeded' || status === 'failed'
  const next: Payment = {
    ...payment,
    status,
    processorReference: answer.kind === 'unknown' ? payment.processorReference : answer.reference,
    sealedActionSecret: status === 'requires_action' ? given.sealedActionSecret : null,
    declineCode: answer.kind === 'declined' ? answer.code : null,
    declineMessage: answer.kind === 'declined' ? answer.sentence : null,
    methodBrand: answer.kind === 'succeeded' ? answer.brand : payment.methodBrand,
    methodLast4: answer.kind === 'succeeded' ? answer.last4 : payment.methodLast4,
    settledAt: isSettled ? given.now : null,
    modifiedAt: given.now,
  }
  return { next, hasChanged: true }
}

/** What to do about an unsettled attempt: leave it, ask what became of it, or give its key up at the processor. */
export function nextStep(payment: Payment, now: Date): 'wait' | 'ask' | 'give_up' {
  const age = (now.getTime() - payment.createdAt.getTime()) / 1000
  if (payment.status === 'requires_action') return age >= ACTION_SECONDS ? 'give_up' : 'wait'
  if (payment.status !== 'pending' && payment.status !== 'in_doubt') return 'wait'
  if (age >= LOST_AFTER_SECONDS) return 'give_up'
  const asked = payment.askedAt ?? payment.createdAt
  return (now.getTime() - asked.getTime()) / 1000 >= ASK_AFTER_SECONDS ? 'ask' : 'wait'
}
