import { covers, type Permissions, type Roles, rolesOf } from '#contract/access.ts'
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
  refuseWhen(isTaken(actor, name, customRoles), refusals.roleNameTaken)
  refuseWhen(customRoles.length >= limit, refusals.roleLimit)
}

/** The changes of a role, and what decides whether its name may change. */
export interface RoleChange {
  readonly name?: string | undefined
  readonly permissions?: Permissions | undefined
  readonly isInUse: boolean
  readonly customRoles: readonly CustomRole[]
  readonly now: Date
}

/**
 * The role with its new name and permissions. Refuses without the permission, if the member lacks any old or new permission of the role,
 * to rename a role in use (members and invitations hold its name), and a name in use.
 */
export function updateRole(actor: Membership, role: CustomRole | undefined, change: RoleChange): CustomRole {
  requirePermission(actor, { role: ['update'] }, refusals.notAllowedToManageRoles)
  if (!role) return refuse(refusals.roleNotFound)
  const { name = role.name, permissions = role.permissions, now } = change
  refuseBeyondOwn(actor, role.permissions)
  refuseBeyondOwn(actor, permissions)
  if (name !== role.name) {
    refuseWhen(isTaken(actor, name, change.customRoles), refusals.roleNameTaken)
    refuseWhen(change.isInUse, refusals.roleInUse)
  }
  return orUnchanged(role, { ...role, name, permissions, updatedAt: now })
}

function isTaken(actor: Membership, name: string, customRoles: readonly CustomRole[]): boolean {
  return Object.hasOwn(actor.roles, name) || customRoles.some((role) => role.name === name)
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
  /** Sorted by name. */
  readonly customRoles: readonly CustomRole[]
  /** The organization to which the roles belong that are not custom. */
  readonly organization: { readonly id: string; readonly createdAt: Date }
  /** The distinct comma-joined roles of members, each with the number of members who have exactly these. */
  readonly assignedRoles: readonly { readonly role: string; readonly members: number }[]
}

/** Every role of an organization once: built-in ones first, then those of the settings, then custom ones by name. */
export function listRoles({ builtIn, configured, customRoles, organization, assignedRoles }: ListRolesInput): ListedRole[] {
  const counts = new Map<string, number>()
  for (const { role, members } of assignedRoles)
    for (const name of new Set(rolesOf(role))) counts.set(name, (counts.get(name) ?? 0) + members)
  const listed = new Map<string, ListedRole>()
  const add = (source: RoleSource, role: CustomRole) => {
    if (!listed.has(role.name)) listed.set(role.name, { ...role, source, members: counts.get(role.name) ?? 0 })
  }
  const fixed = { organizationId: organization.id, createdAt: organization.createdAt, updatedAt: null }
  for (const [name, permissions] of Object.entries(builtIn)) add('built-in', { ...fixed, name, permissions })
  for (const [name, permissions] of Object.entries(configured)) add('settings', { ...fixed, name, permissions })
  for (const role of customRoles) add('organization', role)
  return [...listed.values()]
}
