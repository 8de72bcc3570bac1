import { createContext, useContext } from 'react'
import type { FullOrganization, MemberWithUser, OrganizationRole, Permissions } from '#client/index.ts'
import { authorizes, holds, mayGive } from './permissions.ts'

/** The organization whose settings these are, and what whoever looks at them may do there. */
export interface Standing {
  readonly organization: FullOrganization
  readonly me: MemberWithUser
  readonly roles: readonly OrganizationRole[]
  /** Whether one of my roles authorizes the whole request. */
  readonly may: (request: Permissions) => boolean
  /** Whether I may give the role, or take it away. */
  readonly mayGive: (role: string) => boolean
  /** Whether this member is the only owner: then they stay, and stay owner. */
  readonly isOnlyOwner: (member: MemberWithUser) => boolean
}

export const StandingContext = createContext<Standing | null>(null)

/** Everything inside the frame of the settings has one. */
export function useStanding(): Standing {
  const standing = useContext(StandingContext)
  if (standing === null) throw new Error('The frame of the settings is missing above this part')
  return standing
}

export function standingOf(organization: FullOrganization, me: MemberWithUser, roles: readonly OrganizationRole[]): Standing {
  const owners = organization.members.filter(({ role }) => holds(role, 'owner'))
  return {
    organization,
    me,
    roles,
    may: (request) => authorizes(me.role, request, roles),
    mayGive: (role) => mayGive(me.role, role, roles),
    isOnlyOwner: ({ id }) => owners.length === 1 && owners[0]?.id === id,
  }
}
