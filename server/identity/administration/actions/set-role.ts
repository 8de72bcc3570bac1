import { applyUserChange, revokeImpersonationsBy, revokeSessionsOf } from '#identity/sessions/index.ts'
import { findAndLockUser } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { administrationRefusals } from '../refusals.ts'
import { setRoles, toRoleText } from '../rules.ts'
import { auditAction } from './audit-action.ts'
import { lockAdministratorsForCaller } from './lock-administrators.ts'

/** The user and their new roles. */
export interface SetRoleInput {
  readonly userId: string
  readonly role: string | readonly string[]
}

/**
 * Replaces the roles of a user; null if the user does not exist. A new administrator signs in again, because another person may hold an
 * earlier session. A former administrator loses their impersonation sessions. Refuses unknown roles, and to demote the last
 * administrator.
 */
export async function setRole(tx: Tx, by: AuditContext, { userId: requestedId, role: requestedRole }: SetRoleInput): Promise<User | null> {
  const { platform, now } = by
  const role = toRoleText(requestedRole)
  const administrators = await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotSetRole)
  const before = await findAndLockUser(tx, requestedId)
  if (!before) return null
  const { endedSessions, ...outcome } = setRoles(before, role, { administrators, now })
  const user = await applyUserChange(tx, platform, { user: before, outcome, now })
  if (endedSessions === 'all') await revokeSessionsOf(tx, platform, { userId: user.id, now })
  if (endedSessions === 'impersonations') await revokeImpersonationsBy(tx, platform, { userId: user.id, now })
  await auditAction(tx, by, { action: 'user.role_set', userId: user.id, details: { from: before.role, to: role } })
  return user
}
