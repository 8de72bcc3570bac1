import { refuse } from '#kernel/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { type Cookie, clearedCookies } from '../cookies.ts'
import { credentialOf } from '../credential.ts'
import { clearedAdministratorCookies } from '../impersonation.ts'
import { sessionRefusals } from '../refusals.ts'
import { findSessionRecord } from '../store.ts'
import { revokeSession } from './revoke-sessions.ts'

/** The request to sign out. */
export interface SignOutInput {
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** Revokes the session of the request. Returns the cookies that clear it in a browser. A session that no longer exists is not an error. */
export async function signOut(platform: Platform, { request, caller, now }: SignOutInput): Promise<readonly Cookie[]> {
  const credential = credentialOf(request, platform)
  if (!credential) return refuse(sessionRefusals.failedToGetSession)
  const session = await findSessionRecord(platform.database.db, platform.secrets.digest(credential.token))
  if (session) {
    const entry = { action: 'user.signed_out', organizationId: null, userId: session.userId, caller, request, now }
    await revokeSession(platform, { session, now }, (tx) => platform.audit.append(tx, entry))
  }
  return credential.via === 'cookie' ? [...clearedCookies(platform), ...clearedAdministratorCookies(request.cookies, platform)] : []
}
