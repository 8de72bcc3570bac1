import { admit, applyUserChange, type Cookie, createSession, impersonationCookies } from '#identity/sessions/index.ts'
import type { Session } from '#identity/sessions/model.ts'
import { findAndLockUser } from '#identity/users/index.ts'
import { isAdministrator, type User } from '#identity/users/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { administrationRefusals } from '../refusals.ts'
import { auditAction } from './audit-action.ts'
import { lockAdministratorsForCaller } from './lock-administrators.ts'

/** An impersonation session, its user, and the cookies that give it to a browser. */
export interface ImpersonateUserResult {
  readonly session: Session
  readonly user: User
  readonly cookies: readonly Cookie[]
}

/**
 * Creates an impersonation session of another user for an administrator; it lasts an hour. Its listings and its audit entries carry
 * the administrator's id. Refuses to impersonate administrators and banned users.
 */
export async function impersonateUser(
  tx: Tx,
  by: AuditContext & { readonly caller: UserCaller },
  requestedId: string,
): Promise<ImpersonateUserResult> {
  const { platform, caller, request, now } = by
  await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotImpersonate)
  const found = (await findAndLockUser(tx, requestedId)) ?? refuse(administrationRefusals.userNotFound)
  refuseWhen(isAdministrator(found.role), administrationRefusals.cannotImpersonateAdministrator)
  // A user who cannot sign in cannot be impersonated.
  const user = await applyUserChange(tx, platform, { user: found, outcome: admit(found, now), now })
  const { id: userId } = user
  const { ipAddress, userAgent } = request
  const session = await createSession(tx, platform, {
    userId,
    isRemembered: false,
    ipAddress,
    userAgent,
    impersonatedBy: caller.user.id,
    now,
  })
  const target = { type: 'session', id: session.id }
  await auditAction(tx, by, { action: 'user.impersonated', userId, target, details: { until: session.expiresAt.toISOString() } })
  const own = { token: caller.session.token, cookies: request.cookies }
  return { session, user, cookies: caller.via === 'cookie' ? impersonationCookies({ session, user, now }, own, platform) : [] }
}
