import { revokeSessionsOf } from '#identity/sessions/index.ts'
import { findAndLockUser, hasOtherAdministrator, isAdministrator, liftBan, saveBan } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { NO_REASON } from '../model.ts'
import { administrationRefusals } from '../refusals.ts'
import { banEndOf } from '../rules.ts'
import { auditAction, publishUserUpdated } from './audit-action.ts'
import { lockAdministratorsForCaller } from './lock-administrators.ts'

/** The user to ban, the reason, and the duration in seconds; undefined bans without end. */
export interface BanUserInput {
  readonly userId: string
  readonly reason: string | undefined
  readonly seconds: number | undefined
}

/** Bans a user: revokes all of their sessions at once and prevents new ones while the ban holds. Refuses a ban of the caller. */
export async function banUser(tx: Tx, by: AuditContext, { userId: requestedId, reason, seconds }: BanUserInput): Promise<User> {
  const { platform, caller, now } = by
  const administrators = await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotBan)
  const before = (await findAndLockUser(tx, requestedId)) ?? refuse(administrationRefusals.userNotFound)
  // From here on the stored id: the requested one may be in upper case.
  const { id: userId } = before
  refuseWhen(caller.kind === 'user' && caller.user.id === userId, administrationRefusals.cannotBanYourself)
  const isLast = isAdministrator(before.role) && !hasOtherAdministrator(administrators, userId, now)
  refuseWhen(isLast, administrationRefusals.lastAdministrator)
  const ban = { reason: reason || NO_REASON, expiresAt: banEndOf(seconds, now) }
  const user = await saveBan(tx, userId, { ...ban, now })
  await revokeSessionsOf(tx, platform, { userId, now })
  await publishUserUpdated(tx, by, user)
  const details = { reason: ban.reason, until: ban.expiresAt?.toISOString() ?? null }
  await auditAction(tx, by, { action: 'user.banned', userId, details })
  return user
}

/** Lifts the ban of a user; does nothing but succeed if there is none. */
export async function unbanUser(tx: Tx, by: AuditContext, requestedId: string): Promise<User> {
  const { now } = by
  await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotBan)
  const before = (await findAndLockUser(tx, requestedId)) ?? refuse(administrationRefusals.userNotFound)
  const { id: userId } = before
  await liftBan(tx, userId, now)
  const user = { ...before, banned: false, banReason: null, banExpires: null, updatedAt: now }
  await publishUserUpdated(tx, by, user)
  await auditAction(tx, by, { action: 'user.unbanned', userId })
  return user
}
