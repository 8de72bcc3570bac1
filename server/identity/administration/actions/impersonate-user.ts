import { borrowingCookies, type Cookie, noteChanged, openSession } from '#identity/sessions/index.ts'
import type { Session } from '#identity/sessions/model.ts'
import { signInRefusals } from '#identity/sign-in/index.ts'
import { banOf, findAndLockUser, isAdministrator, liftBan } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { administrationRefusals } from '../refusals.ts'
import { holdAdministrators } from './hold-administrators.ts'
import { noteAct } from './note-act.ts'

/** A borrowed session, whose it is, and the cookies with which a browser takes it. */
export interface Borrowed {
  readonly session: Session
  readonly user: User
  readonly cookies: readonly Cookie[]
}

/**
 * Lends an administrator a session of somebody else, for an hour: it is marked with the administrator's id wherever it is shown
 * and in whatever is written down. Refuses administrators as the person, and whoever is banned.
 */
export async function impersonateUser(tx: Tx, by: AuditContext & { readonly caller: UserCaller }, given: string): Promise<Borrowed> {
  const { platform, caller, request, now } = by
  await holdAdministrators(tx, by, administrationRefusals.mayNotImpersonate)
  const found = (await findAndLockUser(tx, given)) ?? refuse(administrationRefusals.userNotFound)
  refuseWhen(isAdministrator(found.role), administrationRefusals.administratorsAreTheirOwn)
  const user = await admitted(tx, by, found)
  const { id: userId } = user
  const { address, userAgent } = request
  const session = await openSession(tx, platform, { userId, isRemembered: false, address, userAgent, impersonatedBy: caller.user.id, now })
  const target = { type: 'session', id: session.id }
  await noteAct(tx, by, { action: 'user.impersonated', userId, target, details: { until: session.expiresAt.toISOString() } })
  const own = { token: caller.session.token, cookies: request.cookies }
  return { session, user, cookies: caller.via === 'cookie' ? borrowingCookies({ session, user, now }, own, platform) : [] }
}

// Nobody acts as somebody who could not act themselves.
async function admitted(tx: Tx, { platform, now }: AuditContext, user: User): Promise<User> {
  const ban = banOf(user, now)
  refuseWhen(ban === 'holds', signInRefusals.BANNED_USER)
  if (ban === 'none') return user
  await liftBan(tx, user.id, now)
  noteChanged(tx, platform, { userId: user.id })
  return { ...user, banned: false, banReason: null, banExpires: null, updatedAt: now }
}
