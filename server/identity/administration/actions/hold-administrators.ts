import { banOf, lockAdministrators } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { type RefusalEntry, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'

/**
 * Everybody who administers the platform, held until the transaction ends. Refuses a caller who is none of them any more, or banned:
 * since their request was recognized somebody may have taken their role, and they waited for a hash or for that very act. To be
 * asked first, and the person after them: two acts never wait for each other in a circle.
 */
export async function holdAdministrators(tx: Tx, { caller, now }: AuditContext, refusal: RefusalEntry): Promise<User[]> {
  const administrators = await lockAdministrators(tx)
  const isOne = caller.kind === 'user' && administrators.some((each) => each.id === caller.user.id && banOf(each, now) !== 'holds')
  refuseWhen(!isOne, refusal)
  return administrators
}
