import { authorizes, requestedRoles } from '#contract/access.ts'
import {
  type Ban,
  banStateOf,
  changeRole,
  hasOtherAdministrator,
  isAdministrator,
  ORDINARY_USER,
  type User,
  type UserOutcome,
} from '#identity/users/model.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Caller, UserCaller } from '#platform/request/caller.ts'
import { type Comparison, NO_REASON, platformRoles, type UserField, userFields } from './model.ts'
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
  refuseWhen(session.impersonatedBy !== null || !isAdministrator(user.role), administrationRefusals.notAnAdministrator)
}

/** Roles as they are stored: each once, comma-joined. Refuses unknown roles, empty parts, surrounding white space and an empty list. */
export function toRoleText(input: string | readonly string[]): string {
  const roles = requestedRoles(input) ?? refuse(administrationRefusals.unknownRole)
  refuseWhen(!roles.every((role) => Object.hasOwn(platformRoles, role)), administrationRefusals.unknownRole)
  return roles.join(',')
}

/**
 * Refuses a caller who is not one of these administrators of the platform any more, or is banned: the role may have changed since the
 * request was authenticated.
 */
export function refuseFormerAdministrator(
  caller: Caller,
  { administrators, now }: Omit<AdministratorChange, 'user'>,
  refusal: RefusalEntry,
): void {
  const own = caller.kind === 'user' ? administrators.find(({ id }) => id === caller.user.id) : undefined
  refuseWhen(!own || banStateOf(own, now) === 'active', refusal)
}

/** A user who may lose the administrator role or the account, and all administrators of the platform, locked. */
export interface AdministratorChange {
  readonly user: User
  readonly administrators: readonly User[]
  readonly now: Date
}

/** Refuses to take away the last administrator of the platform who is not banned. */
export function refuseLastAdministrator({ user, administrators, now }: AdministratorChange): void {
  const isLast = isAdministrator(user.role) && !hasOtherAdministrator(administrators, user.id, now)
  refuseWhen(isLast, administrationRefusals.lastAdministrator)
}

/** Refuses a ban of the caller, and of the last administrator. */
export function refuseBan({ caller, ...change }: AdministratorChange & { readonly caller: Caller }): void {
  refuseWhen(caller.kind === 'user' && caller.user.id === change.user.id, administrationRefusals.cannotBanYourself)
  refuseLastAdministrator(change)
}

/** The ban of a request: without a reason it has the default one, without a duration (in seconds) no end. */
export function banOf({ reason, seconds }: { readonly reason: string | undefined; readonly seconds: number | undefined }, now: Date): Ban {
  return { reason: reason || NO_REASON, expiresAt: seconds === undefined ? null : new Date(now.getTime() + seconds * 1000) }
}

/** The user with other roles, and which of their sessions end. */
export interface RoleOutcome extends UserOutcome {
  readonly endedSessions: 'all' | 'impersonations' | 'none'
}

/**
 * Replaces the roles of a user (`role` as by `toRoleText`). A new administrator loses all sessions, because another person may hold one;
 * a former administrator loses those in which they impersonate others. Refuses to demote the last administrator.
 */
export function setRoles(user: User, role: string, { administrators, now }: Omit<AdministratorChange, 'user'>): RoleOutcome {
  const [was, becomes] = [isAdministrator(user.role), isAdministrator(role)]
  if (was && !becomes) refuseLastAdministrator({ user, administrators, now })
  return { ...changeRole(user, role, now), endedSessions: was === becomes ? 'none' : becomes ? 'all' : 'impersonations' }
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false }

/** Parses a filter value of the column's kind; undefined if the text is not such a value. */
export function filterValueOf(field: UserField, text: string): string | boolean | Date | undefined {
  const kind = userFields[field]
  if (kind === 'text') return text
  if (kind === 'flag') return Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined
  if (kind === 'id') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined
  const instant = new Date(/^\d{1,15}$/.test(text) ? Number(text) : text)
  const year = instant.getUTCFullYear()
  return year >= 0 && year <= 9999 ? instant : undefined
}

/** Whether the column supports the comparison: flags support only equality. */
export function isComparable(field: UserField, comparison: Comparison): boolean {
  return comparison === 'eq' || comparison === 'ne' || userFields[field] !== 'flag'
}
