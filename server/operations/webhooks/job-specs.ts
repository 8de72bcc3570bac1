// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import type { JobSpecKind } from '#platform/worker/job.ts'
import type { Lane } from './reads.ts'
import { LANES } from './schedule.ts'

/** The event to send again. */
export interface RedeliveryRequest {
  readonly organizationId: string
  readonly eventId: string
}

/** Sends the due events of a lane. */
export const deliverLaneSpec: JobSpecKind<Lane> = {
  kind: 'webhooks:deliver',
  payload: z.object({
    organizationId: id,
    endpointId: id,
    lane: z
      .int()
      .min(0)
      .max(LANES - 1),
  }),
}

/** The organization whose events are recorded. */
export interface RecordEventsRequest {
  readonly organizationId: string
}

/** Records the waiting events of an organization for its endpoints. */
export const recordEventsSpec: JobSpecKind<RecordEventsRequest> = {
  kind: 'webhooks:record',
  payload: z.object({ organizationId: id }),
}

/** Sends an event again. */
export const redeliverSpec: JobSpecKind<RedeliveryRequest> = {
  kind: 'webhooks:redeliver',
  payload: z.object({ organizationId: id, eventId: id }),
}

/** The endpoint whose requested events are queued. */
export interface QueueRedeliveryRequest {
  readonly organizationId: string
  readonly endpointId: string
}

/** Queues the next batch of the events that were requested for an endpoint. */
export const queueRedeliverySpec: JobSpecKind<QueueRedeliveryRequest> = {
  kind: 'webhooks:queue-redelivery',
  payload: z.object({ organizationId: id, endpointId: id }),
}

/** The key that makes the jobs of an endpoint's request one. */
export function queueRedeliveryKey({ endpointId }: QueueRedeliveryRequest): string {
  return `webhooks:queue-redelivery:${endpointId}`
}

/** The key that makes the recording jobs of an organization one. */
export function recordKey({ organizationId }: RecordEventsRequest): string {
  return `webhooks:record:${organizationId}`
}

/** The key that makes the jobs of a lane one. */
export function laneKey({ endpointId, lane }: Pick<Lane, 'endpointId' | 'lane'>): string {
  return `webhooks:deliver:${endpointId}:${lane}`
}

/** The key that makes the redelivery jobs of an event one. */
export function redeliveryKey({ eventId }: RedeliveryRequest): string {
  return `webhooks:redeliver:${eventId}`
}
