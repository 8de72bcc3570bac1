import { banStateOf, liftBan, type User, type UserOutcome } from '#identity/users/model.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Settings } from '#platform/config.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { Session } from './model.ts'
import { sessionRefusals, signInRefusals } from './refusals.ts'

/** The lifetime of a session that ends with the browser, in seconds. It is never renewed. */
export const UNREMEMBERED_LIFETIME = 86_400

/** The lifetime of an impersonation session, in seconds. It is never renewed. */
export const IMPERSONATION_LIFETIME = 3600

/** Admits a user to a new session: refuses while a ban holds (403), and lifts an expired one. */
export function admit(user: User, now: Date): UserOutcome {
  const ban = banStateOf(user, now)
  refuseWhen(ban === 'active', signInRefusals.BANNED_USER)
  return ban === 'expired' ? liftBan(user, now) : { next: user, events: [] }
}

/** The lifetime and the minimum age for renewal of a session, in seconds. */
export interface SessionLifetimes {
  readonly lifetime: number
  readonly updateAge: number
}

/** The lifetimes that the settings give. */
export function lifetimesOf(settings: Pick<Settings, 'SESSION_EXPIRES_IN' | 'SESSION_UPDATE_AGE'>): SessionLifetimes {
  return { lifetime: settings.SESSION_EXPIRES_IN, updateAge: settings.SESSION_UPDATE_AGE }
}

/** The expiry of a session created at `now`. */
export function expiryOf(isRemembered: boolean, lifetimes: SessionLifetimes, now: Date): Date {
  return after(now, isRemembered ? lifetimes.lifetime : UNREMEMBERED_LIFETIME)
}

/** The expiry of an impersonation session created at `now`. */
export function impersonationExpiryOf(now: Date): Date {
  return after(now, IMPERSONATION_LIFETIME)
}

/**
 * The new expiry of a session that is used at `now`; undefined when renewal is not due. Renewal is due once `updateAge` has passed
 * since the last one. A session that ends with the browser is never renewed.
 */
export function renewalOf(session: Pick<Session, 'expiresAt' | 'isRemembered'>, lifetimes: SessionLifetimes, now: Date): Date | undefined {
  const renewableFrom = after(session.expiresAt, lifetimes.updateAge - lifetimes.lifetime)
  return session.isRemembered && renewableFrom <= now ? after(now, lifetimes.lifetime) : undefined
}

/** Whether the session was created or updated less than `freshAge` seconds ago; with 0 every session is fresh. Renewal is not an update. */
export function isFresh(session: Pick<Session, 'createdAt' | 'updatedAt'>, freshAge: number, now: Date): boolean {
  const latest = Math.max(session.createdAt.getTime(), session.updatedAt.getTime())
  return freshAge === 0 || latest + freshAge * 1000 > now.getTime()
}

/** Refuses a caller whose session is not fresh: 403. */
export function requireFresh(caller: UserCaller, settings: Pick<Settings, 'SESSION_FRESH_AGE'>, now: Date): void {
  refuseWhen(!isFresh(caller.session, settings.SESSION_FRESH_AGE, now), sessionRefusals.notFresh)
}

function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}
