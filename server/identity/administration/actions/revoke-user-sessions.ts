import { findSessionByToken, listAllSessionsOf, revokeSession, revokeSessionsOf } from '#identity/sessions/index.ts'
import { handleOf, type SessionRecord } from '#identity/sessions/model.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { auditAction } from './audit-action.ts'

/** A session as administrators see it: its `token` is a handle that can revoke the session and cannot authenticate. */
export type SessionWithHandle = SessionRecord & { readonly token: string }

/** The active sessions of a user, including impersonation sessions, newest first, at most a hundred. */
export async function listUserSessions(db: Database, userId: string, now: Date): Promise<SessionWithHandle[]> {
  return (await listAllSessionsOf(db, userId, now)).map((session) => ({ ...session, token: handleOf(session.id) }))
}

/** Revokes one session of any user, by its token or handle; succeeds if the session has ended already. */
export async function revokeUserSession(by: AuditContext, token: string): Promise<void> {
  const { platform, now } = by
  const session = await findSessionByToken(platform, token)
  if (!session) return
  const target = { type: 'session', id: session.id }
  await revokeSession(platform, { session, now }, (tx) =>
    auditAction(tx, by, { action: 'session.revoked', userId: session.userId, target }),
  )
}

/** Revokes all sessions of a user. */
export async function revokeUserSessions(tx: Tx, by: AuditContext, requestedId: string): Promise<void> {
  const userId = requestedId.toLowerCase()
  const { platform, now } = by
  const ended = await revokeSessionsOf(tx, platform, { userId, now })
  await auditAction(tx, by, { action: 'user.sessions_revoked', userId, details: { ended } })
}
