import type { AuditEntry } from '#platform/audit/audit.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'

/** An action of an administrator that concerns a user. */
export type AuditedAction = Pick<AuditEntry, 'action' | 'details'> & { readonly userId: string; readonly target?: AuditEntry['target'] }

/** Records an action of an administrator in the audit log of the platform, where its user can read it as well. */
export async function auditAction(
  tx: Tx,
  { platform, caller, request, now }: AuditContext,
  { target, ...entry }: AuditedAction,
): Promise<void> {
  const on = target ?? { type: 'user', id: entry.userId }
  await platform.audit.append(tx, { ...entry, organizationId: null, target: on, caller, request, now })
}
