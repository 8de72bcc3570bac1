import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import type { Listener } from '#platform/outbox/listen.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { askAboutPayment, refundDuplicate, settleUnsettled, workOnEvent } from './actions/ask-processor.ts'

const named = z.object({ organizationId: id, paymentId: id })
const SETTLE_EVERY_SECONDS = 30

/** An event in the inbox is worked on. */
export const workEvent = job({
  kind: 'payments:work-event',
  payload: z.object({ organizationId: id, eventId: id }),
  run: (payload, platform, { now }) => workOnEvent(platform, payload, now),
})

/** The processor is asked about an attempt that it gave no certain answer on. */
export const askAbout = job({
  kind: 'payments:ask-about',
  payload: named,
  run: (payload, platform, { now }) => askAboutPayment(platform, payload, now),
})

/** A second payment for what was paid already goes back. */
export const refundTwice = job({
  kind: 'payments:refund-duplicate',
  payload: named,
  run: (payload, platform, { now }) => refundDuplicate(platform, payload, now),
})

/** Attempts in doubt, and actions that were not done in an hour. */
export const settleOld = job({
  kind: 'payments:settle-unsettled',
  payload: z.object({}),
  everySeconds: SETTLE_EVERY_SECONDS,
  run: (_, platform, { now }) => settleUnsettled(platform, now),
})

export const jobs: readonly JobKind[] = [workEvent, askAbout, refundTwice, settleOld] as JobKind[]

export const listeners: readonly Listener[] = []
