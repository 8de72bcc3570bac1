import { z } from 'zod'
import type { FactEntry } from '#server/facts.ts'
import { webhookEndpointWire } from './wire.ts'

/** What webhooks tell of themselves. */
export const webhookFacts = {
  /** An endpoint was switched off because its receiver failed or asked for it; the owners are written to. */
  'webhook_endpoint.disabled': { audience: 'internal', payload: z.object({ endpoint: webhookEndpointWire }) },
} as const satisfies Readonly<Record<string, FactEntry>>
