import { monotonicMs } from '#platform/clock.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import type { JobOutcome, JobRun } from '#platform/worker/job.ts'
import { ConcurrencyLimit, type Run } from '../concurrency-limit.ts'
import { deliverLaneSpec, laneKey, type RedeliveryRequest, redeliverSpec, redeliveryKey } from '../job-specs.ts'
import type { ReceivingEndpoint } from '../model.ts'
import { findDueEvent, findNextCheck, type Lane, receivingEndpointList, webhookEventList } from '../reads.ts'
import { deliverEvent } from './deliver-event.ts'

/** The time for which a run starts attempts: other jobs wait for its slot, and its lease must outlast the last attempt. */
const RUN_MS = 5000
/** When to check again whether an event must still wait for an earlier one of its resource, and after an internal failure. */
const RECHECK_MS = 5000
/** A blocked lane is woken as soon as it may run; this recheck covers a lost wake-up. A person can have hundreds of blocked lanes. */
export const BLOCKED_RECHECK_MS = 20_000

const limits = new WeakMap<Platform, ConcurrencyLimit>()

/**
 * Sends the due events of a lane one after the other, and returns when to run again: soon after an internal failure, and at once after
 * the first event if the last run was interrupted.
 */
export async function deliverLane(platform: Platform, lane: Lane, { wasInterrupted }: Pick<JobRun, 'wasInterrupted'>): Promise<JobOutcome> {
  try {
    return await deliverDueEvents(platform, lane, wasInterrupted ? 0 : RUN_MS)
  } catch (error) {
    platform.log.error('Webhooks could not be sent; the lane is retried soon.', { ...lane, error })
    return { againAt: new Date(platform.clock.now().getTime() + RECHECK_MS) }
  }
}

async function deliverDueEvents(platform: Platform, lane: Lane, runMs: number): Promise<JobOutcome> {
  const startMs = monotonicMs()
  const wake = () => platform.database.transaction((tx) => enqueueLane(tx, platform, lane))
  do {
    const { db } = platform.database
    const endpoint = await findEndpoint(platform, lane)
    if (!endpoint) return limitOf(platform).forget(laneKey(lane))
    const release = limitOf(platform).acquire(laneKey(lane), { run: runOf(endpoint), wake })
    const now = platform.clock.now()
    if (!release) return { againAt: new Date(now.getTime() + BLOCKED_RECHECK_MS) }
    const recheckAt = new Date(now.getTime() + RECHECK_MS)
    try {
      const event = await findDueEvent(db, lane, { ...platform, now })
      if (!event) {
        const againAt = await findNextCheck(db, lane, { now, recheckAt })
        return againAt ? { againAt } : undefined
      }
      await deliverEvent(platform, { event, endpoint, isRedelivery: false })
    } finally {
      await release()
    }
  } while (monotonicMs() - startMs < runMs)
  return { againAt: platform.clock.now() }
}

/** Sends an event again, in any status, and then the events that waited behind it. */
export async function redeliverEvent(platform: Platform, request: RedeliveryRequest): Promise<JobOutcome> {
  const { organizationId, eventId } = request
  const { db, transaction } = platform.database
  const event = await webhookEventList.find(db, { tenants: [organizationId], id: eventId }, platform)
  const endpoint = event && (await findEndpoint(platform, event))
  if (!endpoint) return
  // A redelivery is requested by hand, perhaps to test a repaired receiver: it does not count as a failing endpoint.
  const run: Run = { ...runOf(endpoint), health: 'healthy' }
  const wake = () => transaction((tx) => enqueueRedelivery(tx, platform, request))
  const release = limitOf(platform).acquire(redeliveryKey(request), { run, wake })
  if (!release) return { againAt: new Date(platform.clock.now().getTime() + BLOCKED_RECHECK_MS) }
  try {
    await deliverEvent(platform, { event, endpoint, isRedelivery: true })
  } finally {
    await release()
  }
  const { endpointId, lane } = event
  await transaction((tx) => enqueueLane(tx, platform, { organizationId, endpointId, lane }))
}

function findEndpoint(platform: Platform, { organizationId, endpointId }: Pick<Lane, 'organizationId' | 'endpointId'>) {
  return receivingEndpointList.find(platform.database.db, { tenants: [organizationId], id: endpointId }, platform)
}

/** Enqueues the delivery of a lane; one job per lane, however many events wait in it. */
export function enqueueLane(tx: Tx, platform: Platform, lane: Lane): Promise<void> {
  return enqueue(tx, platform, deliverLaneSpec, lane, { key: laneKey(lane) })
}

/** Whether the job of the lane is blocked by the limit of this process: it will be woken, and needs no other wake-up. */
export function isLaneBlocked(platform: Platform, lane: Lane): boolean {
  return limitOf(platform).isWaiting(laneKey(lane))
}

/** Enqueues the redelivery of an event; repeated requests while the job waits are one job. */
export function enqueueRedelivery(tx: Tx, platform: Platform, request: RedeliveryRequest): Promise<void> {
  return enqueue(tx, platform, redeliverSpec, request, { key: redeliveryKey(request) })
}

/** An endpoint that took longer for its last answer does not get the slots of healthy ones. */
const PROMPT_MS = 3000

function runOf({ organizationId, ownerId, id, failingSince, lastDurationMs }: ReceivingEndpoint): Run {
  const answered = failingSince === null && (lastDurationMs ?? 0) < PROMPT_MS ? 'healthy' : 'failing'
  return { ownerId: ownerId ?? organizationId, endpointId: id, health: lastDurationMs === null ? 'new' : answered }
}

function limitOf(platform: Platform): ConcurrencyLimit {
  const known = limits.get(platform) ?? new ConcurrencyLimit()
  limits.set(platform, known)
  return known
}
