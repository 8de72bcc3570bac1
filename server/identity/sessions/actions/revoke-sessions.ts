import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import { type DomainEvent, type EmitDeps, emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { SessionRecord } from '../model.ts'
import { deleteImpersonationSessionsBy, deleteSession, deleteSessionsOf, lockedSessionExists } from '../store.ts'
import { toSessionEventWire } from '../wire.ts'
import { invalidateCachedSessions, type SessionChangeDeps } from './invalidate-cached-sessions.ts'

/** The part of the platform that revoking sessions uses. */
export type RevokeSessionsDeps = EmitDeps & SessionChangeDeps

function sessionEndedEvent(session: SessionRecord, now: Date): DomainEvent<'session.ended'> {
  return { name: 'session.ended', organizationId: null, resourceId: session.id, payload: toSessionEventWire(session), now }
}

/** The user whose sessions are revoked, and the session to keep. */
export interface RevokeSessionsInput {
  readonly userId: string
  /** The id of the session to keep. */
  readonly except?: string | undefined
  readonly now: Date
}

/** Revokes the sessions of a user, and those in which the user impersonates others, immediately on every instance. Returns how many. */
export async function revokeSessionsOf(
  tx: Tx,
  platform: RevokeSessionsDeps,
  { userId, except, now }: RevokeSessionsInput,
): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId, except)
  invalidateCachedSessions(tx, platform, { userId })
  await emitEnded(tx, platform, { ended, userId, now })
  return ended.length
}

/** Revokes the sessions in which a user impersonates others: for an administrator who loses that permission. */
export async function revokeImpersonationsBy(
  tx: Tx,
  platform: RevokeSessionsDeps,
  { userId, now }: Omit<RevokeSessionsInput, 'except'>,
): Promise<void> {
  await emitEnded(tx, platform, { ended: await deleteImpersonationSessionsBy(tx, userId), userId, now })
}

type EmitEndedInput = Pick<RevokeSessionsInput, 'userId' | 'now'> & { readonly ended: readonly SessionRecord[] }

async function emitEnded(tx: Tx, platform: RevokeSessionsDeps, { ended, userId, now }: EmitEndedInput): Promise<void> {
  for (const { id: sessionId } of ended.filter((session) => session.userId !== userId))
    invalidateCachedSessions(tx, platform, { sessionId })
  await emitAll(
    tx,
    platform,
    ended.map((session) => sessionEndedEvent(session, now)),
  )
}

/**
 * Revokes one session immediately on every instance, together with the writes of `writeMore`, in one round trip. Returns false and
 * writes nothing when another request revoked the session meanwhile.
 */
export async function revokeSession(
  platform: Platform,
  { session, now }: { readonly session: SessionRecord; readonly now: Date },
  writeMore: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const write = async (tx: Tx): Promise<void> => {
    await deleteSession(tx, session.id)
    invalidateCachedSessions(tx, platform, { sessionId: session.id })
    await emitAll(tx, platform, [sessionEndedEvent(session, now)])
    await writeMore(tx)
  }
  try {
    await batchStatements(platform.database.db, write, { holds: lockedSessionExists(session.id) })
    return true
  } catch (error) {
    if (error instanceof GuardFailed) return false
    throw error
  }
}
