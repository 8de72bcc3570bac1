import { inIsolation, POLL_BATCH, pollEach } from '#platform/attempt/poll.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import { queryDisputeOf } from '../dispute-listeners.ts'
import { isUnsettled, type Payment } from '../model.ts'
import { queryRefundsOf } from '../refund-listeners.ts'
import { isSilent, mayGiveUp, nextStep, noReport } from '../rules.ts'
import { findDuePayments, findPayment, findPaymentByKey, findUnprocessedEvent, markProcessed, markQueried } from '../store.ts'
import { settlePayment } from './settle-payment.ts'

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
  const due = await findDuePayments(platform.database.db, platform.clock, { organizationId, limit: POLL_BATCH })
  const isFrozen = (payment: Payment) => organizationId === undefined && platform.clock.frozenTimes.has(payment.organizationId)
  const unsettled = due.filter((payment) => isFrozen(payment) || nextStep(payment, platform.clock.now(payment)) !== 'wait')
  const isolation = {
    sentence: 'A payment attempt could not be settled; the processor is queried again.',
    subject: ({ id }: Payment) => ({ paymentId: id }),
    postpone: (tx: Tx, payment: Payment) => markQueried(tx, payment, platform.clock.now(payment)),
  }
  await pollEach(
    unsettled,
    inIsolation(platform, isolation, (payment) => queryProcessor(platform, payment)),
  )
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
