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

/** Sends an event again. */
export const redeliverSpec: JobSpecKind<RedeliveryRequest> = {
  kind: 'webhooks:redeliver',
  payload: z.object({ organizationId: id, eventId: id }),
}

/** The key that makes the jobs of a lane one. */
export function laneKey({ endpointId, lane }: Lane): string {
  return `webhooks:deliver:${endpointId}:${lane}`
}

/** The key that makes the redelivery jobs of an event one. */
export function redeliveryKey({ eventId }: RedeliveryRequest): string {
  return `webhooks:redeliver:${eventId}`
}
