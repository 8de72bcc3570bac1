import { refuse } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import type { SessionCode } from '../codes/model.ts'
import { mayTry, normalizeCode } from '../codes/rules.ts'
import { countFailure, deleteCodesOf, digestOf, lockCode } from '../codes/store.ts'
import { sessionRefusals } from '../refusals.ts'
import { createVerifiedSession } from './create-verified-session.ts'

/** The codes that a network may try, right and wrong: each request allows five. */
const attempts: LimitRule = { name: 'portal:code', max: 100, windowSeconds: 3600 }

/** A code as a customer has typed it, and the id of the request that it was mailed for. */
export interface RedeemSessionCodeInput {
  readonly platform: Platform
  readonly requestId: string
  readonly code: string
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
  readonly settle: Settle
}

/** The secret of the new session, which is shown once. */
export interface RedeemSessionCodeResult {
  readonly token: string
}

/**
 * Exchanges a code for a session of an hour, and records that the customer has confirmed their email (rule S3). 401 alike for a code that
 * is wrong, unknown, used, expired, or was tried five times. A wrong attempt is counted although it is refused.
 */
export async function redeemSessionCode(input: RedeemSessionCodeInput): Promise<RedeemSessionCodeResult> {
  const { platform, request, now } = input
  const wait = platform.limits.counter(attempts)(networkOf(request.ipAddress), now)
  if (wait > 0) throw new TooManyRequests(attempts, wait)
  return (await input.transaction((tx) => redeem(tx, input))) ?? refuse(sessionRefusals.CustomerSessionCodeInvalidOrExpired)
}

async function redeem(tx: Tx, input: RedeemSessionCodeInput): Promise<RedeemSessionCodeResult | undefined> {
  const { platform, requestId, now } = input
  const found = await lockCode(tx, requestId)
  if (!found || !mayTry(found.code, now)) return undefined
  if (found.digest !== digestOf(platform.secrets, requestId, normalizeCode(input.code))) {
    await countFailure(tx, found.code)
    return undefined
  }
  const result = await open(tx, input, found.code)
  if (result) await input.settle(tx, { body: result })
  return result
}

async function open(tx: Tx, input: RedeemSessionCodeInput, code: SessionCode): Promise<RedeemSessionCodeResult | undefined> {
  await deleteCodesOf(tx, code)
  const customer = await customers.lock(tx, [code.organizationId], code.customerId)
  if (!customer || customer.email !== code.email) return undefined
  return createVerifiedSession(tx, input, { customer, email: customer.email, via: 'code' })
}
