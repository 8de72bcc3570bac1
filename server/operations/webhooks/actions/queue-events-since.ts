// A receiver that was down gets again what it missed: the events since a time, in their order, batch by batch.
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue, enqueueAll } from '#platform/worker/enqueue.ts'
import { deliverLaneSpec, laneKey, type QueueRedeliveryRequest, queueRedeliveryKey, queueRedeliverySpec } from '../job-specs.ts'
import { refusals } from '../refusals.ts'
import { LANES } from '../schedule.ts'
import { deleteRedelivery, findRedelivery, queueEvents, requestRedelivery, saveRedelivery, webhookEndpoints } from '../store.ts'
import { auditEntryOf } from './create-webhook-endpoint.ts'

/** Events of one batch: other statements wait for the embedded database no longer than that. */
const BATCH = 500

/** The events to send again. */
export interface QueueEventsSinceInput {
  readonly tenants: readonly string[]
  /** The endpoint. */
  readonly id: string
  readonly since: Date
  readonly includesDelivered: boolean
}

/**
 * Requests the events that an endpoint did not accept, or all, since a time: rule H7. An endpoint has one request at a time: while one is
 * worked on, another joins it, or begins it anew where it asks for more. 404 for an unknown endpoint, 409 for a disabled one, whose events
 * would be skipped. A job does the work.
 */
export async function queueEventsSince(tx: Tx, by: AuditContext, input: QueueEventsSinceInput): Promise<void> {
  const { platform } = by
  const endpoint = (await webhookEndpoints.lock(tx, input.tenants, input.id)) ?? refuse(refusals.ResourceNotFound)
  refuseWhen(!endpoint.isEnabled, refusals.WebhookEndpointDisabled)
  const key = { organizationId: endpoint.organizationId, endpointId: endpoint.id }
  await requestRedelivery(tx, key, { since: input.since, until: platform.clock.now(), includesDelivered: input.includesDelivered })
  await enqueue(tx, platform, queueRedeliverySpec, key, { key: queueRedeliveryKey(key) })
  await recordAudit(tx, by, auditEntryOf('webhook_endpoint.redelivery_requested', endpoint))
}

/** Queues the next batch of the requested events, and enqueues their lanes. Returns whether more may follow. */
export async function queueNextBatch(platform: Platform, key: QueueRedeliveryRequest): Promise<'more' | 'done'> {
  const { organizationId, endpointId } = key
  return platform.database.transaction(async (tx) => {
    const endpoint = await webhookEndpoints.lock(tx, [organizationId], endpointId)
    const request = await findRedelivery(tx, key)
    if (!request) return 'done'
    // It was disabled again meanwhile: what waits for it was skipped.
    const batch = endpoint?.isEnabled
      ? await queueEvents(tx, { ...key, ...request }, { now: platform.clock.now(), limit: BATCH })
      : undefined
    if (batch) {
      const lanes = Array.from({ length: LANES }, (_, lane) => ({ organizationId, endpointId, lane }))
      await enqueueAll(tx, platform, { spec: deliverLaneSpec, jobs: lanes.map((lane) => [lane, laneKey(lane)] as const) })
    }
    const after = batch?.isFull ? batch.last : null
    if (after) await saveRedelivery(tx, key, after)
    else await deleteRedelivery(tx, key)
    return after ? 'more' : 'done'
  })
}
