import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import { type DomainEvent, type EmitDeps, emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { deleteSession, deleteSessionsBorrowedBy, deleteSessionsOf, type EndedSession, stillThere } from '../store.ts'
import { toSessionFactWire } from '../wire.ts'
import { type ChangeGround, noteChanged } from './note-changed.ts'

/** What ending sessions takes of the platform. */
export type EndingGround = EmitDeps & ChangeGround

function endedFact(session: EndedSession, now: Date): DomainEvent<'session.ended'> {
  return { name: 'session.ended', organizationId: null, resourceId: session.id, payload: toSessionFactWire(session), now }
}

/** Whose sessions end, and which of them does not. */
export interface Ending {
  readonly userId: string
  /** The id of the one session that stays. */
  readonly except?: string | undefined
  readonly now: Date
}

/** Ends the sessions of a person, and those that they borrowed of others, at once and everywhere; gives how many. */
export async function endSessionsOf(tx: Tx, platform: EndingGround, { userId, except, now }: Ending): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId, except)
  noteChanged(tx, platform, { userId })
  await tellEnded(tx, platform, { ended, userId, now })
  return ended.length
}

/** Ends the sessions that a person borrowed of others: for whoever may borrow no longer. */
export async function endSessionsBorrowedBy(tx: Tx, platform: EndingGround, { userId, now }: Omit<Ending, 'except'>): Promise<void> {
  await tellEnded(tx, platform, { ended: await deleteSessionsBorrowedBy(tx, userId), userId, now })
}

type Ended = Pick<Ending, 'userId' | 'now'> & { readonly ended: readonly EndedSession[] }

async function tellEnded(tx: Tx, platform: EndingGround, { ended, userId, now }: Ended): Promise<void> {
  for (const { id: sessionId } of ended.filter((session) => session.userId !== userId)) noteChanged(tx, platform, { sessionId })
  await emitAll(
    tx,
    platform,
    ended.map((session) => endedFact(session, now)),
  )
}

/**
 * Ends one session, at once and everywhere, with what `beside` writes, in one message to the database. False when it was ended
 * by somebody else meanwhile: then nothing is written.
 */
export async function endSession(
  platform: Platform,
  { session, now }: { readonly session: EndedSession; readonly now: Date },
  beside: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const write = async (tx: Tx): Promise<void> => {
    await deleteSession(tx, session.id)
    noteChanged(tx, platform, { sessionId: session.id })
    await emitAll(tx, platform, [endedFact(session, now)])
    await beside(tx)
  }
  try {
    await batchStatements(platform.database.db, write, { holds: stillThere(session.id) })
    return true
  } catch (error) {
    if (error instanceof GuardFailed) return false
    throw error
  }
}
