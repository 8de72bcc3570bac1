import { verifyFreshness } from '#identity/passwords/index.ts'
import { deactivateOrganization, lockSession } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findLockedMembership, type MembershipKey } from '../members/reads.ts'
import { requirePermission } from '../members/rules.ts'
import type { Organization } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { eraseOrganization } from '../store.ts'
import { toOrganizationEventWire } from '../wire.ts'
import { lockSettled, runSettled } from './run-settled.ts'

/** The organization to delete, the member who deletes it, and how they authorize it. */
export interface DeleteOrganizationInput extends MembershipKey {
  readonly caller: UserCaller
  readonly request: RequestInfo
  /** Needed where the session is not fresh. */
  readonly password: string | undefined
  /** Whether the records of paid live orders are kept; without it, an organization that has any is not deleted. */
  readonly keepsBooks: boolean
}

/**
 * Deletes an organization as `deleteOrganization` does, for a caller with a fresh session or the password, which is checked outside any
 * transaction. Payments are settled as `runSettled` says.
 */
export async function deleteOrganizationWithPayments(
  transaction: RunTransaction,
  by: AuditContext,
  input: DeleteOrganizationInput,
): Promise<Organization> {
  const { caller, request, password } = input
  const { platform, now } = by
  const refusing = { failure: 'user.organization_deletion_failed', expired: organizationRefusals.sessionExpired } as const
  const isVerified = await verifyFreshness(platform, { password, caller, request, now, ...refusing })
  return runSettled(transaction, by, {
    organizationId: input.organizationId,
    run: async (tx) => {
      // The session may have been revoked while the password was checked.
      if (isVerified) await lockSession(tx, caller)
      return deleteOrganization(tx, by, input)
    },
  })
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
  await lockSettled(tx, platform, id)
  const payments = platform.bindings.organizationPayments
  if (await payments.hasBooks(tx, id)) {
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
