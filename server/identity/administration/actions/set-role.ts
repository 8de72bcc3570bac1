import { endSessionsBorrowedBy, endSessionsOf } from '#identity/sessions/index.ts'
import { findAndLockUser, leavesAdministrator, saveRole } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { administrationRefusals } from '../refusals.ts'
import { isDemoted, isPromoted, roleTextOf } from '../rules.ts'
import { holdAdministrators } from './hold-administrators.ts'
import { noteAct, tellUpdated } from './note-act.ts'

/** Whose role, and what it becomes. */
export interface SettingRole {
  readonly userId: string
  readonly role: string | readonly string[]
}

/**
 * Gives a person other roles; null where there is nobody of that id. Whoever comes to administer the platform signs in anew, for a
 * session from before may be in other hands; whoever ceases to, gives up what they borrowed. Refuses unknown roles, and taking the last administrator's.
 */
export async function setRole(tx: Tx, by: AuditContext, { userId: named, role: given }: SettingRole): Promise<User | null> {
  const { platform, now } = by
  const role = roleTextOf(given)
  const administrators = await holdAdministrators(tx, by, administrationRefusals.mayNotSetRole)
  const before = await findAndLockUser(tx, named)
  if (!before) return null
  const { id: userId } = before
  const isLast = isDemoted(before, role) && !leavesAdministrator(administrators, userId, now)
  refuseWhen(isLast, administrationRefusals.lastAdministrator)
  const user = await saveRole(tx, userId, { role, now })
  if (isPromoted(before, role)) await endSessionsOf(tx, platform, { userId, now })
  if (isDemoted(before, role)) await endSessionsBorrowedBy(tx, platform, { userId, now })
  await tellUpdated(tx, by, user)
  await noteAct(tx, by, { action: 'user.role_set', userId, details: { from: before.role, to: role } })
  return user
}
