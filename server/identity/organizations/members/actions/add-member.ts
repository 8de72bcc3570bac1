import { newId } from '#kernel/id.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Member } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import { toMemberWire } from '../../wire.ts'
import { lockOrganizationById } from '../reads.ts'
import { countMembers, insertMember } from '../store.ts'

/** The organization, user, roles and team of a new membership. */
export interface AddMemberInput {
  readonly organizationId: string
  readonly userId: string
  /** Comma-joined roles that the organization has: `readRoles`. */
  readonly role: string
  /** A team of that organization. */
  readonly teamId?: string | null | undefined
}

/**
 * Adds a member, and locks the organization until the transaction ends, so that the limit holds under concurrency. Refuses
 * `Organization not found`, `User is already a member of this organization` and `Organization membership limit reached`.
 */
export async function addMember(
  tx: Tx,
  by: AuditContext,
  { organizationId, userId, role, teamId = null }: AddMemberInput,
): Promise<Member> {
  const { platform, now } = by
  refuseWhen(!(await lockOrganizationById(tx, organizationId)), organizationRefusals.notFound)
  const { total, isIn } = await countMembers(tx, organizationId, userId)
  refuseWhen(isIn, organizationRefusals.alreadyMember)
  refuseWhen(total >= platform.settings.MEMBERSHIP_LIMIT, organizationRefusals.membershipLimit)
  const member: Member = { id: newId(now), organizationId, userId, role, teamId, createdAt: now }
  await insertMember(tx, member)
  await emit(tx, platform, { name: 'member.added', organizationId, resourceId: member.id, payload: toMemberWire(member), now })
  await recordAudit(tx, by, {
    action: 'member.added',
    organizationId,
    target: { type: 'member', id: member.id },
    details: { user: userId, role },
  })
  return member
}
