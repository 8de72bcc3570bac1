import { findLockedMembership, findMember, type MemberKey, organizationRefusals, requirePermission } from '#identity/organizations/index.ts'
import type { Member } from '#identity/organizations/model.ts'
import { mayGrant } from '#identity/organizations/model.ts'
import { toMemberWire } from '#identity/organizations/wire.ts'
import { deactivateTeam } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { lockTeam, saveMemberTeam } from '../store.ts'
import type { Actor } from './lock-membership.ts'

/** A member and their new team; null for none. */
export interface SetMemberTeamInput {
  readonly organizationId: string
  readonly key: MemberKey
  readonly teamId: string | null
  /** Refuses by the team that the member is in now. */
  readonly check?: (currentTeamId: string | null) => void
}

/**
 * Sets or clears the team of a member. Needs the permission to update members and to grant the roles of this member: only owners move
 * owners.
 */
export async function setMemberTeam(tx: Tx, by: Actor, { organizationId, key, teamId, check }: SetMemberTeamInput): Promise<Member> {
  const { platform, caller, now } = by
  const { notAllowedToUpdateMember, memberNotFound } = organizationRefusals
  const membership = await findLockedMembership(tx, platform, { organizationId, userId: caller.user.id })
  const actor = requirePermission(membership, { member: ['update'] }, notAllowedToUpdateMember)
  const { user: _, ...member } = (await findMember(tx, organizationId, key)) ?? refuse(memberNotFound)
  refuseWhen(!mayGrant(actor, member.role), notAllowedToUpdateMember)
  refuseWhen(teamId !== null && !(await lockTeam(tx, organizationId, teamId)), refusals.teamNotFound)
  check?.(member.teamId)
  if (member.teamId === teamId) return member
  if (member.teamId !== null) await deactivateTeam(tx, platform, { teamId: member.teamId, userId: member.userId })
  await saveMemberTeam(tx, { organizationId, memberId: member.id, teamId })
  const next = { ...member, teamId }
  await emit(tx, platform, { name: 'member.updated', organizationId, resourceId: next.id, payload: toMemberWire(next), now })
  const details = { user: next.userId, team: teamId }
  await recordAudit(tx, by, { action: 'member.updated', organizationId, target: { type: 'member', id: next.id }, details })
  return next
}
