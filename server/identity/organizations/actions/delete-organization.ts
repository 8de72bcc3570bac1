import { verifyPassword } from '#identity/passwords/index.ts'
import { deactivateOrganization, isFresh, lockSession } from '#identity/sessions/index.ts'
import { Refusal, refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findLockedMembership, type MembershipKey } from '../members/reads.ts'
import { requirePermission } from '../members/rules.ts'
import type { Organization } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { closeOrganization, eraseOrganization, lockOrganizationForDeletion } from '../store.ts'
import { toOrganizationEventWire } from '../wire.ts'

/** The payments of organizations, which a higher layer knows. */
export interface OrganizationPayments {
  /** Whether an organization has unsettled payments: taken, or possibly taken, and not yet booked or refunded. */
  isSettling(tx: Tx, organizationId: string): Promise<boolean>
  /** Cancels the open payment attempts of an organization, outside any transaction. Some may stay open. Returns whether one has succeeded. */
  cancel(platform: Platform, organizationId: string): Promise<boolean>
  /** Whether an organization has paid live orders, whose records must not be lost. */
  hasBooks(tx: Tx, organizationId: string): Promise<boolean>
  /** Copies these records without personal data, to stay after the deletion. */
  archive(tx: Tx, platform: Pick<Platform, 'clock'>, organizationId: string): Promise<void>
}

const boundPayments: OrganizationPayments[] = []

/** Registers payments; app.ts binds them once. */
export function bindPayments(payments: OrganizationPayments): void {
  boundPayments.push(payments)
}

/** Which organization is deleted, by which of its members, and how they authorize it. */
export interface DeleteOrganizationInput extends MembershipKey {
  readonly caller: UserCaller
  readonly request: RequestInfo
  /** Needed where the session is not fresh. */
  readonly password: string | undefined
  /** Whether the records of paid live orders are kept; without it, an organization that has any is not deleted. */
  readonly keepsBooks: boolean
}

/** Seconds for which an organization starts no payment once its deletion has met an unsettled one. */
const CLOSED_SECONDS = 5 * 60
/** Attempts to delete: a payment may have started while the organization was being closed. */
const ROUNDS = 3

/**
 * Deletes an organization as `deleteOrganization` does, for a caller with a fresh session or the password, which is checked outside any
 * transaction. Where a payment is unsettled, the organization starts no other for five minutes and the open attempts are cancelled at the
 * processor, so that no buyer holds up the deletion, neither by one payment left half-way nor by ever new ones. Refuses what cannot be
 * cancelled: a payment that has succeeded meanwhile must not lose its order.
 */
export async function deleteOrganizationWithPayments(
  transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>,
  by: AuditContext,
  input: DeleteOrganizationInput,
): Promise<Organization> {
  const { caller, request, password } = input
  const { platform, now } = by
  const failure = 'user.organization_deletion_failed'
  const isVerified = password !== undefined && !!(await verifyPassword(platform, { password, caller, request, now, failure }))
  refuseWhen(!isVerified && !isFresh(caller.session, platform.settings.SESSION_FRESH_AGE, now), organizationRefusals.sessionExpired)
  const run = () =>
    transaction(async (tx) => {
      // The session may have been revoked while the password was checked.
      if (isVerified) await lockSession(tx, caller)
      return deleteOrganization(tx, by, input)
    })
  const first = await unlessUnsettled(run)
  if (!(first instanceof Refusal)) return first
  const until = new Date(platform.clock.now(input).getTime() + CLOSED_SECONDS * 1000)
  await transaction((tx) => closeOrganization(tx, input.organizationId, until))
  let latest: Organization | Refusal = first
  for (let round = 1; latest instanceof Refusal && round <= ROUNDS; round += 1) {
    for (const payments of boundPayments) if (await payments.cancel(platform, input.organizationId)) throw latest
    latest = await unlessUnsettled(run)
  }
  if (latest instanceof Refusal) throw latest
  return latest
}

// The refusal where a payment is unsettled; throws every other failure.
async function unlessUnsettled(run: () => Promise<Organization>): Promise<Organization | Refusal> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal && error.code === organizationRefusals.paymentsUnsettled.code) return error
    throw error
  }
}

/**
 * Deletes an organization for a member with the permission, with everything that belongs to it: members, teams, invitations, roles
 * and its sales. Its audit entries stay in the audit log of the platform. No session has it as the active organization any more.
 * Refuses while a payment is unsettled, because its outcome could not be recorded afterwards.
 */
async function deleteOrganization(tx: Tx, by: AuditContext, key: MembershipKey & { readonly keepsBooks: boolean }): Promise<Organization> {
  const { platform, now } = by
  const actor = (await findLockedMembership(tx, platform, key)) ?? refuse(organizationRefusals.notAMemberHere)
  requirePermission(actor, { organization: ['delete'] }, organizationRefusals.notAllowedToDelete)
  refuseWhen(platform.settings.ORGANIZATION_DELETION_DISABLED, organizationRefusals.deletionDisabled)
  const { organization } = actor
  const { id } = organization
  await lockOrganizationForDeletion(tx, id)
  for (const payments of boundPayments) refuseWhen(await payments.isSettling(tx, id), organizationRefusals.paymentsUnsettled)
  for (const payments of boundPayments) {
    if (!(await payments.hasBooks(tx, id))) continue
    refuseWhen(!key.keepsBooks, organizationRefusals.paidOrders)
    await payments.archive(tx, platform, id)
  }
  await deactivateOrganization(tx, platform, { organizationId: id })
  await emit(tx, platform, {
    name: 'organization.deleted',
    organizationId: id,
    resourceId: id,
    payload: toOrganizationEventWire(organization),
    now,
  })
  const details = { name: organization.name, slug: organization.slug }
  await recordAudit(tx, by, { action: 'organization.deleted', organizationId: id, target: { type: 'organization', id }, details })
  await eraseOrganization(tx, id)
  return organization
}
