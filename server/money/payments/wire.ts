import { z } from 'zod'
import { id, listResource, oneOrMoreIds, pageQuery, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { type SandboxCharge, sandboxChargeStatuses } from './model.ts'

/** The buyer's answer to an action that the sandbox requires. */
export const sandboxAction = z.object({ approve: z.boolean() }).meta({ id: 'SandboxAction' })

/** The status of the charge; the first answer is final. */
export const sandboxActionResult = z
  .object({ status: z.enum(['succeeded', 'declined', 'canceled', 'refunded']) })
  .meta({ id: 'SandboxActionResult' })

export const sandboxActionParams = z.object({ intent_client_secret: z.string().max(200) })

/** A charge in the sandbox's own record, in minor units. */
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

export const sandboxChargeListQuery = z.object({ organization_id: oneOrMoreIds, ...pageQuery })

/** The charge as JSON. */
export function toSandboxChargeWire(charge: SandboxCharge): z.output<typeof sandboxCharge> {
  return {
    created_at: toTimestamp(charge.createdAt),
    id: charge.id,
    organization_id: charge.organizationId,
    key: charge.key,
    reference: charge.reference,
    status: charge.status,
    amount: charge.amount,
    currency: charge.currency,
    decline_code: charge.declineCode,
    brand: charge.brand,
    last4: charge.last4,
  }
}
