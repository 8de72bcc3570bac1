import { applyUserChange, revokeSessionsOf } from '#identity/sessions/index.ts'
import { findAndLockUser } from '#identity/users/index.ts'
import { ban, liftBan, type User } from '#identity/users/model.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { administrationRefusals } from '../refusals.ts'
import { banOf, refuseBan } from '../rules.ts'
import { auditAction } from './audit-action.ts'
import { lockAdministratorsForCaller } from './lock-administrators.ts'

/** The user to ban, the reason, and the duration in seconds; undefined bans without end. */
export interface BanUserInput {
  readonly userId: string
  readonly reason: string | undefined
  readonly seconds: number | undefined
}

/** Bans a user: revokes all of their sessions at once and prevents new ones while the ban holds. Refuses a ban of the caller. */
export async function banUser(tx: Tx, by: AuditContext, { userId: requestedId, ...requested }: BanUserInput): Promise<User> {
  const { platform, caller, now } = by
  const administrators = await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotBan)
  const before = (await findAndLockUser(tx, requestedId)) ?? refuse(administrationRefusals.userNotFound)
  refuseBan({ user: before, caller, administrators, now })
  const { reason, expiresAt } = banOf(requested, now)
  const user = await applyUserChange(tx, platform, { user: before, outcome: ban(before, { reason, expiresAt }, now), now })
  await revokeSessionsOf(tx, platform, { userId: user.id, now })
  const details = { reason, until: expiresAt?.toISOString() ?? null }
  await auditAction(tx, by, { action: 'user.banned', userId: user.id, details })
  return user
}

/** Lifts the ban of a user; does nothing but succeed if there is none. */
export async function unbanUser(tx: Tx, by: AuditContext, requestedId: string): Promise<User> {
  const { platform, now } = by
  await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotBan)
  const before = (await findAndLockUser(tx, requestedId)) ?? refuse(administrationRefusals.userNotFound)
  const user = await applyUserChange(tx, platform, { user: before, outcome: liftBan(before, now), now })
  await auditAction(tx, by, { action: 'user.unbanned', userId: user.id })
  return user
}
