import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { MemberWithUser } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import { findLockedMembership, type MemberKey, type MembershipKey } from '../reads.ts'
import { refuseLastOwner, refuseRemoval } from '../rules.ts'
import { deleteMembership } from './delete-membership.ts'
import { readOwnership } from './read-ownership.ts'

/**
 * Removes a member from an organization. Refuses a member of another organization as not found, a caller without the permission, and
 * the last owner.
 */
export async function removeMember(tx: Tx, by: AuditContext, input: MembershipKey & { readonly key: MemberKey }): Promise<MemberWithUser> {
  const { organizationId, key } = input
  const actor = (await findLockedMembership(tx, by.platform, input)) ?? refuse(organizationRefusals.memberNotFound)
  const ownership = await readOwnership(tx, by.platform, { organizationId, key })
  refuseRemoval(actor, ownership)
  await deleteMembership(tx, by, ownership.target)
  return ownership.target
}

/** Removes the caller from an organization, unless they are its only owner. */
export async function leaveOrganization(tx: Tx, by: AuditContext, membershipKey: MembershipKey): Promise<MemberWithUser> {
  const { organizationId, userId } = membershipKey
  if (!(await findLockedMembership(tx, by.platform, membershipKey))) refuse(organizationRefusals.memberNotFound)
  const ownership = await readOwnership(tx, by.platform, { organizationId, key: { userId } })
  refuseLastOwner(ownership)
  await deleteMembership(tx, by, ownership.target)
  return ownership.target
}
