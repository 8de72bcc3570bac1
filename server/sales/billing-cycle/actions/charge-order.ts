import { chargePayment } from '#money/payments/index.ts'
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
  const { payment, method } = charge
  const source = { kind: 'saved', method: method.method, isOffSession: true } as const
  const answer = await chargePayment(platform, { payment, source, isResumed })
  const now = platform.clock.now(payment)
  await transaction((tx) => applyOrderOutcome(tx, { platform, payment, answer, now }))
}
