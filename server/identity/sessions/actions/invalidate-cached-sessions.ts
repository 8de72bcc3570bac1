import type { Tx } from '#platform/database/database.ts'
import { outside } from '#platform/database/outside.ts'
import { onCommit } from '#platform/database/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { type ChangeTracker, changeKeyOf, createChangeTracker, type SessionChange } from '../change-tracker.ts'

/** The triggers of `users` and `sessions` notify this channel with the key of the change. */
const CHANNEL = 'guildhall_sessions'
/** The maximum clock difference of two instances. An instance above it creates and accepts no cached sessions (heartbeat.ts). */
const SKEW_MS = 5000

/** The part of the platform that tracking changes uses. */
export type SessionChangeDeps = Pick<Platform, 'clock' | 'settings'> & {
  readonly database: Pick<Platform['database'], 'mode' | 'listen' | 'listeningSince'>
}

// One tracker per clock, because its entries are times of that clock. A process has one clock.
const trackers = new WeakMap<Platform['clock'], ChangeTracker>()

/** The change tracker of this process. */
export function changeTrackerOf(platform: SessionChangeDeps): ChangeTracker {
  const existing = trackers.get(platform.clock)
  if (existing) return existing
  const { clock, database, settings } = platform
  const tracker: ChangeTracker = createChangeTracker({
    timeMs: () => clock.now().getTime(),
    listeningSince: listenLazily(database, (key) => tracker.record(key)),
    lifetimeMs: settings.SESSION_COOKIE_CACHE_MAX_AGE * 1000,
    skewMs: database.mode === 'postgres' ? SKEW_MS : 0,
  })
  trackers.set(clock, tracker)
  return tracker
}

// Starts to listen at the first call, and retries at the next call after a failure.
function listenLazily(database: SessionChangeDeps['database'], record: (key: string) => void): () => number | undefined {
  let state: 'idle' | 'connecting' | 'listening' = 'idle'
  const receive = (key: string): void => {
    // After a reconnect every listener receives an empty payload. `listeningSince` shows that notifications were missed.
    if (key) record(key)
  }
  const listen = async (): Promise<void> => {
    state = 'connecting'
    try {
      await database.listen(CHANNEL, receive)
      state = 'listening'
    } catch {
      state = 'idle'
    }
  }
  return () => {
    if (state === 'idle') void outside(listen)
    return state === 'listening' ? database.listeningSince() : undefined
  }
}

/**
 * Invalidates the cached sessions of a user, or one cached session. Call it in every transaction that changes the response of
 * get-session: a column of `users`, the active organization of a session, the deletion of a session. From the commit on this
 * process accepts no older copy. The triggers of the two tables notify every other process.
 */
export function invalidateCachedSessions(tx: Tx, platform: SessionChangeDeps, change: SessionChange): void {
  onCommit(tx, () => changeTrackerOf(platform).record(changeKeyOf(change)))
}
