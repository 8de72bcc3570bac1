import { assert } from '#kernel/assert.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { Payment } from '../model.ts'
import type { ChargeOutcome, PaymentSource, Processor } from '../processor.ts'

/** A recorded attempt, and what pays it. */
export interface ChargePaymentInput {
  readonly payment: Payment
  readonly source: PaymentSource
  /** Whether an earlier run may have called the processor: its key is then looked up before the charge. */
  readonly isResumed: boolean
}

/**
 * Charges an attempt at the processor, outside any transaction; one without an amount saves the method of its token alone, for the
 * customer that the source names. A failure is an unknown outcome, never an error. A success has the reference of a method that was saved
 * or charged as `method`.
 */
export async function chargePayment(platform: Platform, { payment, source, isResumed }: ChargePaymentInput): Promise<ChargeOutcome> {
  const { organizationId, idempotencyKey: key } = payment
  const processor = processorNamed(platform, payment.processor)
  const found = isResumed ? await processor.find({ organizationId, key }) : { kind: 'absent' as const }
  return found.kind === 'absent' ? send(processor, payment, source) : found
}

function send(processor: Processor, payment: Payment, source: PaymentSource): Promise<ChargeOutcome> {
  const { organizationId, idempotencyKey: key, amount, currency } = payment
  if (amount > 0) return processor.charge({ organizationId, key, amount, currency, source })
  assert(source.kind === 'token' && source.saveForCustomerId !== null, 'A set-up has no card to save, or no customer')
  return processor.setUp({ organizationId, key, customerId: source.saveForCustomerId, token: source.token })
}
