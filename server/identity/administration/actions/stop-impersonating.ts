import { type Cookie, endSession, findSession, givingBackCookies, ownTokenOf, type SignedIn } from '#identity/sessions/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { administrationRefusals } from '../refusals.ts'
import { noteAct } from './note-act.ts'

/** The administrator's own session, and the cookies with which a browser takes it again. */
export interface GivenBack extends SignedIn {
  readonly cookies: readonly Cookie[]
}

/**
 * Ends a borrowed session and gives the administrator's own back, by the token that their browser has kept beside it. The borrowed one
 * ends in any case; where the own one is over, or was not theirs who borrowed, that is refused afterwards.
 */
export async function stopImpersonating(by: AuditContext & { readonly caller: UserCaller }): Promise<GivenBack> {
  const { platform, caller, request, now } = by
  const { session, user } = caller
  const borrower = session.impersonatedBy ?? refuse(administrationRefusals.notImpersonating)
  const target = { type: 'session', id: session.id }
  await endSession(platform, { session, now }, (tx) => noteAct(tx, by, { action: 'user.impersonation_ended', userId: user.id, target }))
  const token = ownTokenOf(request.cookies, platform)
  const own = token === undefined ? undefined : await findSession(platform, { token, now })
  if (own?.user.id !== borrower) return refuse(administrationRefusals.ownSessionNotFound)
  return { ...own, cookies: givingBackCookies({ ...own, now }, platform) }
}
