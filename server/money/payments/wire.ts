import { z } from 'zod'
import { added, EXAMPLE_ID, id } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type SandboxCharge, sandboxChargeColumns, sandboxFee, sandboxReference } from './model.ts'

export { cardData, newerMethodFields, toCardData, toNewerMethodFields } from './methods/wire.ts'

/** The buyer's answer to an action that the sandbox requires. */
export const sandboxAction = z.object({ approve: z.boolean() }).meta({ id: 'SandboxAction', examples: [{ approve: true }] })

/** The status of the charge; the first answer is final. */
export const sandboxActionResult = z
  .object({ status: z.enum(['succeeded', 'declined', 'canceled', 'refunded']) })
  .meta({ id: 'SandboxActionResult' })

export const sandboxActionParams = z.object({ intent_client_secret: z.string().max(200) })

/** A refund to make at the sandbox itself. */
export const sandboxRefundCreate = z
  .object({
    charge_id: id.meta({ description: 'The charge, of `GET /v1/sandbox/charges/`.' }),
    amount: z.int().min(1).nullish().meta({ description: 'With tax, in minor units; all that is left without one.' }),
  })
  .meta({ id: 'SandboxRefundCreate', examples: [{ charge_id: EXAMPLE_ID, amount: 500 }] })

/** A refund in the record of the sandbox, in minor units. */
export const sandboxRefund = z
  .object({ reference: z.string(), charge_id: id, amount: z.int(), currency: z.string(), status: z.enum(['pending', 'succeeded']) })
  .meta({ id: 'SandboxRefund' })

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

/** The key that a page needs to show the payment form of Stripe. */
export const stripeKey = z
  .object({ publishable_key: z.string().meta({ description: 'The publishable key of the account at Stripe.' }) })
  .meta({ id: 'StripeKey', description: 'The publishable key of the account at Stripe.' })

/** The text of a webhook of Stripe: its signature covers the bytes, so that it is not parsed before it is checked. */
export const stripeEvent = z.string().meta({
  id: 'StripeEvent',
  description: 'The event as Stripe sends it.',
  examples: ['{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"object":"payment_intent","id":"pi_1"}}}'],
})

/** The client secret of an intent of Stripe. */
export const stripeReturn = z
  .object({
    intent_client_secret: z.string().max(255).meta({ description: 'The client secret with which the page continued at Stripe.' }),
  })
  .meta({ id: 'StripeReturn', examples: [{ intent_client_secret: 'pi_3Q_secret_a1' }] })
