import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { MemberWithUser } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import { type Belonging, heldMembershipOf, type MemberKey } from '../reads.ts'
import { refuseLastOwner, refuseRemoval } from '../rules.ts'
import { endMembership } from './end-membership.ts'
import { losingOf } from './losing.ts'

/**
 * Takes somebody out of an organization for a member who may. Refuses a member of another organization as not found, whoever may
 * not, and that nobody would be left who owns the organization.
 */
export async function removeMember(tx: Tx, by: AuditContext, removal: Belonging & { readonly key: MemberKey }): Promise<MemberWithUser> {
  const { organizationId, key } = removal
  const actor = (await heldMembershipOf(tx, by.platform, removal)) ?? refuse(organizationRefusals.memberNotFound)
  const losing = await losingOf(tx, by.platform, { organizationId, key })
  refuseRemoval(actor, losing)
  await endMembership(tx, by, losing.target)
  return losing.target
}

/** Takes the caller themselves out, unless they alone own the organization. */
export async function leaveOrganization(tx: Tx, by: AuditContext, belonging: Belonging): Promise<MemberWithUser> {
  const { organizationId, userId } = belonging
  if (!(await heldMembershipOf(tx, by.platform, belonging))) refuse(organizationRefusals.memberNotFound)
  const losing = await losingOf(tx, by.platform, { organizationId, key: { userId } })
  refuseLastOwner(losing)
  await endMembership(tx, by, losing.target)
  return losing.target
}
