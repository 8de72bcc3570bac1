import type { Payment, PaymentStatus } from './model.ts'
import type { ChargeOutcome } from './processor.ts'
import { transitions } from './transitions.ts'

/** Seconds after which an attempt that got no certain answer is asked about, and asked about again. */
export const ASK_AFTER_SECONDS = 60
/** Seconds after which nobody is asking for a charge any more that the processor has not heard of. */
export const LOST_AFTER_SECONDS = 120
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
export function nextStep(payment: Pick<Payment, 'status' | 'createdAt' | 'askedAt'>, now: Date): 'wait' | 'ask' | 'give_up' {
  if (payment.status === 'requires_action') return secondsSince(payment.createdAt, now) >= ACTION_SECONDS ? 'give_up' : 'wait'
  if (payment.status !== 'pending' && payment.status !== 'in_doubt') return 'wait'
  return secondsSince(payment.askedAt ?? payment.createdAt, now) >= ASK_AFTER_SECONDS ? 'ask' : 'wait'
}

/**
 * Whether a key that the processor has not heard of may be given up there: our question is over, or too old to be on its way.
 * Once it is given up at the processor, a request that arrives all the same is not charged.
 */
export function mayGiveUp(payment: Pick<Payment, 'status' | 'createdAt'>, now: Date): boolean {
  return payment.status === 'in_doubt' || secondsSince(payment.createdAt, now) >= LOST_AFTER_SECONDS
}

function secondsSince(instant: Date, now: Date): number {
  return (now.getTime() - instant.getTime()) / 1000
}
