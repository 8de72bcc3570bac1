// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { id, timestamp } from '#platform/http/wire-parts.ts'

/** Records the triggers of a window that has reached a threshold. */
export const recordTriggersSpec = {
  kind: 'usage-alerts:record-triggers',
  payload: z.object({
    organizationId: id,
    meterId: id,
    customerId: id,
    /** Null before the first reset. */
    windowStart: timestamp.nullable(),
    /** The usage that the window came to: a decimal. */
    consumed: z.string(),
    /** When it was reached, in the merchant's time. */
    at: timestamp,
  }),
}

/** A window that has reached a threshold. */
export type RecordTriggersRequest = z.output<typeof recordTriggersSpec.payload>

/** Compares the present usage with an alert that is new or was changed. */
export const applyUsageAlertSpec = { kind: 'usage-alerts:apply', payload: z.object({ organizationId: id, alertId: id }) }

/** An alert to be compared with the present usage. */
export type ApplyUsageAlertRequest = z.output<typeof applyUsageAlertSpec.payload>
