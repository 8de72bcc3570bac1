import type { OpenDatabase } from '#platform/database/database.ts'
import { unlessFull } from '#platform/database/disk-full.ts'
import { beforeClose } from '#platform/database/last-writes.ts'
import { outside } from '#platform/database/outside.ts'
import type { Platform } from '#platform/platform.ts'
import { saveLastSeen } from '../store.ts'

const WRITE_INTERVAL_MS = 60_000
/** The maximum number of pending sessions. At this number they are written before the minute has passed. */
const PENDING_MAX = 10_000

interface PendingLastSeen {
  readonly seen: Map<string, Date>
  readonly timer: NodeJS.Timeout
}

type LastSeenDeps = Pick<Platform, 'database' | 'log'>

const pendingWrites = new WeakMap<OpenDatabase, PendingLastSeen>()
const closing = new WeakSet<OpenDatabase>()

/** Records in memory that a session was used. The records are written together, once a minute and before the database is closed. */
export function recordLastSeen(platform: LastSeenDeps, sessionId: string, now: Date): void {
  const { seen } = pendingWrites.get(platform.database) ?? startPending(platform)
  seen.set(sessionId, now)
  if (seen.size >= PENDING_MAX) void writeLastSeen(platform)
}

/** The pending time of use of a session; undefined when nothing is pending. */
export function recordedLastSeen({ database }: Pick<Platform, 'database'>, sessionId: string): Date | undefined {
  return pendingWrites.get(database)?.seen.get(sessionId)
}

/** Writes the pending records in one statement. A failure is logged and the records are dropped: the next use records again. */
export async function writeLastSeen(platform: LastSeenDeps): Promise<void> {
  const { database, log } = platform
  const pending = pendingWrites.get(database)
  if (!pending) return
  clearTimeout(pending.timer)
  pendingWrites.delete(database)
  await outside(() => unlessFull(undefined, () => saveLastSeen(database.db, pending.seen))).catch((error: unknown) =>
    log.warn('Writing the last use of sessions failed.', { error }),
  )
}

function startPending(platform: LastSeenDeps): PendingLastSeen {
  const { database } = platform
  if (!closing.has(database)) beforeClose(database, () => writeLastSeen(platform))
  closing.add(database)
  const timer = outside(() => setTimeout(() => void writeLastSeen(platform), WRITE_INTERVAL_MS).unref())
  const pending = { seen: new Map<string, Date>(), timer }
  pendingWrites.set(database, pending)
  return pending
}
