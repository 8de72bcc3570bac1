import { endSessionsOf } from '#identity/sessions/index.ts'
import { findAndLockUser, isAdministrator, leavesAdministrator, liftBan, saveBan } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { NO_REASON } from '../model.ts'
import { administrationRefusals } from '../refusals.ts'
import { banEndOf } from '../rules.ts'
import { holdAdministrators } from './hold-administrators.ts'
import { noteAct, tellUpdated } from './note-act.ts'

/** Who is banned, why, and for how many seconds; without a number for good. */
export interface Banning {
  readonly userId: string
  readonly reason: string | undefined
  readonly seconds: number | undefined
}

/** Bans a person: their sessions end at once and everywhere, and none begins while it holds. Refuses oneself. */
export async function banUser(tx: Tx, by: AuditContext, { userId: given, reason, seconds }: Banning): Promise<User> {
  const { platform, caller, now } = by
  const administrators = await holdAdministrators(tx, by, administrationRefusals.mayNotBan)
  const before = (await findAndLockUser(tx, given)) ?? refuse(administrationRefusals.userNotFound)
  // From here on by the id as it is kept: the given one may be in capitals.
  const { id: userId } = before
  refuseWhen(caller.kind === 'user' && caller.user.id === userId, administrationRefusals.cannotBanYourself)
  const isLast = isAdministrator(before.role) && !leavesAdministrator(administrators, userId, now)
  refuseWhen(isLast, administrationRefusals.lastAdministrator)
  const ban = { reason: reason || NO_REASON, expiresAt: banEndOf(seconds, now) }
  const user = await saveBan(tx, userId, { ...ban, now })
  await endSessionsOf(tx, platform, { userId, now })
  await tellUpdated(tx, by, user)
  const details = { reason: ban.reason, until: ban.expiresAt?.toISOString() ?? null }
  await noteAct(tx, by, { action: 'user.banned', userId, details })
  return user
}

/** Lifts a ban, also where there is none. */
export async function unbanUser(tx: Tx, by: AuditContext, given: string): Promise<User> {
  const { now } = by
  await holdAdministrators(tx, by, administrationRefusals.mayNotBan)
  const before = (await findAndLockUser(tx, given)) ?? refuse(administrationRefusals.userNotFound)
  const { id: userId } = before
  await liftBan(tx, userId, now)
  const user = { ...before, banned: false, banReason: null, banExpires: null, updatedAt: now }
  await tellUpdated(tx, by, user)
  await noteAct(tx, by, { action: 'user.unbanned', userId })
  return user
}
