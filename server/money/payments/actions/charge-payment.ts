import { failpoint } from '#platform/failpoint.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { Payment } from '../model.ts'
import type { ChargeOutcome, PaymentSource } from '../processor.ts'

/** A recorded attempt, and what pays it. */
export interface ChargePaymentInput {
  readonly payment: Payment
  readonly source: PaymentSource
  /** Whether an earlier run may have called the processor: its key is then looked up before the charge. */
  readonly isResumed: boolean
}

/** Charges an attempt at the processor, outside any transaction. A failure is an unknown outcome, never an error. */
export async function chargePayment(platform: Platform, { payment, source, isResumed }: ChargePaymentInput): Promise<ChargeOutcome> {
  const { organizationId, idempotencyKey: key, amount, currency } = payment
  const processor = processorNamed(platform, payment.processor)
  const found = isResumed ? await processor.find({ organizationId, key }) : { kind: 'absent' as const }
  if (found.kind !== 'absent') return found
  failpoint('before-charge')
  const answer = await processor.charge({ organizationId, key, amount, currency, source })
  failpoint('after-charge-before-record')
  return answer
}
