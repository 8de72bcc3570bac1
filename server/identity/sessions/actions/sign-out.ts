import { refuse } from '#kernel/refusal.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { type Cookie, clearedCookies } from '../cookies.ts'
import { credentialOf } from '../credential.ts'
import { forgottenOwnIn } from '../impersonation.ts'
import { sessionRefusals } from '../refusals.ts'
import { findEnding } from '../store.ts'
import { endSession } from './end-sessions.ts'

/** Who asks to be signed out. */
export interface SigningOut {
  readonly request: RequestInfo
  readonly caller: Caller
  readonly now: Date
}

/** Ends the session that the request came with; gives the cookies that make a browser forget it. One that is gone already is no fault. */
export async function signOut(platform: Platform, { request, caller, now }: SigningOut): Promise<readonly Cookie[]> {
  const credential = credentialOf(request, platform)
  if (!credential) return refuse(sessionRefusals.failedToGetSession)
  const session = await findEnding(platform.database.db, platform.secrets.digest(credential.token))
  if (session) {
    const entry = { action: 'user.signed_out', organizationId: null, userId: session.userId, caller, request, now }
    await endSession(platform, { session, now }, (tx) => platform.audit.append(tx, entry))
  }
  return credential.via === 'cookie' ? [...clearedCookies(platform), ...forgottenOwnIn(request.cookies, platform)] : []
}
