// A receiver that was down gets again what it missed: the events since a time, in their order, batch by batch.
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue, enqueueAll } from '#platform/worker/enqueue.ts'
import { deliverLaneSpec, laneKey, type QueueSinceRequest, queueSinceSpec } from '../job-specs.ts'
import { refusals } from '../refusals.ts'
import { LANES } from '../schedule.ts'
import { queueEvents, webhookEndpoints } from '../store.ts'
import { auditEntryOf } from './create-webhook-endpoint.ts'

/** Events of one batch: other statements wait for the embedded database no longer than that. */
const BATCH = 500

/** What to send again. */
export interface QueueEventsSinceInput {
  readonly tenants: readonly string[]
  /** The endpoint. */
  readonly id: string
  readonly since: Date
  readonly includesDelivered: boolean
}

/**
 * Queues the events that an endpoint did not accept, or all, since a time: rule H7. 404 for an unknown endpoint, 409 for a disabled one,
 * whose events would be skipped. A job does the work.
 */
export async function queueEventsSince(tx: Tx, by: AuditContext, input: QueueEventsSinceInput): Promise<void> {
  const { platform } = by
  const endpoint = (await webhookEndpoints.lock(tx, input.tenants, input.id)) ?? refuse(refusals.ResourceNotFound)
  refuseWhen(!endpoint.isEnabled, refusals.WebhookEndpointDisabled)
  const { organizationId, id: endpointId } = endpoint
  const request: QueueSinceRequest = {
    organizationId,
    endpointId,
    since: input.since.toISOString(),
    until: platform.clock.now().toISOString(),
    includesDelivered: input.includesDelivered,
    after: null,
  }
  await enqueue(tx, platform, queueSinceSpec, request, {})
  await recordAudit(tx, by, auditEntryOf('webhook_endpoint.redelivery_requested', endpoint))
}

/** Queues the next batch of the events, and enqueues their lanes and the batch after it. */
export async function queueBatchSince(platform: Platform, request: QueueSinceRequest): Promise<void> {
  const { organizationId, endpointId } = request
  await platform.database.transaction(async (tx) => {
    const endpoint = await webhookEndpoints.lock(tx, [organizationId], endpointId)
    // It was disabled again meanwhile: what waits for it was skipped.
    if (!endpoint?.isEnabled) return
    const batch = await queueEvents(tx, request, { now: platform.clock.now(), limit: BATCH })
    const lanes = Array.from({ length: LANES }, (_, lane) => ({ organizationId, endpointId, lane }))
    await enqueueAll(tx, platform, { spec: deliverLaneSpec, jobs: lanes.map((lane) => [lane, laneKey(lane)] as const) })
    const { last } = batch
    if (last && batch.isFull) await enqueue(tx, platform, queueSinceSpec, { ...request, after: last }, {})
  })
}
