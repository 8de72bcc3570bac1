import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { askAboutPayment, refundDuplicate, settleUnsettled, workOnEvent } from './actions/ask-processor.ts'
import { askAbout, refundTwice, workEvent } from './job-specs.ts'

const SETTLE_EVERY_SECONDS = 30
/** A processor that hangs holds each run as long as PROCESSOR_TIMEOUT allows; the other rooms' jobs go on beside them. */
const SLOTS = 5
/** A run takes up attempts for ten seconds; the last of them may ask twice, each time as long as PROCESSOR_TIMEOUT allows. */
const SETTLE_LEASE_SECONDS = 90

/** Attempts in doubt, and actions that were not done in an hour. */
const settleOld = job({
  kind: 'payments:settle-unsettled',
  payload: z.object({}),
  everySeconds: SETTLE_EVERY_SECONDS,
  leaseSeconds: SETTLE_LEASE_SECONDS,
  run: (_, platform, { now }) => settleUnsettled(platform, now),
})

export const jobs: readonly JobKind[] = [
  job({ ...workEvent, slots: SLOTS, run: (payload, platform, { now }) => workOnEvent(platform, payload, now) }),
  job({ ...askAbout, slots: SLOTS, run: (payload, platform, { now }) => askAboutPayment(platform, payload, now) }),
  job({ ...refundTwice, slots: SLOTS, run: (payload, platform, { now }) => refundDuplicate(platform, payload, now) }),
  settleOld,
] as JobKind[]

export const listeners: readonly Listener[] = []
