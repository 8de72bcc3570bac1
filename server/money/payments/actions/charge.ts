import { failpoint } from '#platform/failpoint.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { Payment } from '../model.ts'
import type { ChargeOutcome } from '../processor.ts'

/** An attempt that was written down, and what the page got for the card. */
export interface Charging {
  readonly payment: Payment
  readonly token: string
  /** Whether an earlier run may have asked the processor already: then its key is looked up before anything is charged. */
  readonly isResumed: boolean
  readonly now: Date
}

/** Asks the processor for the money, outside any transaction. What goes wrong on the way is an unknown outcome, never an error. */
export async function chargePayment(platform: Platform, { payment, token, isResumed, now }: Charging): Promise<ChargeOutcome> {
  const { organizationId, idempotencyKey: key, amount, currency } = payment
  const processor = processorNamed(platform, payment.processor)
  const found = isResumed ? await processor.find({ organizationId, key, now }) : { kind: 'absent' as const }
  if (found.kind !== 'absent') return found
  failpoint('before-charge')
  const answer = await processor.charge({ organizationId, key, amount, currency, token, now })
  failpoint('after-charge-before-record')
  return answer
}
