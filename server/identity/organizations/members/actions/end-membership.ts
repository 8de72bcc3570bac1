import { deactivateOrganization } from '#identity/sessions/index.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Member } from '../../model.ts'
import { toMemberWire } from '../../wire.ts'
import { deleteMember } from '../store.ts'

/**
 * Takes a member out of an organization that is held, and the organization out of their sessions: on every instance they are
 * nobody there from the commit on. Whether it may be is decided before.
 */
export async function endMembership(tx: Tx, by: AuditContext, member: Member): Promise<void> {
  const { platform, now } = by
  const { id, organizationId, userId, role } = member
  await deleteMember(tx, member)
  await deactivateOrganization(tx, platform, { organizationId, userId })
  await emit(tx, platform, { name: 'member.removed', organizationId, resourceId: id, payload: toMemberWire(member), now })
  await auditBy(tx, by, {
    action: 'member.removed',
    organizationId,
    target: { type: 'member', id },
    details: { user: userId, role },
  })
}
