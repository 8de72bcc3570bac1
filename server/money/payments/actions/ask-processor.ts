import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { processorNamed } from '../adapters/processors.ts'
import { isUnsettled, type Payment } from '../model.ts'
import { mayGiveUp, nextStep } from '../rules.ts'
import { findDue, findPayment, findPaymentByKey, findWaitingEvent, markAsked, markWorked, savePayment } from '../store.ts'
import { settlePayment } from './settle-payment.ts'

/** Unsettled attempts that one run looks at; the rest wait for the next. */
const BATCH = 100
/** How many of them at the same time, and until when a run takes up more: a processor that hangs must not outlast the job's lease. */
const AT_ONCE = 5
const RUN_MS = 10_000

interface Named {
  readonly organizationId: string
  readonly paymentId: string
}

/** Asks the processor what became of an attempt and settles it; one that the processor never heard of, or whose time is over, is given up there. */
export async function askProcessor(platform: Platform, payment: Payment, now: Date): Promise<void> {
  if (!isUnsettled(payment)) return
  const processor = processorNamed(platform, payment.processor)
  const asked = { organizationId: payment.organizationId, key: payment.idempotencyKey, now }
  const found = nextStep(payment, now) === 'give_up' ? await processor.cancel(asked) : await processor.find(asked)
  const answer = found.kind === 'absent' && mayGiveUp(payment, now) ? await processor.cancel(asked) : found
  await platform.database.transaction(async (tx) => {
    if (answer.kind !== 'absent' && answer.kind !== 'unknown') await settlePayment(tx, { platform, payment, answer, now })
    else await markAsked(tx, payment, now)
  })
}

/** Asks about one attempt by its id. */
export async function askAboutPayment(platform: Platform, { organizationId, paymentId }: Named, now: Date): Promise<void> {
  const payment = await findPayment(platform.database.db, organizationId, paymentId)
  if (payment) await askProcessor(platform, payment, now)
}

/** Works through the attempts that got no certain answer, or whose action was not done in time. */
export async function settleUnsettled(platform: Platform, now: Date): Promise<void> {
  const unsettled = (await findDue(platform.database.db, now, BATCH)).filter((payment) => nextStep(payment, now) !== 'wait')
  const startMs = monotonicMs()
  for (let at = 0; at < unsettled.length && monotonicMs() - startMs < RUN_MS; at += AT_ONCE)
    await Promise.all(unsettled.slice(at, at + AT_ONCE).map((payment) => askAlone(platform, payment, now)))
}

// An attempt that cannot be settled must not keep the others from it, nor be the first to be tried each time.
async function askAlone(platform: Platform, payment: Payment, now: Date): Promise<void> {
  try {
    await askProcessor(platform, payment, now)
  } catch (error) {
    platform.log.error('An attempt at payment could not be settled; it is asked about again.', { paymentId: payment.id, error })
    await platform.database.transaction((tx) => markAsked(tx, payment, now))
  }
}

/**
 * Works on an event of a processor: whatever it says, the processor is asked what is true by now, so events may come twice,
 * late, or in any order.
 */
export async function workOnEvent(
  platform: Platform,
  event: { readonly organizationId: string; readonly eventId: string },
  now: Date,
): Promise<void> {
  const { organizationId, eventId } = event
  const { db, transaction } = platform.database
  const key = await findWaitingEvent(db, organizationId, eventId)
  if (key === undefined) return
  const payment = await findPaymentByKey(db, organizationId, key)
  const answer = payment && (await processorNamed(platform, payment.processor).find({ organizationId, key, now }))
  // An attempt that failed is asked about by nobody else: what the event tells must not be lost.
  if (answer?.kind === 'unknown') throw new Error('The processor could not be asked what an event is about.')
  await transaction(async (tx) => {
    if (payment && answer && answer.kind !== 'absent') await settlePayment(tx, { platform, payment, answer, now })
    await markWorked(tx, { organizationId, id: eventId }, now)
  })
}

/** Gives back a payment for what was paid already, and writes that down. Throws when the processor could not be reached. */
export async function refundDuplicate(platform: Platform, { organizationId, paymentId }: Named, now: Date): Promise<void> {
  const payment = await findPayment(platform.database.db, organizationId, paymentId)
  if (payment?.status !== 'succeeded') return
  const processor = processorNamed(platform, payment.processor)
  const isBack = await processor.refund({ organizationId, key: payment.idempotencyKey, now })
  if (!isBack) throw new Error('The processor could not be reached for a refund.')
  const refunded = { ...payment, status: 'refunded' as const, modifiedAt: now }
  await platform.database.transaction((tx) => savePayment(tx, refunded, payment.status))
}
