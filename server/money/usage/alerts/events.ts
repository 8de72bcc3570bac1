import { z } from 'zod'
import { id, timestamp } from '#platform/http/wire-parts.ts'
import { fullTrigger } from './wire.ts'

/** The content of the emails about a trigger. */
const notice = z.object({
  organization_id: id,
  trigger_id: id,
  alert_name: z.string(),
  meter_name: z.string(),
  customer_id: id,
  customer_name: z.string().nullable(),
  customer_email: z.string(),
  threshold: z.number(),
  consumed_units: z.number(),
  triggered_at: timestamp,
  is_for_owners: z.boolean(),
  is_for_customer: z.boolean(),
  /** The language of the customer; null if it is unknown. */
  locale: z.string().nullable(),
})

export const usageAlertEvents = {
  'usage_alert.triggered': { audience: 'merchant', payload: fullTrigger },
  /** The owners or the customer get an email about it. */
  'usage_alert.announced': { audience: 'internal', payload: notice },
} as const
