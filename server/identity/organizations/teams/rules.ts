import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { teamRefusals as refusals } from './refusals.ts'

/** The named organization, otherwise the active one, in lower case as ids are stored; refuses if there is neither. */
export function resolveOrganizationId(named: string | null | undefined, active: string | null): string {
  return (named || active || refuse(refusals.noActiveOrganization)).toLowerCase()
}

/** The caller's membership of the organization; undefined for a caller who is not a member. */
export interface MembershipPermissions {
  /** The team of the caller. */
  readonly ownTeamId: string | null
  readonly mayAct: boolean
}

/** The values that decide whether a team may be created. */
export interface TeamCreation {
  readonly membership: MembershipPermissions | undefined
  readonly teams: number
  /** Maximum number of teams. */
  readonly limit: number
}

/** Refuses to create a team without permission or above the limit. */
export function refuseCreation({ membership, teams, limit }: TeamCreation): void {
  refuseWhen(!membership, refusals.outsiderCreates)
  refuseWhen(!membership?.mayAct, refusals.notAllowedToCreate)
  refuseWhen(teams >= limit, refusals.maximumReached)
}

/** Refuses to update a team. The permission is checked before the answer discloses whether the team exists. */
export function refuseUpdate({
  membership,
  isFound,
}: {
  readonly membership: MembershipPermissions | undefined
  readonly isFound: boolean
}): void {
  refuseWhen(!membership?.mayAct, refusals.notAllowedToUpdate)
  refuseWhen(!isFound, refusals.teamNotFound)
}

/** Refuses to add a member to a team who is in another one. */
export function refuseSecondTeam(currentTeamId: string | null, teamId: string): void {
  refuseWhen(currentTeamId !== null && currentTeamId !== teamId, refusals.inAnotherTeam)
}

/** Refuses to take a member out of a team who is not in it. */
export function refuseOutsideTeam(currentTeamId: string | null, teamId: string): void {
  refuseWhen(currentTeamId !== teamId, refusals.notInTeam)
}

/** The values that decide whether a team may be deleted. */
export interface TeamRemoval {
  readonly membership: MembershipPermissions | undefined
  readonly teamId: string
  readonly isFound: boolean
  readonly teams: number
  readonly mayRemoveAll: boolean
}

/** Refuses to delete the caller's own team, a team of another organization, and the last one unless that is allowed. */
export function refuseRemoval({ membership, teamId, isFound, teams, mayRemoveAll }: TeamRemoval): void {
  refuseWhen(!membership || membership.ownTeamId === teamId, refusals.notAllowedToDelete)
  refuseWhen(!membership?.mayAct, refusals.notAllowedToDeleteTeams)
  refuseWhen(!isFound, refusals.teamNotFound)
  refuseWhen(teams <= 1 && !mayRemoveAll, refusals.lastTeam)
}
