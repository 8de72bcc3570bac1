import type { Settings } from '#platform/config.ts'
import type { Session } from './model.ts'

/** Seconds that a session lives which is not to be remembered; it is never renewed. */
export const UNREMEMBERED_LIFE = 86_400
/** Seconds between two notes of when a session was last seen: not every request is worth a write. */
const SEEN_EVERY = 600

/** How long sessions live, in seconds. */
export interface Lives {
  readonly life: number
  readonly updateAge: number
}

/** The lives that the settings give. */
export function livesOf(settings: Pick<Settings, 'SESSION_EXPIRES_IN' | 'SESSION_UPDATE_AGE'>): Lives {
  return { life: settings.SESSION_EXPIRES_IN, updateAge: settings.SESSION_UPDATE_AGE }
}

/** When a session that begins now ends. */
export function expiryOf(isRemembered: boolean, lives: Lives, now: Date): Date {
  return after(now, isRemembered ? lives.life : UNREMEMBERED_LIFE)
}

/** What using a session changes of it. */
export interface Use {
  readonly expiresAt: Date
  readonly lastSeenAt: Date
  /** Whether its end moved, so that the cookie is sent again. */
  readonly isRenewed: boolean
}

/**
 * What using the session now changes: it is renewed once `updateAge` has passed since its last renewal, unless it is not to
 * be remembered; when it was last seen is noted every ten minutes. Nothing when neither is due.
 */
export function usageOf(session: Pick<Session, 'expiresAt' | 'lastSeenAt' | 'isRemembered'>, lives: Lives, now: Date): Use | undefined {
  const renewableFrom = after(session.expiresAt, lives.updateAge - lives.life)
  const isRenewed = session.isRemembered && renewableFrom <= now
  if (!isRenewed && after(session.lastSeenAt, SEEN_EVERY) > now) return undefined
  return { expiresAt: isRenewed ? after(now, lives.life) : session.expiresAt, lastSeenAt: now, isRenewed }
}

function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}
