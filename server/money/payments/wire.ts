import { z } from 'zod'
import { id, listResource, pageQuery, severalIds, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { type SandboxCharge, sandboxChargeStatuses } from './model.ts'

/** What the buyer answers the sandbox when it asks for a further action. */
export const sandboxAction = z.object({ approve: z.boolean() }).meta({ id: 'SandboxAction' })

/** What the charge has become; the first answer stands. */
export const sandboxActionResult = z
  .object({ status: z.enum(['succeeded', 'declined', 'canceled', 'refunded']) })
  .meta({ id: 'SandboxActionResult' })

export const sandboxActionParams = z.object({ intent_client_secret: z.string().max(200) })

/** A charge as the sandbox has it in its own record, in minor units. */
const sandboxCharge = z
  .object({
    created_at: timestamp,
    id,
    organization_id: id,
    key: z.string(),
    reference: z.string(),
    status: z.enum(sandboxChargeStatuses),
    amount: z.int(),
    currency: z.string(),
    decline_code: z.string().nullable(),
    brand: z.string().nullable(),
    last4: z.string().nullable(),
  })
  .meta({ id: 'SandboxCharge' })

export const sandboxChargeList = listResource('SandboxCharge', sandboxCharge)

export const sandboxChargeListQuery = z.object({ organization_id: severalIds, ...pageQuery })

/** The charge as JSON. */
export function toSandboxChargeWire(given: SandboxCharge): z.output<typeof sandboxCharge> {
  return {
    created_at: toTimestamp(given.createdAt),
    id: given.id,
    organization_id: given.organizationId,
    key: given.key,
    reference: given.reference,
    status: given.status,
    amount: given.amount,
    currency: given.currency,
    decline_code: given.declineCode,
    brand: given.brand,
    last4: given.last4,
  }
}
