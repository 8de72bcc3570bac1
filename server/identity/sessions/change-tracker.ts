// Decides which cached sessions are still current (decision 20).

/** The maximum number of changes in memory. Beyond it, every existing cached session is invalid. */
const ENTRIES_MAX = 10_000

/** A changed user (with all of the user's sessions), or one changed session. */
export type SessionChange = { readonly userId: string } | { readonly sessionId: string }

/** The identity of a cached session, and when it was made, in milliseconds since 1970. */
export interface CopyVersion {
  readonly userId: string
  readonly sessionId: string
  readonly madeAt: number
}

/** The changes that one process knows of. */
export interface ChangeTracker {
  /** Invalidates every cached session of `user <id>` or `session <id>` made until now. */
  record(key: string): void
  /** Reads the clock at a time when a cached session may be made. */
  readClock(): void
  /** Whether a cached session is certain to equal the stored one. If not, the caller reads the database. */
  isCurrent(copy: CopyVersion): boolean
}

/** The clock, connection and bounds of one process. */
export interface ChangeTrackerDeps {
  /** The server's time in milliseconds. */
  readonly timeMs: () => number
  /** See `OpenDatabase`. */
  readonly listeningSince: () => number | undefined
  /** The lifetime of a cached session. */
  readonly lifetimeMs: number
  /** The maximum difference between the clocks of two processes. */
  readonly skewMs: number
  readonly entriesMax?: number
}

/** The key under which a change is notified and stored. */
export function changeKeyOf(change: SessionChange): string {
  return 'userId' in change ? `user ${change.userId}` : `session ${change.sessionId}`
}

/** Creates a tracker that knows of no change, so it accepts no cached session made before its creation. */
export function createChangeTracker({
  timeMs,
  listeningSince,
  lifetimeMs,
  skewMs,
  entriesMax = ENTRIES_MAX,
}: ChangeTrackerDeps): ChangeTracker {
  const retentionMs = lifetimeMs + 2 * skewMs
  const changes = new Map<string, number>()
  let latestMs = 0
  let floorMs = Number.POSITIVE_INFINITY
  let knownSince: number | undefined

  // When the clock is set back, an older copy must not appear newer than a change.
  const monotonicNow = (): number => {
    latestMs = Math.max(latestMs, timeMs())
    return latestMs
  }
  const invalidateAll = (nowMs: number): void => {
    floorMs = nowMs
    changes.clear()
  }
  // A new connection may have missed notifications.
  const isListening = (nowMs: number): boolean => {
    const since = listeningSince()
    if (since === undefined) return false
    if (since !== knownSince) invalidateAll(nowMs)
    knownSince = since
    return true
  }
  return {
    record: (key) => {
      const nowMs = monotonicNow()
      changes.delete(key)
      for (const [oldest, atMs] of changes) {
        if (atMs + retentionMs > nowMs) break
        changes.delete(oldest)
      }
      if (changes.size >= entriesMax) invalidateAll(nowMs)
      else changes.set(key, nowMs)
    },
    readClock: () => void monotonicNow(),
    isCurrent: ({ userId, sessionId, madeAt }) => {
      const nowMs = monotonicNow()
      // Another instance may give cached sessions a longer lifetime than this process retains changes.
      if (!isListening(nowMs) || madeAt > nowMs + skewMs || madeAt + lifetimeMs <= nowMs) return false
      const changedMs = Math.max(floorMs, changes.get(changeKeyOf({ userId })) ?? 0, changes.get(changeKeyOf({ sessionId })) ?? 0)
      return madeAt > changedMs + skewMs
    },
  }
}
