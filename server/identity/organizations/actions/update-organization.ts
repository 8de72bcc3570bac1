import { storeImage } from '#identity/pictures/index.ts'
import { Refusal, refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import { isUniqueBreach, type Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { findLockedMembership } from '../members/reads.ts'
import { requirePermission } from '../members/rules.ts'
import type { Organization } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { type OrganizationChanges, updateOrganization as updated } from '../rules.ts'
import { saveOrganization } from '../store.ts'
import { toOrganizationEventWire } from '../wire.ts'
import { describeChanges } from './describe-changes.ts'

/** The organization, the acting user and the changes. */
export interface UpdateOrganizationInput {
  readonly organizationId: string
  readonly userId: string
  readonly changes: OrganizationChanges
}

/** Updates an organization. Refuses non-members, members without the permission, and a slug in use. */
export async function updateOrganization(
  tx: Tx,
  by: AuditContext,
  { organizationId, userId, changes }: UpdateOrganizationInput,
): Promise<Organization> {
  const { platform, now } = by
  const actor = (await findLockedMembership(tx, platform, { organizationId, userId })) ?? refuse(organizationRefusals.notAMemberHere)
  requirePermission(actor, { organization: ['update'] }, organizationRefusals.notAllowedToUpdate)
  const logo = await storeImage(tx, platform, { image: changes.logo, now })
  const next = updated(actor.organization, { ...changes, logo }, now)
  if (next === actor.organization) return next
  try {
    await saveOrganization(tx, next, now)
  } catch (error) {
    if (isUniqueBreach(error, 'organizations_slug_key')) throw new Refusal(organizationRefusals.alreadyExists)
    throw error
  }
  const { id } = next
  await emit(tx, platform, {
    name: 'organization.changed',
    organizationId: id,
    resourceId: id,
    payload: toOrganizationEventWire(next),
    now,
  })
  const details = describeChanges(actor.organization, next)
  await recordAudit(tx, by, { action: 'organization.updated', organizationId: id, target: { type: 'organization', id }, details })
  return next
}
