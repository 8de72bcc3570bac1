import { invalidateCachedSessions } from '#identity/sessions/index.ts'
import type { User } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import type { AuditEntry } from '#platform/audit/audit.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'

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

/** Publishes a changed user: invalidates their cached sessions and emits `user.updated`. */
export async function publishUserUpdated(tx: Tx, { platform, now }: AuditContext, user: User): Promise<void> {
  invalidateCachedSessions(tx, platform, { userId: user.id })
  await emit(tx, platform, { name: 'user.updated', organizationId: null, resourceId: user.id, payload: toFullUserWire(user), now })
}
