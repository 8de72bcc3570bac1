import { authorizes, type Roles } from '#contract/access.ts'
import { isAdministrator } from '#identity/users/model.ts'
import { refuse } from '#kernel/refusal.ts'
import type { CallerUser } from '#platform/request/caller.ts'
import { auditLogRefusals } from './refusals.ts'

/** The user whose entries are listed: the caller, or the requested user if the caller is an administrator of the platform. */
export function resolveUserId({ id, role }: Pick<CallerUser, 'id' | 'role'>, requestedId: string | undefined): string {
  return isAdministrator(role) && requestedId !== undefined ? requestedId : id
}

/** The permission to read an organization's log. */
export const READ_PERMISSION = { auditLog: ['read'] } as const

/** Returns the result if its reader has the permission; refuses other members and non-members. */
export function requireLogAccess<Read extends { readonly role: string; readonly roles: Roles }>(result: Read | undefined): Read {
  if (!result || !authorizes(result.role, READ_PERMISSION, result.roles)) refuse(auditLogRefusals.mayNotRead)
  return result
}
