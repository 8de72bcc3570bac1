import { chargePayment } from '#money/payments/index.ts'
import { endAttempt } from '#platform/attempt/attempt.ts'
import type { Platform } from '#platform/platform.ts'
import { readCharge } from '../reads.ts'
import { applyOrderOutcome } from './apply-order-outcome.ts'

/** An attempt to pay an order of a subscription. */
export interface ChargeOrderInput {
  readonly organizationId: string
  readonly paymentId: string
  /** Whether an earlier run may have called the processor: the key is then looked up before the charge. */
  readonly isResumed: boolean
}

/**
 * Charges an attempt off session, outside any transaction, and records the outcome in one. It may run any number of times, also at once: the
 * processor charges once for the key of the attempt. One whose payment method was removed meanwhile is left to the job that settles
 * attempts, which cancels it.
 */
export async function chargeOrder(platform: Platform, { organizationId, paymentId, isResumed }: ChargeOrderInput): Promise<void> {
  const { db, transaction } = platform.database
  const charge = await readCharge(db, organizationId, paymentId)
  if (!charge) return
  const source = { kind: 'saved', method: charge.method.method, isOffSession: true } as const
  await endAttempt(transaction, {
    intent: charge.payment,
    isResumed,
    call: ({ intent: payment }) => chargePayment(platform, { payment, source, isResumed }),
    record: (tx, { intent: payment, outcome: answer }) =>
      applyOrderOutcome(tx, { platform, payment, answer, now: platform.clock.now(payment) }),
  })
}
