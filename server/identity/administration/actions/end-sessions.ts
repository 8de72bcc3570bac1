import { type EndedSession, endSession, endSessionsOf, listSessionsWithBorrowed, sessionToEnd } from '#identity/sessions/index.ts'
import { handleOf } from '#identity/sessions/model.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { noteAct } from './note-act.ts'

/** A session as administrators see it: in the place of its token stands a name by which they can end it. */
export type NamedSession = EndedSession & { readonly token: string; readonly isRemembered: boolean }

/** The session with the name that it has for administrators. */
export function named<Session extends EndedSession>(session: Session): Session & NamedSession {
  return { ...session, token: handleOf(session.id), isRemembered: false }
}

/** The sessions of a person that are not over, borrowed ones among them, the last begun first, at most a hundred. */
export async function listUserSessions(db: Database, userId: string, now: Date): Promise<NamedSession[]> {
  return (await listSessionsWithBorrowed(db, userId, now)).map(named)
}

/** Ends one session of anybody, by its token or its name; one that is over already is no fault. */
export async function revokeUserSession(by: AuditContext, token: string): Promise<void> {
  const { platform, now } = by
  const session = await sessionToEnd(platform, token)
  if (!session) return
  const target = { type: 'session', id: session.id }
  await endSession(platform, { session, now }, (tx) => noteAct(tx, by, { action: 'session.revoked', userId: session.userId, target }))
}

/** Ends all sessions of a person. */
export async function revokeUserSessions(tx: Tx, by: AuditContext, given: string): Promise<void> {
  const userId = given.toLowerCase()
  const { platform, now } = by
  const ended = await endSessionsOf(tx, platform, { userId, now })
  await noteAct(tx, by, { action: 'user.sessions_revoked', userId, details: { ended } })
}
