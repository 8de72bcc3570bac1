import { banStateOf, lockAdministrators } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { type RefusalEntry, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'

/**
 * Locks all administrators of the platform until the transaction ends, and returns them. Refuses a caller who is not an administrator
 * any more, or is banned: their role may have changed since the request was authenticated, while it waited for a hash or for a lock.
 * Called before the target user is locked, so that two actions cannot deadlock.
 */
export async function lockAdministratorsForCaller(tx: Tx, { caller, now }: AuditContext, refusal: RefusalEntry): Promise<User[]> {
  const administrators = await lockAdministrators(tx)
  const isAllowed =
    caller.kind === 'user' && administrators.some((each) => each.id === caller.user.id && banStateOf(each, now) !== 'active')
  refuseWhen(!isAllowed, refusal)
  return administrators
}
