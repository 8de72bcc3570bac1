import { ADMINISTRATOR, ORDINARY_USER, type User } from '#identity/users/model.ts'
import { authorizes, requestedRoles, rolesOf } from '#kernel/access.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { platformRoles, type UserField, type UserFilter, userFields } from './model.ts'
import { administrationRefusals } from './refusals.ts'

/** Requested permissions: resource to actions. */
export type PermissionRequest = Readonly<Record<string, readonly string[]>>

/** Whether a user with this role has all of the permissions on the platform. */
export function mayAdminister(role: string | null, permissions: PermissionRequest): boolean {
  return authorizes(role ?? ORDINARY_USER, permissions, platformRoles)
}

/** Refuses a caller without the permissions, and every impersonation session: its user may have become an administrator later. */
export function requirePermission(
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  permissions: PermissionRequest,
  refusal: RefusalEntry,
): void {
  refuseWhen(session.impersonatedBy !== null || !mayAdminister(user.role, permissions), refusal)
}

/** Refuses every caller but administrators of the platform: for actions without a permission of their own. */
export function requireAdministrator({ user, session }: Pick<UserCaller, 'user' | 'session'>): void {
  const isAdministrator = rolesOf(user.role ?? '').includes(ADMINISTRATOR)
  refuseWhen(session.impersonatedBy !== null || !isAdministrator, administrationRefusals.notAnAdministrator)
}

/** Roles as they are stored: each once, comma-joined. Refuses unknown roles, empty parts, surrounding white space and an empty list. */
export function toRoleText(input: string | readonly string[]): string {
  const roles = requestedRoles(input) ?? refuse(administrationRefusals.unknownRole)
  refuseWhen(!roles.every((role) => Object.hasOwn(platformRoles, role)), administrationRefusals.unknownRole)
  return roles.join(',')
}

/** Whether the new roles turn an administrator into an ordinary user. */
export function isDemoted(user: Pick<User, 'role'>, role: string): boolean {
  return rolesOf(user.role ?? '').includes(ADMINISTRATOR) && !rolesOf(role).includes(ADMINISTRATOR)
}

/** Whether the new roles turn an ordinary user into an administrator. */
export function isPromoted(user: Pick<User, 'role'>, role: string): boolean {
  return isDemoted({ role }, user.role ?? '')
}

/** The end of a ban that begins now; null for a ban without end. */
export function banEndOf(seconds: number | undefined, now: Date): Date | null {
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000)
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false }

/** Parses a filter value of the column's kind; undefined if the text is not such a value. */
export function filterValueOf(field: UserField, text: string): UserFilter['value'] | undefined {
  const kind = userFields[field]
  if (kind === 'text') return text
  if (kind === 'flag') return Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined
  if (kind === 'id') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined
  const instant = new Date(/^\d{1,15}$/.test(text) ? Number(text) : text)
  const year = instant.getUTCFullYear()
  return year >= 0 && year <= 9999 ? instant : undefined
}

/** Whether the column supports the comparison: flags support only equality. */
export function isComparable(field: UserField, comparison: UserFilter['comparison']): boolean {
  return comparison === 'eq' || comparison === 'ne' || userFields[field] !== 'flag'
}
