// The effect of a decision on a user: the user and the time in, the next user and the events out. The modules above say who may decide it.
import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import { isAdministrator } from './rules.ts'
import { ADMINISTRATOR, type User } from './user.ts'

/** The next state of a user; no events where nothing changes, else `user.updated` and after it those that say what changed. */
export type UserOutcome = Outcome<User, 'user.updated' | 'user.email_verified' | 'user.banned' | 'user.unbanned'>

/** The profile fields that a user may change; undefined leaves a field as it is. */
export type ProfileChange = Partial<Pick<User, 'name' | 'image' | 'username' | 'displayUsername' | 'language'>>

/** The reason and end of a ban; a null end is permanent. */
export interface Ban {
  readonly reason: string
  readonly expiresAt: Date | null
}

/** Changes the profile. Equal values change nothing. */
export function changeProfile(user: User, change: ProfileChange, now: Date): UserOutcome {
  return changeOf(user, update(user, change, now))
}

/** Replaces the email by another one (in lower case), which is not verified. */
export function changeEmail(user: User, email: string, now: Date): UserOutcome {
  return update(user, { email, emailVerified: false }, now)
}

/** Verifies the email. A verified one stays as it is. */
export function verifyEmail(user: User, now: Date): UserOutcome {
  return user.emailVerified ? { next: user, events: [] } : update(user, { emailVerified: true }, now)
}

/** Makes the user a verified administrator of the platform and nothing else. A verified administrator stays as it is. */
export function promote(user: User, now: Date): UserOutcome {
  return user.emailVerified && isAdministrator(user.role)
    ? { next: user, events: [] }
    : update(user, { role: ADMINISTRATOR, emailVerified: true }, now)
}

/** Replaces the roles (comma-joined). */
export function changeRole(user: User, role: string, now: Date): UserOutcome {
  return update(user, { role }, now)
}

/** Bans the user, also where another ban holds. */
export function ban(user: User, { reason, expiresAt }: Ban, now: Date): UserOutcome {
  return update(user, { banned: true, banReason: reason, banExpires: expiresAt }, now)
}

/** Lifts the ban of the user; one who is not banned is marked so. */
export function liftBan(user: User, now: Date): UserOutcome {
  return update(user, { banned: false, banReason: null, banExpires: null }, now)
}

function update(user: User, change: Partial<User>, now: Date): UserOutcome {
  const further: UserOutcome['events'] = [
    ...(change.emailVerified && !user.emailVerified ? (['user.email_verified'] as const) : []),
    ...(change.banned ? (['user.banned'] as const) : []),
    ...(change.banned === false && user.banned ? (['user.unbanned'] as const) : []),
  ]
  return { next: { ...user, ...change, updatedAt: now }, events: ['user.updated', ...further] }
}
