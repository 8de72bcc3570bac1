import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type SandboxCharge, sandboxChargeColumns, sandboxFee, sandboxReference } from './model.ts'

/** The buyer's answer to an action that the sandbox requires. */
export const sandboxAction = z.object({ approve: z.boolean() }).meta({ id: 'SandboxAction', examples: [{ approve: true }] })

/** The status of the charge; the first answer is final. */
export const sandboxActionResult = z
  .object({ status: z.enum(['succeeded', 'declined', 'canceled', 'refunded']) })
  .meta({ id: 'SandboxActionResult' })

export const sandboxActionParams = z.object({ intent_client_secret: z.string().max(200) })

const fields = fieldsOf(sandboxChargeColumns)

/** A charge in the sandbox's own record, in minor units. */
export const sandboxCharge = z
  .object({ ...fields.shape, reference: z.string(), fee_amount: z.int().meta(added('What the processor keeps of the amount.')) })
  .meta({ id: 'SandboxCharge' })

/** The charge as JSON. */
export function toSandboxChargeWire(charge: SandboxCharge): z.output<typeof sandboxCharge> {
  return { ...fields.toWire(charge), reference: sandboxReference(charge), fee_amount: isPaid(charge) ? sandboxFee(charge.amount) : 0 }
}

const isPaid = ({ status }: SandboxCharge) => status === 'succeeded' || status === 'refunded'
