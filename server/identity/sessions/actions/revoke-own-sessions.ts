import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import type { SessionRecord } from '../model.ts'
import { idOfHandle } from '../model.ts'
import { sessionRefusals } from '../refusals.ts'
import { findSessionRecord, findSessionRecordById } from '../store.ts'
import { revokeSession, revokeSessionsOf } from './revoke-sessions.ts'

/** The caller whose sessions are revoked. */
export interface RevokeOwnSessionsInput {
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/** The session of a token or of a handle. */
export async function findSessionByToken({ database, secrets }: Platform, token: string): Promise<SessionRecord | undefined> {
  const id = idOfHandle(token)
  return (
    (await findSessionRecord(database.db, secrets.digest(token))) ?? (id === undefined ? undefined : findSessionRecordById(database.db, id))
  )
}

/** Revokes the session of a token or of a handle. Refuses an unknown session and a session of another user. */
export async function revokeOwnSession(platform: Platform, token: string, { caller, request, now }: RevokeOwnSessionsInput): Promise<void> {
  const session = (await findSessionByToken(platform, token)) ?? refuse(sessionRefusals.notFound)
  const { id: userId } = caller.user
  refuseWhen(session.userId !== userId, sessionRefusals.notOwn)
  const target = { type: 'session', id: session.id }
  const entry = { action: 'session.revoked', organizationId: null, userId, caller, target, request, now }
  refuseWhen(!(await revokeSession(platform, { session, now }, (tx) => platform.audit.append(tx, entry))), sessionRefusals.notFound)
}

/** Revokes every session of the caller, or every one except the current one. */
export async function revokeOwnSessions(
  tx: Tx,
  platform: Platform,
  input: RevokeOwnSessionsInput & { readonly which: 'all' | 'others' },
): Promise<void> {
  const { which, caller, request, now } = input
  const { id: userId } = caller.user
  const except = which === 'others' ? caller.session.id : undefined
  const ended = await revokeSessionsOf(tx, platform, { userId, except, now })
  const action = which === 'others' ? 'user.other_sessions_revoked' : 'user.sessions_revoked'
  await platform.audit.append(tx, { action, organizationId: null, userId, caller, details: { ended }, request, now })
}
