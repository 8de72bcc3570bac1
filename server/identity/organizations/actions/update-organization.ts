import { Refusal, refuse } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import { isUniqueBreach, type Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { heldMembershipOf } from '../members/reads.ts'
import { requirePermission } from '../members/rules.ts'
import type { Organization } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { type OrganizationChanges, updateOrganization as updated } from '../rules.ts'
import { saveOrganization } from '../store.ts'
import { toOrganizationFact } from '../wire.ts'
import { changesTold } from './changes-told.ts'

/** Whose wish it is to change which organization, and how. */
export interface OrganizationUpdate {
  readonly organizationId: string
  readonly userId: string
  readonly changes: OrganizationChanges
}

/** Changes an organization for a member who may. Refuses an outsider, a member who may not, and a slug that somebody has. */
export async function updateOrganization(
  tx: Tx,
  by: AuditContext,
  { organizationId, userId, changes }: OrganizationUpdate,
): Promise<Organization> {
  const { platform, now } = by
  const actor = (await heldMembershipOf(tx, platform, { organizationId, userId })) ?? refuse(organizationRefusals.notAMemberHere)
  requirePermission(actor, { organization: ['update'] }, organizationRefusals.notAllowedToUpdate)
  const next = updated(actor.organization, changes, now)
  try {
    await saveOrganization(tx, next, now)
  } catch (error) {
    if (isUniqueBreach(error, 'organizations_slug_key')) throw new Refusal(organizationRefusals.alreadyExists)
    throw error
  }
  const { id } = next
  await emit(tx, platform, { name: 'organization.changed', organizationId: id, resourceId: id, payload: toOrganizationFact(next), now })
  const details = changesTold(actor.organization, next)
  await auditBy(tx, by, { action: 'organization.updated', organizationId: id, target: { type: 'organization', id }, details })
  return next
}
