// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

/** Counts the events that there were before a meter. */
export const countEventsSpec = { kind: 'usage:count-events', payload: z.object({ organizationId: id, meterId: id }) }

/** Attaches the events that were sent before their customer existed. */
export const attachEventsSpec = { kind: 'usage:attach-events', payload: z.object({ organizationId: id, customerId: id }) }
