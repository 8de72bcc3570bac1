import { findMember, heldMembershipOf, mayGive, organizationRefusals, requirePermission } from '#identity/organizations/index.ts'
import type { Member } from '#identity/organizations/model.ts'
import { toMemberWire } from '#identity/organizations/wire.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { lockTeam, saveTeamOf } from '../store.ts'
import type { Actor } from './standing.ts'

/** Which member is to be in which team; null for none. */
export interface Moving {
  readonly organizationId: string
  readonly memberId: string
  readonly teamId: string | null
}

/**
 * Puts a member into a team of their organization, or out of theirs. For whoever may change members, and could give this one their
 * roles: only owners move owners.
 */
export async function setMemberTeam(tx: Tx, by: Actor, { organizationId, memberId, teamId }: Moving): Promise<Member> {
  const { platform, caller, now } = by
  const { notAllowedToUpdateMember, memberNotFound } = organizationRefusals
  const membership = await heldMembershipOf(tx, platform, { organizationId, userId: caller.user.id })
  const actor = requirePermission(membership, { member: ['update'] }, notAllowedToUpdateMember)
  const { user: _, ...member } = (await findMember(tx, organizationId, { memberId })) ?? refuse(memberNotFound)
  refuseWhen(!mayGive(actor, member.role), notAllowedToUpdateMember)
  refuseWhen(teamId !== null && !(await lockTeam(tx, organizationId, teamId)), refusals.teamNotFound)
  if (member.teamId === teamId) return member
  await saveTeamOf(tx, { organizationId, memberId: member.id, teamId })
  const next = { ...member, teamId }
  await emit(tx, platform, { name: 'member.updated', organizationId, resourceId: next.id, payload: toMemberWire(next), now })
  const details = { user: next.userId, team: teamId }
  await auditBy(tx, by, { action: 'member.updated', organizationId, target: { type: 'member', id: next.id }, details })
  return next
}
