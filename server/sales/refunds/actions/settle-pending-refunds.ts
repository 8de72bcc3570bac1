import { findPayment, requestRefund } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { isImported, type Refund } from '../model.ts'
import { findDueRefunds, findOpenRefunds, longestWaiting, markQueried } from '../store.ts'
import { importRefunds } from './import-refunds.ts'
import { settleRefund } from './settle-refund.ts'

/** Refunds per run; the rest wait for the next run. */
const BATCH = 100
/** Concurrent refunds, and how long a run starts new ones: a processor that hangs must not outlast the job's lease. */
const CONCURRENCY = 5
const RUN_MS = 10_000
/** Seconds between queries about a refund that is pending. */
const QUERY_AFTER_SECONDS = 60

/**
 * Asks the processor again for the refunds that are pending, of one organization or of all: their answer was lost, or the bank has not confirmed
 * them.
 */
export async function settlePendingRefunds(platform: Platform, organizationId?: string): Promise<void> {
  const due = await findDueRefunds(platform.database.db, platform.clock, { organizationId, seconds: QUERY_AFTER_SECONDS, limit: BATCH })
  const startMs = monotonicMs()
  for (let at = 0; at < due.length && monotonicMs() - startMs < RUN_MS; at += CONCURRENCY)
    await Promise.all(due.slice(at, at + CONCURRENCY).map((refund) => queryInIsolation(platform, refund)))
}

/** When the next pending refund of an organization is to be queried, in its merchant's time; null without one. */
export async function nextRefundQuery(db: Database, organizationId: string): Promise<Date | null> {
  const since = await longestWaiting(db, organizationId)
  return since && new Date(since.getTime() + QUERY_AFTER_SECONDS * 1000)
}

/**
 * Looks up the refunds of a payment about which the processor has sent an event: first ours, then those that were made at the processor
 * itself. Throws where the processor is unreachable.
 */
export async function queryRefunds(platform: Platform, { organizationId, id }: Pick<Payment, 'organizationId' | 'id'>): Promise<void> {
  const { db } = platform.database
  for (const refund of await findOpenRefunds(db, organizationId, id)) {
    const isKnown = isImported(refund) || (await queryRefund(platform, refund))
    if (!isKnown) throw new Error('The processor could not be queried for an event.')
  }
  const payment = await findPayment(db, organizationId, id)
  if (payment) await importRefunds(platform, payment)
}

// A refund that cannot be settled must not block the others, nor be the first in each run.
async function queryInIsolation(platform: Platform, refund: Refund): Promise<void> {
  try {
    await queryRefund(platform, refund)
  } catch (error) {
    platform.log.error('A refund could not be settled; the processor is queried again.', { refundId: refund.id, error })
    await platform.database.transaction((tx) => markQueried(tx, refund, platform.clock.now(refund)))
  }
}

// The key of a refund of ours makes the repeated request a question: the processor refunds at most once for it. Whether it had an answer.
async function queryRefund(platform: Platform, refund: Refund): Promise<boolean> {
  const { organizationId, idempotencyKey: key, returnedAmount: amount, paymentId } = refund
  const payment = paymentId === null || amount === 0 ? undefined : await findPayment(platform.database.db, organizationId, paymentId)
  if (payment && isImported(refund)) {
    await importRefunds(platform, payment)
    return true
  }
  const outcome = payment
    ? await requestRefund(platform, { organizationId, key, amount, chargeKey: payment.idempotencyKey, processor: payment.processor })
    : ({ kind: 'succeeded', reference: refund.id } as const)
  const now = platform.clock.now({ organizationId })
  await platform.database.transaction((tx) => settleRefund(tx, { platform, refund, outcome, now }))
  return outcome.kind !== 'unknown'
}
