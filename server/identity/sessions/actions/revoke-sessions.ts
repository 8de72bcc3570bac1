import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { idOfHandle } from '../model.ts'
import { sessionRefusals } from '../refusals.ts'
import { type EndedSession, findEnding, findEndingById } from '../store.ts'
import { endSession, endSessionsOf } from './end-sessions.ts'

/** Who ends sessions of their own. */
export interface Revoking {
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/** The session that a token belongs to, or that a handle names. */
export async function sessionToEnd({ database, secrets }: Platform, token: string): Promise<EndedSession | undefined> {
  const id = idOfHandle(token)
  return (await findEnding(database.db, secrets.digest(token))) ?? (id === undefined ? undefined : findEndingById(database.db, id))
}

/** Ends the session of a token, or that a handle names. Refuses one that is not there, and one of somebody else. */
export async function revokeSession(platform: Platform, token: string, { caller, request, now }: Revoking): Promise<void> {
  const session = (await sessionToEnd(platform, token)) ?? refuse(sessionRefusals.notFound)
  const { id: userId } = caller.user
  refuseWhen(session.userId !== userId, sessionRefusals.notOwn)
  const target = { type: 'session', id: session.id }
  const entry = { action: 'session.revoked', organizationId: null, userId, caller, target, request, now }
  refuseWhen(!(await endSession(platform, { session, now }, (tx) => platform.audit.append(tx, entry))), sessionRefusals.notFound)
}

/** Ends every session of the caller, or every one but their own present one. */
export async function revokeSessions(tx: Tx, platform: Platform, revoking: Revoking & { readonly which: 'all' | 'others' }): Promise<void> {
  const { which, caller, request, now } = revoking
  const { id: userId } = caller.user
  const except = which === 'others' ? caller.session.id : undefined
  const ended = await endSessionsOf(tx, platform, { userId, except, now })
  const action = which === 'others' ? 'user.other_sessions_revoked' : 'user.sessions_revoked'
  await platform.audit.append(tx, { action, organizationId: null, userId, caller, details: { ended }, request, now })
}
