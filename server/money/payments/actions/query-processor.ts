import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import { queryDisputeOf } from '../dispute-listeners.ts'
import { isUnsettled, type Payment } from '../model.ts'
import { queryRefundsOf } from '../refund-listeners.ts'
import { isSilent, mayGiveUp, nextStep, noReport } from '../rules.ts'
import { findDuePayments, findPayment, findPaymentByKey, findUnprocessedEvent, markProcessed, markQueried } from '../store.ts'
import { settlePayment } from './settle-payment.ts'

/** Unsettled attempts per run; the rest wait for the next run. */
const BATCH = 100
/** Concurrent attempts, and how long a run starts new ones: a processor that hangs must not outlast the job's lease. */
const CONCURRENCY = 5
const RUN_MS = 10_000

interface PaymentReference {
  readonly organizationId: string
  readonly paymentId: string
}

/**
 * Queries the processor for the outcome of an attempt and settles it; cancels an attempt that is unknown there, whose action was not
 * completed in time, or of which the processor has not reported for 24 hours.
 */
export async function queryProcessor(platform: Platform, payment: Payment): Promise<void> {
  if (!isUnsettled(payment)) return
  const now = platform.clock.now(payment)
  const processor = processorNamed(platform, payment.processor)
  const charge = { organizationId: payment.organizationId, key: payment.idempotencyKey }
  const found = nextStep(payment, now) === 'give_up' ? await processor.cancel(charge) : await processor.find(charge)
  const canceled = found.kind === 'absent' && mayGiveUp(payment, now) ? await processor.cancel(charge) : found
  const answer = canceled.kind === 'unknown' && isSilent(payment, now) ? noReport : canceled
  await platform.database.transaction(async (tx) => {
    if (answer.kind !== 'absent' && answer.kind !== 'unknown') await settlePayment(tx, { platform, payment, answer, now })
    else await markQueried(tx, payment, now)
  })
}

// A dispute may be known before the payment is settled, whose order it is about.
async function queryDispute(platform: Platform, payment: Payment | undefined): Promise<void> {
  if (!payment) return
  await queryProcessor(platform, payment)
  await queryDisputeOf(platform, payment)
}

/** Queries the processor for one attempt by its id. */
export async function queryPayment(platform: Platform, { organizationId, paymentId }: PaymentReference): Promise<void> {
  const payment = await findPayment(platform.database.db, organizationId, paymentId)
  if (payment) await queryProcessor(platform, payment)
}

/** Settles the attempts without a certain answer, or whose action was not completed in time, of one organization or of all. */
export async function settleUnsettledPayments(platform: Platform, organizationId?: string): Promise<void> {
  const due = await findDuePayments(platform.database.db, platform.clock, { organizationId, limit: BATCH })
  const isFrozen = (payment: Payment) => organizationId === undefined && platform.clock.frozenTimes.has(payment.organizationId)
  const unsettled = due.filter((payment) => isFrozen(payment) || nextStep(payment, platform.clock.now(payment)) !== 'wait')
  const startMs = monotonicMs()
  for (let at = 0; at < unsettled.length && monotonicMs() - startMs < RUN_MS; at += CONCURRENCY)
    await Promise.all(unsettled.slice(at, at + CONCURRENCY).map((payment) => queryInIsolation(platform, payment)))
}

// An attempt that cannot be settled must not block the others, nor be the first in each run.
async function queryInIsolation(platform: Platform, payment: Payment): Promise<void> {
  try {
    await queryProcessor(platform, payment)
  } catch (error) {
    platform.log.error('A payment attempt could not be settled; the processor is queried again.', { paymentId: payment.id, error })
    await platform.database.transaction((tx) => markQueried(tx, payment, platform.clock.now(payment)))
  }
}

/**
 * Processes an event of a processor. It queries the processor for the current state and ignores the event's own content, so
 * events may arrive twice, late, or in any order.
 */
export async function processEvent(
  platform: Platform,
  event: { readonly organizationId: string; readonly eventId: string },
): Promise<void> {
  const { organizationId, eventId } = event
  const { db, transaction } = platform.database
  const found = await findUnprocessedEvent(db, organizationId, eventId)
  if (!found) return
  const { key, type } = found
  if (type === 'refund.updated') await queryRefundsOf(platform, await findPaymentByKey(db, organizationId, key))
  if (type === 'dispute.updated') await queryDispute(platform, await findPaymentByKey(db, organizationId, key))
  const payment = type.startsWith('charge.') ? await findPaymentByKey(db, organizationId, key) : undefined
  const answer = payment && (await processorNamed(platform, payment.processor).find({ organizationId, key }))
  // No job queries an attempt that failed: the event must not be lost.
  if (answer?.kind === 'unknown') throw new Error('The processor could not be queried for an event.')
  const now = platform.clock.now({ organizationId })
  await transaction(async (tx) => {
    if (payment && answer && answer.kind !== 'absent') await settlePayment(tx, { platform, payment, answer, now })
    await markProcessed(tx, { organizationId, id: eventId }, now)
  })
}
