import { type Payment, type PaymentStatus, PROCESSOR_SILENT } from './model.ts'
import type { ChargeOutcome } from './processor.ts'
import { transitions } from './transitions.ts'

/** Seconds between queries about an attempt without a certain answer. */
export const QUERY_AFTER_SECONDS = 60
/** Seconds after which a request for a charge that is unknown to the processor cannot be in flight any more. */
export const LOST_AFTER_SECONDS = 120
/** Seconds that a buyer has to complete a required action (behaviour 1.1). */
export const ACTION_SECONDS = 60 * 60

/** Seconds after which an attempt that the processor does not report on is canceled, and counts as failed (rule C6). */
export const SILENCE_SECONDS = 24 * 60 * 60

/** The effect of a processor's answer on an attempt. */
export interface AnswerEffect {
  readonly next: Payment
  /** Whether the attempt changed: a repeated or stale answer changes nothing. */
  readonly hasChanged: boolean
}

const statusOf: Readonly<Record<ChargeOutcome['kind'], PaymentStatus>> = {
  succeeded: 'succeeded',
  declined: 'failed',
  requires_action: 'requires_action',
  unknown: 'in_doubt',
}

/** Applies an answer to an attempt. `sealedActionSecret` is the sealed form of the answer's secret, if it has one. */
export function applyAnswer(
  payment: Payment,
  answer: ChargeOutcome,
  context: { readonly sealedActionSecret: string | null; readonly now: Date },
): AnswerEffect {
  const status = statusOf[answer.kind]
  if (!transitions[payment.status].includes(status)) return { next: payment, hasChanged: false }
  const isSettled = status === 'succeeded' || status === 'failed'
  const next: Payment = {
    ...payment,
    status,
    processorReference: answer.kind === 'unknown' ? payment.processorReference : answer.reference,
    sealedActionSecret: status === 'requires_action' ? context.sealedActionSecret : null,
    declineCode: answer.kind === 'declined' ? answer.code : null,
    declineMessage: answer.kind === 'declined' ? answer.sentence : null,
    ...methodOf(payment, answer),
    feeAmount: answer.kind === 'succeeded' ? answer.feeAmount : payment.feeAmount,
    settledAt: isSettled ? context.now : null,
    modifiedAt: context.now,
  }
  return { next, hasChanged: true }
}

// A declined card is kept as well: it is named where the merchant reads why the attempt failed.
function methodOf({ methodBrand, methodLast4 }: Payment, answer: ChargeOutcome): Pick<Payment, 'methodBrand' | 'methodLast4'> {
  const card = answer.kind === 'succeeded' ? answer : answer.kind === 'declined' ? answer.card : null
  return card === null ? { methodBrand, methodLast4 } : { methodBrand: card.brand, methodLast4: card.last4 }
}

/** The next step for an unsettled attempt: wait, query the processor for its outcome, or cancel its key there. */
export function nextStep(payment: Pick<Payment, 'status' | 'createdAt' | 'queriedAt'>, now: Date): 'wait' | 'query' | 'give_up' {
  if (payment.status === 'requires_action') return secondsSince(payment.createdAt, now) >= ACTION_SECONDS ? 'give_up' : 'wait'
  if (payment.status !== 'pending' && payment.status !== 'in_doubt') return 'wait'
  if (isSilent(payment, now)) return 'give_up'
  return secondsSince(payment.queriedAt ?? payment.createdAt, now) >= QUERY_AFTER_SECONDS ? 'query' : 'wait'
}

/** Whether the processor has had its 24 hours to report on an unsettled attempt (rule C6). */
export function isSilent(payment: Pick<Payment, 'createdAt'>, now: Date): boolean {
  return secondsSince(payment.createdAt, now) >= SILENCE_SECONDS
}

/**
 * The answer that counts where the processor has been silent for 24 hours and does not answer the cancellation either. A success that it
 * reports later is booked as a late payment, or refunded.
 */
export const noReport: ChargeOutcome = {
  kind: 'declined',
  reference: null,
  code: PROCESSOR_SILENT,
  sentence: 'The payment could not be confirmed.',
  card: null,
}

/**
 * Whether a key that is unknown to the processor may be canceled there: our request has ended, or is too old to be in flight.
 * Once the key is canceled, a request that arrives later is not charged.
 */
export function mayGiveUp(payment: Pick<Payment, 'status' | 'createdAt'>, now: Date): boolean {
  return payment.status === 'in_doubt' || secondsSince(payment.createdAt, now) >= LOST_AFTER_SECONDS
}

function secondsSince(instant: Date, now: Date): number {
  return (now.getTime() - instant.getTime()) / 1000
}
