import { ADMINISTRATOR, ORDINARY, type User } from '#identity/users/model.ts'
import { authorizes, rolesOf } from '#kernel/access.ts'
import { type RefusalEntry, refuseWhen } from '#kernel/refusal.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { platformRoles, type UserField, type UserFilter, userFields } from './model.ts'
import { administrationRefusals } from './refusals.ts'

/** What is asked for: resource to actions. */
export type Wanted = Readonly<Record<string, readonly string[]>>

/** Whether somebody may do all of this on the platform. */
export function mayAdminister(role: string | null, wanted: Wanted): boolean {
  return authorizes(role ?? ORDINARY, wanted, platformRoles)
}

/** Refuses whoever may not; nobody administers the platform in a session that was borrowed before its person came to administer. */
export function requirePermission({ user, session }: Pick<UserCaller, 'user' | 'session'>, wanted: Wanted, refusal: RefusalEntry): void {
  refuseWhen(session.impersonatedBy !== null || !mayAdminister(user.role, wanted), refusal)
}

/** Refuses everybody but administrators of the platform: for what belongs to no single right. */
export function requireAdministrator({ user, session }: Pick<UserCaller, 'user' | 'session'>): void {
  const isOne = rolesOf(user.role ?? '').includes(ADMINISTRATOR)
  refuseWhen(session.impersonatedBy !== null || !isOne, administrationRefusals.notAnAdministrator)
}

/** Roles as they are stored: known ones, each once, comma-joined. Refuses none at all and ones that nobody knows. */
export function roleTextOf(given: string | readonly string[]): string {
  const roles = [...new Set([given].flat().flatMap(rolesOf))]
  refuseWhen(roles.length === 0 || roles.some((role) => !Object.hasOwn(platformRoles, role)), administrationRefusals.unknownRole)
  return roles.join(',')
}

/** Whether roles are taken that make an administrator. */
export function isDemoted(user: Pick<User, 'role'>, role: string): boolean {
  return rolesOf(user.role ?? '').includes(ADMINISTRATOR) && !rolesOf(role).includes(ADMINISTRATOR)
}

/** Whether roles are given that make an administrator. */
export function isPromoted(user: Pick<User, 'role'>, role: string): boolean {
  return isDemoted({ role }, user.role ?? '')
}

/** When a ban ends that begins now; null where it does not. */
export function banEndOf(seconds: number | undefined, now: Date): Date | null {
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000)
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false }

/** What a column is compared with, of the kind of the column; undefined where the text is no such value. */
export function filterValueOf(field: UserField, text: string): UserFilter['value'] | undefined {
  const kind = userFields[field]
  if (kind === 'text') return text
  if (kind === 'flag') return Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined
  if (kind === 'id') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined
  const instant = new Date(/^\d{1,15}$/.test(text) ? Number(text) : text)
  const year = instant.getUTCFullYear()
  return year >= 0 && year <= 9999 ? instant : undefined
}

/** Whether the comparison means anything for the column: more and less do for text and times alone. */
export function isComparable(field: UserField, comparison: UserFilter['comparison']): boolean {
  return comparison === 'eq' || comparison === 'ne' || userFields[field] !== 'flag'
}
