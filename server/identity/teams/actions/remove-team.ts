import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { refuseRemoval } from '../rules.ts'
import { countTeams, deleteTeam, lockTeam } from '../store.ts'
import { type Actor, heldStandingOf } from './standing.ts'
import { tellTeam } from './tell-team.ts'

/** Removes a team of an organization, which is held meanwhile: of two that go at once one stays where one must. */
export async function removeTeam(
  tx: Tx,
  by: Actor,
  { organizationId, teamId }: { readonly organizationId: string; readonly teamId: string },
): Promise<void> {
  const standing = await heldStandingOf(tx, by, { organizationId, request: { team: ['delete'] } })
  const found = standing && (await lockTeam(tx, organizationId, teamId))
  const teams = found ? await countTeams(tx, organizationId) : 0
  const mayRemoveAll = by.platform.settings.ALLOW_REMOVING_ALL_TEAMS
  // By the id as it is kept: the given one may be in capitals.
  refuseRemoval({ standing, teamId: found?.id ?? teamId, isFound: found !== undefined, teams, mayRemoveAll })
  const team = found ?? refuse(refusals.teamNotFound)
  await deleteTeam(tx, team)
  await tellTeam(tx, by, { name: 'team.deleted', team })
}
