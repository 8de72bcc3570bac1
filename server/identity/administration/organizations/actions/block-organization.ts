import { type SetBlockInput, setBlock } from '#identity/organizations/index.ts'
import type { Block } from '#identity/organizations/model.ts'
import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { lockAdministratorsForCaller } from '../../actions/lock-administrators.ts'
import { administrationRefusals } from '../../refusals.ts'

/**
 * Blocks an organization for an administrator, or lifts its block, with an entry of its audit log, where its members read the reason. What
 * changes nothing is not recorded.
 */
export async function blockOrganization(
  tx: Tx,
  by: AuditContext,
  { organizationId, reason }: Omit<SetBlockInput, 'now'>,
): Promise<Block | null> {
  const { platform, now } = by
  await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotBlock)
  const set = (await setBlock(tx, platform, { organizationId, reason, now })) ?? refuse(administrationRefusals.organizationNotFound)
  const { block, hasChanged } = set
  if (!hasChanged) return block
  await recordAudit(tx, by, {
    action: block ? 'organization.blocked' : 'organization.unblocked',
    organizationId,
    target: { type: 'organization', id: organizationId },
    details: block ? { reason: block.reason } : {},
  })
  return block
}
