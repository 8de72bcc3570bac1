import { authorizes, covers, holds, OWNER, type Permissions, type Roles, rolesOf } from '#kernel/access.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Member, Membership } from '../model.ts'
import { organizationRefusals as refusals } from '../refusals.ts'

/** Gives the membership if one of its roles authorizes the whole request; otherwise, and for an outsider, refuses. */
export function requirePermission(membership: Membership | undefined, request: Permissions, refusal: RefusalEntry): Membership {
  if (!membership || !authorizes(membership.member.role, request, membership.roles)) refuse(refusal)
  return membership
}

/**
 * The roles given, as they are stored: trimmed, each once, comma-joined. Refuses unknown ones and none at all with
 * `Role not found`; case counts.
 */
export function readRoles(given: string | readonly string[], roles: Roles): string {
  const names = [...new Set(rolesOf(typeof given === 'string' ? given : given.join(',')))]
  refuseWhen(names.length === 0 || names.some((name) => !Object.hasOwn(roles, name)), refusals.roleNotFound)
  return names.join(',')
}

/** The roles of which somebody in an organization always holds one: `owner`, and the role that makers get. */
export function keeping(creatorRole: string): readonly string[] {
  return [...new Set([OWNER, creatorRole])]
}

/** Whether one of the comma-joined roles is one of these. */
export function holdsOne(text: string, roles: readonly string[]): boolean {
  return roles.some((role) => holds(text, role))
}

/** The least of an organization's roles: whoever may bring people in may give it. */
const LEAST = 'member'

/**
 * Whether a member may give these comma-joined roles, or take them away: `owner` is the business of owners alone, and every
 * other role that of whoever may do all that it permits, so that nobody gets at more than they have.
 */
export function mayGive({ member, roles }: Membership, text: string): boolean {
  if (holds(member.role, OWNER)) return true
  return rolesOf(text).every((role) => {
    if (role === LEAST || holds(member.role, role)) return true
    return role !== OWNER && covers(member.role, (Object.hasOwn(roles, role) && roles[role]) || {}, roles)
  })
}

/** What decides whether a member loses their place or their roles. */
export interface Losing {
  readonly target: Member
  /** The roles of which one member must keep one. */
  readonly keeping: readonly string[]
  /** How many members besides the target hold one of them. */
  readonly others: number
}

/** Refuses when nobody would be left who keeps the organization; `next` is what the target holds afterwards, if anything. */
export function refuseLastOwner({ target, keeping: kept, others }: Losing, next = ''): void {
  refuseWhen(holdsOne(target.role, kept) && !holdsOne(next, kept) && others === 0, refusals.onlyOwner)
}

/** The roles that a member is to have, as they are stored. */
export function changeRole(actor: Membership, given: string | readonly string[], losing: Losing): string {
  requirePermission(actor, { member: ['update'] }, refusals.notAllowedToUpdateMember)
  refuseWhen(!mayGive(actor, losing.target.role), refusals.notAllowedToUpdateMember)
  const next = readRoles(given, actor.roles)
  refuseWhen(!mayGive(actor, next), refusals.notAllowedToUpdateMember)
  refuseLastOwner(losing, next)
  return next
}

/** Refuses to take the target out of the organization where the actor may not. */
export function refuseRemoval(actor: Membership, losing: Losing): void {
  const { target } = losing
  refuseWhen(holds(target.role, OWNER) && !holds(actor.member.role, OWNER), refusals.onlyOwner)
  requirePermission(actor, { member: ['delete'] }, refusals.notAllowedToDeleteMember)
  refuseWhen(!mayGive(actor, target.role), refusals.notAllowedToDeleteMember)
  refuseLastOwner(losing)
}
