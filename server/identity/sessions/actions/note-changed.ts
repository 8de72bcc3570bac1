import type { Tx } from '#platform/database/database.ts'
import { outside } from '#platform/database/outside.ts'
import { onCommit } from '#platform/database/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { type Changed, type Changes, createChanges, keyOf } from '../changes.ts'

/** Told by the triggers of `users` and `sessions`, with the key of what has changed. */
const CHANNEL = 'guildhall_sessions'
/** How far the clocks of two instances may be apart; whoever is further off makes and believes no copies (beat.ts). */
const SKEW_MS = 5000

/** What knowing of changes takes of the platform. */
export type ChangeGround = Pick<Platform, 'clock' | 'settings'> & {
  readonly database: Pick<Platform['database'], 'mode' | 'listen' | 'listeningSince'>
}

// One for each clock, for what is known is told in its time; a process has one.
const known = new WeakMap<Platform['clock'], Changes>()

/** What this process knows of changes. */
export function changesOf(platform: ChangeGround): Changes {
  const kept = known.get(platform.clock)
  if (kept) return kept
  const { clock, database, settings } = platform
  const changes: Changes = createChanges({
    timeMs: () => clock.now().getTime(),
    hearsSince: listening(database, (key) => changes.note(key)),
    lifeMs: settings.SESSION_COOKIE_CACHE_MAX_AGE * 1000,
    skewMs: database.mode === 'postgres' ? SKEW_MS : 0,
  })
  known.set(clock, changes)
  return changes
}

// Begins to listen when it is first asked, and again at the next question where that failed.
function listening(database: ChangeGround['database'], note: (key: string) => void): () => number | undefined {
  let state: 'no' | 'asked' | 'yes' = 'no'
  const heard = (key: string): void => {
    // After a broken connection everybody is woken by an empty message; that something was missed is told by `hearsSince`.
    if (key) note(key)
  }
  const listen = async (): Promise<void> => {
    state = 'asked'
    try {
      await database.listen(CHANNEL, heard)
      state = 'yes'
    } catch {
      state = 'no'
    }
  }
  return () => {
    if (state === 'no') void outside(listen)
    return state === 'yes' ? database.listeningSince() : undefined
  }
}

/**
 * To be called in the transaction of whatever changes what a signed-in person is shown of themselves: any column of `users`,
 * the active organization of a session, the end of sessions. From the commit on this process answers nothing older; the
 * triggers of the two tables tell every other one.
 */
export function noteChanged(tx: Tx, platform: ChangeGround, changed: Changed): void {
  onCommit(tx, () => changesOf(platform).note(keyOf(changed)))
}
