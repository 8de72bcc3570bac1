import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { teamRefusals as refusals } from './refusals.ts'

/** The organization that a call means, in lower case as ids are kept: the one that it names, else the active one; refuses when there is neither. */
export function organizationMeant(named: string | null | undefined, active: string | null): string {
  return (named || active || refuse(refusals.noActiveOrganization)).toLowerCase()
}

/** What whoever calls is in the organization: nothing for an outsider. */
export interface Standing {
  /** The team that they are in themselves. */
  readonly ownTeamId: string | null
  readonly mayAct: boolean
}

/** What decides whether there may be one more team. */
export interface CreationGround {
  readonly standing: Standing | undefined
  readonly teams: number
  /** Teams at most; nothing for as many as they like. */
  readonly limit: number | undefined
}

/** Refuses one more team where it may not be. */
export function refuseCreation({ standing, teams, limit }: CreationGround): void {
  refuseWhen(!standing, refusals.outsiderCreates)
  refuseWhen(!standing?.mayAct, refusals.notAllowedToCreate)
  refuseWhen(limit !== undefined && teams >= limit, refusals.maximumReached)
}

/** Refuses to change a team: to outsiders and whoever may not, before it is said whether there is such a team. */
export function refuseUpdate({ standing, isFound }: { readonly standing: Standing | undefined; readonly isFound: boolean }): void {
  refuseWhen(!standing?.mayAct, refusals.notAllowedToUpdate)
  refuseWhen(!isFound, refusals.teamNotFound)
}

/** What decides whether a team may go. */
export interface RemovalGround {
  readonly standing: Standing | undefined
  readonly teamId: string
  readonly isFound: boolean
  readonly teams: number
  readonly mayRemoveAll: boolean
}

/** Refuses to remove a team: one's own, one that is none of this organization, and the last one unless that is allowed. */
export function refuseRemoval({ standing, teamId, isFound, teams, mayRemoveAll }: RemovalGround): void {
  refuseWhen(!standing || standing.ownTeamId === teamId, refusals.notAllowedToDelete)
  refuseWhen(!standing?.mayAct, refusals.notAllowedToDeleteTeams)
  refuseWhen(!isFound, refusals.teamNotFound)
  refuseWhen(teams <= 1 && !mayRemoveAll, refusals.lastTeam)
}
