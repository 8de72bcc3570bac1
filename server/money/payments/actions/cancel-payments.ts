import { NO_ID } from '#kernel/id.ts'
import { POLL_BATCH, pollEach, pollEnd } from '#platform/attempt/poll.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { Payment } from '../model.ts'
import { findUnsettledPayments } from '../store.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Cancels the open payment attempts of an organization at their processors and settles each by the answer, outside any transaction. An
 * attempt that has succeeded meanwhile is booked; one whose processor is unreachable stays unsettled. Returns whether any has succeeded.
 */
export async function cancelPayments(platform: Platform, organizationId: string): Promise<boolean> {
  const endMs = pollEnd()
  let hasSucceeded = false
  for (let after = NO_ID, isLast = false; !isLast && monotonicMs() < endMs; ) {
    const open = await findUnsettledPayments(platform.database.db, organizationId, { after, limit: POLL_BATCH })
    const succeeded = await pollEach(open, (payment) => cancelPayment(platform, payment), endMs)
    hasSucceeded ||= succeeded.includes(true)
    after = open.at(-1)?.id ?? after
    isLast = open.length < POLL_BATCH
  }
  return hasSucceeded
}

async function cancelPayment(platform: Platform, payment: Payment): Promise<boolean> {
  const { organizationId, idempotencyKey: key } = payment
  const answer = await processorNamed(platform, payment.processor).cancel({ organizationId, key })
  if (answer.kind === 'unknown') return false
  const now = platform.clock.now(payment)
  await platform.database.transaction((tx) => settlePayment(tx, { platform, payment, answer, now }))
  return answer.kind === 'succeeded'
}
