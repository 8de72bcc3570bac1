import {
  administratorTokenOf,
  type Cookie,
  findSession,
  restoredSessionCookies,
  revokeSession,
  type SessionWithUser,
} from '#identity/sessions/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { administrationRefusals } from '../refusals.ts'
import { auditAction } from './audit-action.ts'

/** The administrator's own session, and the cookies that restore it in a browser. */
export interface StopImpersonatingResult extends SessionWithUser {
  readonly cookies: readonly Cookie[]
}

/**
 * Revokes an impersonation session and restores the administrator's own session, by the token in a cookie of their browser. The
 * impersonation session is revoked in any case. Afterwards refuses if the own session has ended or belongs to another user.
 */
export async function stopImpersonating(by: AuditContext & { readonly caller: UserCaller }): Promise<StopImpersonatingResult> {
  const { platform, caller, request, now } = by
  const { session, user } = caller
  const impersonatorId = session.impersonatedBy ?? refuse(administrationRefusals.notImpersonating)
  const target = { type: 'session', id: session.id }
  await revokeSession(platform, { session, now }, (tx) =>
    auditAction(tx, by, { action: 'user.impersonation_ended', userId: user.id, target }),
  )
  const token = administratorTokenOf(request.cookies, platform)
  const own = token === undefined ? undefined : await findSession(platform, { token, now })
  if (own?.user.id !== impersonatorId) return refuse(administrationRefusals.ownSessionNotFound)
  return { ...own, cookies: restoredSessionCookies({ ...own, now }, platform) }
}
