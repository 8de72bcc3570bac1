import { ADMINISTRATOR } from '#identity/users/model.ts'
import { authorizes, type Roles } from '#kernel/access.ts'
import { refuse } from '#kernel/refusal.ts'
import type { CallerUser } from '#platform/http/caller.ts'
import { auditLogRefusals } from './refusals.ts'

/** Whose entries a person reads: their own, and whose they like where they administer the platform. */
export function whose({ id, role }: Pick<CallerUser, 'id' | 'role'>, asked: string | undefined): string {
  const isAdministrator = (role ?? '').split(',').includes(ADMINISTRATOR)
  return isAdministrator && asked !== undefined ? asked : id
}

/** What reading an organization's log takes. */
export const READING = { auditLog: ['read'] } as const

/** What was read of an organization's log, if whoever asked may read it; refuses everybody else, and outsiders. */
export function refuseUnread<Read extends { readonly role: string; readonly roles: Roles }>(read: Read | undefined): Read {
  if (!read || !authorizes(read.role, READING, read.roles)) refuse(auditLogRefusals.mayNotRead)
  return read
}
