import { z } from 'zod'

/** What the buyer answers the sandbox when it asks for a further action. */
export const sandboxAction = z.object({ approve: z.boolean() }).meta({ id: 'SandboxAction' })

/** What the charge has become; the first answer stands. */
export const sandboxActionResult = z
  .object({ status: z.enum(['succeeded', 'declined', 'canceled', 'refunded']) })
  .meta({ id: 'SandboxActionResult' })

export const sandboxActionParams = z.object({ intent_client_secret: z.string().max(200) })
