// What the jobs of this room are ordered with. Their handlers are in jobs.ts, above the actions that order them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import type { JobSpecKind } from '#platform/worker/job.ts'
import type { Lane } from './reads.ts'
import { LANES } from './schedule.ts'

/** Which event is to be sent once more. */
export interface RedeliveryOrder {
  readonly organizationId: string
  readonly eventId: string
}

/** What is due in a lane of an endpoint is sent. */
export const deliverLane: JobSpecKind<Lane> = {
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

/** An event is sent once more. */
export const redeliver: JobSpecKind<RedeliveryOrder> = {
  kind: 'webhooks:redeliver',
  payload: z.object({ organizationId: id, eventId: id }),
}

/** By which orders for a lane are one. */
export function laneKey({ endpointId, lane }: Lane): string {
  return `webhooks:deliver:${endpointId}:${lane}`
}

/** By which orders to send an event once more are one. */
export function redeliveryKey({ eventId }: RedeliveryOrder): string {
  return `webhooks:redeliver:${eventId}`
}
