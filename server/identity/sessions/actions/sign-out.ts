import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RequestFacts } from '#platform/http/exchange.ts'
import type { Platform } from '#platform/platform.ts'
import { type Cookie, clearedCookies } from '../cookies.ts'
import { credentialOf } from '../credential.ts'
import { sessionRefusals } from '../refusals.ts'
import { deleteSession } from '../store.ts'
import { tellEnded } from './end-sessions.ts'

/** Who asks to be signed out. */
export interface SigningOut {
  readonly request: RequestFacts
  readonly caller: Caller
  readonly now: Date
}

/** Ends the session that the request came with; gives the cookies that make a browser forget it. One that is gone already is no fault. */
export async function signOut(tx: Tx, platform: Platform, { request, caller, now }: SigningOut): Promise<readonly Cookie[]> {
  const credential = credentialOf(request, platform)
  if (!credential) return refuse(sessionRefusals.failedToGetSession)
  const ended = await deleteSession(tx, platform.secrets.digest(credential.token))
  if (ended) {
    await tellEnded(tx, platform, { session: ended, now })
    await platform.audit.append(tx, { action: 'user.signed_out', organizationId: null, userId: ended.userId, caller, request, now })
  }
  return credential.via === 'cookie' ? clearedCookies(platform) : []
}
