import { deactivateOrganization } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { findLockedMembership, type MembershipKey } from '../members/reads.ts'
import { requirePermission } from '../members/rules.ts'
import type { Organization } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { eraseOrganization, lockOrganizationForDeletion } from '../store.ts'
import { toOrganizationEventWire } from '../wire.ts'

/** Whether an organization has unsettled payments: taken, or possibly taken, and not yet booked or refunded. */
export type SettlementCheck = (tx: Tx, organizationId: string) => Promise<boolean>

const settlementChecks: SettlementCheck[] = []

/** Registers a check for unsettled payments; app.ts binds each one once. */
export function bindSettling(isSettling: SettlementCheck): void {
  settlementChecks.push(isSettling)
}

/**
 * Deletes an organization for a member with the permission, with everything that belongs to it: members, teams, invitations, roles
 * and its sales. Its audit entries stay in the audit log of the platform. No session has it as the active organization any more.
 * Refuses while a payment is unsettled, because its outcome could not be recorded afterwards.
 */
export async function deleteOrganization(tx: Tx, by: AuditContext, key: MembershipKey): Promise<Organization> {
  const { platform, now } = by
  const actor = (await findLockedMembership(tx, platform, key)) ?? refuse(organizationRefusals.notAMemberHere)
  requirePermission(actor, { organization: ['delete'] }, organizationRefusals.notAllowedToDelete)
  refuseWhen(platform.settings.ORGANIZATION_DELETION_DISABLED, organizationRefusals.deletionDisabled)
  const { organization } = actor
  const { id } = organization
  await lockOrganizationForDeletion(tx, id)
  for (const isSettling of settlementChecks) refuseWhen(await isSettling(tx, id), organizationRefusals.paymentsUnsettled)
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
