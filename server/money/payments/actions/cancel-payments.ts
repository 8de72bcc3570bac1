import { NO_ID } from '#kernel/id.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import type { Payment } from '../model.ts'
import { findUnsettledPayments } from '../store.ts'
import { settlePayment } from './settle-payment.ts'

/** Concurrent attempts, how many are read at once, and how long new ones are started: a processor that hangs must not hold up the caller. */
const CONCURRENCY = 5
const BATCH = 100
const RUN_MS = 10_000

/**
 * Cancels the open payment attempts of an organization at their processors and settles each by the answer, outside any transaction. An
 * attempt that has succeeded meanwhile is booked; one whose processor is unreachable stays unsettled. Returns whether any has succeeded.
 */
export async function cancelPayments(platform: Platform, organizationId: string): Promise<boolean> {
  const endMs = monotonicMs() + RUN_MS
  let hasSucceeded = false
  for (let after = NO_ID, isLast = false; !isLast && monotonicMs() < endMs; ) {
    const open = await findUnsettledPayments(platform.database.db, organizationId, { after, limit: BATCH })
    hasSucceeded = (await cancelAll(platform, open, endMs)) || hasSucceeded
    after = open.at(-1)?.id ?? after
    isLast = open.length < BATCH
  }
  return hasSucceeded
}

async function cancelAll(platform: Platform, open: readonly Payment[], endMs: number): Promise<boolean> {
  let hasSucceeded = false
  for (let at = 0; at < open.length && monotonicMs() < endMs; at += CONCURRENCY) {
    const succeeded = await Promise.all(open.slice(at, at + CONCURRENCY).map((payment) => cancelPayment(platform, payment)))
    hasSucceeded ||= succeeded.includes(true)
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
