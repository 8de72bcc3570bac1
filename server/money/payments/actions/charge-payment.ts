import { failpoint } from '#platform/failpoint.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { Payment } from '../model.ts'
import type { ChargeOutcome } from '../processor.ts'

/** A recorded attempt, and the card's confirmation token. */
export interface ChargePaymentInput {
  readonly payment: Payment
  readonly token: string
  /** Whether an earlier run may have called the processor: its key is then looked up before the charge. */
  readonly isResumed: boolean
}

/** Charges an attempt at the processor, outside any transaction. A failure is an unknown outcome, never an error. */
export async function chargePayment(platform: Platform, { payment, token, isResumed }: ChargePaymentInput): Promise<ChargeOutcome> {
  const { organizationId, idempotencyKey: key, amount, currency } = payment
  const processor = processorNamed(platform, payment.processor)
  const found = isResumed ? await processor.find({ organizationId, key }) : { kind: 'absent' as const }
  if (found.kind !== 'absent') return found
  failpoint('before-charge')
  const answer = await processor.charge({ organizationId, key, amount, currency, token })
  failpoint('after-charge-before-record')
  return answer
}
