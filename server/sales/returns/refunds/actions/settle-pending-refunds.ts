import { findPayment, requestRefund } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import { inIsolation, POLL_BATCH, pollEach } from '#platform/attempt/poll.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { isImported, type Refund } from '../model.ts'
import { findDueRefunds, findOpenRefunds, longestWaiting, markQueried } from '../store.ts'
import { importRefunds } from './import-refunds.ts'
import { settleRefund } from './settle-refund.ts'

/** Seconds between queries about a refund that is pending. */
const QUERY_AFTER_SECONDS = 60

/**
 * Asks the processor again for the refunds that are pending, of one organization or of all: their answer was lost, or the bank has not confirmed
 * them.
 */
export async function settlePendingRefunds(platform: Platform, organizationId?: string): Promise<void> {
  const due = await findDueRefunds(platform.database.db, platform.clock, {
    organizationId,
    seconds: QUERY_AFTER_SECONDS,
    limit: POLL_BATCH,
  })
  const isolation = {
    sentence: 'A refund could not be settled; the processor is queried again.',
    subject: ({ id }: Refund) => ({ refundId: id }),
    postpone: (tx: Tx, refund: Refund) => markQueried(tx, refund, platform.clock.now(refund)),
  }
  await pollEach(
    due,
    inIsolation(platform, isolation, (refund) => queryRefund(platform, refund)),
  )
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
