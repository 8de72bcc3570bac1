import type { OpenDatabase } from '#platform/database/database.ts'
import { unlessFull } from '#platform/database/full.ts'
import { beforeClose } from '#platform/database/last-writes.ts'
import { outside } from '#platform/database/outside.ts'
import type { Platform } from '#platform/platform.ts'
import { saveSeen } from '../store.ts'

const EVERY_MS = 60_000
/** Sessions kept in mind at most; then they are written before their minute is over. */
const KEPT_MAX = 10_000

interface Kept {
  readonly seen: Map<string, Date>
  readonly timer: NodeJS.Timeout
}

type SeenGround = Pick<Platform, 'database' | 'log'>

const kept = new WeakMap<OpenDatabase, Kept>()
const closing = new WeakSet<OpenDatabase>()

/** Keeps in mind that a session was used; it is written with others, once a minute and before the database is closed. */
export function noteSeen(platform: SeenGround, sessionId: string, now: Date): void {
  const { seen } = kept.get(platform.database) ?? begin(platform)
  seen.set(sessionId, now)
  if (seen.size >= KEPT_MAX) void writeSeen(platform)
}

/** When this process last saw the session, unless that is written already. */
export function seenAt({ database }: Pick<Platform, 'database'>, sessionId: string): Date | undefined {
  return kept.get(database)?.seen.get(sessionId)
}

/** Writes what is kept in mind, in one statement. A failure is logged and forgotten: the next use will tell. */
export async function writeSeen(platform: SeenGround): Promise<void> {
  const { database, log } = platform
  const present = kept.get(database)
  if (!present) return
  clearTimeout(present.timer)
  kept.delete(database)
  await outside(() => unlessFull(undefined, () => saveSeen(database.db, present.seen))).catch((error: unknown) =>
    log.warn('When sessions were last used could not be written.', { error }),
  )
}

function begin(platform: SeenGround): Kept {
  const { database } = platform
  if (!closing.has(database)) beforeClose(database, () => writeSeen(platform))
  closing.add(database)
  const timer = outside(() => setTimeout(() => void writeSeen(platform), EVERY_MS).unref())
  const begun = { seen: new Map<string, Date>(), timer }
  kept.set(database, begun)
  return begun
}
