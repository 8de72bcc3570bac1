import { isToken } from '#contract/token.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { ACTION_SECRET_PREFIX, type Deliver } from '../adapters/sandbox-charges.ts'
import { resolveSandboxCharge } from '../adapters/sandbox-decisions.ts'
import { paymentRefusals } from '../refusals.ts'
import { receiveEvent } from './receive-event.ts'

/** The buyer's answer to an action that the sandbox requires. */
export interface ResolveSandboxActionInput {
  readonly platform: Platform
  readonly secret: string
  readonly isApproved: boolean
}

/** Approves or declines a sandbox charge on behalf of the buyer's bank; 404 for an unknown secret. */
export async function resolveSandboxAction(tx: Tx, { platform, secret, isApproved }: ResolveSandboxActionInput) {
  if (!isToken(ACTION_SECRET_PREFIX, secret)) refuse(paymentRefusals.ResourceNotFound)
  const deliver: Deliver = (inner, event) => receiveEvent(inner, platform, { ...event, processor: 'sandbox' })
  const status = await resolveSandboxCharge(tx, { digest: platform.secrets.digest(secret), isApproved, deliver })
  return status ?? refuse(paymentRefusals.ResourceNotFound)
}
