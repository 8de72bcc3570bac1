import { refuseWhen } from '#kernel/refusal.ts'
import type { Settings } from '#platform/config.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { Session } from './model.ts'
import { sessionRefusals } from './refusals.ts'

/** Seconds that a session lives which is not to be remembered; it is never renewed. */
export const UNREMEMBERED_LIFE = 86_400

/** Seconds that a session lives which an administrator has borrowed; it is never renewed. */
export const BORROWED_LIFE = 3600

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

/** When a session that an administrator borrows now ends. */
export function borrowedExpiryOf(now: Date): Date {
  return after(now, BORROWED_LIFE)
}

/**
 * When the session ends if it is used now: later than before once `updateAge` has passed since its last renewal, unless it is
 * not to be remembered. Undefined where nothing moves.
 */
export function renewalOf(session: Pick<Session, 'expiresAt' | 'isRemembered'>, lives: Lives, now: Date): Date | undefined {
  const renewableFrom = after(session.expiresAt, lives.updateAge - lives.life)
  return session.isRemembered && renewableFrom <= now ? after(now, lives.life) : undefined
}

/** Whether the session was created or updated less than `freshAge` seconds ago; with 0 every session is fresh. Renewal updates nothing. */
export function isFresh(session: Pick<Session, 'createdAt' | 'updatedAt'>, freshAge: number, now: Date): boolean {
  const latest = Math.max(session.createdAt.getTime(), session.updatedAt.getTime())
  return freshAge === 0 || latest + freshAge * 1000 > now.getTime()
}

/** Refuses whoever signed in too long ago for what they want to do: 403. */
export function requireFresh(caller: UserCaller, settings: Pick<Settings, 'SESSION_FRESH_AGE'>, now: Date): void {
  refuseWhen(!isFresh(caller.session, settings.SESSION_FRESH_AGE, now), sessionRefusals.notFresh)
}

function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}
