import { refuse } from '#kernel/refusal.ts'
import { isToken } from '#kernel/token.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { ACTION_SECRET_PREFIX, resolveSandboxCharge } from '../adapters/sandbox.ts'
import { paymentRefusals } from '../refusals.ts'
import { receiveEvent } from './receive-event.ts'

/** The buyer's answer to a further action of the sandbox. */
export interface SandboxAnswer {
  readonly platform: Platform
  readonly secret: string
  readonly isApproved: boolean
  readonly now: Date
}

/** Approves or refuses a charge of the sandbox in the place of the buyer's bank; 404 for a secret that no charge has. */
export async function resolveSandboxAction(tx: Tx, { platform, secret, isApproved, now }: SandboxAnswer) {
  if (!isToken(ACTION_SECRET_PREFIX, secret)) refuse(paymentRefusals.ResourceNotFound)
  const deliver = (inner: Tx, event: Parameters<Parameters<typeof resolveSandboxCharge>[1]['deliver']>[1]) =>
    receiveEvent(inner, platform, { ...event, processor: 'sandbox' })
  const status = await resolveSandboxCharge(tx, { digest: platform.secrets.digest(secret), isApproved, now, deliver })
  return status ?? refuse(paymentRefusals.ResourceNotFound)
}
