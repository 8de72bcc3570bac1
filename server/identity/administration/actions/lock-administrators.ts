import { lockAdministrators } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { refuseFormerAdministrator } from '../rules.ts'

/**
 * Locks all administrators of the platform until the transaction ends, and returns them. Refuses a caller who is not an administrator
 * any more, or is banned: their role may have changed since the request was authenticated, while it waited for a hash or for a lock.
 * Called before the target user is locked, so that two actions cannot deadlock.
 */
export async function lockAdministratorsForCaller(tx: Tx, { caller, now }: AuditContext, refusal: RefusalEntry): Promise<User[]> {
  const administrators = await lockAdministrators(tx)
  refuseFormerAdministrator(caller, { administrators, now }, refusal)
  return administrators
}
