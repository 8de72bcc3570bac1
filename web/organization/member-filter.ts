import type { MemberWithUser, Team } from '#client/index.ts'
import { holds } from '#kernel/access.ts'

/** The URL search of the list of members. */
export interface MemberFilter {
  readonly query: string
  readonly role: string | undefined
  /** A team's id, or `none`. */
  readonly team: string | undefined
}

/** The members that match the filter, in their order. */
export function filterMembers(all: readonly MemberWithUser[], { query, role, team }: MemberFilter): readonly MemberWithUser[] {
  const keywords = query.trim().toLowerCase().split(/\s+/)
  return all
    .filter(({ user }) => keywords.every((keyword) => `${user.name} ${user.email}`.toLowerCase().includes(keyword)))
    .filter((member) => role === undefined || holds(member.role, role))
    .filter(({ teamId }) => team === undefined || (team === 'none' ? teamId === null : teamId === team))
}

/** The CSV rows of these members, header first. */
export function memberCsvRows(
  members: readonly MemberWithUser[],
  teams: readonly Team[],
  heads: readonly string[],
): readonly (readonly string[])[] {
  const nameOf = (id: string | null) => teams.find((team) => team.id === id)?.name ?? ''
  return [heads, ...members.map(({ user, role, teamId, createdAt }) => [user.name, user.email, role, nameOf(teamId), createdAt])]
}
