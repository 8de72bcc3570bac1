import { authorizes, holds, mayGrantRoles, OWNER, type Permissions, type Roles, requestedRoles } from '#contract/access.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Member, MemberPermissions, Membership } from '../model.ts'
import { organizationRefusals as refusals } from '../refusals.ts'

/** Returns the membership if one of its roles has all of the permissions; otherwise, and for a non-member, refuses. */
export function requirePermission(membership: Membership | undefined, request: Permissions, refusal: RefusalEntry): Membership {
  if (!membership || !authorizes(membership.member.role, request, membership.roles)) refuse(refusal)
  return membership
}

/**
 * Whether one of the member's roles has all of the requested permissions. The newer published client asks for `ac` where custom roles are
 * meant: its `create`, `update` and `delete` are those of `role`, and every member may `read` roles.
 */
export function mayDo({ member, roles }: MemberPermissions, { ac, ...request }: Permissions): boolean {
  if (ac === undefined) return authorizes(member.role, request, roles)
  const role = [...(request['role'] ?? []), ...ac.filter((action) => action !== 'read')]
  const permissions = role.length > 0 ? { ...request, role } : request
  return Object.keys(permissions).length === 0 || authorizes(member.role, permissions, roles)
}

/**
 * The requested roles as they are stored: each once, comma-joined. Refuses unknown roles, empty parts, surrounding white space and an
 * empty list with `Role not found`; names are case-sensitive.
 */
export function readRoles(requested: string | readonly string[], roles: Roles): string {
  const names = requestedRoles(requested) ?? refuse(refusals.roleNotFound)
  refuseWhen(!names.every((name) => Object.hasOwn(roles, name)), refusals.roleNotFound)
  return names.join(',')
}

/** The ownership roles: `owner` and the role of creators. Each organization always has a member with one of them. */
export function ownershipRoles(creatorRole: string): readonly string[] {
  return [...new Set([OWNER, creatorRole])]
}

/** Whether the comma-joined roles contain one of these roles. */
export function holdsAny(text: string, roles: readonly string[]): boolean {
  return roles.some((role) => holds(text, role))
}

/** Whether a member may grant or revoke these comma-joined roles; see `mayGrantRoles`. */
export function mayGrant({ member, roles }: MemberPermissions, text: string): boolean {
  return mayGrantRoles(member.role, text, roles)
}

/** A member who may lose their membership or roles, and the other owners of the organization. */
export interface Ownership {
  readonly target: Member
  /** The roles of which one member must have one: `ownershipRoles`. */
  readonly ownershipRoles: readonly string[]
  /** Number of members besides the target who have one of them. */
  readonly otherOwners: number
}

/** Refuses if no member with an ownership role would be left; `next` are the roles of the target afterwards. */
export function refuseLastOwner({ target, ownershipRoles: required, otherOwners }: Ownership, next = ''): void {
  refuseWhen(holdsAny(target.role, required) && !holdsAny(next, required) && otherOwners === 0, refusals.onlyOwner)
}

/** The new roles of a member as they are stored. */
export function nextRole(actor: Membership, requested: string | readonly string[], ownership: Ownership): string {
  requirePermission(actor, { member: ['update'] }, refusals.notAllowedToUpdateMember)
  refuseWhen(!mayGrant(actor, ownership.target.role), refusals.notAllowedToUpdateMember)
  const next = readRoles(requested, actor.roles)
  refuseWhen(!mayGrant(actor, next), refusals.notAllowedToUpdateMember)
  refuseLastOwner(ownership, next)
  return next
}

/** Refuses to remove the target from the organization without the permission, and the last owner. */
export function refuseRemoval(actor: Membership, ownership: Ownership): void {
  const { target } = ownership
  refuseWhen(holds(target.role, OWNER) && !holds(actor.member.role, OWNER), refusals.onlyOwner)
  requirePermission(actor, { member: ['delete'] }, refusals.notAllowedToDeleteMember)
  refuseWhen(!mayGrant(actor, target.role), refusals.notAllowedToDeleteMember)
  refuseLastOwner(ownership)
}
