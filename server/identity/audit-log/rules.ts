import { ADMINISTRATOR } from '#identity/users/model.ts'
import type { CallerUser } from '#platform/http/caller.ts'

/** Whose entries a person reads: their own, and whose they like where they administer the platform. */
export function whose({ id, role }: Pick<CallerUser, 'id' | 'role'>, asked: string | undefined): string {
  const isAdministrator = (role ?? '').split(',').includes(ADMINISTRATOR)
  return isAdministrator && asked !== undefined ? asked : id
}
