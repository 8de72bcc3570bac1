import { covers, type Permissions, type Roles, rolesOf } from '#kernel/access.ts'
import { orUnchanged } from '#kernel/changes/unchanged.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { requirePermission } from '../members/rules.ts'
import type { Membership } from '../model.ts'
import { organizationRefusals as refusals } from '../refusals.ts'
import type { CustomRole, ListedRole, RoleSource } from './model.ts'

/** Refuses to grant permissions that the member does not have. */
function refuseBeyondOwn({ member, roles }: Membership, permissions: Permissions): void {
  refuseWhen(!covers(member.role, permissions, roles), refusals.notAllowedToGrant)
}

/** Refuses a new role without the permission, with a name in use, or above the limit. */
export function refuseNewRole(
  actor: Membership,
  { name, permissions }: Pick<CustomRole, 'name' | 'permissions'>,
  { customRoles, limit }: { readonly customRoles: readonly CustomRole[]; readonly limit: number },
): void {
  requirePermission(actor, { role: ['create'] }, refusals.notAllowedToManageRoles)
  refuseBeyondOwn(actor, permissions)
  refuseWhen(Object.hasOwn(actor.roles, name) || customRoles.some((role) => role.name === name), refusals.roleNameTaken)
  refuseWhen(customRoles.length >= limit, refusals.roleLimit)
}

/** The role with its new permissions. Refuses without the permission, and if the member lacks any old or new permission of the role. */
export function updateRole(
  actor: Membership,
  role: CustomRole | undefined,
  changed: Pick<CustomRole, 'permissions' | 'updatedAt'>,
): CustomRole {
  requirePermission(actor, { role: ['update'] }, refusals.notAllowedToManageRoles)
  if (!role) return refuse(refusals.roleNotFound)
  refuseBeyondOwn(actor, role.permissions)
  refuseBeyondOwn(actor, changed.permissions)
  return orUnchanged(role, { ...role, ...changed })
}

/** Refuses to delete a role that does not exist or is in use, or without the permission. */
export function refuseDeletion(actor: Membership, role: CustomRole | undefined, isInUse: boolean): CustomRole {
  requirePermission(actor, { role: ['delete'] }, refusals.notAllowedToManageRoles)
  if (!role) return refuse(refusals.roleNotFound)
  refuseWhen(isInUse, refusals.roleInUse)
  return role
}

/** The sources of a list of roles. */
export interface ListRolesInput {
  readonly builtIn: Roles
  readonly configured: Roles
  readonly customRoles: Roles
  /** The distinct comma-joined roles of members, each with the number of members who have exactly these. */
  readonly assignedRoles: readonly { readonly role: string; readonly members: number }[]
}

/** Every role of an organization once: built-in ones first, then those of the settings, then custom ones by name. */
export function listRoles({ builtIn, configured, customRoles, assignedRoles }: ListRolesInput): ListedRole[] {
  const counts = new Map<string, number>()
  for (const { role, members } of assignedRoles)
    for (const name of new Set(rolesOf(role))) counts.set(name, (counts.get(name) ?? 0) + members)
  const listed = new Map<string, ListedRole>()
  const add = (source: RoleSource, roles: Roles) => {
    for (const [name, permissions] of Object.entries(roles))
      if (!listed.has(name)) listed.set(name, { name, permissions, source, members: counts.get(name) ?? 0 })
  }
  add('built-in', builtIn)
  add('settings', configured)
  add('organization', Object.fromEntries(Object.entries(customRoles).toSorted(([a], [b]) => (a < b ? -1 : 1))))
  return [...listed.values()]
}
