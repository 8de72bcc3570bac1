import { z } from 'zod'
import { id, timestamp } from '#platform/http/wire-parts.ts'

/** A window of a customer that has reached a threshold. */
const reachedThreshold = z.object({
  organization_id: id,
  customer_id: id,
  meter_id: id,
  /** When the window began; null before the first reset. */
  window_start: timestamp.nullable(),
  /** The usage that the window then came to: a decimal. */
  consumed_units: z.string(),
})

export const usageEvents = {
  /** Events have led what a customer used of a meter from below one of its thresholds to it, or above it. */
  'usage.threshold_reached': { audience: 'internal', payload: reachedThreshold },
} as const
