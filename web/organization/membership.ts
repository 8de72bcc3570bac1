import { createContext, useContext } from 'react'
import type { FullOrganization, MemberWithUser, OrganizationRole, Permissions } from '#client/index.ts'
import { authorizes, holds, mayGrantRoles } from '#contract/access.ts'
import { rolesByName } from './permissions.ts'

/** The organization of these settings, and the user's membership and permissions in it. */
export interface Membership {
  readonly organization: FullOrganization
  readonly me: MemberWithUser
  readonly roles: readonly OrganizationRole[]
  /** Whether one of the user's roles authorizes the whole request; the server decides by the same rule. */
  readonly may: (request: Permissions) => boolean
  /** Whether the user may assign or remove the role. */
  readonly mayAssign: (role: string) => boolean
  /** Whether this member is the only owner, who cannot leave or lose the role. */
  readonly isOnlyOwner: (member: MemberWithUser) => boolean
}

export const MembershipContext = createContext<Membership | null>(null)

/** Available to all components inside the settings frame. */
export function useMembership(): Membership {
  const membership = useContext(MembershipContext)
  if (membership === null) throw new Error('useMembership needs a MembershipContext')
  return membership
}

export function membershipOf(organization: FullOrganization, me: MemberWithUser, roles: readonly OrganizationRole[]): Membership {
  const permissions = rolesByName(roles)
  const owners = organization.members.filter(({ role }) => holds(role, 'owner'))
  return {
    organization,
    me,
    roles,
    may: (request) => authorizes(me.role, request, permissions),
    mayAssign: (role) => mayGrantRoles(me.role, role, permissions),
    isOnlyOwner: ({ id }) => owners.length === 1 && owners[0]?.id === id,
  }
}
