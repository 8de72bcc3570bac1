import { setTimeout as wait } from 'node:timers/promises'
import {
  findLockedMembership,
  lockSettled,
  type MembershipKey,
  organizationRefusals,
  requirePermission,
  runSettled,
} from '#identity/organizations/index.ts'
import { verifyFreshness } from '#identity/passwords/index.ts'
import { lockSession } from '#identity/sessions/index.ts'
import { present } from '#kernel/assert.ts'
import { Refusal, refuse, refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { activateLive, findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { removeTestClock } from '#operations/test-clocks/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import { KNOWN_AFTER_MS } from '#platform/merchant-times.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findReadiness } from '../reads.ts'
import { liveModeRefusals } from '../refusals.ts'
import { deleteTestData } from '../store.ts'

/** The organization that goes live, by which of its members, and how they confirm it. */
export interface ActivateLiveModeInput extends MembershipKey {
  readonly caller: UserCaller
  readonly request: RequestInfo
  /** The name of the organization, as the member has typed it. */
  readonly confirmation: string
  /** Needed where the session is not fresh. */
  readonly password: string | undefined
}

/**
 * Makes a test merchant live, for good: its test customers, orders and subscriptions are deleted, its test clock is removed, and cards are
 * charged by the processor of live merchants from then on. For a member who may change the organization, with a fresh session or the
 * password, who has typed its name. Refuses while a check is open, or while a payment cannot be settled.
 */
export async function activateLiveMode(transaction: RunTransaction, by: AuditContext, input: ActivateLiveModeInput): Promise<Merchant> {
  const { caller, request, password, organizationId } = input
  const { platform, now } = by
  const refusing = { failure: 'user.live_activation_failed', expired: liveModeRefusals.SessionExpired } as const
  const isVerified = await verifyFreshness(platform, { password, caller, request, now, ...refusing })
  const ready = await findReadiness(platform, { tenants: [organizationId], id: organizationId })
  await transaction((tx) => lockTestMerchant(tx, by, input))
  refuseWhen(!ready?.checks.every(({ isDone }) => isDone), liveModeRefusals.NotReady)
  const hadClock = await transaction((tx) => removeTestClock(tx, platform, organizationId))
  // Every process must live in the server's time before anything is sold for real money.
  if (hadClock && platform.database.mode === 'postgres') await wait(KNOWN_AFTER_MS)
  return settled(() =>
    runSettled(transaction, by, {
      organizationId,
      run: async (tx) => {
        // The session may have been revoked while the password was checked.
        if (isVerified) await lockSession(tx, caller)
        return goLive(tx, by, input)
      },
    }),
  )
}

async function goLive(tx: Tx, by: AuditContext, input: ActivateLiveModeInput): Promise<Merchant> {
  const { organizationId } = input
  const merchant = await lockTestMerchant(tx, by, input)
  refuseWhen(merchant.frozenAt !== null, liveModeRefusals.NotReady)
  await lockSettled(tx, by.platform, organizationId)
  await deleteTestData(tx, organizationId)
  await recordAudit(tx, by, {
    action: 'organization.live_activated',
    organizationId,
    target: { type: 'organization', id: organizationId },
    details: { name: merchant.name },
  })
  return activateLive(tx, by.platform, merchant)
}

/** The merchant, locked, where the caller may make it live and has typed its name. */
async function lockTestMerchant(tx: Tx, { platform }: AuditContext, input: ActivateLiveModeInput): Promise<Merchant> {
  const { organizationId } = input
  const membership = (await findLockedMembership(tx, platform, input)) ?? refuse(liveModeRefusals.ResourceNotFound)
  requirePermission(membership, { organization: ['update'] }, liveModeRefusals.NotPermitted)
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a locked organization')
  refuseWhen(merchant.mode === 'live', liveModeRefusals.AlreadyLive)
  if (input.confirmation !== merchant.name)
    refuseProblems([valueProblem(['body', 'confirmation'], 'Enter the name of the organization, as it is written.')])
  return merchant
}

async function settled<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === organizationRefusals.paymentsUnsettled.code) refuse(liveModeRefusals.PaymentsUnsettled)
    throw error
  })
}
