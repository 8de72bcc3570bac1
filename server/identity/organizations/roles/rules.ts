import { covers, type Permissions, type Roles, rolesOf } from '#kernel/access.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { requirePermission } from '../members/rules.ts'
import type { Membership } from '../model.ts'
import { organizationRefusals as refusals } from '../refusals.ts'
import { type ListedRole, type MadeRole, ROLES_MAXIMUM, type RoleSource } from './model.ts'

/** Refuses permissions of which the member does not hold every one: nobody grants what they do not have. */
function refuseBeyondOwn({ member, roles }: Membership, permissions: Permissions): void {
  refuseWhen(!covers(member.role, permissions, roles), refusals.notAllowedToGrant)
}

/** Refuses a new role where the member may not make it, its name is taken, or there are enough of them. */
export function refuseNewRole(
  actor: Membership,
  { name, permissions }: Pick<MadeRole, 'name' | 'permissions'>,
  made: readonly MadeRole[],
): void {
  requirePermission(actor, { role: ['create'] }, refusals.notAllowedToManageRoles)
  refuseBeyondOwn(actor, permissions)
  refuseWhen(Object.hasOwn(actor.roles, name) || made.some((role) => role.name === name), refusals.roleNameTaken)
  refuseWhen(made.length >= ROLES_MAXIMUM, refusals.roleLimit)
}

/** The role with other permissions. Refuses whoever may not, and more than they hold themselves, before or after. */
export function updateRole(actor: Membership, role: MadeRole | undefined, changed: Pick<MadeRole, 'permissions' | 'updatedAt'>): MadeRole {
  requirePermission(actor, { role: ['update'] }, refusals.notAllowedToManageRoles)
  if (!role) return refuse(refusals.roleNotFound)
  refuseBeyondOwn(actor, role.permissions)
  refuseBeyondOwn(actor, changed.permissions)
  return { ...role, ...changed }
}

/** Refuses to delete a role that is not there, that somebody has, or where the member may not. */
export function refuseDeletion(actor: Membership, role: MadeRole | undefined, isInUse: boolean): MadeRole {
  requirePermission(actor, { role: ['delete'] }, refusals.notAllowedToManageRoles)
  if (!role) return refuse(refusals.roleNotFound)
  refuseWhen(isInUse, refusals.roleInUse)
  return role
}

/** What a list of roles is made of. */
export interface RoleGround {
  readonly builtIn: Roles
  readonly configured: Roles
  readonly made: Roles
  /** The comma-joined roles of members, each with how many have just these. */
  readonly held: readonly { readonly role: string; readonly members: number }[]
}

/** Every role of an organization once: built-in ones first, then those of the settings, then its own by their names. */
export function listRoles({ builtIn, configured, made, held }: RoleGround): ListedRole[] {
  const counts = new Map<string, number>()
  for (const { role, members } of held) for (const name of new Set(rolesOf(role))) counts.set(name, (counts.get(name) ?? 0) + members)
  const listed = new Map<string, ListedRole>()
  const add = (source: RoleSource, roles: Roles) => {
    for (const [name, permissions] of Object.entries(roles))
      if (!listed.has(name)) listed.set(name, { name, permissions, source, members: counts.get(name) ?? 0 })
  }
  add('built-in', builtIn)
  add('settings', configured)
  add('organization', Object.fromEntries(Object.entries(made).toSorted(([a], [b]) => (a < b ? -1 : 1))))
  return [...listed.values()]
}
