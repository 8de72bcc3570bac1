import { monotonicMs } from '#platform/clock.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import { Admission, type Run } from '../admission.ts'
import { deliverLane, laneKey, type RedeliveryOrder, redeliver, redeliveryKey } from '../job-specs.ts'
import { findDueEvent, findNextLook, findWebhookEndpoint, findWebhookEvent, type Lane, type SeenEndpoint } from '../reads.ts'
import { laneOf } from '../schedule.ts'
import { deliverEvent } from './deliver-event.ts'

/** A run begins no more attempts after so long: others wait for its slot, and its lease must outlast the attempt under way. */
const RUN_MS = 5000
/** What waits behind another event, or for room, is sent as soon as that is through; this is for when nobody came back to say so. */
const LOOK_AGAIN_MS = 5000

const admissions = new WeakMap<Platform, Admission>()

/** Sends what is due in a lane, one event after the other, and tells when to look again: soon, when something of ours failed. */
export async function workOnLane(platform: Platform, lane: Lane): Promise<JobOutcome> {
  try {
    return await sendWhatIsDue(platform, lane)
  } catch (error) {
    platform.log.error('Webhooks could not be sent; they are looked at again soon.', { ...lane, error })
    return { againAt: new Date(platform.clock.now().getTime() + LOOK_AGAIN_MS) }
  }
}

async function sendWhatIsDue(platform: Platform, lane: Lane): Promise<JobOutcome> {
  const startMs = monotonicMs()
  const wake = () => platform.database.transaction((tx) => orderLane(tx, platform, { lane, now: platform.clock.now() }))
  while (monotonicMs() - startMs < RUN_MS) {
    const { db } = platform.database
    const endpoint = await findWebhookEndpoint(db, [lane.organizationId], lane.endpointId)
    if (!endpoint) return
    const leave = admissionOf(platform).enter(laneKey(lane), { run: runOf(endpoint), wake })
    const now = platform.clock.now()
    const lookAgain = new Date(now.getTime() + LOOK_AGAIN_MS)
    if (!leave) return { againAt: lookAgain }
    try {
      const event = await findDueEvent(db, lane, now)
      if (!event) {
        const againAt = await findNextLook(db, lane, { now, lookAgain })
        return againAt ? { againAt } : undefined
      }
      await deliverEvent(platform, { event, endpoint, isRedelivery: false })
    } finally {
      await leave()
    }
  }
  return { againAt: platform.clock.now() }
}

/** Sends an event once more, whatever became of it, and then what waited behind it. */
export async function redeliverEvent(platform: Platform, order: RedeliveryOrder): Promise<JobOutcome> {
  const { organizationId, eventId } = order
  const { db, transaction } = platform.database
  const event = await findWebhookEvent(db, [organizationId], eventId)
  const endpoint = event && (await findWebhookEndpoint(db, [organizationId], event.endpointId))
  if (!endpoint) return
  // Somebody asked for it by hand, perhaps to see whether the receiver is well again: it does not queue with those that fail.
  const run: Run = { ...runOf(endpoint), standing: 'well' }
  const wake = () => transaction((tx) => orderRedelivery(tx, platform, { ...order, now: platform.clock.now() }))
  const leave = admissionOf(platform).enter(redeliveryKey(order), { run, wake })
  if (!leave) return { againAt: new Date(platform.clock.now().getTime() + LOOK_AGAIN_MS) }
  try {
    await deliverEvent(platform, { event, endpoint, isRedelivery: true })
  } finally {
    await leave()
  }
  const lane = { organizationId, endpointId: event.endpointId, lane: laneOf(event.resourceId) }
  await transaction((tx) => orderLane(tx, platform, { lane, now: platform.clock.now() }))
}

/** Orders that what is due in a lane be sent; one order for a lane, however many events wait in it. */
export function orderLane(tx: Tx, platform: Platform, { lane, now }: { readonly lane: Lane; readonly now: Date }): Promise<void> {
  return enqueue(tx, platform, deliverLane, lane, { now, key: laneKey(lane) })
}

/** Orders that an event be sent once more; asked for again while it waits, it is one order. */
export function orderRedelivery(tx: Tx, platform: Platform, { now, ...order }: RedeliveryOrder & { readonly now: Date }): Promise<void> {
  return enqueue(tx, platform, redeliver, order, { now, key: redeliveryKey(order) })
}

function runOf({ organizationId, id, failingSince, lastAttemptAt }: SeenEndpoint): Run {
  return { organizationId, endpointId: id, standing: failingSince ? 'failing' : lastAttemptAt ? 'well' : 'new' }
}

function admissionOf(platform: Platform): Admission {
  const known = admissions.get(platform) ?? new Admission()
  admissions.set(platform, known)
  return known
}
