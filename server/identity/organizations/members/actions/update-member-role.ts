import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Member } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import { toMemberWire } from '../../wire.ts'
import { findLockedMembership } from '../reads.ts'
import { holdsAny, nextRole, ownershipRoles } from '../rules.ts'
import { preventUserDeletion, saveRole } from '../store.ts'
import { readOwnership } from './read-ownership.ts'

/** The acting user, the member and their new roles. */
export interface UpdateMemberRoleInput {
  readonly organizationId: string
  readonly userId: string
  readonly memberId: string
  readonly role: string | readonly string[]
}

/**
 * Replaces the roles of a member. Refuses unknown roles, a member of another organization as not found, a caller without the
 * permission, owner roles unless the caller is an owner, and to leave the organization without an owner.
 */
export async function updateMemberRole(
  tx: Tx,
  by: AuditContext,
  { organizationId, userId, memberId, role }: UpdateMemberRoleInput,
): Promise<Member> {
  const { platform, now } = by
  const actor = (await findLockedMembership(tx, platform, { organizationId, userId })) ?? refuse(organizationRefusals.memberNotFound)
  const ownership = await readOwnership(tx, platform, { organizationId, key: { memberId } })
  const { user, ...target } = ownership.target
  const next: Member = { ...target, role: nextRole(actor, role, ownership) }
  if (next.role === target.role) return target
  // A user who is deleting their account must not become the last owner: their deletion waits for this lock and checks again.
  if (holdsAny(next.role, ownershipRoles(platform.settings.ORGANIZATION_CREATOR_ROLE)) && !(await preventUserDeletion(tx, user.id)))
    refuse(organizationRefusals.memberNotFound)
  await saveRole(tx, next)
  await emit(tx, platform, { name: 'member.updated', organizationId, resourceId: next.id, payload: toMemberWire(next), now })
  await recordAudit(tx, by, {
    action: 'member.updated',
    organizationId,
    target: { type: 'member', id: target.id },
    details: { user: user.id, from: target.role, to: next.role },
  })
  return next
}
