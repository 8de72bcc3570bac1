import type { Tx } from '#platform/database/database.ts'
import { type Telling, tell } from '#platform/outbox/tell.ts'
import { deleteSessionsOf, type EndedSession } from '../store.ts'
import { toSessionFactWire } from '../wire.ts'

/** Tells that a session was ended before its time. */
export async function tellEnded(tx: Tx, platform: Telling, { session, now }: { session: EndedSession; now: Date }) {
  await tell(tx, platform, {
    name: 'session.ended',
    organizationId: null,
    resourceId: session.id,
    payload: toSessionFactWire(session),
    now,
  })
}

/** Ends every session of a person, at once and everywhere. */
export async function endSessionsOf(tx: Tx, platform: Telling, { userId, now }: { userId: string; now: Date }) {
  for (const session of await deleteSessionsOf(tx, userId)) await tellEnded(tx, platform, { session, now })
}
