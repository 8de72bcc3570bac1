import { deactivateTeam } from '#identity/sessions/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { refuseRemoval } from '../rules.ts'
import { countTeams, deleteTeam, lockTeam } from '../store.ts'
import { emitTeam } from './emit-team.ts'
import { type Actor, lockMembership } from './lock-membership.ts'

/** Deletes a team of an organization. The organization is locked, so concurrent deletions cannot remove the last team. */
export async function removeTeam(
  tx: Tx,
  by: Actor,
  { organizationId, teamId }: { readonly organizationId: string; readonly teamId: string },
): Promise<void> {
  const membership = await lockMembership(tx, by, { organizationId, request: { team: ['delete'] } })
  const found = membership && (await lockTeam(tx, organizationId, teamId))
  const teams = found ? await countTeams(tx, organizationId) : 0
  const mayRemoveAll = by.platform.settings.ALLOW_REMOVING_ALL_TEAMS
  // The stored id: the requested one may be in upper case.
  refuseRemoval({ membership, teamId: found?.id ?? teamId, isFound: found !== undefined, teams, mayRemoveAll })
  const team = found ?? refuse(refusals.teamNotFound)
  await deactivateTeam(tx, by.platform, { teamId: team.id })
  await deleteTeam(tx, team)
  await emitTeam(tx, by, { name: 'team.deleted', team })
}
