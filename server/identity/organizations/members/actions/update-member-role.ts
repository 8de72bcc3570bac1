import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Member } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import { toMemberWire } from '../../wire.ts'
import { heldMembershipOf } from '../reads.ts'
import { changeRole, holdsOne, keeping } from '../rules.ts'
import { holdUser, saveRole } from '../store.ts'
import { losingOf } from './losing.ts'

/** Whose wish it is that which member of which organization gets which roles. */
export interface RoleUpdate {
  readonly organizationId: string
  readonly userId: string
  readonly memberId: string
  readonly role: string | readonly string[]
}

/**
 * Gives a member other roles. Refuses unknown ones, a member of another organization as not found, whoever may not, what is the
 * business of owners alone, and that nobody would be left who owns the organization.
 */
export async function updateMemberRole(tx: Tx, by: AuditContext, { organizationId, userId, memberId, role }: RoleUpdate): Promise<Member> {
  const { platform, now } = by
  const actor = (await heldMembershipOf(tx, platform, { organizationId, userId })) ?? refuse(organizationRefusals.memberNotFound)
  const losing = await losingOf(tx, platform, { organizationId, key: { memberId } })
  const { user, ...target } = losing.target
  const next: Member = { ...target, role: changeRole(actor, role, losing) }
  if (next.role === target.role) return target
  // Whoever is about to delete their account must not be made the one who keeps the organization: their deletion waits, and counts again.
  if (holdsOne(next.role, keeping(platform.settings.ORGANIZATION_CREATOR_ROLE)) && !(await holdUser(tx, user.id)))
    refuse(organizationRefusals.memberNotFound)
  await saveRole(tx, next)
  await emit(tx, platform, { name: 'member.updated', organizationId, resourceId: next.id, payload: toMemberWire(next), now })
  await auditBy(tx, by, {
    action: 'member.updated',
    organizationId,
    target: { type: 'member', id: target.id },
    details: { user: user.id, from: target.role, to: next.role },
  })
  return next
}
