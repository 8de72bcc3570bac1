import { deactivateOrganization } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { type Belonging, heldMembershipOf } from '../members/reads.ts'
import { requirePermission } from '../members/rules.ts'
import type { Organization } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { eraseOrganization, shutOrganization } from '../store.ts'
import { toOrganizationFact } from '../wire.ts'

/** Whether money of an organization is on its way: taken, or perhaps taken, and not yet booked or given back. */
export type IsSettling = (tx: Tx, organizationId: string) => Promise<boolean>

const settling: IsSettling[] = []

/** Says who knows of money that is on its way; app.ts binds each once. */
export function bindSettling(isSettling: IsSettling): void {
  settling.push(isSettling)
}

/**
 * Deletes an organization for a member who may, with everything that is its own: members, teams, invitations, roles, and all that
 * it sold. What was done in it stays in the audit log of the platform. In no session is it the active one any more. Refuses while
 * money is on its way, for nobody could say afterwards what became of it.
 */
export async function deleteOrganization(tx: Tx, by: AuditContext, belonging: Belonging): Promise<Organization> {
  const { platform, now } = by
  const actor = (await heldMembershipOf(tx, platform, belonging)) ?? refuse(organizationRefusals.notAMemberHere)
  requirePermission(actor, { organization: ['delete'] }, organizationRefusals.notAllowedToDelete)
  refuseWhen(platform.settings.ORGANIZATION_DELETION_DISABLED, organizationRefusals.deletionDisabled)
  const { organization } = actor
  const { id } = organization
  await shutOrganization(tx, id)
  for (const isSettling of settling) refuseWhen(await isSettling(tx, id), organizationRefusals.paymentsUnsettled)
  await deactivateOrganization(tx, platform, { organizationId: id })
  await emit(tx, platform, {
    name: 'organization.deleted',
    organizationId: id,
    resourceId: id,
    payload: toOrganizationFact(organization),
    now,
  })
  const details = { name: organization.name, slug: organization.slug }
  await auditBy(tx, by, { action: 'organization.deleted', organizationId: id, target: { type: 'organization', id }, details })
  await eraseOrganization(tx, id)
  return organization
}
