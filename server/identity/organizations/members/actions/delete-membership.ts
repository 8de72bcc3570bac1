import { deactivateOrganization } from '#identity/sessions/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Member } from '../../model.ts'
import { toMemberWire } from '../../wire.ts'
import { deleteMember } from '../store.ts'

/**
 * Deletes a membership of a locked organization, and clears the organization in the sessions of the user: it takes effect on every
 * instance with the commit. The calling action decides whether it is allowed.
 */
export async function deleteMembership(tx: Tx, by: AuditContext, member: Member): Promise<void> {
  const { platform, now } = by
  const { id, organizationId, userId, role } = member
  await deleteMember(tx, member)
  await deactivateOrganization(tx, platform, { organizationId, userId })
  await emit(tx, platform, { name: 'member.removed', organizationId, resourceId: id, payload: toMemberWire(member), now })
  await recordAudit(tx, by, {
    action: 'member.removed',
    organizationId,
    target: { type: 'member', id },
    details: { user: userId, role },
  })
}
