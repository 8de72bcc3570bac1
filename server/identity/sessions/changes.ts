// Which copies of sessions may still be believed (decision 20).

/** Changes kept in mind at most; beyond that every copy made so far is out of use. */
const KEPT_MAX = 10_000

/** What has changed: a person, with everything their sessions show, or one session. */
export type Changed = { readonly userId: string } | { readonly sessionId: string }

/** A copy that somebody shows: whose it is and when it was made, in milliseconds. */
export interface ShownCopy {
  readonly userId: string
  readonly sessionId: string
  readonly madeAt: number
}

/** What one process knows of changes. */
export interface Changes {
  /** Puts every copy of `user <id>` or `session <id>` that was made until now out of use. */
  note(key: string): void
  /** Takes note of the time, at which a copy may be made. */
  look(): void
  /** Whether a copy surely still shows what is stored; if not, the store is asked. */
  believes(copy: ShownCopy): boolean
}

/** Where and when one process is. */
export interface Ground {
  /** The server's time in milliseconds. */
  readonly timeMs: () => number
  /** See `OpenDatabase`. */
  readonly hearsSince: () => number | undefined
  /** How long a copy lives. */
  readonly lifeMs: number
  /** How far the clock of another process may be ahead of ours. */
  readonly skewMs: number
  readonly keptMax?: number
}

/** The name under which a change is told and kept. */
export function keyOf(changed: Changed): string {
  return 'userId' in changed ? `user ${changed.userId}` : `session ${changed.sessionId}`
}

/** What a process knows of changes at its beginning: nothing, so that no copy from before is believed. */
export function createChanges({ timeMs, hearsSince, lifeMs, skewMs, keptMax = KEPT_MAX }: Ground): Changes {
  const keptMs = lifeMs + 2 * skewMs
  const changed = new Map<string, number>()
  let latestMs = 0
  let floorMs = Number.POSITIVE_INFINITY
  let heardSince: number | undefined

  // A clock that was put back must not make an older copy younger than a change.
  const tellMs = (): number => {
    latestMs = Math.max(latestMs, timeMs())
    return latestMs
  }
  const forgetAll = (nowMs: number): void => {
    floorMs = nowMs
    changed.clear()
  }
  const hears = (nowMs: number): boolean => {
    const since = hearsSince()
    if (since === undefined) return false
    if (since !== heardSince) forgetAll(nowMs)
    heardSince = since
    return true
  }
  return {
    note: (key) => {
      const nowMs = tellMs()
      changed.delete(key)
      for (const [oldest, atMs] of changed) {
        if (atMs + keptMs > nowMs) break
        changed.delete(oldest)
      }
      if (changed.size >= keptMax) forgetAll(nowMs)
      else changed.set(key, nowMs)
    },
    look: () => void tellMs(),
    believes: ({ userId, sessionId, madeAt }) => {
      const nowMs = tellMs()
      // Another instance may give copies a longer life than changes are kept in mind here.
      if (!hears(nowMs) || madeAt > nowMs + skewMs || madeAt + lifeMs <= nowMs) return false
      const changedMs = Math.max(floorMs, changed.get(keyOf({ userId })) ?? 0, changed.get(keyOf({ sessionId })) ?? 0)
      return madeAt > changedMs + skewMs
    },
  }
}
