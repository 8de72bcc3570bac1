import type { MemberWithUser, Team } from '#client/index.ts'
import { holds } from './permissions.ts'

/** What the list of members keeps in the address. */
export interface MembersAsked {
  readonly query: string
  readonly role: string | undefined
  /** A team's id, or `none`. */
  readonly team: string | undefined
}

/** The members that fit, in their order. */
export function membersShown(all: readonly MemberWithUser[], { query, role, team }: MembersAsked): readonly MemberWithUser[] {
  const words = query.trim().toLowerCase().split(/\s+/)
  return all
    .filter(({ user }) => words.every((word) => `${user.name} ${user.email}`.toLowerCase().includes(word)))
    .filter((member) => role === undefined || holds(member.role, role))
    .filter(({ teamId }) => team === undefined || (team === 'none' ? teamId === null : teamId === team))
}

/** The rows of a file with these members, heads first. */
export function memberRows(
  members: readonly MemberWithUser[],
  teams: readonly Team[],
  heads: readonly string[],
): readonly (readonly string[])[] {
  const nameOf = (id: string | null) => teams.find((team) => team.id === id)?.name ?? ''
  return [heads, ...members.map(({ user, role, teamId, createdAt }) => [user.name, user.email, role, nameOf(teamId), createdAt])]
}
